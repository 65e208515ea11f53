#pragma once

// Volumes of Boolean operations by CGAL's corefinement with exact constructions. Shares no code with the library.

#include <abut/mesh.h>
#include <abut/placement.h>

namespace abut {

/// Volumes in the world, each rounded to the nearest double; meshes are closed, wound outwards, and do not touch
/// themselves, and placements do not mirror.
struct BooleanVolumes {
  double a = 0, common = 0, only_a = 0;
};
BooleanVolumes cgal_boolean(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b);

}  // namespace abut
