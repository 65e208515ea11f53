#pragma once

#include "support/double_double.h"
#include "support/scenes.h"

namespace abut {

/// How far apart two placed meshes really are.
struct TrueDistance {
  TwoDoubles distance;    ///< of the exact images in the world, infinite for an empty mesh
  double error = 0;       ///< bounds how far `distance` is off
  double size = 0;        ///< the diagonal of the box around both images
  bool touching = false;  ///< decided exactly; `distance` and `error` are 0 then

  bool is_at_least(double length) const { return distance + error >= length; }
  bool is_at_most(double length) const { return distance - error <= length; }
};

/// By brute force over the pairs of triangles in double-double; pairs that these digits do not settle are measured with
/// a hundred of them, and contact is decided by CGAL. Leaves out pairs that balls around their triangles prove to be
/// farther apart. Shares no code with the library. For scenes of sizes between 1e-30 and 1e30, not farther than 1e9
/// sizes from their frames' origins.
TrueDistance true_distance(const PlacedMeshes& scene);

/// Between the points of an answer, by its triangles and barycentric coordinates, in double-double.
double length_between_points(const PlacedMeshes& scene, const Distance& found);

}  // namespace abut
