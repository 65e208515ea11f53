#pragma once

#include "math/expansion.h"

#include <cmath>

namespace abut {

/// A double and a bound on its distance from the real number that it stands for. Errors are measured, not estimated:
/// sums and products without rounding stay exact, so that whole numbers are decided without exact arithmetic.
//
// two_sum and two_product give the rounding error of an operation itself; it adds to what the operands' errors make.
// The bound is a sum and product of a few nonnegative doubles, each operation rounded by at most u: the factor `grown`
// covers up to 15 of them. Where a product, or its error, may have lost bits below 2^-1074, `lost` is added, which is
// more than eight such losses.
struct MeasuredNumber {
  /// Thrown by sign() when the error reaches over 0.
  struct Unsure {};

  double value = 0, error = 0;

  MeasuredNumber() = default;
  explicit MeasuredNumber(double exact) : value(exact) {}
  MeasuredNumber(double near, double off) : value(near), error(off) {}

  static constexpr double grown = 1 + 0x1p-49, lost = 0x1p-1070;

  friend MeasuredNumber operator+(const MeasuredNumber& a, const MeasuredNumber& b) {
    const ExactPair sum = two_sum(a.value, b.value);
    return {sum.value, (a.error + b.error + std::abs(sum.error)) * grown};
  }
  friend MeasuredNumber operator-(const MeasuredNumber& a) { return {-a.value, a.error}; }
  friend MeasuredNumber operator-(const MeasuredNumber& a, const MeasuredNumber& b) { return a + -b; }
  friend MeasuredNumber operator*(const MeasuredNumber& a, const MeasuredNumber& b) {
    const ExactPair product = two_product(a.value, b.value);
    double off = std::abs(product.error);
    // An error that is not a number counts, too.
    if (!(a.error == 0 && b.error == 0))
      off += std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error + lost;
    else if (a.value == 0 || b.value == 0)
      return {};
    if (!(std::abs(product.value) >= 0x1p-960)) off += lost;
    return {product.value, off * grown};
  }
  friend MeasuredNumber operator*(const MeasuredNumber& a, double b) { return a * MeasuredNumber(b); }
  /// Off by any amount when b may be 0.
  // |x/y - a/b| <= (|x - a| + |a/b| |y - b|) / |y|, and |y| >= |b| - its error. The quotient itself is within u of a/b.
  friend MeasuredNumber operator/(const MeasuredNumber& a, const MeasuredNumber& b) {
    const double least = (std::abs(b.value) - b.error) * (1 - 0x1p-52);
    if (!(least > 0)) return {0, std::numeric_limits<double>::infinity()};
    const double quotient = a.value / b.value;
    if (a.error == 0 && b.error == 0 && std::abs(a.value) >= 0x1p-960) {
      const ExactPair back = two_product(quotient, b.value);
      if (back.value == a.value && back.error == 0) return MeasuredNumber(quotient);
    }
    const double size = std::abs(quotient) * (1 + 0x1p-52) + lost;
    return {quotient, ((a.error + size * b.error) / least + size * 0x1p-52 + lost) * grown};
  }
  /// Of a number that is known not to be negative.
  // With 0 <= x, |sqrt(x) - sqrt(v)| = |x - v| / (sqrt(x) + sqrt(v)), and neither root is more than sqrt(v + error).
  friend MeasuredNumber root(const MeasuredNumber& a) {
    const double nearest = a.value > 0 ? std::sqrt(a.value) : 0;
    if (a.error == 0 && (a.value == 0 || a.value >= 0x1p-960)) {
      const ExactPair square = two_product(nearest, nearest);
      if (square.value == a.value && square.error == 0) return MeasuredNumber(nearest);
    }
    const double highest = std::sqrt((std::abs(a.value) + a.error) * grown) * grown;
    const double apart = nearest > 0 && a.error < a.value ? a.error / nearest * grown : highest;
    return {nearest, (apart + nearest * 0x1p-52) * grown};
  }

  // A value that is not a number, or an error, is never sure.
  bool surely_positive() const { return value > error; }
  bool surely_negative() const { return -value > error; }
  /// -1, 0 or 1.
  int sign() const {
    if (surely_positive()) return 1;
    if (surely_negative()) return -1;
    if (value == 0 && error == 0) return 0;
    throw Unsure{};
  }
  double lower() const { return (value - error) - (std::abs(value) + error) * 0x1p-52; }
  double upper() const { return (value + error) + (std::abs(value) + error) * 0x1p-52; }
};

}  // namespace abut
