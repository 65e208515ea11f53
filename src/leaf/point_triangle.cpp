#include "leaf/point_triangle.h"

#include <algorithm>
#include <limits>

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

// With the shares of a, b and c in the point's foot on the plane: where none is negative, the foot is nearest.
// Otherwise the nearest point is on a side whose opposite corner has a negative share, since only there the way from
// the triangle to the point leads outwards. Shares are off by a few u of the point's distance over the triangle's size,
// a sliver's by more: of that, all sides are looked at.
Vec3 nearest_on_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 ab = b - a, ac = c - a, bc = c - b, ap = point - a;
  const Vec3 normal = cross(ab, ac);
  const double square = dot(normal, normal), longest = std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)});
  // A sliver's normal is mostly rounding; its sides are nearly everything there is.
  const bool has_foot = square > 0x1p-48 * longest * longest, is_well_shaped = square > 0x1p-10 * longest * longest;
  const double inverse = has_foot ? 1 / square : 0;
  const double share_b = dot(cross(ap, ac), normal) * inverse, share_c = dot(cross(ab, ap), normal) * inverse;
  const double share_a = 1 - (share_b + share_c),
               least = is_well_shaped ? 0x1p-30 : std::numeric_limits<double>::infinity();
  const bool is_foot_within = has_foot && share_b >= 0 && share_c >= 0 && share_b + share_c <= 1;
  Vec3 nearest = is_foot_within ? a + ab * share_b + ac * share_c : a;
  const auto offer = [&](const Vec3& other) {
    const Vec3 now = nearest - point, then = other - point;
    if (dot(then, then) < dot(now, now)) nearest = other;
  };
  // Shares of a sliver may be any number, or none.
  if (!(share_c > least)) offer(nearest_on_segment(point, a, b));
  if (!(share_a > least)) offer(nearest_on_segment(point, b, c));
  if (!(share_b > least)) offer(nearest_on_segment(point, c, a));
  return nearest;
}

double distance_to_segment(const Vec3& point, const Vec3& a, const Vec3& b) {
  return length(point - nearest_on_segment(point, a, b));
}

double distance_to_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle) {
  return length(point - nearest_on_triangle(point, triangle));
}

}  // namespace abut
