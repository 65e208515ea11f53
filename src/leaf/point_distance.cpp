#include "leaf/point_distance.h"

#include "leaf/shape_gap.h"
#include "math/expansion.h"

namespace abut {

namespace {

struct Nearest {
  Weights at{};
  Vec3 across;  // perpendicular to the feature that the point is on: the normal of a plane between
};

// Nearly the point of a real triangle closest to the point that is `way` from its corner 0. On slivers, and for points
// near the triangle, it may be any.
Nearest quick_nearest(const PlacedShape& shape, const Vec3& way) {
  const double with_first = dot(way, shape.corners[1]), with_second = dot(way, shape.corners[2]);
  const double first = (with_first * shape.squares[2] - with_second * shape.corner_dot) * shape.over_area;
  const double second = (with_second * shape.squares[0] - with_first * shape.corner_dot) * shape.over_area;
  if (std::min(std::min(first, second), 1 - (first + second)) >= 0) {
    const Vec3 normal = cross(shape.corners[1], shape.corners[2]);
    return {{std::max(0.0, 1 - first - second), first, second}, dot(normal, way) < 0 ? -normal : normal};
  }
  int side = 0;
  double part = 0, least = std::numeric_limits<double>::infinity();
  Vec3 between;
  for (int i = 0; i < 3; ++i) {
    const Vec3 from_start = way - shape.corners[i];
    const double along = dot(from_start, shape.sides[i]) * shape.over_squares[i];
    const double t = along > 0 ? std::min(along, 1.0) : 0;
    const Vec3 v = from_start - shape.sides[i] * t;
    if (const double square = dot(v, v); square < least) side = i, part = t, least = square, between = v;
  }
  if (part > 0 && part < 1) {
    const Vec3& along = shape.sides[side];
    between -= along * (dot(between, along) * shape.over_squares[side]);
  }
  return {on_side(side, part), between};
}

constexpr PlacedShape a_point{};

}  // namespace

void PointDistanceTest::set_point(const Vec3& point) {
  point_ = point;
  slow_.reset();
}

// The way's error is that of way_between in placed_shape.cpp, with one corner that is exact.
PointDistance PointDistanceTest::measure(std::uint32_t triangle) {
  const PlacedShape& shape = side_.shape(triangle);
  if (shape.form != TriangleForm::triangle) return measure_slowly(triangle);
  const double error = 1.5 * shape.origin_error;
  PlacedWay way;
  for (int axis = 0; axis < 3; ++axis) {
    const ExactPair high = two_sum(point_[axis], -shape.high[axis]);
    way.value[axis] = high.value + (high.error - shape.low[axis]);
    way.error[axis] = 1.5 * unit_roundoff * std::abs(way.value[axis]) + error;
  }
  const double reach = std::max(shape.reach, largest(abs(way.value)));
  if (!(is_ordinary(reach) && error <= 0.5 * unit_roundoff * reach)) return measure_slowly(triangle);
  const ShapeGap gap(shape, a_point, way);
  const Nearest nearest = quick_nearest(shape, way.value);
  const Vec3 between = gap.pair().between(nearest.at, {});
  const double lower = gap.lower(nearest.across), upper = gap.upper(dot(between, between));
  if (lower > 0 && gap.is_tight(lower, upper)) return {lower, upper, nearest.at};
  return measure_slowly(triangle);
}

DistanceTest& PointDistanceTest::slow() {
  static constexpr Placement world = Placement::identity();
  if (!slow_) {
    lone_.emplace(point_);
    slow_.emplace(geometry_, side_.at(), lone_->geometry(), world);
  }
  return *slow_;
}

PointDistance PointDistanceTest::measure_slowly(std::uint32_t triangle) {
  const std::uint64_t before = slow().exact_tests();
  const PairDistance pair = slow_->measure(triangle, 0);
  exact_tests_ += slow_->exact_tests() - before;
  return {pair.lower, pair.upper, pair.weights_a};
}

PointDistance PointDistanceTest::measure_again(std::uint32_t triangle, double needed) {
  const std::uint64_t before = slow().exact_tests();
  const PairDistance pair = slow_->measure_again(triangle, 0, needed);
  exact_tests_ += slow_->exact_tests() - before;
  return {pair.lower, pair.upper, pair.weights_a};
}

}  // namespace abut
