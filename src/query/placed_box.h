#pragma once

#include "query/placed_solid.h"

namespace abut {

/// A box of a solid's tree in the world: the points centre + sum t_k axes[k] with |t_k| <= 1. It holds the exact images
/// of all triangles below it, up to the solid's slack.
struct PlacedBox {
  Vec3 centre;
  std::array<Vec3, 3> axes;

  PlacedBox(const PlacedSolid& solid, std::uint32_t node, int lane) : PlacedBox(solid, solid.at(), node, lane) {}
  /// Where the box would be with another placement of the solid.
  PlacedBox(const PlacedSolid& solid, const Placement& at, std::uint32_t node, int lane);

  std::array<Vec3, 8> corners() const;
};

}  // namespace abut
