#pragma once

#include "math/rounding.h"
#include <abut/vec3.h>

#include <cmath>
#include <limits>
#include <span>

namespace abut {

/// A closed box of floats. An inverted one holds nothing.
struct FloatBox {
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  float low[3] = {infinity, infinity, infinity};
  float high[3] = {-infinity, -infinity, -infinity};

  friend bool operator==(const FloatBox&, const FloatBox&) = default;

  bool is_empty() const { return low[0] > high[0]; }
  bool is_finite() const {
    constexpr float most = std::numeric_limits<float>::max();
    for (int k = 0; k < 3; ++k)
      if (!(low[k] >= -most && high[k] <= most)) return false;
    return true;
  }
  bool holds(const FloatBox& other) const {
    bool all = true;
    for (int k = 0; k < 3; ++k) all &= (low[k] <= other.low[k]) & (other.high[k] <= high[k]);
    return all;
  }
  bool touches(const FloatBox& other) const {
    bool all = true;
    for (int k = 0; k < 3; ++k) all &= (low[k] <= other.high[k]) & (other.low[k] <= high[k]);
    return all;
  }
  void add(const FloatBox& other) {
    for (int k = 0; k < 3; ++k) {
      low[k] = other.low[k] < low[k] ? other.low[k] : low[k];
      high[k] = other.high[k] > high[k] ? other.high[k] : high[k];
    }
  }
  float middle(int axis) const { return 0.5f * low[axis] + 0.5f * high[axis]; }
};

/// Where floats measure the boxes of a scene from, so that neither far-away nor tiny nor huge scenes lose anything.
struct FloatFrame {
  Vec3 middle{};
  double scale = 1;  ///< a power of two

  /// A box of the frame that holds all of the world's box. Infinite ends stay infinite; an end beyond the floats is
  /// infinite, too.
  //
  // A difference is off by 2^-53 of itself; scaling is exact, or off by 2^-1074 where it underflows. The nearest float
  // is off by 2^-24 of its number, or by 2^-150. A step of 2^-22 of the number and 2^-140 outward covers all of that. A
  // box whose lower end is beyond the floats touches only what reaches beyond them, which has an infinite end itself.
  FloatBox around(const Bounds& box) const {
    FloatBox inside;
    if (box.low.x > box.high.x) return inside;
    for (int k = 0; k < 3; ++k) {
      const double low = (box.low[k] - middle[k]) * scale, high = (box.high[k] - middle[k]) * scale;
      inside.low[k] = static_cast<float>(low - (std::abs(low) * 0x1p-22 + 0x1p-140));
      inside.high[k] = static_cast<float>(high + (std::abs(high) * 0x1p-22 + 0x1p-140));
    }
    return inside;
  }
  /// A box of the world that holds all of the frame's box. Division by a power of two is exact or overflows, and what
  /// underflows is off by 2^-1074; the sum is rounded outward.
  Bounds back(const FloatBox& box) const {
    Bounds world;
    for (int k = 0; k < 3; ++k) {
      world.low[k] = add_down(next_down(box.low[k] / scale), middle[k]);
      world.high[k] = add_up(next_up(box.high[k] / scale), middle[k]);
    }
    return world;
  }
};

/// Around where half of the boxes are, whatever the others do. They must be finite.
FloatFrame frame_around(std::span<const Bounds> boxes);

}  // namespace abut
