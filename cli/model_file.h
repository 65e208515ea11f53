#pragma once

#include "classic/any_model.h"

#include <filesystem>

namespace abut::cli {

/// A model read from a file, with the time that preparing it took (reading the file left out).
struct ModelFile {
  any::Model model;
  double build_seconds = 0;
  bool was_tree_file = false;  ///< then nothing was built
};
/// A tree file is opened where its tree is the one that is wanted, that of the engine; of others its mesh is taken.
ModelFile load_model(const std::filesystem::path& file, const any::ModelOptions& options);

}  // namespace abut::cli
