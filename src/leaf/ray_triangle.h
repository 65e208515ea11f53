#pragma once

#include "leaf/ray_sight.h"

namespace abut {

/// Where triangles of one placed model meet rays: rounded arithmetic where it is certain, exact arithmetic elsewhere.
/// Every answer is a function of the triangle, its placement and the ray alone. Not to be shared between threads.
class RayTriangleTest {
 public:
  /// The placement is world <- model, valid by require_valid; all outlive the test. No coordinate of a point is farther
  /// than `reach` from the centre's. A side whose image's coordinates are within 1 has none above `back`; infinite when
  /// that cannot be said. Is the placement's linear part the identity?
  RayTriangleTest(const LeafGeometry& geometry, const Placement& at, double reach, double back, bool is_shifted_only)
      : geometry_(geometry), at_(at) {
    const double row_sum = is_shifted_only ? 1 : largest(abs(at.linear) * Vec3{1, 1, 1}) * (1 + 4 * unit_roundoff);
    model_ = {&at.linear, geometry.centre, is_shifted_only, row_sum * reach, 4.1 * unit_roundoff * (row_sum * back)};
  }

  /// The model as every ray sees it.
  const SeenModel& model() const { return model_; }
  /// From here on it is this ray, and its part in the sight's range. Both outlive their use.
  void set_ray(const ExactRay& ray, const RaySight& sight) { ray_ = &ray, sight_ = &sight; }

  /// The first point of the closed triangle on the ray's part. t_error is at most 2^-32 (|t| + the triangle's longest
  /// side over the direction's length), as long as t is within the range of doubles.
  std::optional<RayMeeting> meet(std::uint32_t triangle);

  /// The sign of the real t of a's meeting minus that of b's.
  int order(std::uint32_t triangle_a, const RayMeeting& a, std::uint32_t triangle_b, const RayMeeting& b);

  /// As exact_crossing.
  int cross(std::uint32_t triangle);
  /// The same of a triangle that the ray meets, by meet() or RayMeetings.
  int cross(std::uint32_t triangle, const RayMeeting& meeting);

  /// The image's normal (b - a) x (c - a) of length 1, rounded; 0 for segments and points.
  Vec3 normal(std::uint32_t triangle, const RayMeeting& meeting) const;

  /// How many calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  /// Where the rounded ray meets a triangle, if it can be told.
  enum class Sight { missed, met, doubtful };
  Sight see(std::uint32_t triangle, RayMeeting& meeting) const;
  std::optional<RayMeeting> meet_exactly(std::uint32_t triangle);
  int cross_exactly(std::uint32_t triangle);
  RayTarget target(std::uint32_t triangle) const;
  const Vec3& point(std::uint32_t triangle, int corner) const {
    return geometry_.points[geometry_.triangles[triangle][corner]];
  }

  LeafGeometry geometry_;
  const Placement& at_;
  SeenModel model_;
  const ExactRay* ray_ = nullptr;
  const RaySight* sight_ = nullptr;
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
