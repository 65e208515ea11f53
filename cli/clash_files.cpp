#include "clash_files.h"

#include "output.h"
#include "ranks.h"

namespace abut::cli {

ClashFiles::ClashFiles(const ClashArguments& arguments) : arguments_(arguments) {
  require_separate_files(arguments);
  if (!is_first_rank()) return;
  if (!arguments.save.empty()) save_.emplace(arguments.save);
  if (!arguments.csv.empty()) csv_.emplace(arguments.csv);
  if (!arguments.report.empty()) report_.emplace(arguments.report);
  if (!arguments.destination.out.empty()) out_.emplace(arguments.destination.out);
}

void ClashFiles::write(ClashRun& run) {
  if (save_) write_json(run, [&](std::string_view piece) { save_->write(piece); });
  if (csv_) write_csv(run, [&](std::string_view row) { csv_->write(row); });
  if (report_) write_page(run, [&](std::string_view piece) { report_->write(piece); });
  if (out_) print(run);
  for (std::optional<OutputFile>* file : {&save_, &csv_, &report_, &out_})
    if (*file) (*file)->finish();
  if (out_)
    make_lasting(arguments_.destination.out);
  else
    print(run);
}

void ClashFiles::print(const ClashRun& run) {
  Output output;
  const auto put = [&](std::string_view piece) {
    if (out_) return out_->write(piece);
    output.text = piece;
    output.flush();
  };
  if (arguments_.voice.json)
    write_json(run, put);
  else if (!arguments_.voice.quiet)
    put(to_text(run, "--save, --csv and --report write them all"));
}

}  // namespace abut::cli
