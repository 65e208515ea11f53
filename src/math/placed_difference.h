#pragma once

#include <abut/placement.h>

namespace abut {

/// A rounded vector; no coordinate is off by more than `error`.
struct BoundedVec3 {
  Vec3 value;
  double error = 0;
};

/// b's image minus a's image in the world, rounded once: far-away models and worlds lose nothing by cancellation.
BoundedVec3 placed_difference(const Placement& at_b, const Vec3& b, const Placement& at_a, const Vec3& a);

}  // namespace abut
