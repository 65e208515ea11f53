#pragma once

#include "leaf/placed_shape.h"

#include <optional>

namespace abut {

/// A point that two placed triangles share.
struct CommonPoint {
  Weights weights_a, weights_b;
  Vec3 point_a, point_b;  ///< where these are in the world
};

/// Of a pair that is known to touch: what DistanceTest::measure_touching and point_on() have of it, to the last bit,
/// and sooner for a single pair, because both triangles are placed at once. None where they need more than that.
std::optional<CommonPoint> quick_common_point(const LeafGeometry& a, const Placement& at_a, std::uint32_t triangle_a,
                                              const LeafGeometry& b, const Placement& at_b, std::uint32_t triangle_b);

}  // namespace abut
