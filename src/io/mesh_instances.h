#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>
#include <abut/stray.h>

#include <filesystem>

namespace abut {

/// A mesh of a file, where the file has it (world <- mesh).
struct MeshInstance {
  std::string name;
  std::size_t mesh = 0;
  Placement at;
};

/// What a file with several parts holds. Instances that share a mesh name the same one.
struct MeshInstances {
  std::vector<Mesh> meshes;
  std::vector<Stray> strays;  ///< of each mesh; empty where the file knows no other surfaces than its triangles
  std::vector<MeshInstance> instances;
  std::vector<std::filesystem::path> other_files;  ///< that were read, too, because the file names them
};

}  // namespace abut
