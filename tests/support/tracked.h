#pragma once

#include "math/inner_frame.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace abut {

/// A float with a bound on its distance from the real number that it stands for: what the float filters of triangle
/// pairs compute with, to derive their errors anew.
struct Tracked {
  using Value = float;
  static constexpr int lanes = 1;
  float v = 0;
  double error = 0;
  /// A comparison with a bound: the bound must cover what the other side may be off. Signs of exact numbers, that is
  /// comparisons among themselves, do not occur.
  struct Mask {
    bool v;
    friend Mask operator&(Mask a, Mask b) { return {a.v && b.v}; }
    friend Mask operator|(Mask a, Mask b) { return {a.v || b.v}; }
    std::uint32_t bits() const { return v; }
  };
  /// Of numbers that a query is given, and the largest part of a bound that what it was compared with may be off.
  static inline double given_error = 0, largest_share = 0;

  static Tracked rounded(float v, double error) { return {v, error + std::abs(static_cast<double>(v)) * 0x1p-24}; }
  static Tracked all(float x) { return {x, 0}; }
  static Tracked given(float x) { return rounded(x, given_error); }
  template <class RowAt>
  static void load_columns(const RowAt& row, Tracked* columns) {
    for (int c = 0; c < 4; ++c) columns[c] = rounded(row(0)[c], inner_error);
  }
  friend Tracked operator+(Tracked a, Tracked b) { return rounded(a.v + b.v, a.error + b.error); }
  friend Tracked operator-(Tracked a, Tracked b) { return rounded(a.v - b.v, a.error + b.error); }
  friend Tracked operator*(Tracked a, Tracked b) {
    return rounded(a.v * b.v, std::abs(a.v) * b.error + std::abs(b.v) * a.error + a.error * b.error);
  }
  friend Tracked mul_add(Tracked a, Tracked b, Tracked c) { return a * b + c; }
  friend Tracked mul_sub(Tracked a, Tracked b, Tracked c) { return a * b - c; }
  friend Tracked abs(Tracked a) { return {std::abs(a.v), a.error}; }
  friend Tracked max(Tracked a, Tracked b) { return {std::max(a.v, b.v), std::max(a.error, b.error)}; }
  friend Tracked min(Tracked a, Tracked b) { return {std::min(a.v, b.v), std::max(a.error, b.error)}; }
  friend Tracked operator-(Tracked a) { return {-a.v, a.error}; }
  friend Tracked root_bound(Tracked a) { return {std::sqrt(a.v) * 1.01f, 0}; }
  friend Mask operator>(Tracked a, Tracked bound) {
    largest_share = std::max(largest_share, a.error / bound.v);
    return {a.v > bound.v};
  }
};

}  // namespace abut
