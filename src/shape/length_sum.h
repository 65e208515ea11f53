#pragma once

#include "math/expansion.h"
#include "math/rounding.h"

#include <algorithm>
#include <array>

namespace abut {

/// The real sum of two radii and a margin, which need not be a double: low <= sum <= high, all equal where it is one.
struct LengthSum {
  std::array<double, 3> parts;
  double low, high;

  // With s = a + b and t = s + c as rounded, the real sum is t and what rounding took from both: at most half a unit in
  // the last place each.
  LengthSum(double a, double b, double c) : parts{a, b, c} {
    const ExactPair two = two_sum(a, b), three = two_sum(two.value, c);
    low = high = three.value;
    if (two.error == 0 && three.error == 0) return;
    low = std::max(0.0, next_down(low));
    high = next_up(high);
  }
  bool is_zero() const { return high == 0; }
};

}  // namespace abut
