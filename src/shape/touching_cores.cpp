#include "shape/touching_cores.h"

#include "leaf/exact_distance.h"
#include "query/solid_search.h"
#include <abut/distance.h>

namespace abut {

PlacedTriangle triangle_of(const StandingShape& body, std::uint32_t triangle) {
  const StoredMesh& mesh = body.shape.core.data().mesh;
  const Triangle& corners = mesh.triangles()[triangle];
  return {{&mesh.points()[corners[0]], &mesh.points()[corners[1]], &mesh.points()[corners[2]]}, &body.at};
}

namespace {

/// The largest `upper` that within() may see in models whose real distance is `high` or less: see distance().
double widest_upper(const StandingShape& a, const StandingShape& b, double high) {
  const double sides =
      largest_side(a.shape.core.data().frame, a.at) + largest_side(b.shape.core.data().frame, b.at) + high;
  return add_up(high, 80 * unit_roundoff * sides + 0x1p-1060);
}

bool share_a_point(const Bounds& a, const Bounds& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis]) return false;
  return true;
}

}  // namespace

bool surfaces_within(const StandingShape& a, const StandingShape& b, const LengthSum& reach) {
  const Model &core_a = a.shape.core, &core_b = b.shape.core;
  if (reach.is_zero()) return touches(core_a, a.at, core_b, b.at);
  const double limit = widest_upper(a, b, reach.high);
  const Nearness near = within(core_a, a.at, core_b, b.at, limit);
  if (near.answer == Answer::no) return false;
  if (near.upper <= reach.low || within(core_a, a.at, core_b, b.at, reach.low)) return true;
  bool found = false;
  const auto compare = [&](const Contact& pair) {
    found = compare_distance(triangle_of(a, pair.a), triangle_of(b, pair.b), reach.parts) <= 0;
    return found ? Flow::stop : Flow::go_on;
  };
  collide(core_a, a.at, core_b, b.at, {.margin = limit}, compare);
  return found;
}

bool has_piece_inside(const StandingShape& a, const StandingShape& b) {
  if (!b.shape.solid) return false;
  const Bounds around = bounds_around(b.shape.middle, b.shape.reach, b.at, 0);
  std::optional<SolidSearch> search;
  for (const Vec3& point : a.shape.pieces) {
    if (!share_a_point(bounds_around(point, {}, a.at, 0), around)) continue;
    if (!search) search.emplace(*b.shape.solid, b.at, Simd::best);
    if (search->where(point, a.at, BudgetWatch(Budget{})).side == Containment::inside) return true;
  }
  return false;
}

}  // namespace abut
