#include "math/rounding.h"
#include "query/batch.h"
#include "query/option_check.h"
#include "shape/core_gap.h"
#include "shape/half_space.h"
#include "shape/length_sum.h"

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_half_space(const StandingShape& body) { return body.shape.form == CoreForm::half_space; }

CoreGap gap_to_half_space(const StandingShape& half_space, const StandingShape& core, bool swapped) {
  const HalfSpaceGap found = half_space_gap(half_space, core);
  const bool is_finite = found.height.lower > -infinity;
  const Vec3 foot = is_finite ? found.point - found.normal * found.height.upper : found.point;
  if (swapped) return {found.height, found.point, foot, -found.normal, {}};
  return {found.height, foot, found.point, found.normal, {}};
}

CoreGap gap_between(const StandingShape& a, const StandingShape& b, double limit, bool depth) {
  if (is_half_space(a)) return gap_to_half_space(a, b, false);
  if (is_half_space(b)) return gap_to_half_space(b, a, true);
  return core_gap(a, b, limit, depth);
}

/// a - b, rounded down or up unless it is a double.
double exact_or_below(double a, double b) {
  const ExactPair difference = two_difference(a, b);
  return difference.error < 0 ? next_down(difference.value) : difference.value;
}
double exact_or_above(double a, double b) { return -exact_or_below(b, a); }

/// Takes radii from the gap of the cores, and adds strays.
ShapeDistance with_radii(const CoreGap& gap, const StandingShape& a, const StandingShape& b) {
  const LengthSum reach(a.shape.radius, b.shape.radius, 0);
  ShapeDistance result;
  result.lower = exact_or_below(gap.length.lower, reach.high);
  result.upper = exact_or_above(gap.length.upper, reach.low);
  result.normal = gap.normal;
  result.point_a = gap.point_a + gap.normal * a.shape.radius;
  result.point_b = gap.point_b - gap.normal * b.shape.radius;
  result.counters = gap.counters;
  return result;
}

bool may_be_deep(const StandingShape& a, const StandingShape& b) { return a.shape.is_solid && b.shape.is_solid; }

}  // namespace

ShapeDistance distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b,
                       const ShapeDistanceOptions& options) {
  require_length(options.cut_off, "the cut-off");
  const StandingShape body_a = standing(a, at_a, "the placement of A"),
                      body_b = standing(b, at_b, "the placement of B");
  const Shape::Data &data_a = body_a.shape, &data_b = body_b.shape;
  if (data_a.form == CoreForm::nothing || data_b.form == CoreForm::nothing) return {};
  const LengthSum reach(data_a.radius, data_b.radius, 0);
  // The width of brackets is so much less than 2^-20 of the limit that what is beyond stays beyond.
  const double limit = (options.cut_off + reach.high) * (1 + 0x1p-20);
  if (!is_half_space(body_a) && !is_half_space(body_b) && limit < infinity &&
      surely_apart({data_a.core.data().root, at_a, body_a.defect}, {data_b.core.data().root, at_b, body_b.defect},
                   add_up(options.cut_off, reach.high))) {
    ShapeDistance far;
    far.lower = options.cut_off;
    far.counters.volume_tests = 1;
    return far;
  }
  ShapeDistance result = with_radii(gap_between(body_a, body_b, limit, options.depth), body_a, body_b);
  const double stray = add_up(data_a.stray, data_b.stray);
  result.touching = result.lower <= 0 && (result.upper < 0 || touches(a, at_a, b, at_b));
  if (!result.touching) {
    result.lower = std::max(result.lower, 0.0);
    result.upper = std::max(result.upper, std::numeric_limits<double>::denorm_min());
  } else if (options.depth && may_be_deep(body_a, body_b)) {
    result.upper = std::min(result.upper, 0.0);
  } else {
    result.lower = result.upper = 0;
  }
  if (data_a.stray > 0 || data_b.stray > 0) result.upper = add_up(result.upper, stray);
  return result;
}

std::vector<ShapeDistance> distance(const Shape& a, const Shape& b, std::span<const PlacementPair> placements,
                                    const ShapeDistanceOptions& options) {
  return batch_of<ShapeDistance>(placements.size(), options.threads, [&](std::size_t i) {
    return distance(a, placements[i].a, b, placements[i].b, options);
  });
}

}  // namespace abut
