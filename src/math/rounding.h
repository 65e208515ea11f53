#pragma once

// Directed rounding without touching the processor's rounding mode: the neighbour of the nearest result lies on the far
// side of the real one.

#include <abut/vec3.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace abut {

/// The least double greater than x. Infinity and NaN stay; both zeros go to the smallest subnormal.
constexpr double next_up(double x) {
  if (x == 0) return std::numeric_limits<double>::denorm_min();
  if (x != x || x == std::numeric_limits<double>::infinity()) return x;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>(x > 0 ? bits + 1 : bits - 1);
}
/// The greatest double less than x. Minus infinity and NaN stay.
constexpr double next_down(double x) { return -next_up(-x); }

constexpr float next_up(float x) {
  if (x == 0) return std::numeric_limits<float>::denorm_min();
  if (x != x || x == std::numeric_limits<float>::infinity()) return x;
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(x > 0 ? bits + 1 : bits - 1);
}
constexpr float next_down(float x) { return -next_up(-x); }

/// An upper bound of the real sum, at most one unit in the last place above the nearest double.
constexpr double add_up(double a, double b) { return next_up(a + b); }
constexpr double add_down(double a, double b) { return next_down(a + b); }
constexpr double subtract_up(double a, double b) { return next_up(a - b); }
constexpr double subtract_down(double a, double b) { return next_down(a - b); }
/// An upper bound of the real product, also where it underflows.
constexpr double multiply_up(double a, double b) { return next_up(a * b); }
constexpr double multiply_down(double a, double b) { return next_down(a * b); }
/// An upper bound of the real root of x >= 0.
inline double sqrt_up(double x) { return next_up(std::sqrt(x)); }
/// A lower bound of the real root of x >= 0, never negative.
inline double sqrt_down(double x) { return x > 0 ? next_down(std::sqrt(x)) : 0; }

/// The least float that is at least x; infinity when none is.
constexpr float float_up(double x) {
  constexpr double largest = std::numeric_limits<float>::max();
  if (x > largest) return std::numeric_limits<float>::infinity();
  if (x < -largest) return -std::numeric_limits<float>::max();
  const auto nearest = static_cast<float>(x);
  return nearest < x ? next_up(nearest) : nearest;
}
/// The greatest float that is at most x; minus infinity when none is.
constexpr float float_down(double x) { return -float_up(-x); }

}  // namespace abut
