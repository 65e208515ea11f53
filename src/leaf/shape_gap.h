#pragma once

#include "leaf/closest_points.h"

#include <algorithm>
#include <cmath>

namespace abut {

/// Two shapes and the way between them: bounds of their distance, from above by two points, from below by a plane.
/// Lengths within 2^-200 .. 2^200.
class ShapeGap {
 public:
  ShapeGap(const PlacedShape& a, const PlacedShape& b, const PlacedWay& way) : pair_{a, b, way.value} {
    const Vec3 e = max(abs(a.corners[1]), abs(a.corners[2])), f = max(abs(b.corners[1]), abs(b.corners[2]));
    reach_ = e + f;
    inputs_ = a.error + b.error + way.error;
  }

  const ShapePair& pair() const { return pair_; }

  // Weights with 1 - t or 1 - up - along are rounded: moving them by 3 u gives a real point of each triangle, and the
  // length between the two real points bounds the distance. Per coordinate, with E and F the larger of the corners'
  // magnitudes, the computed difference is off by at most
  //   a.error + b.error + way_error        corners: weights are at most 1 together
  //   + 3 u (E + F)                        weights
  //   + 2.01 u (E + F) + 1.01 u (E + F)    products, sum of two, difference
  //   + u |difference|                     the last sum
  // The squared length goes through three roundings and the root through one more: below 2.6 u of it, and u for the
  // line above; the sums and the product below round by 3 u more. The constants are 6.5 for 6.02 and 12 for 6.6.
  double upper(double square) const {
    const Vec3 slack = inputs_ + reach_ * (6.5 * unit_roundoff);
    const double length = std::sqrt(square);
    return (length + std::sqrt(dot(slack, slack))) * (1 + 12 * unit_roundoff) + 0x1p-1000;
  }

  // The gap between the two planes across `normal` that touch the triangles; 0 when there is none for sure. Every
  // direction gives a bound that holds. With E and F as above the three products n.way, n.e, n.f are off by 3.01 u of
  // their terms and two sums by 2.01 u of all, together less than 5.1 u |n|.(|way| + E + F), beside the inputs.
  // Products that underflow lose less than 2^-1000, far below the rest for normals above 2^-300.
  double lower(const Vec3& normal) const {
    const double square = dot(normal, normal);
    if (!(square >= 0x1p-600 && square <= 0x1p900)) return 0;
    const double a1 = dot(normal, pair_.a.corners[1]), a2 = dot(normal, pair_.a.corners[2]);
    const double b1 = dot(normal, pair_.b.corners[1]), b2 = dot(normal, pair_.b.corners[2]);
    const double gap = (dot(normal, pair_.way) + std::min(0.0, std::min(b1, b2))) - std::max(0.0, std::max(a1, a2));
    const Vec3 slack = inputs_ + (abs(pair_.way) + reach_) * (5.5 * unit_roundoff);
    const double sure = gap - (dot(abs(normal), slack) * (1 + 8 * unit_roundoff) + 0x1p-1000);
    // The root and the division: 3.6 u, and u for the difference above.
    return sure > 0 ? sure / std::sqrt(square) * (1 - 8 * unit_roundoff) : 0;
  }

  /// Does a bracket keep the promise of DistanceTest::most_width? A hundredth less than it allows.
  bool is_tight(double lower, double upper) const {
    const double allowed = 63 * unit_roundoff, width = upper - lower, a = pair_.a.size_square, b = pair_.b.size_square;
    return width <= allowed * (std::sqrt(a) + std::sqrt(b) + lower);
  }

 private:
  ShapePair pair_;
  Vec3 reach_, inputs_;  // the corners' magnitudes, and the errors of corners and way
};

}  // namespace abut
