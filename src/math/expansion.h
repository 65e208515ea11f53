#pragma once

// Exact arithmetic on doubles after J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates" (1997): a number is the exact sum of doubles that do not overlap, smallest first.
//
// Everything here is exact as long as no operation overflows and no product loses bits below 2^-1074. Who calls must
// see to that; exact_orientation.cpp does it by scaling, and takes big numbers where scaling cannot help.

#include <abut/vec3.h>

#include <array>
#include <cmath>
#include <memory>

namespace abut {

/// A sum or product and what rounding took from it: value + error is the exact result.
struct ExactPair {
  double value, error;
};

/// Knuth: exact for any a and b whose sum does not overflow.
constexpr ExactPair two_sum(double a, double b) {
  const double sum = a + b;
  const double b_seen = sum - a;
  const double a_seen = sum - b_seen;
  return {sum, (a - a_seen) + (b - b_seen)};
}
constexpr ExactPair two_difference(double a, double b) { return two_sum(a, -b); }

/// Dekker: exact when |a| >= |b| or a == 0.
constexpr ExactPair fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// Exact unless the product overflows or has bits below 2^-1074.
inline ExactPair two_product(double a, double b) {
  const double product = a * b;
#if defined(FP_FAST_FMA) || defined(__FMA__)
  return {product, std::fma(a, b, -product)};
#else
  // Veltkamp's split into 26-bit halves. A target without fused multiply-add has nothing to contract these lines into,
  // so they are computed as written whatever -ffp-contract says.
  constexpr double splitter = 0x1p27 + 1;
  const double a_wide = splitter * a, b_wide = splitter * b;
  const double a_high = a_wide - (a_wide - a), b_high = b_wide - (b_wide - b);
  const double a_low = a - a_high, b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}

/// An exact number. Invariant: components are nonzero, strongly nonoverlapping, of increasing magnitude; zero has none.
class Expansion {
 public:
  Expansion() = default;
  explicit Expansion(double value) { append(value); }
  explicit Expansion(const ExactPair& pair) { append(pair.error), append(pair.value); }
  Expansion(const Expansion& other) { assign(other); }
  Expansion& operator=(const Expansion& other) {
    if (this != &other) assign(other);
    return *this;
  }
  Expansion(Expansion&& other) noexcept { take(other); }
  Expansion& operator=(Expansion&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }

  int size() const { return size_; }
  double operator[](int i) const { return data()[i]; }
  /// -1, 0 or 1: the largest component decides, because the others together are smaller.
  int sign() const { return size_ == 0 ? 0 : data()[size_ - 1] > 0 ? 1 : -1; }
  /// The number rounded, within one unit in the last place.
  double estimate() const {
    double sum = 0;
    for (int i = 0; i < size_; ++i) sum += data()[i];
    return sum;
  }

  friend Expansion operator+(const Expansion& a, const Expansion& b);
  friend Expansion operator-(const Expansion& a, const Expansion& b);
  friend Expansion operator*(const Expansion& a, const Expansion& b);
  friend Expansion operator*(const Expansion& a, double b);
  /// The same number in as few components as Shewchuk's Compress gives.
  friend Expansion compressed(const Expansion& a);

 private:
  static constexpr int inline_capacity = 48;

  const double* data() const { return spilled_ ? spilled_.get() : inline_.data(); }
  double* data() { return spilled_ ? spilled_.get() : inline_.data(); }
  static Expansion sum(const Expansion& a, const Expansion& b, double sign_of_b);
  void reserve(int count);
  void append(double component) {
    if (component != 0) data()[size_++] = component;
  }
  void assign(const Expansion& other);
  void take(Expansion& other) noexcept;

  std::array<double, inline_capacity> inline_;
  std::unique_ptr<double[]> spilled_;
  int size_ = 0;
};

}  // namespace abut
