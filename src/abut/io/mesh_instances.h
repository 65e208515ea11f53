#pragma once

#include <abut/math/placement.h>
#include <abut/mesh/mesh.h>

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
  std::vector<MeshInstance> instances;
};

}  // namespace abut
