#pragma once

#include "leaf/triangle_distance.h"

#include <optional>

namespace abut {

/// A point as the leaf tests take it: the one corner of a model of one triangle, which is a point. Not to be moved.
class LonePoint {
 public:
  explicit LonePoint(const Vec3& point) : point_(point) {}
  LonePoint(const LonePoint&) = delete;
  LonePoint& operator=(const LonePoint&) = delete;

  const Vec3& point() const { return point_; }
  /// Valid as long as the point is.
  LeafGeometry geometry() const { return {{&point_, 1}, {&corners, 1}, {&form, 1}, point_}; }

 private:
  static constexpr Triangle corners{0, 0, 0};
  static constexpr TriangleForm form = TriangleForm::point;
  Vec3 point_;
};

/// How far one placed triangle is from a point of the world.
struct PointDistance {
  /// lower <= distance of the point from the exact image <= upper; upper is 0 if and only if the point is on it.
  double lower = 0, upper = 0;
  /// The closest point: a weight per corner, each >= 0, summing to 1 up to rounding.
  Weights weights{};
};

/// Measures triangles of one placed model from points of the world. Holds what they have in common; not to be shared
/// between threads. Every answer is a function of the triangle, its placement and the point alone.
class PointDistanceTest {
 public:
  /// The placement is world <- model, valid by require_valid.
  PointDistanceTest(const LeafGeometry& geometry, const Placement& at) : geometry_(geometry), side_(geometry, at) {}

  /// From here on distances are from this point. Coordinates up to 2^300.
  void set_point(const Vec3& point);

  /// The bracket is no wider than DistanceTest::most_width of the image's longest side and the distance.
  PointDistance measure(std::uint32_t triangle);

  /// The same triangle with a lower of at least `needed`, or to the last digit: as DistanceTest::measure_again.
  PointDistance measure_again(std::uint32_t triangle, double needed);

  /// The image's longest side, rounded.
  double size(std::uint32_t triangle) { return side_.shape(triangle).size(); }

  /// How many calls needed exact arithmetic or more digits than a double has.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  PointDistance measure_slowly(std::uint32_t triangle);
  DistanceTest& slow();

  LeafGeometry geometry_;
  PlacedSide side_;
  Vec3 point_;
  // For points on a triangle or nearly so, slivers, degenerate triangles and extreme sizes.
  std::optional<LonePoint> lone_;
  std::optional<DistanceTest> slow_;
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
