#include "shapes/coarse_engine.h"

#include "shapes/solid_building.h"

#include <cmath>

namespace abut::shapes {

namespace {

constexpr int cylinders = 4, sides = 24;
constexpr double bore_radius = 43, spacing = 96, crank_throw = 43, rod_length = 143;
constexpr double skirt = -28, crown = 32;

double cylinder_x(int cylinder) { return (cylinder - 0.5 * (cylinders - 1)) * spacing; }

/// A rectangle with ribs that stand out from its two long sides.
Loop ribbed_plate(double half_length, double half_width, double rib_depth, int ribs) {
  Loop loop;
  for (const double side : {1.0, -1.0}) {
    loop.push_back({-side * half_length, -side * half_width});
    for (int i = 0; i < ribs; ++i) {
      const double pitch = 2 * half_length / ribs, start = -half_length + pitch * (i + 0.3), end = start + 0.4 * pitch;
      for (const PlanPoint& p : {PlanPoint{start, half_width}, PlanPoint{start, half_width + rib_depth},
                                 PlanPoint{end, half_width + rib_depth}, PlanPoint{end, half_width}})
        loop.push_back({side * p.u, -side * p.v});
    }
    loop.push_back({side * half_length, -side * half_width});
  }
  return loop;
}

Mesh ribbed_block() {
  constexpr double roof = crank_throw + rod_length + crown + coarse_engine_squish;
  const Loop outline = ribbed_plate(195, 51, 10, 24);
  std::vector<Loop> loops{outline};
  for (int i = 0; i < cylinders; ++i) loops.push_back(circle_outside({cylinder_x(i), 0}, bore_radius, sides));
  const Layer layers[] = {prism(roof - 160, roof, loops, 4), prism(roof, roof + 21, {outline})};
  return stacked(layers);
}

Mesh grooved_piston() {
  const auto round = [](double radius) { return circle_outside({}, radius, sides); };
  constexpr double radius = bore_radius - coarse_engine_clearance;
  const Loop land = round(radius), groove = round(radius - 4), hollow = round(radius - 7);
  const Layer layers[] = {prism(skirt, 10, {land, hollow}), prism(10, 14, {land}),
                          prism(14, 17, {groove}),          prism(17, 20, {land}),
                          prism(20, 23, {groove}),          prism(23, crown, {land})};
  return stacked(layers);
}

}  // namespace

CoarseEngine coarse_engine(int steps) {
  require(steps >= 1, "a coarse engine's motion needs at least one step.");
  CoarseEngine engine{.block = ribbed_block(), .piston = grooved_piston(), .pistons = {}};
  for (int step = 0; step < steps; ++step) {
    std::vector<Placement> at;
    for (int i = 0; i < cylinders; ++i) {
      const bool is_outer = i == 0 || i == cylinders - 1;
      const Turn t = turn(static_cast<double>(step) / steps + (is_outer ? 0 : 0.5));
      const double across = crank_throw * t.sine;
      at.push_back(Placement::translation(
          {cylinder_x(i), 0, crank_throw * t.cosine + std::sqrt(rod_length * rod_length - across * across)}));
    }
    engine.pistons.push_back(std::move(at));
  }
  return engine;
}

}  // namespace abut::shapes
