#include "model_file.h"

#include <abut/load.h>

#include <chrono>

namespace abut::cli {

ModelFile load_model(const std::filesystem::path& file, const any::ModelOptions& options) {
  Mesh mesh = load(file);
  const auto start = std::chrono::steady_clock::now();
  ModelFile result{any::Model(std::move(mesh), options)};
  result.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace abut::cli
