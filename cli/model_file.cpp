#include "model_file.h"

#include "ranks.h"
#include "shared_model.h"
#include <abut/error.h>
#include <abut/load.h>
#include <abut/tree_file.h>

#include <chrono>

namespace abut::cli {

ModelFile load_model(const std::filesystem::path& file, const any::ModelOptions& options) {
  if (options.volume == any::VolumeKind::automatic && is_tree_file(file)) {
    Model model = open_model(file, {options.threads.value_or(1)});
    // Now that it is known to be sound, ranks of one machine share its memory.
    if (crew()) model = map_model(file);
    ModelFile result{any::Model(std::move(model), options), 0, true};
    if (result.model.engine().tree_summary().leaves == 0) throw Error(file.string() + ": has no triangles.");
    return result;
  }
  if (options.volume == any::VolumeKind::automatic && crew()) {
    const auto start = std::chrono::steady_clock::now();
    ModelFile result{any::Model(shared_model(file, options.threads.value_or(1)), options)};
    result.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }
  Mesh mesh = load(file);
  const auto start = std::chrono::steady_clock::now();
  ModelFile result{any::Model(std::move(mesh), options)};
  result.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace abut::cli
