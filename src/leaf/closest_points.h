#pragma once

#include "leaf/placed_shape.h"

namespace abut {

/// Two points, one on each of two triangles, and the features that they were found on.
struct ClosestPoints {
  Weights a{}, b{};
  double square = 0;            ///< of the length between them, rounded
  int along_count = 0;          ///< directions in which the features leave the points free: 0, 1 or 2
  std::array<Vec3, 2> along{};  ///< these: the way between the closest points is perpendicular to them
};

/// Two triangles near each other, in one frame: b stands `way` from a, corner 0 to corner 0.
struct ShapePair {
  const PlacedShape &a, &b;
  Vec3 way;

  Vec3 between(const Weights& s, const Weights& t) const { return way + (b.at(t) - a.at(s)); }
};

/// Of a length: its square neither overflows nor vanishes.
inline bool is_ordinary(double length) { return length >= 0x1p-200 && length <= 0x1p200; }

/// Nearly the closest points of two real triangles, quickly. On slivers, nearly parallel sides, gaps that are tiny
/// against the triangles and triangles that touch the points may be any. Lengths within 2^-200 .. 2^200.
ClosestPoints quick_closest_points(const ShapePair& pair);

/// The closest points of two triangles of any form that do not cross, within a few roundings of the pair's size; of
/// triangles that cross the closest among their corners and sides. Lengths as above.
ClosestPoints closest_points(const ShapePair& pair);

/// As closest_points, and where a side crosses a face the crossing: two triangles that touch are given a common point.
ClosestPoints common_points(const ShapePair& pair);

}  // namespace abut
