#pragma once

// The overlap of two closed meshes in rational numbers. Shares no code with the library: the winding number of a closed
// mesh is a sum of signed tetrahedra over its triangles and one apex, so the integral of the product of two winding
// numbers is a sum of the volumes that tetrahedra of one have in common with those of the other.

#include <abut/mesh.h>
#include <abut/placement.h>

namespace abut {

/// The integral of the product of the winding numbers of two placed meshes, rounded down and up, and its centre,
/// rounded. Meshes are wound consistently; mirroring placements count as what they do to the winding.
struct ExactOverlap {
  double lower = 0, upper = 0;
  Vec3 centre;
};
ExactOverlap exact_overlap(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b);

}  // namespace abut
