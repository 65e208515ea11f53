#include "shared_model.h"

#include "tree_cache.h"
#include <abut/load.h>

#include <fmt/format.h>

namespace abut::cli {

namespace {

namespace fs = std::filesystem;

std::string name_of_tree(const fs::path& file) {
  ContentName content;
  content.add_file(file);
  return fmt::format("{}{}-{}.abut", ABUT_VERSION, file.extension().string(), content.text());
}

}  // namespace

Model shared_model(const fs::path& file, int threads) {
  const auto build = [&] { return Model(load(file), {.threads = threads}); };
  const fs::path folder = cache_folder();
  if (folder.empty()) return build();
  const fs::path tree = folder / name_of_tree(file);
  if (auto model = mapped(tree)) return *std::move(model);
  const Lock lock(folder / "lock");
  if (auto model = mapped(tree)) return *std::move(model);
  Model model = build();
  try {
    save_whole(model, tree);
    if (auto shared = mapped(tree)) return *std::move(shared);
  } catch (const std::exception&) {
    // The disk is full, or the folder has gone: what is in memory serves as well.
  }
  return model;
}

}  // namespace abut::cli
