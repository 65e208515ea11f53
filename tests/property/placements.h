#pragma once

// Families of placements, two for each case. Models that have placements of their own are brought near each other.

#include "property/meshes.h"
#include <abut/collide.h>

namespace abut::property {

struct PlacementFamily {
  std::string name, about;
  PlacementPair (*make)(Random&, const MeshPair&);
};

const std::vector<PlacementFamily>& placement_families();

}  // namespace abut::property
