#include "shapes/inline_four_measures.h"
#include "shapes/solid_building.h"

namespace abut::engine {

using namespace shapes;

Mesh valve(const InlineFourDesign& design, ValveKind kind) {
  const Measures m(design);
  const double unit = m.unit, radius = m.valve_radius(kind), margin = m.valve_margin, cone = m.seat_height;
  std::vector<ProfilePoint> profile{{0, 0}, {0, radius}, {margin, radius}, {margin + cone, radius - cone}};
  // The tulip: from the cone's end to the stem along a quarter of an ellipse.
  const double start = margin + cone, height = 12 * unit, width = radius - cone - m.stem_radius;
  constexpr int steps = 8;
  for (int i = 1; i <= steps; ++i) {
    const Turn t = turn(0.25 * i / steps);
    profile.push_back({start + height * (1 - t.cosine), m.stem_radius + width * (1 - t.sine)});
  }
  const double collar = 76 * unit, collar_height = 3 * unit;
  for (int i = 1; i <= 4; ++i) profile.push_back({start + height + (collar - start - height) * i / 4.0, m.stem_radius});
  for (const auto& [along, out] : {ProfilePoint{0, 9 * unit}, {0.5 * unit, 10 * unit}, {collar_height, 10 * unit}})
    profile.push_back({collar + along, out});
  profile.push_back({collar + collar_height, m.stem_radius});
  profile.push_back({m.stem_top - 0.5 * unit, m.stem_radius});
  profile.push_back({m.stem_top, m.stem_radius - 0.5 * unit});
  profile.push_back({m.stem_top, 0});
  return turned(profile, m.sides(radius));
}

Mesh tappet(const InlineFourDesign& design) {
  const Measures m(design);
  const double unit = m.unit, outer = m.tappet_radius, inner = outer - 2 * unit, bevel = m.tappet_bevel;
  const double ceiling = m.tappet_top - 4 * unit;
  const ProfilePoint profile[] = {{ceiling, 0},
                                  {ceiling, inner},
                                  {(ceiling + m.tappet_bottom) / 2, inner},
                                  {m.tappet_bottom, inner},
                                  {m.tappet_bottom, outer},
                                  {(ceiling + m.tappet_bottom) / 2, outer},
                                  {m.tappet_top - bevel, outer},
                                  {m.tappet_top, outer - bevel},
                                  {m.tappet_top, 0}};
  return turned(profile, m.sides(outer));
}

Loop cam_lobe(const InlineFourDesign& design) {
  const Measures m(design);
  const int sides = m.lobe_sides();
  Loop loop;
  for (int i = 0; i < sides; ++i) {
    const double angle = 360.0 * i / sides, from_nose = angle > 180 ? angle - 360 : angle;
    const Turn t = turn(angle / 360);
    // The point of a convex curve with the support function h: h along the normal, h' along the tangent.
    const double h = design.cam_base_radius + cam_lift(design, from_nose), slope = cam_lift_slope(design, from_nose);
    loop.push_back({h * t.cosine - slope * t.sine, h * t.sine + slope * t.cosine});
  }
  return loop;
}

Mesh camshaft(const InlineFourDesign& design, ValveKind kind) {
  const Measures m(design);
  const double unit = m.unit;
  const Loop shaft = circle({}, m.cam_shaft_radius, m.sides(m.cam_shaft_radius)),
             journal = circle({}, m.cam_journal_radius, m.sides(m.cam_journal_radius)),
             sprocket = circle({}, 21 * unit, m.sides(21 * unit)), lobe = cam_lobe(design);
  std::vector<Layer> layers;
  double end = -m.block_half - 16 * unit;
  const auto add = [&](double to, const Loop& outline, int rows = 1) {
    layers.push_back(prism(end, to, {outline}, rows));
    end = to;
  };
  add(-m.block_half - 4 * unit, sprocket);
  for (int bearing = 0; bearing < 5; ++bearing) {
    const double x = m.main_x()[static_cast<std::size_t>(bearing)];
    add(x - m.pedestal_half - unit, shaft);
    add(x + m.pedestal_half + unit, journal, 2);
    if (bearing == 4) break;
    const int cylinder = bearing + 1;
    // The nose points down, to the tappet, when the cam has turned by half of the crank angle of the peak.
    const Loop placed = turned_by(lobe, 0.75 - (firing_angle(cylinder) + peak_angle(design, kind)) / 720);
    for (const double side : {-1.0, 1.0}) {
      const double middle = m.cylinder_x(cylinder) + side * m.valve_x;
      add(middle - m.lobe_half, shaft);
      add(middle + m.lobe_half, placed, 2);
    }
  }
  add(m.block_half - 2 * unit, shaft);
  return laid_along_x(stacked(layers));
}

}  // namespace abut::engine
