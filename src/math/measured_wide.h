#pragma once

#include "math/double_double.h"
#include "math/measured_number.h"

namespace abut {

/// As MeasuredNumber, with twice the digits: a pair of doubles and a bound on its distance from the real number.
//
// The rounding of each operation is bounded by what DoubleDouble promises, 8 u^2 = 2^-103 of the result or of the
// terms' magnitudes, 8 u^2 (1 + u) taking the high parts for the whole. `grown` covers the roundings of the bound
// itself. As DoubleDouble wants products above 2^-960, `lost` stands for what smaller ones lose: an error of 2^-1070 at
// most in each of three places.
struct MeasuredWide {
  DoubleDouble value;
  double error = 0;

  MeasuredWide() = default;
  explicit MeasuredWide(double exact) : value(exact) {}
  MeasuredWide(const DoubleDouble& near, double off) : value(near), error(off) {}
  explicit MeasuredWide(const MeasuredNumber& number) : value(number.value), error(number.error) {}

  static constexpr double grown = 1 + 0x1p-48, rounding = 0x1p-103, lost = 0x1p-1060;

  friend MeasuredWide operator+(const MeasuredWide& a, const MeasuredWide& b) {
    const double sizes = std::abs(a.value.high) + std::abs(b.value.high);
    return {a.value + b.value, (a.error + b.error + rounding * sizes) * grown};
  }
  friend MeasuredWide operator-(const MeasuredWide& a) { return {-a.value, a.error}; }
  friend MeasuredWide operator-(const MeasuredWide& a, const MeasuredWide& b) { return a + -b; }
  friend MeasuredWide operator*(const MeasuredWide& a, const MeasuredWide& b) {
    const DoubleDouble product = a.value * b.value;
    const double size_a = std::abs(a.value.high), size_b = std::abs(b.value.high);
    return {
        product,
        (size_a * b.error + size_b * a.error + a.error * b.error + rounding * std::abs(product.high) + lost) * grown};
  }
  friend MeasuredWide operator*(const MeasuredWide& a, double b) { return a * MeasuredWide(b); }

  /// The same as one double.
  MeasuredNumber rounded() const { return {value.high, (error + std::abs(value.low)) * grown}; }
  double lower() const { return rounded().lower(); }
  double upper() const { return rounded().upper(); }
};

}  // namespace abut
