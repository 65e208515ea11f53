#pragma once

#include <cmath>

namespace abut {

/// An unevaluated sum of two doubles, |low| <= half a unit in the last place of high: some 31 digits. Every operation
/// is right within 2^-102 of its result, as long as nothing overflows or falls among the subnormal numbers (Dekker
/// 1971; Joldes, Muller and Popescu 2017). Shares no code with the library's expansions.
struct DoubleDouble {
  double high = 0, low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}
  /// Two doubles of any size, added.
  static DoubleDouble sum(double x, double y) {
    const double s = x + y, part = s - x;
    return {s, (x - (s - part)) + (y - part)};
  }
  static DoubleDouble product(double x, double y) {
    const double p = x * y;
    return {p, std::fma(x, y, -p)};
  }
  explicit operator double() const { return high; }

  DoubleDouble operator-() const { return {-high, -low}; }
  friend DoubleDouble operator+(const DoubleDouble& x, const DoubleDouble& y) {
    const DoubleDouble s = sum(x.high, y.high), t = sum(x.low, y.low);
    const DoubleDouble v = ordered_sum(s.high, s.low + t.high);
    return ordered_sum(v.high, t.low + v.low);
  }
  friend DoubleDouble operator-(const DoubleDouble& x, const DoubleDouble& y) { return x + -y; }
  friend DoubleDouble operator*(const DoubleDouble& x, const DoubleDouble& y) {
    const DoubleDouble p = product(x.high, y.high);
    return ordered_sum(p.high, p.low + std::fma(x.high, y.low, x.low * y.high));
  }
  friend DoubleDouble operator/(const DoubleDouble& x, const DoubleDouble& y) {
    const double first = x.high / y.high;
    DoubleDouble rest = x - y * DoubleDouble(first);
    const double second = rest.high / y.high;
    rest = rest - y * DoubleDouble(second);
    return ordered_sum(first, second) + DoubleDouble(rest.high / y.high);
  }
  DoubleDouble& operator+=(const DoubleDouble& other) { return *this = *this + other; }
  friend DoubleDouble sqrt(const DoubleDouble& x) {
    if (!(x.high > 0)) return {};
    const double root = std::sqrt(x.high);
    // One step of Newton's method, which doubles the digits.
    return sum(root, (x - product(root, root)).high / (2 * root));
  }
  friend bool operator<(const DoubleDouble& x, const DoubleDouble& y) {
    return x.high < y.high || (x.high == y.high && x.low < y.low);
  }
  friend bool operator>(const DoubleDouble& x, const DoubleDouble& y) { return y < x; }
  friend bool operator<=(const DoubleDouble& x, const DoubleDouble& y) { return !(y < x); }
  friend bool operator>=(const DoubleDouble& x, const DoubleDouble& y) { return !(x < y); }

 private:
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}
  /// For |x| >= |y|.
  static DoubleDouble ordered_sum(double x, double y) {
    const double s = x + y;
    return {s, y - (s - x)};
  }
};

}  // namespace abut
