#pragma once

#include "math/expansion.h"

namespace abut {

/// A number of twice a double's digits: the sum of two, the second no more than half a unit in the first one's last
/// place. Operations are off by at most 8 u^2 of their result, sums by 8 u^2 of their terms' magnitudes, as long as
/// nothing overflows and no product comes near 2^-960. The same bits on every machine.
//
// M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic" (2017): 3 u^2 of the terms' magnitudes for sums of this kind, 7 u^2 for products.
struct DoubleDouble {
  double high = 0, low = 0;

  DoubleDouble() = default;
  DoubleDouble(double value) : high(value) {}
  DoubleDouble(const ExactPair& pair) : high(pair.value), low(pair.error) {}

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const ExactPair highs = two_sum(a.high, b.high), lows = two_sum(a.low, b.low);
    const ExactPair first = fast_two_sum(highs.value, highs.error + lows.value);
    return fast_two_sum(first.value, first.error + lows.error);
  }
  friend DoubleDouble operator-(const DoubleDouble& a) {
    DoubleDouble result(-a.high);
    result.low = -a.low;
    return result;
  }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const ExactPair product = two_product(a.high, b.high);
    return fast_two_sum(product.value, product.error + (a.high * b.low + a.low * b.high));
  }
  friend bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
};

}  // namespace abut
