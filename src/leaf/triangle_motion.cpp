#include "leaf/triangle_motion.h"

#include <algorithm>
#include <limits>

namespace abut {

namespace {

/// The corners of both triangles, a's first, relative to the first one of b: at the beginning and at the end.
struct Corners {
  std::array<Vec3, 6> from, to;
  double size = 0;  // no coordinate is larger

  Corners(const MovingTriangle& a, const MovingTriangle& b) {
    for (int i = 0; i < 6; ++i) {
      const MovingPoint& point = i < 3 ? a[i] : b[i - 3];
      from[i] = point.from - b[0].from, to[i] = point.to - b[0].to;
      size = std::max({size, largest(abs(from[i])), largest(abs(to[i]))});
    }
  }
  /// The way from one corner to another half way, doubled.
  Vec3 side_half_way(int i, int j) const { return (from[j] - from[i]) + (to[j] - to[i]); }
  Vec3 normal_half_way(int corner) const {
    return cross(side_half_way(corner, corner + 1), side_half_way(corner, corner + 2));
  }
};

struct Span {
  double low, high;
};
Span span_of(const Vec3& direction, const Vec3* corners) {
  const double x = dot(direction, corners[0]), y = dot(direction, corners[1]), z = dot(direction, corners[2]);
  return {std::min({x, y, z}), std::max({x, y, z})};
}

constexpr double never = std::numeric_limits<double>::infinity();

// Differences between moving points are linear in time: they are positive until what is between bounds of them at both
// ends vanishes. Its time is the quotient of a number and a sum of two of equal sign, off by less than 2^-50 of itself.
double positive_until(double from, double to) {
  if (!(from > 0)) return 0;
  return to > 0 ? never : from / (from - to) * (1 - 0x1p-50);
}

double apart_along(const Vec3& direction, const Corners& corners) {
  // A coordinate is off by u of the size. A product passes itself and two sums: 4 u in all, and there are three of them
  // at both sides of a comparison, which rounds once more, as does taking the error from it. 32 covers all, and what is
  // of second order.
  const double error =
      32 * unit_roundoff * corners.size * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  // Far from where numbers overflow or lose digits for their size.
  if (!(error > 0x1p-900 && error < 0x1p900)) return 0;
  const Span from_a = span_of(direction, &corners.from[0]), from_b = span_of(direction, &corners.from[3]);
  const double above = from_a.low - from_b.high - error, below = from_b.low - from_a.high - error;
  if (!(above > 0 || below > 0)) return 0;
  const Span to_a = span_of(direction, &corners.to[0]), to_b = span_of(direction, &corners.to[3]);
  return above > 0 ? positive_until(above, to_a.low - to_b.high - error)
                   : positive_until(below, to_b.low - to_a.high - error);
}

}  // namespace

double apart_until(const MovingTriangle& a, const MovingTriangle& b, double wanted) {
  const Corners corners(a, b);
  double until =
      std::max(apart_along(corners.normal_half_way(3), corners), apart_along(corners.normal_half_way(0), corners));
  for (int i = 0; i < 3 && until <= wanted; ++i) {
    const Vec3 side_a = corners.side_half_way(i, (i + 1) % 3);
    for (int j = 0; j < 3 && until <= wanted; ++j)
      until = std::max(until, apart_along(cross(side_a, corners.side_half_way(3 + j, 3 + (j + 1) % 3)), corners));
  }
  return until;
}

}  // namespace abut
