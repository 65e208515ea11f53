#pragma once

#include "leaf/exact_ray.h"
#include "math/placed_difference.h"

namespace abut {

/// Where triangles of one placed model meet rays: rounded arithmetic where it is certain, exact arithmetic elsewhere.
/// Every answer is a function of the triangle, its placement and the ray alone. Not to be shared between threads.
class RayTriangleTest {
 public:
  /// The placement is world <- model, valid by require_valid; all outlive the test. No coordinate of a point is farther
  /// than `reach` from the centre's. A side whose image's coordinates are within 1 has none above `back`; infinite when
  /// that cannot be said.
  RayTriangleTest(const LeafGeometry& geometry, const Placement& at, double reach, double back);

  /// From here on it is this ray, and its part in `range`.
  void set_ray(const ExactRay& ray, const RayRange& range);

  /// From the ray's origin to the model's placed centre.
  const BoundedVec3& way() const { return way_; }

  /// The first point of the closed triangle on the ray's part. t_error is at most 2^-32 (|t| + the triangle's longest
  /// side over the direction's length), as long as t is within the range of doubles.
  /// The triangle's corners may be given, as the mesh has them.
  std::optional<RayMeeting> meet(std::uint32_t triangle, const Vec3* corners = nullptr);

  /// The sign of the real t of a's meeting minus that of b's.
  int order(std::uint32_t triangle_a, const RayMeeting& a, std::uint32_t triangle_b, const RayMeeting& b);

  /// As exact_crossing.
  int cross(std::uint32_t triangle, const Vec3* corners = nullptr);

  /// The image's normal (b - a) x (c - a) of length 1, rounded; 0 for segments and points.
  Vec3 normal(std::uint32_t triangle, const RayMeeting& meeting) const;

  /// How many calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  /// A triangle seen from the ray's origin, rounded, and the turns of its sides around the ray.
  struct Seen;

  /// False when the ray's line surely passes the triangle by.
  bool see(std::uint32_t triangle, const Vec3* corners, Seen& seen) const;
  bool see(const Vec3& p, const Vec3& q, const Vec3& r, Seen& seen) const;
  /// The rounded meeting with a triangle that the line surely passes through; false where it is not good enough.
  bool measure(const Seen& seen, RayMeeting& meeting) const;
  std::optional<RayMeeting> meet_exactly(std::uint32_t triangle);
  RayTarget target(std::uint32_t triangle) const;
  const Vec3& point(std::uint32_t triangle, int corner) const {
    return geometry_.points[geometry_.triangles[triangle][corner]];
  }

  LeafGeometry geometry_;
  const Placement& at_;
  double model_reach_, row_sum_, side_scale_;  // a side is off by side_scale_ times the largest coordinate of any
  bool is_shifted_only_;
  ExactRay ray_;
  RayRange range_{0, 0};
  BoundedVec3 way_;          // from the ray's origin to the model's placed centre
  bool is_ordinary_ = true;  // may rounded numbers be used at all?
  // What the errors of turns, slopes and heights are per largest coordinate of a side or its square.
  double turn_scale_ = 0, slope_scale_ = 0, height_scale_ = 0, over_speed_ = 0;
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
