#include "leaf/triangle_motion.h"

#include <algorithm>

namespace abut {

namespace {

/// The corners of both triangles, a's first, relative to the first one of b: at the beginning and at the end.
struct Corners {
  std::array<Vec3, 6> from, to;
  double size = 0;  // no coordinate is larger

  Corners(const MovingTriangle& a, const MovingTriangle& b, double until) {
    for (int i = 0; i < 6; ++i) {
      const MovingPoint& point = i < 3 ? a[i] : b[i - 3];
      from[i] = point.from - b[0].from, to[i] = point.to - b[0].to;
      size = std::max({size, largest(abs(from[i])), largest(abs(to[i]))});
      if (until < 1) to[i] = from[i] * (1 - until) + to[i] * until;
    }
  }
  Vec3 normal_half_way(int corner) const {
    return cross((from[corner + 1] - from[corner]) + (to[corner + 1] - to[corner]),
                 (from[corner + 2] - from[corner]) + (to[corner + 2] - to[corner]));
  }
};

struct Span {
  double low, high;
};
Span span_of(const Vec3& direction, const Vec3* corners) {
  const double x = dot(direction, corners[0]), y = dot(direction, corners[1]), z = dot(direction, corners[2]);
  return {std::min({x, y, z}), std::max({x, y, z})};
}

// Differences between moving points are linear in time: what is positive at both ends is so in between.
bool apart_along(const Vec3& direction, const Corners& corners) {
  // A coordinate is off by 6 u of the size (motion_cell.cpp). A product passes itself and two sums: 9 u in all, and
  // there are three of them at both sides of a comparison, which rounds once more. 32 covers what is of second order.
  const double error =
      32 * unit_roundoff * corners.size * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  // Far from where numbers overflow or lose digits for their size.
  if (!(error > 0x1p-900 && error < 0x1p900)) return false;
  const Span from_a = span_of(direction, &corners.from[0]), from_b = span_of(direction, &corners.from[3]);
  if (from_a.low - from_b.high > error) {
    return span_of(direction, &corners.to[0]).low - span_of(direction, &corners.to[3]).high > error;
  }
  if (from_b.low - from_a.high > error) {
    return span_of(direction, &corners.to[3]).low - span_of(direction, &corners.to[0]).high > error;
  }
  return false;
}

}  // namespace

bool surely_apart(const MovingTriangle& a, const MovingTriangle& b, double until) {
  const Corners corners(a, b, until);
  return apart_along(corners.normal_half_way(3), corners) || apart_along(corners.normal_half_way(0), corners);
}

}  // namespace abut
