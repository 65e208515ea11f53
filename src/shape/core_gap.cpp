#include "shape/core_gap.h"

#include "leaf/exact_distance.h"
#include "math/scaled_length.h"
#include "shape/contact_normal.h"
#include "shape/convex_gap.h"
#include "shape/core_depth.h"
#include "shape/touching_cores.h"
#include <abut/distance.h>

namespace abut {

namespace {

/// From the point of A to that of B, which are apart.
//
// The points are off by a few units in the last place of the largest coordinate on the way to them; a difference that
// is 2^-20 of that tells the direction within 2^-30.
Vec3 direction_of(const StandingShape& a, const StandingShape& b, const Distance& found) {
  const Vec3 way = found.point_b - found.point_a;
  const double size = largest(max(abs(found.point_a), abs(found.point_b))) + largest(abs(a.at.shift)) +
                      largest(abs(b.at.shift)) + largest_side(a.shape.core.data().frame, a.at) +
                      largest_side(b.shape.core.data().frame, b.at);
  if (const double apart = scaled_length(way); apart > 0x1p-20 * size) return way * (1 / apart);
  return exact_direction(triangle_of(a, found.triangle_a), triangle_of(b, found.triangle_b), found.weights_a,
                         found.weights_b);
}

bool has_depth(const StandingShape& body) {
  return body.shape.is_solid && (!body.shape.solid || body.shape.solid->closedness().is_closed());
}

}  // namespace

CoreGap core_gap(const StandingShape& a, const StandingShape& b, double limit, bool depth) {
  if (a.shape.is_convex() && b.shape.is_convex())
    if (const std::optional<ConvexGap> found = convex_gap(a, b))
      return {found->length,
              found->point_a,
              found->point_b,
              found->normal,
              {static_cast<std::uint64_t>(found->steps), 0, 0}};
  const Distance found = distance(a.shape.core, a.at, b.shape.core, b.at, {.known_upper = limit});
  CoreGap gap{{found.lower, found.upper}, found.point_a, found.point_b, {}, found.counters};
  const bool touch = found.upper == 0;
  const bool enclosed = !touch && (has_piece_inside(a, b) || has_piece_inside(b, a));
  if (!touch && !enclosed) {
    if (found.upper < std::numeric_limits<double>::infinity()) gap.normal = direction_of(a, b, found);
    return gap;
  }
  gap.length = {0, 0};
  const bool is_measured = found.upper < std::numeric_limits<double>::infinity();
  // What is inside leaves through the closest point of the other's surface.
  Vec3 guess{0, 0, 1};
  if (touch) guess = contact_normal(a, found.triangle_a, b, found.triangle_b);
  if (enclosed && is_measured) guess = -direction_of(a, b, found);
  const bool asked = depth && has_depth(a) && has_depth(b);
  CoreDepth deep{{0, 0}, guess};
  if (asked || (a.shape.is_convex() && b.shape.is_convex())) deep = core_depth(a, b, guess);
  gap.normal = deep.normal == Vec3{} ? guess : deep.normal;
  if (asked) gap.length = {-deep.length.upper, -deep.length.lower + 0.0};
  gap.point_b = gap.point_a + gap.normal * gap.length.lower;
  return gap;
}

}  // namespace abut
