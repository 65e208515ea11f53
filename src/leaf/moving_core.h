#pragma once

#include "leaf/exact_ray.h"
#include "leaf/point_distance.h"

#include <optional>

namespace abut {

/// How a triangle comes within a radius: before `lower` it is farther away, at `upper` it is within `reach`.
struct FirstTouch {
  double lower = 0, upper = 0;
  Weights weights{};  ///< of the triangle's closest point at `upper`
};

/// Measures triangles of one placed model from a point, or a segment, that moves along a ray. Not to be shared between
/// threads. Every answer is a function of the triangle, its placement and the motion alone.
class MovingCore {
 public:
  /// Part of the ray that is asked about, finite; t in [range.low, range.high]. All outlive the test.
  MovingCore(const LeafGeometry& geometry, const Placement& at, const ExactRay& ray, const RayRange& range,
             const Vec3& axis, double radius, double largest_side);

  /// The first touch in the range, or none, which is proved.
  std::optional<FirstTouch> first_touch(std::uint32_t triangle);

 private:
  /// lower <= the distance at t <= upper, of the real core.
  struct Gap {
    double t, lower, upper;
    Weights weights;
  };

  Gap gap_at(std::uint32_t triangle, double t);
  std::optional<Gap> near_gap(std::uint32_t triangle, Gap first, Gap last);

  LeafGeometry geometry_;
  const Placement& at_;
  ExactRay ray_;
  RayRange range_;
  Vec3 axis_;
  double radius_, speed_, place_error_, reach_;
  PointDistanceTest point_test_;
  std::array<Vec3, 2> core_;
};

}  // namespace abut
