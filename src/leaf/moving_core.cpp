#include "leaf/moving_core.h"

#include "math/scaled_length.h"

#include <cmath>

namespace abut {

// The distance f(t) of a convex body from a point, or a segment, that moves straight is convex in t, and changes by no
// more than the speed. A gap is measured as [lower, upper] around f; brackets of gaps that are not above the radius and
// some are no wider than w, which counts what places lose by rounding. `reach_` is radius (1 + 2^-40) + 4w. So a gap
// is near, upper <= reach_, or far, lower > radius + 3w:
// - a gap with lower <= radius + 3w has upper <= radius + 4w.
// Convexity then proves everything:
// 1. Between far gaps at a < m < n < b with thirds in between: if f(m) > f(n), surely, then f > f(m) before m. If
//    neither is surely larger, they differ by at most 2w, and f >= f(m) - 2w before m and f(n) - 2w after n, as the
//    thirds are as long as the middle.
// 2. Once the interval is so short that speed * (b - a) < lower - radius at one of its points, nothing in it is near.
// 3. With a gap near at n: whatever is surely larger than it at m < n is larger before m, too.
MovingCore::MovingCore(const LeafGeometry& geometry, const Placement& at, const ExactRay& ray, const RayRange& range,
                       const Vec3& axis, double radius, double largest_side)
    : geometry_(geometry),
      at_(at),
      ray_(ray),
      range_(range),
      axis_(axis),
      radius_(radius),
      speed_((scaled_length(ray.direction) + scaled_length(ray.rest)) * (1 + 16 * unit_roundoff)),
      point_test_(geometry, at),
      core_{Vec3{}, axis} {
  const double longest = std::max(std::abs(range.low), std::abs(range.high));
  const double size = largest(abs(ray.origin)) + longest * largest(abs(ray.direction));
  // A product and a sum a coordinate, and the rest that is left out; a length is at most 1.74 times the largest of
  // them.
  place_error_ = 1.75 * (2.1 * unit_roundoff * size + longest * largest(abs(ray.rest))) + 0x1p-1060;
  const double width =
      DistanceTest::most_width(largest_side + scaled_length(axis), 2 * radius) * (1 + 0x1p-20) + 2 * place_error_;
  reach_ = radius * (1 + 0x1p-40) + 4 * width;
}

MovingCore::Gap MovingCore::gap_at(std::uint32_t triangle, double t) {
  const Vec3 place = ray_.origin + ray_.direction * t;
  double lower = 0, upper = 0;
  Weights weights;
  if (axis_ == Vec3{}) {
    point_test_.set_point(place);
    const PointDistance found = point_test_.measure(triangle);
    lower = found.lower, upper = found.upper, weights = found.weights;
  } else {
    static constexpr Triangle corners{0, 1, 1};
    static constexpr TriangleForm form = TriangleForm::segment_01;
    const Placement at_core = Placement::translation(place);
    DistanceTest test(geometry_, at_, {core_, {&corners, 1}, {&form, 1}, Vec3{}}, at_core);
    const PairDistance found = test.measure(triangle, 0);
    lower = found.lower, upper = found.upper, weights = found.weights_a;
  }
  return {t, lower - place_error_, upper + place_error_, weights};
}

/// Some near gap between two far ones, or none.
std::optional<MovingCore::Gap> MovingCore::near_gap(std::uint32_t triangle, Gap first, Gap last) {
  for (;;) {
    const double length = last.t - first.t;
    if (std::max(first.lower, last.lower) - radius_ > speed_ * length) return std::nullopt;
    const Gap m = gap_at(triangle, first.t + length / 3), n = gap_at(triangle, last.t - length / 3);
    if (m.upper <= reach_) return m;
    if (n.upper <= reach_) return n;
    const bool falls = m.lower > n.upper, rises = n.lower > m.upper;
    if (!rises) first = m;
    if (!falls) last = n;
  }
}

std::optional<FirstTouch> MovingCore::first_touch(std::uint32_t triangle) {
  const Gap start = gap_at(triangle, range_.low);
  if (start.upper <= reach_) return FirstTouch{range_.low, range_.low, start.weights};
  const Gap end = gap_at(triangle, range_.high);
  std::optional<Gap> near = end.upper <= reach_ ? end : near_gap(triangle, start, end);
  if (!near) return std::nullopt;
  const double most = std::max(radius_, near->upper);
  double lower = start.t;
  // To neighbouring numbers or as near as places can tell.
  for (double length = near->t - lower; length * speed_ > place_error_; length = near->t - lower) {
    const double middle = lower + length / 2;
    if (!(middle > lower && middle < near->t)) break;
    const Gap gap = gap_at(triangle, middle);
    if (gap.lower > most)
      lower = middle;
    else
      near = gap;
  }
  return FirstTouch{lower, near->t, near->weights};
}

}  // namespace abut
