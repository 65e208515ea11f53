#include <abut/leaf/point_triangle.h>

namespace abut {

double distance_to_segment(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double square = dot(along, along);
  const double share = square > 0 ? std::clamp(dot(point - a, along) / square, 0.0, 1.0) : 0.0;
  // From the nearer end, so that the last half's rounding is not that of the whole length.
  const Vec3 nearest = share <= 0.5 ? a + along * share : b - along * (1 - share);
  return length(point - nearest);
}

double distance_to_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  const double to_sides =
      std::min({distance_to_segment(point, a, b), distance_to_segment(point, b, c), distance_to_segment(point, c, a)});
  const Vec3 ab = b - a, ac = c - a, bc = c - b, ap = point - a;
  const Vec3 normal = cross(ab, ac);
  const double square = dot(normal, normal), longest = std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)});
  // A sliver's normal is mostly rounding; its sides are nearly everything there is.
  if (!(square > 0x1p-48 * longest * longest)) return to_sides;
  const double share_b = dot(cross(ap, ac), normal) / square, share_c = dot(cross(ab, ap), normal) / square;
  if (share_b < 0 || share_c < 0 || share_b + share_c > 1) return to_sides;
  return std::min(to_sides, length(point - (a + ab * share_b + ac * share_c)));
}

}  // namespace abut
