#include "leaf/triangle_distance.h"

#include "leaf/careful_distance.h"
#include "leaf/closest_points.h"
#include "leaf/exact_distance.h"
#include "leaf/fine_distance.h"
#include "leaf/measuring_order.h"
#include "leaf/shape_gap.h"
#include "math/rounding.h"

#include <utility>

namespace abut {

namespace {

// v without its parts along the directions that the points' features leave free. Twice, because the first time leaves
// rounding errors of v behind; the second direction without its part along the first, because nearly parallel ones
// would take from each other.
Vec3 across(const Vec3& v, const ClosestPoints& points) {
  const auto without = [](const Vec3& from, const Vec3& part) {
    return from - part * (dot(from, part) / dot(part, part));
  };
  if (points.along_count == 0) return v;
  const Vec3& first = points.along[0];
  if (points.along_count == 1) return without(without(v, first), first);
  const Vec3 second = without(without(points.along[1], first), first);
  const Vec3 once = without(without(v, first), second);
  return without(without(once, first), second);
}

// The same where nothing is nearly parallel or short.
Vec3 quickly_across(const Vec3& v, const ClosestPoints& points) {
  if (points.along_count == 0) return v;
  const Vec3& first = points.along[0];
  if (points.along_count == 1) return v - first * (dot(v, first) / dot(first, first));
  const Vec3 normal = cross(first, points.along[1]);
  return dot(normal, v) < 0 ? -normal : normal;
}

// The best plane between two triangles that do not touch, or nearly so, from their closest points.
double best_lower(const ShapeGap& gap, const ClosestPoints& points, double upper) {
  const ShapePair& pair = gap.pair();
  const Vec3 v = pair.between(points.a, points.b);
  double best = gap.lower(across(v, points));
  // Parallel faces and sides: any of their points may have been taken, and v knows their direction less well.
  for (const PlacedShape* shape : {&pair.a, &pair.b}) {
    if (gap.is_tight(best, upper)) return best;
    const Vec3 normal = cross(shape->corners[1], shape->corners[2]);
    best = std::max(best, gap.lower(dot(normal, v) < 0 ? -normal : normal));
  }
  return best;
}

// Of the power of two that makes it ordinary.
int exponent_for(double reach) { return reach > 0 ? std::clamp(-std::ilogb(reach), -1000, 1000) : 1000; }

}  // namespace

DistanceTest::DistanceTest(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b)
    : a_(a, at_a), b_(b, at_b), order_(order_of(at_a, at_b)) {}

ContactTest& DistanceTest::contact() {
  if (!contact_) contact_.emplace(a_.geometry(), a_.at(), b_.geometry(), b_.at());
  return *contact_;
}

int DistanceTest::order_of_pair(std::uint32_t triangle_a, std::uint32_t triangle_b) const {
  int order = order_;
  for (int i = 0; order == 0 && i < 3; ++i) order = order_of(a_.point(triangle_a, i), b_.point(triangle_b, i));
  return order;
}

PairDistance DistanceTest::measure(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  return measure_by(&DistanceTest::measure_in_order, triangle_a, triangle_b);
}

void DistanceTest::set_corners(int place, const PlacedSide& side, const std::uint32_t* triangles, int count) {
  double(&to)[9][MeasurePacket::lanes] = packet_->corners[place];
  for (int lane = 0; lane < MeasurePacket::lanes; ++lane)
    for (int corner = 0; corner < 3; ++corner) {
      const Vec3& point = side.point(triangles[lane < count ? lane : 0], corner);
      to[3 * corner][lane] = point.x, to[3 * corner + 1][lane] = point.y, to[3 * corner + 2][lane] = point.z;
    }
}

void DistanceTest::measure(Simd simd, const std::uint32_t* triangles_a, const std::uint32_t* triangles_b, int count,
                           PairDistance* distances) {
  std::uint32_t plain = 0;
  for (int i = 0; i < count && order_ != 0; ++i) {
    const bool are_triangles = a_.geometry().forms[triangles_a[i]] == TriangleForm::triangle &&
                               b_.geometry().forms[triangles_b[i]] == TriangleForm::triangle;
    plain |= std::uint32_t{are_triangles} << i;
  }
  std::uint32_t measured = 0;
  const int place_a = order_ < 0 ? 0 : 1;
  if ((plain & (plain - 1)) != 0) {
    if (!packet_) packet_.emplace(), packed_[place_a].emplace(a_.at()), packed_[1 - place_a].emplace(b_.at());
    set_corners(place_a, a_, triangles_a, count);
    set_corners(1 - place_a, b_, triangles_b, count);
    measured = plain & measure_packet(simd, *packed_[0], *packed_[1], count, *packet_);
  }
  for (int i = 0; i < count; ++i) {
    if ((measured >> i & 1) == 0) {
      distances[i] = measure(triangles_a[i], triangles_b[i]);
      continue;
    }
    distances[i].lower = packet_->lower[i], distances[i].upper = packet_->upper[i];
    for (int k = 0; k < 3; ++k) {
      distances[i].weights_a[k] = packet_->weights[place_a][k][i];
      distances[i].weights_b[k] = packet_->weights[1 - place_a][k][i];
    }
  }
}

PairDistance DistanceTest::measure_touching(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  return measure_by(&DistanceTest::common_in_order, triangle_a, triangle_b);
}

PairDistance DistanceTest::measure_by(WayToMeasure way, std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const int order = order_of_pair(triangle_a, triangle_b);
  // The same triangle twice touches itself everywhere.
  if (order == 0) return {0, 0, at_corner(0), at_corner(0)};
  if (order < 0) return (this->*way)(a_, triangle_a, b_, triangle_b);
  PairDistance swapped = (this->*way)(b_, triangle_b, a_, triangle_a);
  std::swap(swapped.weights_a, swapped.weights_b);
  return swapped;
}

PairDistance DistanceTest::measure_exactly(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  return measure_again(triangle_a, triangle_b, std::numeric_limits<double>::infinity());
}

PairDistance DistanceTest::measure_again(std::uint32_t triangle_a, std::uint32_t triangle_b, double needed) {
  const std::uint64_t before = exact_tests_;
  PairDistance rough = measure(triangle_a, triangle_b);
  exact_tests_ = before + 1;
  if (rough.upper == 0) return rough;
  if (needed < rough.upper) {
    const PlacedTriangle a = a_.triangle(triangle_a), b = b_.triangle(triangle_b);
    const double lower = order_of_pair(triangle_a, triangle_b) < 0 ? fine_lower(a, b, rough.weights_a, rough.weights_b)
                                                                   : fine_lower(b, a, rough.weights_b, rough.weights_a);
    rough.lower = std::max(rough.lower, lower);
    if (rough.lower >= needed) return rough;
  }
  return exact_after(rough, triangle_a, triangle_b);
}

PairDistance DistanceTest::exact_after(const PairDistance& rough, std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const PlacedTriangle a = a_.triangle(triangle_a), b = b_.triangle(triangle_b);
  if (order_of_pair(triangle_a, triangle_b) < 0) {
    const ExactDistance exact = exact_distance(a, b, rough.weights_a, rough.weights_b);
    return {exact.lower, exact.upper, exact.a, exact.b};
  }
  const ExactDistance exact = exact_distance(b, a, rough.weights_b, rough.weights_a);
  return {exact.lower, exact.upper, exact.b, exact.a};
}

double DistanceTest::size(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  return a_.shape(triangle_a).size() + b_.shape(triangle_b).size();
}

PairDistance DistanceTest::measure_in_order(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j) {
  const PlacedShape &a = first.shape(i), &b = second.shape(j);
  const PlacedWay way = way_between(first, i, second, j);
  const double reach = std::max(largest(abs(way.value)), std::max(a.reach, b.reach));
  if (!is_ordinary(reach)) return measure_scaled(first, i, second, j, way, reach);
  const ShapeGap gap(a, b, way);
  bool apart = false;
  if (a.form == TriangleForm::triangle && b.form == TriangleForm::triangle) {
    const ClosestPoints points = quick_closest_points(gap.pair());
    const double lower = gap.lower(quickly_across(gap.pair().between(points.a, points.b), points));
    const double upper = gap.upper(points.square);
    apart = lower > 0;
    if (apart && gap.is_tight(lower, upper)) return {lower, upper, points.a, points.b};
  }
  return measure_slowly(first, i, second, j, gap, apart, 0);
}

PairDistance DistanceTest::common_in_order(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j) {
  const auto answer = [](const PlacedShape& a, const PlacedShape& b, const Vec3& way) {
    const ClosestPoints common = common_points({a, b, way});
    return PairDistance{0, 0, common.a, common.b};
  };
  const PlacedShape &a = first.shape(i), &b = second.shape(j);
  const Vec3 way = way_between(first, i, second, j).value;
  const double reach = std::max(largest(abs(way)), std::max(a.reach, b.reach));
  if (is_ordinary(reach)) return answer(a, b, way);
  const double factor = std::ldexp(1.0, exponent_for(reach));
  PlacedShape scaled_a = a, scaled_b = b;
  scaled_a.scale(factor), scaled_b.scale(factor);
  return answer(scaled_a, scaled_b, way * factor);
}

// A power of two changes no digit.
PairDistance DistanceTest::measure_scaled(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j,
                                          const PlacedWay& way, double reach) {
  const int exponent = exponent_for(reach);
  const double factor = std::ldexp(1.0, exponent);
  PlacedShape a = first.shape(i), b = second.shape(j);
  a.scale(factor), b.scale(factor);
  return measure_slowly(first, i, second, j, ShapeGap(a, b, {way.value * factor, way.error * factor}), false, exponent);
}

PairDistance DistanceTest::measure_slowly(const PlacedSide& first, std::uint32_t i, const PlacedSide& second,
                                          std::uint32_t j, const ShapeGap& gap, bool apart, int exponent) {
  const std::uint64_t before = contact().exact_tests();
  if (!apart && (&first == &a_ ? contact().touch(i, j) : contact().touch(j, i))) {
    exact_tests_ += contact().exact_tests() - before;
    const ClosestPoints common = common_points(gap.pair());
    return {0, 0, common.a, common.b};
  }
  const ClosestPoints points = closest_points(gap.pair());
  const double upper = gap.upper(points.square), lower = best_lower(gap, points, upper);
  const bool tight = gap.is_tight(lower, upper);
  exact_tests_ += contact().exact_tests() != before || !tight;
  if (!tight) {
    const CarefulDistance careful = careful_distance(first.triangle(i), second.triangle(j));
    return {careful.lower, careful.upper, careful.a, careful.b};
  }
  if (exponent == 0) return {lower, upper, points.a, points.b};
  // Scaling back is exact or, among the subnormal numbers, one step short.
  return {std::max(0.0, next_down(std::ldexp(lower, -exponent))), next_up(std::ldexp(upper, -exponent)), points.a,
          points.b};
}

}  // namespace abut
