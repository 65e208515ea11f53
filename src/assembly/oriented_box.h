#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <array>

namespace abut {

/// The image of a box under a placement, up to rounding: a box with axes of its own, or, where the placement shears, a
/// parallelepiped.
struct OrientedBox {
  Vec3 centre;
  std::array<Vec3, 3> edges, normals;  ///< of any length; normals[i] is that of the other two edges
  Vec3 half;                           ///< how many times its edge the box reaches to either side of the centre
  Vec3 terms;                          ///< the magnitudes of the terms that coordinates are sums of

  OrientedBox() = default;
  /// Meaningless for an inverted box.
  OrientedBox(const Bounds& box, const Placement& at);
};

/// Is every point of one exact image farther than `reach` from every point of the other? Answers yes only if some
/// normal or some product of two edges separates them (Gottschalk et al. 1996, section 5), rounding included.
bool surely_apart(const OrientedBox& a, const OrientedBox& b, double reach);

}  // namespace abut
