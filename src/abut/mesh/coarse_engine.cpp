#include <abut/mesh/coarse_engine.h>
#include <abut/mesh/solid_building.h>

#include <cmath>

namespace abut::shapes {

namespace {

constexpr int cylinders = 4;
constexpr double bore_half = 43, spacing = 96, crank_throw = 43, rod_length = 143, crown = 32;
constexpr double skirt_height = 60, wall = 8, fin_depth = 30;

double cylinder_x(int cylinder) { return (cylinder - 0.5 * (cylinders - 1)) * spacing; }

Loop plate(double half_length, double half_width) {
  return rectangle({-half_length, -half_width}, {half_length, half_width});
}

Mesh finned_block() {
  constexpr double fin = 3, gap = 5, half_length = 2 * spacing + 3, half_width = bore_half + wall;
  constexpr double roof = crank_throw + rod_length + crown + coarse_engine_squish;
  std::vector<Loop> bores;
  for (int i = 0; i < cylinders; ++i)
    bores.push_back(rectangle({cylinder_x(i) - bore_half, -bore_half}, {cylinder_x(i) + bore_half, bore_half}));
  std::vector<Layer> layers;
  double height = roof - 20 * (fin + gap);
  const auto add = [&](double thickness, double depth, bool open) {
    std::vector<Loop> loops{plate(half_length + depth, half_width + depth)};
    if (open) loops.insert(loops.end(), bores.begin(), bores.end());
    layers.push_back(prism(height, height + thickness, loops));
    height += thickness;
  };
  for (int i = 0; i < 20; ++i) {
    add(fin, fin_depth, true);
    add(gap, 0, true);
  }
  for (int i = 0; i < 3; ++i) {
    add(fin, fin_depth, false);
    add(gap, 0, false);
  }
  return stacked(layers);
}

Mesh grooved_piston() {
  constexpr double half = bore_half - coarse_engine_clearance, hollow = half - 6;
  const Loop land = plate(half, half), groove = plate(half - 4, half - 4);
  std::vector<Layer> layers;
  double height = crown - skirt_height;
  const auto add = [&](double thickness, std::vector<Loop> loops) {
    layers.push_back(prism(height, height + thickness, std::move(loops)));
    height += thickness;
  };
  // A hollow skirt with shallow oil grooves, then the crown with those of the rings.
  const Loop inside = plate(hollow, hollow), oil = plate(half - 1, half - 1);
  for (int i = 0; i < 5; ++i) {
    add(4, {land, inside});
    add(2, {oil, inside});
  }
  add(4, {land, inside});
  for (int i = 0; i < 4; ++i) {
    add(2, {groove});
    add(4.5, {land});
  }
  return stacked(layers);
}

}  // namespace

CoarseEngine coarse_engine(int steps) {
  require(steps >= 1, "a coarse engine's motion needs at least one step.");
  CoarseEngine engine{.block = finned_block(), .piston = grooved_piston(), .pistons = {}};
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
