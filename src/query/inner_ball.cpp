#include "query/inner_ball.h"

#include "query/least_combination.h"

#include <algorithm>
#include <cmath>

namespace abut {

// The distance from the surface is the least of many that grow away from their places. Where several are alike, it
// grows along the least combination of their ways: first across a wall, then along its middle as long as that widens.
double half_thickness(PlacedSolid& solid, const Vec3& point) {
  constexpr int most_steps = 64;
  constexpr std::size_t most_ways = 6;
  Vec3 centre = point;
  DepthAt here = solid.depth(centre);
  if (!here.is_inside) return 0;
  const auto inwards = [](const Vec3& from, const DepthAt& depth) {
    const Vec3 way = from - depth.closest;
    const double size = length(way);
    return size > 0 ? way * (1 / size) : Vec3{};
  };
  std::vector<Vec3> ways{inwards(centre, here)};
  double step = 0.5 * here.lower;
  for (int i = 0; i < most_steps && step > 0x1p-8 * here.lower; ++i) {
    const Vec3 uphill = least_combination(ways);
    const double slope = length(uphill);
    // Surrounded as far as the last steps went, or in a wall that widens by less than one in ten.
    if (!(slope > 0.1)) {
      ways.assign(1, inwards(centre, here));
      step *= 0.25;
      continue;
    }
    const Vec3 next = centre + uphill * (step / slope);
    // No farther than the surface is: still inside.
    const DepthAt there = solid.nearest(next);
    if (there.lower > here.lower + 0.25 * step * slope) {
      centre = next, here = there;
      ways.assign(1, inwards(centre, here));
      step = std::min(2 * step, 0.9 * here.lower);
    } else {
      if (ways.size() == most_ways) ways.erase(ways.begin());
      ways.push_back(inwards(next, there));
      step *= 0.5;
    }
  }
  return here.lower;
}

}  // namespace abut
