#include "shapes/plan.h"

#include "shapes/building.h"

#include <algorithm>
#include <cmath>

namespace abut::shapes {

double on_grid(double value) { return std::floor(value * 0x1p15 + 0.5) * 0x1p-15; }

Loop on_grid(Loop loop) {
  for (PlanPoint& p : loop) p = {on_grid(p.u), on_grid(p.v)};
  return loop;
}

double turning(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) {
  return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

double turning(const Loop& loop) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) sum += turning(loop[0], loop[i], loop[i + 1]);
  return sum;
}

bool contains(const Loop& loop, const PlanPoint& point) {
  bool inside = false;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const PlanPoint &a = loop[i], &b = loop[(i + 1) % loop.size()];
    if ((a.v > point.v) == (b.v > point.v)) continue;
    // The ray towards +u meets a side that rises if the point is to its left, one that falls if it is to its right.
    if ((turning(a, b, point) > 0) == (b.v > a.v)) inside = !inside;
  }
  return inside;
}

Loop circle(const PlanPoint& centre, double radius, int sides, double start) {
  Loop loop;
  for (int i = 0; i < sides; ++i) {
    const Turn t = turn(start + static_cast<double>(i) / sides);
    loop.push_back({centre.u + radius * t.cosine, centre.v + radius * t.sine});
  }
  return loop;
}

Loop circle_outside(const PlanPoint& centre, double radius, int sides, double start) {
  return circle(centre, radius / turn(0.5 / sides).cosine, sides, start + 0.5 / sides);
}

Loop rectangle(const PlanPoint& low, const PlanPoint& high, double corner, int steps) {
  if (corner == 0) return {low, {high.u, low.v}, high, {low.u, high.v}};
  Loop loop;
  for (int quarter = 0; quarter < 4; ++quarter) {
    const PlanPoint centre{quarter == 0 || quarter == 3 ? high.u - corner : low.u + corner,
                           quarter < 2 ? high.v - corner : low.v + corner};
    for (int i = 0; i <= steps; ++i) {
      const Turn t = turn(0.25 * (quarter + static_cast<double>(i) / steps));
      loop.push_back({centre.u + corner * t.cosine, centre.v + corner * t.sine});
    }
  }
  return loop;
}

Loop hull(std::vector<PlanPoint> points) {
  points = on_grid(std::move(points));
  std::sort(points.begin(), points.end(),
            [](const PlanPoint& a, const PlanPoint& b) { return a.u != b.u ? a.u < b.u : a.v < b.v; });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  Loop loop;
  const auto add_chain = [&](auto first, auto last) {
    const std::size_t start = loop.size();
    for (; first != last; ++first) {
      while (loop.size() >= start + 2 && turning(loop[loop.size() - 2], loop.back(), *first) <= 0) loop.pop_back();
      loop.push_back(*first);
    }
    loop.pop_back();
  };
  add_chain(points.begin(), points.end());
  add_chain(points.rbegin(), points.rend());
  return loop;
}

Loop turned_by(Loop loop, double turns) {
  const Turn t = turn(turns);
  for (PlanPoint& p : loop) p = {p.u * t.cosine - p.v * t.sine, p.u * t.sine + p.v * t.cosine};
  return loop;
}

Loop scaled(Loop loop, double by) {
  for (PlanPoint& p : loop) p = {p.u * by, p.v * by};
  return loop;
}

double sagitta(double radius, int sides) { return radius * (1 - turn(0.5 / sides).cosine); }

}  // namespace abut::shapes
