#pragma once

// Families of small meshes, two for each case.

#include "math/random.h"
#include <abut/mesh.h>

#include <string>
#include <vector>

namespace abut::property {

struct MeshPair {
  Mesh a, b;
};

struct MeshFamily {
  std::string name, about;
  MeshPair (*make)(Random&);
};

/// In the order of the page.
std::vector<MeshFamily> mesh_families();

}  // namespace abut::property
