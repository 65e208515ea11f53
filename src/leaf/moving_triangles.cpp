#include "leaf/moving_triangles.h"

#include <algorithm>

namespace abut {

namespace {

Vec3 normal_half_way(const MovingTriangle& t) {
  const Vec3 u = (t[1].from - t[0].from) + (t[1].to - t[0].to), v = (t[2].from - t[0].from) + (t[2].to - t[0].to);
  return cross(u, v);
}

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double x) { low = std::min(low, x), high = std::max(high, x); }
};

// Differences between moving points are linear in time: what is positive at both ends is so in between.
bool apart_along(const Vec3& direction, const MovingTriangle& a, const MovingTriangle& b) {
  Span from_a, from_b, to_a, to_b;
  double size = 0;
  for (int i = 0; i < 3; ++i)
    for (const bool is_a : {true, false}) {
      const MovingPoint& point = is_a ? a[i] : b[i];
      const Vec3 from = point.from - b[0].from, to = point.to - b[0].to;
      size = std::max({size, largest(abs(from)), largest(abs(to))});
      (is_a ? from_a : from_b).add(dot(direction, from));
      (is_a ? to_a : to_b).add(dot(direction, to));
    }
  // A product passes a difference, itself and two sums: 4 u, and there are three of them, at both sides of a
  // comparison, which rounds once more; 32 covers what is of second order.
  const double error =
      32 * unit_roundoff * size * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  // Far from where numbers overflow or lose digits for their size.
  if (!(error > 0x1p-900 && error < 0x1p900)) return false;
  return (from_a.low - from_b.high > error && to_a.low - to_b.high > error) ||
         (from_b.low - from_a.high > error && to_b.low - to_a.high > error);
}

}  // namespace

bool surely_apart(const MovingTriangle& a, const MovingTriangle& b) {
  return apart_along(normal_half_way(b), a, b) || apart_along(normal_half_way(a), a, b);
}

}  // namespace abut
