#pragma once

#include <cmath>

namespace abut {

/// An unevaluated sum of two doubles, |low| <= half a unit in the last place of high: some 31 digits. Every operation
/// is right within 2^-102 of its result, as long as nothing overflows or falls among the subnormal numbers (Dekker
/// 1971; Joldes, Muller and Popescu 2017). Shares no code with the library's expansions.
struct TwoDoubles {
  double high = 0, low = 0;

  constexpr TwoDoubles() = default;
  constexpr TwoDoubles(double value) : high(value) {}
  /// Two doubles of any size, added.
  static TwoDoubles sum(double x, double y) {
    const double s = x + y, part = s - x;
    return {s, (x - (s - part)) + (y - part)};
  }
  static TwoDoubles product(double x, double y) {
    const double p = x * y;
    return {p, std::fma(x, y, -p)};
  }
  explicit operator double() const { return high; }

  TwoDoubles operator-() const { return {-high, -low}; }
  friend TwoDoubles operator+(const TwoDoubles& x, const TwoDoubles& y) {
    const TwoDoubles s = sum(x.high, y.high), t = sum(x.low, y.low);
    const TwoDoubles v = ordered_sum(s.high, s.low + t.high);
    return ordered_sum(v.high, t.low + v.low);
  }
  friend TwoDoubles operator-(const TwoDoubles& x, const TwoDoubles& y) { return x + -y; }
  friend TwoDoubles operator*(const TwoDoubles& x, const TwoDoubles& y) {
    const TwoDoubles p = product(x.high, y.high);
    return ordered_sum(p.high, p.low + std::fma(x.high, y.low, x.low * y.high));
  }
  friend TwoDoubles operator/(const TwoDoubles& x, const TwoDoubles& y) {
    const double first = x.high / y.high;
    TwoDoubles rest = x - y * TwoDoubles(first);
    const double second = rest.high / y.high;
    rest = rest - y * TwoDoubles(second);
    return ordered_sum(first, second) + TwoDoubles(rest.high / y.high);
  }
  TwoDoubles& operator+=(const TwoDoubles& other) { return *this = *this + other; }
  friend TwoDoubles sqrt(const TwoDoubles& x) {
    if (!(x.high > 0)) return {};
    const double root = std::sqrt(x.high);
    // One step of Newton's method, which doubles the digits.
    return sum(root, (x - product(root, root)).high / (2 * root));
  }
  friend bool operator<(const TwoDoubles& x, const TwoDoubles& y) {
    return x.high < y.high || (x.high == y.high && x.low < y.low);
  }
  friend bool operator>(const TwoDoubles& x, const TwoDoubles& y) { return y < x; }
  friend bool operator<=(const TwoDoubles& x, const TwoDoubles& y) { return !(y < x); }
  friend bool operator>=(const TwoDoubles& x, const TwoDoubles& y) { return !(x < y); }

 private:
  constexpr TwoDoubles(double h, double l) : high(h), low(l) {}
  /// For |x| >= |y|.
  static TwoDoubles ordered_sum(double x, double y) {
    const double s = x + y;
    return {s, y - (s - x)};
  }
};

}  // namespace abut
