#pragma once

#include "assembly/body_cache.h"
#include <abut/load.h>

namespace abut::cli {

/// An assembly whose parts stay in tree files.
struct StoredAssembly {
  Assembly assembly;  ///< names and placements; the models are empty
  std::vector<BodyCache::Source> meshes;
  std::vector<std::size_t> mesh_of;  ///< for each part; parts with the same triangles have the same one
};

/// load_assembly(), but for the models: these go to tree files in the folder that ranks share, file by file, once; what
/// is to be known of the parts without them is kept beside them. No more than a file is in memory at a time. Throws
/// Error also when there is no such folder, for STEP files, and for a file that is larger than `memory`.
StoredAssembly store_assembly(std::span<const std::string> files, int threads, const GltfOptions& gltf,
                              std::size_t memory);

}  // namespace abut::cli
