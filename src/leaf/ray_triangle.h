#pragma once

#include "leaf/exact_ray.h"
#include "math/placed_difference.h"

namespace abut {

/// Where triangles of one placed model meet rays: rounded arithmetic where it is certain, exact arithmetic elsewhere.
/// Every answer is a function of the triangle, its placement and the ray alone. Not to be shared between threads.
class RayTriangleTest {
 public:
  /// The placement is world <- model, valid by require_valid; all outlive the test.
  RayTriangleTest(const LeafGeometry& geometry, const Placement& at);

  /// From here on it is this ray, and its part in `range`.
  void set_ray(const ExactRay& ray, const RayRange& range);

  /// From the ray's origin to the model's placed centre.
  const BoundedVec3& way() const { return way_; }

  /// The first point of the closed triangle on the ray's part. t_error is at most 2^-40 (|t| + the triangle's longest
  /// side over the direction's length), as long as t is within the range of doubles.
  std::optional<RayMeeting> meet(std::uint32_t triangle);

  /// The sign of the real t of a's meeting minus that of b's.
  int order(std::uint32_t triangle_a, const RayMeeting& a, std::uint32_t triangle_b, const RayMeeting& b);

  /// As exact_crossing.
  int cross(std::uint32_t triangle);

  /// The image's normal (b - a) x (c - a) of length 1, rounded; 0 for segments and points.
  Vec3 normal(std::uint32_t triangle, const RayMeeting& meeting) const;

  /// How many calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  /// A triangle seen from the ray's origin, rounded.
  struct Seen;
  /// Signs that are certain, in bits: some turn is surely positive, or negative, or not sure.
  struct Turns;

  void see(std::uint32_t triangle, Seen& seen) const;
  Turns turns_of(const Seen& seen) const;
  /// The rounded meeting of a line that surely passes through the triangle; false where it is not good enough.
  bool measure(const Seen& seen, const Turns& turns, RayMeeting& meeting) const;
  std::optional<RayMeeting> meet_exactly(std::uint32_t triangle);
  RayTarget target(std::uint32_t triangle) const;
  const Vec3& point(std::uint32_t triangle, int corner) const {
    return geometry_.points[geometry_.triangles[triangle][corner]];
  }

  LeafGeometry geometry_;
  const Placement& at_;
  double row_sum_;  // the largest sum of magnitudes of a row of the linear part
  bool is_shifted_only_;
  ExactRay ray_;
  RayRange range_{0, 0};
  BoundedVec3 way_;              // from the ray's origin to the model's placed centre
  double speed_ = 0, rest_ = 0;  // the largest coordinates of the direction and of its rest
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
