#pragma once

// The numbers of the oracles: integers times powers of two, as large as they need to be. Doubles, sums and products of
// doubles are such numbers exactly; a quotient stays a pair of them. Nothing here comes from the library.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include <gmpxx.h>

namespace abut::property {

/// integer * 2^exponent, exactly.
class Dyadic {
 public:
  Dyadic() = default;
  /// Any finite double, exactly.
  Dyadic(double value) {  // NOLINT: a double is a Dyadic
    if (value == 0) return;
    int exponent = 0;
    auto integer = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(integer));
    integer >>= zeros;
    integer_ = static_cast<long>(integer);
    exponent_ = exponent - 53 + zeros;
  }

  int sign() const { return sgn(integer_); }
  /// Rounded; the range of a long double holds every number that a case can lead to.
  long double rounded() const {
    long exponent = 0;
    const double leading = mpz_get_d_2exp(&exponent, integer_.get_mpz_t());
    return std::ldexp(static_cast<long double>(leading), static_cast<int>(exponent + exponent_));
  }
  const mpz_class& integer() const { return integer_; }
  long exponent() const { return exponent_; }

  friend Dyadic operator*(const Dyadic& a, const Dyadic& b) {
    return {a.integer_ * b.integer_, a.exponent_ + b.exponent_};
  }
  friend Dyadic operator+(const Dyadic& a, const Dyadic& b) { return combined(a, b, false); }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return combined(a, b, true); }
  friend Dyadic operator-(const Dyadic& a) { return {-a.integer_, a.exponent_}; }

  friend bool operator==(const Dyadic& a, const Dyadic& b) { return (a - b).sign() == 0; }
  friend bool operator<(const Dyadic& a, const Dyadic& b) { return (a - b).sign() < 0; }
  friend bool operator>(const Dyadic& a, const Dyadic& b) { return b < a; }
  friend bool operator<=(const Dyadic& a, const Dyadic& b) { return !(b < a); }
  friend bool operator>=(const Dyadic& a, const Dyadic& b) { return !(a < b); }

 private:
  Dyadic(mpz_class integer, long exponent) : integer_(std::move(integer)), exponent_(exponent) {}

  static Dyadic combined(const Dyadic& a, const Dyadic& b, bool subtract) {
    if (a.sign() == 0) return subtract ? -b : b;
    if (b.sign() == 0) return a;
    const long least = std::min(a.exponent_, b.exponent_);
    Dyadic result(mpz_class(a.integer_ << static_cast<unsigned long>(a.exponent_ - least)), least);
    const mpz_class other = b.integer_ << static_cast<unsigned long>(b.exponent_ - least);
    if (subtract)
      result.integer_ -= other;
    else
      result.integer_ += other;
    return result;
  }

  mpz_class integer_ = 0;
  long exponent_ = 0;
};

/// A quotient that is never worked out; the lower part is above 0.
struct Ratio {
  Dyadic over = 0.0, under = 1.0;

  long double rounded() const { return over.rounded() / under.rounded(); }
  friend bool operator<(const Ratio& a, const Ratio& b) { return a.over * b.under < b.over * a.under; }
  friend bool operator==(const Ratio& a, const Ratio& b) { return a.over * b.under == b.over * a.under; }
};

struct Point {
  Dyadic x, y, z;

  friend Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Point operator*(const Point& a, const Dyadic& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend bool operator==(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

inline Dyadic dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline bool is_zero(const Point& a) { return a.x.sign() == 0 && a.y.sign() == 0 && a.z.sign() == 0; }

}  // namespace abut::property
