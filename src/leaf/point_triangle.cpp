#include "leaf/point_triangle.h"

#include <algorithm>

namespace abut {

namespace {

Vec3 nearest_on_segment(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double square = dot(along, along);
  const double share = square > 0 ? std::clamp(dot(point - a, along) / square, 0.0, 1.0) : 0.0;
  // From the nearer end, so that the last half's rounding is not that of the whole length.
  return share <= 0.5 ? a + along * share : b - along * (1 - share);
}

}  // namespace

Vec3 nearest_on_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 ab = b - a, ac = c - a, bc = c - b, ap = point - a;
  const Vec3 normal = cross(ab, ac);
  const double square = dot(normal, normal), longest = std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)});
  Vec3 nearest = nearest_on_segment(point, a, b);
  const auto offer = [&](const Vec3& other) {
    const Vec3 now = nearest - point, then = other - point;
    if (dot(then, then) < dot(now, now)) nearest = other;
  };
  offer(nearest_on_segment(point, b, c));
  offer(nearest_on_segment(point, c, a));
  // A sliver's normal is mostly rounding; its sides are nearly everything there is.
  if (!(square > 0x1p-48 * longest * longest)) return nearest;
  const double share_b = dot(cross(ap, ac), normal) / square, share_c = dot(cross(ab, ap), normal) / square;
  if (share_b < 0 || share_c < 0 || share_b + share_c > 1) return nearest;
  offer(a + ab * share_b + ac * share_c);
  return nearest;
}

double distance_to_segment(const Vec3& point, const Vec3& a, const Vec3& b) {
  return length(point - nearest_on_segment(point, a, b));
}

double distance_to_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle) {
  return length(point - nearest_on_triangle(point, triangle));
}

}  // namespace abut
