#include "sheet.h"

#include "experiment.h"

namespace abut::bench {

void Sheet::save(const std::filesystem::path& folder) const {
  Table table({"sheet", "file", "caption", "columns", "span"});
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const std::string file = name_ + "_" + std::to_string(i + 1) + ".png";
    save_png(views_[i].image, folder / file);
    table.row({name_, file, views_[i].caption, cell(static_cast<std::uint64_t>(columns_)),
               cell(static_cast<std::uint64_t>(views_[i].span))});
  }
  table.save(folder / (name_ + "_views.csv"));
}

}  // namespace abut::bench
