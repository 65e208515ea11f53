#pragma once

#include <abut/model.h>

#include <filesystem>

namespace abut::cli {

/// The model of a mesh file, mapped from a tree file that all ranks of a machine share: the first of them makes it, in
/// the folder trees of ABUT_CACHE or, without that, of the user's cache (XDG_CACHE_HOME or ~/.cache) in abut. Its name
/// tells the content of the mesh file, so that a file that changes has another tree. Where no such file can be made,
/// the model has memory of its own. Throws Error for a mesh file that cannot be read.
Model shared_model(const std::filesystem::path& file, int threads);

}  // namespace abut::cli
