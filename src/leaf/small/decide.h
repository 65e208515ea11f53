#pragma once

// How the small tests decide: each is written once, for any kind of number, and its answer depends on signs alone.

#include "leaf/small/vector_of.h"
#include "math/big_number.h"
#include "math/measured_number.h"
#include <abut/small_tests.h>

namespace abut::small {

/// The answer of `test(number)`, a function of a number's type: by measured numbers, or exactly if these are unsure.
template <class Test>
auto decide(const Test& test) {
  try {
    return test(MeasuredNumber());
  } catch (const MeasuredNumber::Unsure&) {
    return test(BigNumber());
  }
}

/// numerator / denominator, the denominator positive.
template <class Number>
struct Fraction {
  Number numerator, denominator;

  explicit Fraction(double value) : numerator(value), denominator(1.0) {}
  Fraction(Number n, Number d) : numerator(n), denominator(d) {}
  /// The sign of a - b.
  friend int compare(const Fraction& a, const Fraction& b) {
    return (a.numerator * b.denominator - b.numerator * a.denominator).sign();
  }
};

/// Error when a number is not finite or beyond 2^300; `what` names the solid.
void require_finite(const Vec3& v, const char* what);
void require_valid(const Sphere& sphere);
void require_valid(const Box& box);
void require_valid(const RoundedCone& cone);
void require_valid(const Corners& triangle);
void require_valid_ray(const Vec3& origin, const Vec3& direction, double t_min, double t_max);

/// What first_hit promises of its bracket is four times as much.
inline constexpr double bracket_width = 0x1p-46;

inline Bracket bracket_of(const MeasuredNumber& number) {
  if (number.error == 0) return {number.value, number.value};
  return {number.lower(), number.upper()};
}
inline Bracket bracket_of(const Fraction<MeasuredNumber>& fraction) {
  if (fraction.numerator.value == 0 && fraction.numerator.error == 0) return {0, 0};
  const MeasuredNumber number = fraction.numerator / fraction.denominator;
  if (!(number.error <= std::abs(number.value) * (bracket_width / 4))) throw MeasuredNumber::Unsure{};
  return bracket_of(number);
}
inline Bracket bracket_of(const Fraction<BigNumber>& fraction) {
  return quotient(fraction.numerator, fraction.denominator);
}

}  // namespace abut::small
