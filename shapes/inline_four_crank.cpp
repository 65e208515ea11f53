#include "shapes/inline_four_measures.h"
#include "shapes/solid_building.h"

#include <cmath>
#include <numbers>

namespace abut::engine {

namespace {

using namespace shapes;

constexpr double full_turn = 2 * std::numbers::pi;

/// A crank web with its counterweight, the pin towards +v.
Loop web_outline(const Measures& m) {
  std::vector<PlanPoint> points = circle({0, m.crank_throw}, m.web_radius, m.sides(m.web_radius));
  const int steps = m.sides(m.counterweight_radius) / 2;
  for (int i = 0; i <= steps; ++i) {
    const Turn t = turn(0.57 + 0.36 * i / steps);
    points.push_back({m.counterweight_radius * t.cosine, m.counterweight_radius * t.sine});
  }
  return hull(std::move(points));
}

/// Sections along the axis that are added one behind the other.
struct Shaft {
  std::vector<Layer> layers;
  double end = 0;

  void add(double to, const Loop& outline, int rows = 1) {
    layers.push_back(prism(end, to, {outline}, rows));
    end = to;
  }
  void add_bevelled(double to, const Loop& outline, double bevel) {
    const Loop small = scaled(outline, 0.97);
    layers.push_back(taper(end, end + bevel, {small}, {outline}));
    layers.push_back(prism(end + bevel, to - bevel, {outline}));
    layers.push_back(taper(to - bevel, to, {outline}, {small}));
    end = to;
  }
};

/// Half of the rod's width at a height above the crank pin.
double shank_half(const Measures& m, double rod_length, double height) {
  return m.shank_half_low + (m.shank_half_high - m.shank_half_low) * height / rod_length;
}

Loop rod_outline(const InlineFourDesign& design, const Measures& m) {
  Loop loop;
  // From where the shank leaves an end around the end's far side to the other flank of the shank.
  const auto add_arc = [&](double height, double radius, double flank, double towards_shank) {
    const int steps = m.sides(radius);
    const double start = std::asin(flank / radius) / full_turn;
    for (int i = 0; i <= steps; ++i) {
      const Turn t = turn(towards_shank + start + (1 - 2 * start) * i / steps);
      loop.push_back({radius * t.cosine, height + radius * t.sine});
    }
  };
  add_arc(0, m.big_end_radius, shank_half(m, design.rod_length, 0), 0.25);
  add_arc(design.rod_length, m.small_end_radius, shank_half(m, design.rod_length, design.rod_length), 0.75);
  return loop;
}

/// The skirt below the ring lands: round towards +-v, with flats at +-u for the bosses of the wrist pin.
Loop slipper(const Measures& m) {
  // Within the polygon of the lands, whatever its number of sides.
  const double radius = m.land_radius - sagitta(m.land_radius, m.bore_sides()) - 0.05 * m.unit;
  const double edge = std::sqrt(radius * radius - m.skirt_flat * m.skirt_flat);
  const double start = std::atan2(edge, m.skirt_flat) / full_turn;
  const int steps = m.bore_sides() / 4;
  Loop loop;
  for (const double half : {1.0, -1.0}) {
    loop.push_back({half * m.skirt_flat, half * edge});
    for (int i = 1; i < steps; ++i) {
      const Turn t = turn(start + (0.5 - 2 * start) * i / steps);
      loop.push_back({half * radius * t.cosine, half * radius * t.sine});
    }
    loop.push_back({-half * m.skirt_flat, half * edge});
  }
  return loop;
}

/// The room inside of a piston for the rod's small end, wider before and behind the pin's bosses.
Loop rod_window(const InlineFourDesign& design, const Measures& m) {
  const double narrow = m.small_end_half + design.side_clearance, wide = 24 * m.unit, boss = 17 * m.unit,
               end = m.rod_window_half;
  return {{narrow, -boss}, {narrow, boss},   {wide, boss},   {wide, end},   {-wide, end}, {-wide, boss},
          {-narrow, boss}, {-narrow, -boss}, {-wide, -boss}, {-wide, -end}, {wide, -end}, {wide, -boss}};
}

}  // namespace

Mesh crankshaft(const InlineFourDesign& design) {
  const Measures m(design);
  const double unit = m.unit, outside = m.block_half + 4 * unit;
  const Loop journal = circle({}, m.main_radius, m.sides(m.main_radius)), web = web_outline(m),
             pin = circle({0, m.crank_throw}, m.pin_radius, m.sides(m.pin_radius));
  const auto disc = [&](double radius) { return circle({}, radius * unit, m.sides(radius * unit)); };
  Shaft shaft{.layers = {}, .end = -outside - 46 * unit};
  shaft.add_bevelled(-outside - 36 * unit, disc(16), unit);
  shaft.add_bevelled(-outside - 14 * unit, disc(66), 2 * unit);
  shaft.add(-outside, disc(22));
  for (int cylinder = 1; cylinder <= 4; ++cylinder) {
    const double x = m.cylinder_x(cylinder), half = design.cylinder_spacing / 2;
    const bool up = cylinder == 1 || cylinder == 4;
    const Loop this_web = up ? web : turned_by(web, 0.5), this_pin = up ? pin : turned_by(pin, 0.5);
    shaft.add(x - half + m.main_half + design.side_clearance, journal, 4);
    shaft.add_bevelled(x - m.pin_half, this_web, unit);
    shaft.add(x + m.pin_half, this_pin, 4);
    shaft.add_bevelled(x + half - m.main_half - design.side_clearance, this_web, unit);
  }
  shaft.add(outside, journal, 4);
  shaft.add_bevelled(outside + 8 * unit, disc(42), unit);
  shaft.add_bevelled(outside + 30 * unit, disc(125), 3 * unit);
  shaft.add_bevelled(outside + 38 * unit, disc(34), unit);
  return laid_along_x(stacked(shaft.layers));
}

Mesh connecting_rod(const InlineFourDesign& design) {
  const Measures m(design);
  const double unit = m.unit, length = design.rod_length;
  const double big = m.pin_radius + design.journal_clearance, small = m.wrist_pin_radius + design.journal_clearance;
  const Loop outline = rod_outline(design, m), boss = circle({}, m.big_end_radius - unit, m.sides(m.big_end_radius)),
             big_hole = circle_outside({}, big, m.sides(big)),
             small_hole = circle_outside({0, length}, small, m.sides(small));
  // The shank is an I in section: a recess from either side, with flanges left along its edges.
  const double low = m.big_end_radius + 4 * unit, high = length - m.small_end_radius - 3 * unit, flange = 4 * unit;
  const double low_half = shank_half(m, length, low) - flange, high_half = shank_half(m, length, high) - flange;
  const Loop recess{{-low_half, low}, {low_half, low}, {high_half, high}, {-high_half, high}};
  const double side = m.small_end_half, web = 3 * unit;
  const Layer layers[] = {
      prism(-m.big_end_half, -side, {boss, big_hole}), prism(-side, -web, {outline, big_hole, small_hole, recess}, 2),
      prism(-web, web, {outline, big_hole, small_hole}, 2),
      prism(web, side, {outline, big_hole, small_hole, recess}, 2), prism(side, m.big_end_half, {boss, big_hole})};
  return laid_along_x(stacked(layers));
}

Mesh piston(const InlineFourDesign& design) {
  const Measures m(design);
  const double unit = m.unit;
  const auto round = [&](double radius) { return circle({}, radius, m.bore_sides()); };
  const Loop land = round(m.land_radius), groove = round(m.land_radius - 4 * unit);
  std::vector<Layer> layers{prism(m.skirt_bottom, m.crown_underside, {slipper(m), rod_window(design, m)})};
  double top = m.crown_underside;
  const auto add = [&](double height, std::vector<Loop> loops) {
    layers.push_back(prism(top, top + height * unit, std::move(loops)));
    top += height * unit;
  };
  add(2, {land});
  for (const double land_height : {3.5, 4.0}) {
    add(2.5, {groove});
    add(land_height, {land});
  }
  add(1.5, {groove});
  layers.push_back(taper(top, m.crown_top, {land, round(18 * unit)}, {land, round(22 * unit)}, 2));
  const double bore = m.wrist_pin_radius + design.journal_clearance, inner = m.small_end_half + design.side_clearance;
  const Loop mouth = circle_outside({}, bore, m.sides(bore));
  const Tunnel bosses[] = {{-m.skirt_flat, -inner, mouth}, {inner, m.skirt_flat, mouth}};
  return stacked(layers, bosses);
}

Mesh wrist_pin(const InlineFourDesign& design) {
  const Measures m(design);
  const int sides = m.sides(m.wrist_pin_radius);
  const double bevel = m.unit, half = m.wrist_pin_half;
  const Loop outer = circle({}, m.wrist_pin_radius, sides), end = circle({}, m.wrist_pin_radius - bevel, sides),
             hollow = circle({}, m.wrist_pin_radius / 2, sides);
  const Layer layers[] = {taper(-half, -half + bevel, {end, hollow}, {outer, hollow}),
                          prism(-half + bevel, half - bevel, {outer, hollow}, 6),
                          taper(half - bevel, half, {outer, hollow}, {end, hollow})};
  return laid_along_x(stacked(layers));
}

}  // namespace abut::engine
