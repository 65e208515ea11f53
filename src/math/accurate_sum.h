#pragma once

#include "math/expansion.h"

namespace abut {

/// A rounded number and how far it may be from the real one.
struct BoundedValue {
  double value, error;
};

/// A sum of at most eight products, as if computed with twice the digits and rounded once. Entries up to 2^300.
/// After T. Ogita, S. M. Rump, S. Oishi, "Accurate Sum and Dot Product" (2005).
//
// With M the sum of |x y|: each product's error is below u |x y|, together below u M; each running sum's error is below
// u times that sum, together below 8.01 u M. Adding these up goes through at most nine roundings: off by at most
// 9.01 u * 9.02 u M < 82 u^2 M. The last sum rounds once. Products that underflow lose less than 2^-1070. So
//   |rounded - exact sum| <= u |rounded| + 82 u^2 M + 2^-1070.
class AccurateSum {
 public:
  void add(double x, double y) {
    const ExactPair product = two_product(x, y), sum = two_sum(high_, product.value);
    high_ = sum.value;
    low_ += sum.error + product.error;
    magnitude_ += std::abs(product.value);
    factors_[count_++] = {x, y};
  }
  /// As add(x, 1), sooner.
  void add(double x) {
    const ExactPair sum = two_sum(high_, x);
    high_ = sum.value;
    low_ += sum.error;
    magnitude_ += std::abs(x);
    factors_[count_++] = {x, 1};
  }
  /// The error is at most 1.5 u |value| + 100 u^2 M + 2^-1069.
  BoundedValue rounded() const {
    const double value = high_ + low_;
    return {value,
            1.5 * unit_roundoff * std::abs(value) + 100 * unit_roundoff * unit_roundoff * magnitude_ + 0x1p-1069};
  }
  /// The error is at most 2.5 u |value| + 2^-1069, whatever cancels.
  BoundedValue tightly_rounded() const {
    const BoundedValue usual = rounded();
    if (usual.error <= 2.5 * unit_roundoff * std::abs(usual.value) + 0x1p-1069) return usual;
    Expansion exact;
    for (int i = 0; i < count_; ++i) exact = exact + Expansion(two_product(factors_[i].x, factors_[i].y));
    const double value = exact.estimate();
    return {value, 2.5 * unit_roundoff * std::abs(value) + 0x1p-1069};
  }

 private:
  struct Factors {
    double x, y;
  };
  double high_ = 0, low_ = 0, magnitude_ = 0;
  std::array<Factors, 8> factors_;
  int count_ = 0;
};

}  // namespace abut
