#include <abut/leaf/careful_distance.h>
#include <abut/leaf/closest_points.h>
#include <abut/leaf/triangle_distance.h>
#include <abut/math/rounding.h>

#include <utility>

namespace abut {

namespace {

int order_of(double a, double b) { return a < b ? -1 : a > b ? 1 : 0; }
int order_of(const Vec3& a, const Vec3& b) {
  return a.x != b.x ? order_of(a.x, b.x) : a.y != b.y ? order_of(a.y, b.y) : order_of(a.z, b.z);
}
int order_of(const Placement& a, const Placement& b) {
  for (int i = 0; i < 9; ++i)
    if (const int order = order_of(a.linear.entries[i], b.linear.entries[i])) return order;
  return order_of(a.shift, b.shift);
}

}  // namespace

// Two shapes and the way between them: bounds of their distance, from above by two points, from below by a plane.
class DistanceTest::Gap {
 public:
  Gap(const PlacedShape& a, const PlacedShape& b, const PlacedWay& way) : pair_{a, b, way.value} {
    const Vec3 e = max(abs(a.corners[1]), abs(a.corners[2])), f = max(abs(b.corners[1]), abs(b.corners[2]));
    reach_ = e + f;
    inputs_ = a.error + b.error + way.error;
  }

  const ShapePair& pair() const { return pair_; }

  // Weights with 1 - t or 1 - up - along are rounded: moving them by 3 u gives a real point of each triangle, and the
  // length between the two real points bounds the distance. Per coordinate, with E and F the larger of the corners'
  // magnitudes, the computed difference is off by at most
  //   a.error + b.error + way_error        corners: weights are at most 1 together
  //   + 3 u (E + F)                        weights
  //   + 2.01 u (E + F) + 1.01 u (E + F)    products, sum of two, difference
  //   + u |difference|                     the last sum
  // The squared length goes through three roundings and the root through one more: below 2.6 u of it, and u for the
  // line above; the sums and the product below round by 3 u more. The constants are 6.5 for 6.02 and 12 for 6.6.
  double upper(double square) const {
    const Vec3 slack = inputs_ + reach_ * (6.5 * unit_roundoff);
    const double length = std::sqrt(square);
    return (length + std::sqrt(dot(slack, slack))) * (1 + 12 * unit_roundoff) + 0x1p-1000;
  }

  // The gap between the two planes across `normal` that touch the triangles; 0 when there is none for sure. Every
  // direction gives a bound that holds. With E and F as above the three products n.way, n.e, n.f are off by 3.01 u of
  // their terms and two sums by 2.01 u of all, together less than 5.1 u |n|.(|way| + E + F), beside the inputs.
  // Products that underflow lose less than 2^-1000, far below the rest for normals above 2^-300.
  double lower(const Vec3& normal) const {
    const double square = dot(normal, normal);
    if (!(square >= 0x1p-600 && square <= 0x1p900)) return 0;
    const double a1 = dot(normal, pair_.a.corners[1]), a2 = dot(normal, pair_.a.corners[2]);
    const double b1 = dot(normal, pair_.b.corners[1]), b2 = dot(normal, pair_.b.corners[2]);
    const double gap = (dot(normal, pair_.way) + std::min(0.0, std::min(b1, b2))) - std::max(0.0, std::max(a1, a2));
    const Vec3 slack = inputs_ + (abs(pair_.way) + reach_) * (5.5 * unit_roundoff);
    const double sure = gap - (dot(abs(normal), slack) * (1 + 8 * unit_roundoff) + 0x1p-1000);
    // The root and the division: 3.6 u, and u for the difference above.
    return sure > 0 ? sure / std::sqrt(square) * (1 - 8 * unit_roundoff) : 0;
  }

  // Does a bracket keep the promise of DistanceTest::most_width? A hundredth less than it allows.
  bool is_tight(double lower, double upper) const {
    const double allowed = 63 * unit_roundoff, width = upper - lower, a = pair_.a.size_square, b = pair_.b.size_square;
    return width <= allowed * (std::sqrt(a) + std::sqrt(b) + lower);
  }

 private:
  ShapePair pair_;
  Vec3 reach_, inputs_;  // the corners' magnitudes, and the errors of corners and way
};

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
template <class Gap>
double best_lower(const Gap& gap, const ClosestPoints& points, double upper) {
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

// Squares must neither overflow nor vanish.
bool is_ordinary(double size) { return size >= 0x1p-200 && size <= 0x1p200; }

}  // namespace

DistanceTest::DistanceTest(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b)
    : contact_(a, at_a, b, at_b), a_(a, at_a), b_(b, at_b), order_(order_of(at_a, at_b)) {}

// A total order on what is measured, so that a swapped pair goes through the very same arithmetic.
PairDistance DistanceTest::measure(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  int order = order_;
  for (int i = 0; order == 0 && i < 3; ++i) order = order_of(a_.point(triangle_a, i), b_.point(triangle_b, i));
  // The same triangle twice touches itself everywhere.
  if (order == 0) return {0, 0, at_corner(0), at_corner(0)};
  if (order < 0) return measure_in_order(a_, triangle_a, b_, triangle_b);
  PairDistance swapped = measure_in_order(b_, triangle_b, a_, triangle_a);
  std::swap(swapped.at_a, swapped.at_b);
  return swapped;
}

PairDistance DistanceTest::measure_in_order(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j) {
  const PlacedShape &a = first.shape(i), &b = second.shape(j);
  const PlacedWay way = way_between(first, i, second, j);
  const double reach = std::max(largest(abs(way.value)), std::max(a.reach, b.reach));
  if (!is_ordinary(reach)) return measure_scaled(first, i, second, j, way, reach);
  const Gap gap(a, b, way);
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

// A power of two changes no digit.
PairDistance DistanceTest::measure_scaled(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j,
                                          const PlacedWay& way, double reach) {
  const int exponent = reach > 0 ? std::clamp(-std::ilogb(reach), -1000, 1000) : 1000;
  const double factor = std::ldexp(1.0, exponent);
  PlacedShape a = first.shape(i), b = second.shape(j);
  a.scale(factor), b.scale(factor);
  return measure_slowly(first, i, second, j, Gap(a, b, {way.value * factor, way.error * factor}), false, exponent);
}

PairDistance DistanceTest::measure_slowly(const PlacedSide& first, std::uint32_t i, const PlacedSide& second,
                                          std::uint32_t j, const Gap& gap, bool apart, int exponent) {
  const std::uint64_t before = contact_.exact_tests();
  if (!apart && (&first == &a_ ? contact_.touch(i, j) : contact_.touch(j, i))) {
    exact_tests_ += contact_.exact_tests() - before;
    const ClosestPoints common = common_points(gap.pair());
    return {0, 0, common.a, common.b};
  }
  const ClosestPoints points = closest_points(gap.pair());
  const double upper = gap.upper(points.square), lower = best_lower(gap, points, upper);
  const bool tight = gap.is_tight(lower, upper);
  exact_tests_ += contact_.exact_tests() != before || !tight;
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
