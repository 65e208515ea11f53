#pragma once

#include <abut/placement.h>

#include <algorithm>

namespace abut {

/// A rounded vector; no coordinate is off by more than `error`.
struct BoundedVec3 {
  Vec3 value;
  double error = 0;
};

/// b's image minus a's image in the world, rounded once: far-away models and worlds lose nothing by cancellation.
BoundedVec3 placed_difference(const Placement& at_b, const Vec3& b, const Placement& at_a, const Vec3& a);

/// No coordinate of m v is larger than this times the largest one of v, but for rounding.
inline double largest_row_sum(const Matrix3& m) {
  double most = 0;
  for (int i = 0; i < 3; ++i) most = std::max(most, dot(abs(m.row(i)), {1, 1, 1}));
  return most;
}

}  // namespace abut
