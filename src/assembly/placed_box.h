#pragma once

#include "math/rounding.h"
#include <abut/mesh.h>
#include <abut/placement.h>

namespace abut {

/// A box around the exact image of `box` under the placement: every operation is rounded outward. Products reach 2^600
/// and stay finite. Meaningless for an inverted box.
inline Bounds placed_box(const Bounds& box, const Placement& at) {
  Bounds result;
  for (int row = 0; row < 3; ++row) {
    double low = at.shift[row], high = low;
    for (int column = 0; column < 3; ++column) {
      const double entry = at.linear(row, column);
      low = add_down(low, multiply_down(entry, entry > 0 ? box.low[column] : box.high[column]));
      high = add_up(high, multiply_up(entry, entry > 0 ? box.high[column] : box.low[column]));
    }
    result.low[row] = low;
    result.high[row] = high;
  }
  return result;
}

/// The smallest box around both.
inline Bounds joined(const Bounds& a, const Bounds& b) { return {min(a.low, b.low), max(a.high, b.high)}; }

/// May points of the two boxes be closer than `reach`, or equally far? Answers no only if every point of one is farther
/// than that from every point of the other along some axis.
inline bool may_be_within(const Bounds& a, const Bounds& b, double reach) {
  for (int axis = 0; axis < 3; ++axis)
    if (subtract_down(b.low[axis], a.high[axis]) > reach || subtract_down(a.low[axis], b.high[axis]) > reach)
      return false;
  return true;
}

}  // namespace abut
