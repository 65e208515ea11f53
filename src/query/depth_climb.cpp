#include "query/depth_climb.h"

#include "query/least_combination.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// Away from the closest point of the surface, into the solid; nothing on it.
Vec3 inwards(const Vec3& point, const DepthAt& depth) {
  const Vec3 way = point - depth.closest;
  const double size = length(way);
  return size > 0 ? way * ((depth.lower >= 0 ? 1 : -1) / size) : Vec3{};
}

Vec3 slope_at(const Vec3& point, const Depths& depths) { return inwards(point, depths.a) + inwards(point, depths.b); }

}  // namespace

bool take(const Depths& depths, const Vec3& point, FoundDepth& best) {
  if (!(depths.lower() > best.depth.lower)) return false;
  best.depth.lower = depths.lower();
  best.point = point;
  best.exit_a = depths.a.closest, best.exit_b = depths.b.closest;
  best.triangle_a = depths.a.triangle, best.triangle_b = depths.b.triangle;
  return true;
}

// The sum of both depths is the least of many sums that grow away from their places. Where several are alike, along a
// ridge, it grows along the least combination of their slopes.
void climb(PlacedSolid& a, PlacedSolid& b, const Vec3& from, FoundDepth& best) {
  constexpr int most_steps = 32;
  constexpr std::size_t most_slopes = 5;
  Vec3 point = from;
  Depths depths = depths_at(a, b, point);
  take(depths, point, best);
  std::vector<Vec3> slopes{slope_at(point, depths)};
  double step = 0.5 * std::max({depths.a.upper, depths.b.upper, 0.0});
  const auto is_small = [&] { return !(step > 0x1p-9 * (std::abs(depths.a.upper) + std::abs(depths.b.upper))); };
  for (int i = 0; i < most_steps && !is_small(); ++i) {
    const Vec3 uphill = least_combination(slopes);
    const double slope = length(uphill);
    // At rest between two faces, as far as the last steps went.
    if (!(slope > 0.02)) {
      slopes.assign(1, slope_at(point, depths));
      step *= 0.25;
      if (!(length(slopes[0]) > 0.02)) break;
      continue;
    }
    const Vec3 next = point + uphill * (step / slope);
    // No farther than both surfaces are: still in the overlap.
    const bool is_within =
        depths.a.is_inside && depths.b.is_inside && step < 0.99 * std::min(depths.a.lower, depths.b.lower);
    Depths there{a.nearest(next), b.nearest(next)};
    if (is_within)
      for (DepthAt* depth : {&there.a, &there.b}) depth->is_inside = depth->is_within = true;
    else
      there = {a.with_side(next, there.a), b.with_side(next, there.b)};
    take(there, next, best);
    const bool is_outside = depths.lower() < 0;
    if (is_outside || there.lower() > depths.lower() + 0.125 * step * slope) {
      point = next, depths = there;
      // A ridge goes on as it is: what was found beside it is kept.
      if (slopes.size() == 1) slopes.clear();
      if (slopes.size() == most_slopes) slopes.erase(slopes.begin());
      slopes.push_back(slope_at(point, depths));
      if (!is_outside) step *= 2;
    } else {
      if (slopes.size() == most_slopes) slopes.erase(slopes.begin());
      slopes.push_back(slope_at(next, there));
      step *= 0.5;
    }
  }
}

}  // namespace abut
