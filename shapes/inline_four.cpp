#include "shapes/building.h"
#include "shapes/inline_four_measures.h"
#include <abut/error.h>

#include <cmath>

namespace abut {

namespace {

using engine::Measures;

void require(bool condition, const char* need) {
  if (!condition) throw Error(std::string("inline-four: ") + need);
}

/// Written so that what is not a number fails.
bool between(double low, double value, double high) { return value >= low && value <= high; }

void require_plain_numbers(const InlineFourDesign& d) {
  require(between(1, d.bore, 150), "the bore must be between 1 and 150 mm.");
  const double unit = d.bore / 86;
  require(between(0.3 * d.bore, d.stroke, 2 * d.bore), "the stroke must be between 0.3 and 2 bores.");
  require(between(d.stroke, d.rod_length, 5 * d.stroke), "the rod must be 1 to 5 strokes long.");
  require(between(d.bore + 4 * unit, d.cylinder_spacing, 2 * d.bore),
          "the cylinders' spacing must leave a wall between the bores and be less than two bores.");
  require(between(0.001 * unit, d.piston_clearance, unit),
          "the piston's clearance must be positive and at most 1/86 of the bore.");
  require(between(0.001 * unit, d.journal_clearance, 0.4 * unit),
          "the journals' clearance must be positive and at most 1/215 of the bore.");
  require(between(0.001 * unit, d.side_clearance, unit),
          "the side clearance must be positive and at most 1/86 of the bore.");
  require(between(0.001 * unit, d.squish, 20 * unit),
          "the squish must be positive and less than a quarter of the bore.");
  require(between(0.01 * unit, d.chamber_depth, 20 * unit),
          "the chamber's depth must be positive and less than a quarter of the bore.");
  require(between(0.001 * unit, d.seat_clearance, 0.5 * unit),
          "the clearance of the valve seats must be positive and at most 1/172 of the bore.");
  require(between(0.001 * unit, d.tappet_clearance, unit),
          "the tappets' clearance must be positive and at most 1/86 of the bore.");
  require(std::abs(d.cam_advance) <= 720, "the cams' advance must be within 720 degrees.");
  require(std::abs(d.intake_peak) <= 360 && std::abs(d.exhaust_peak) <= 360,
          "the peaks of the lift must be within 360 degrees of the dead centre.");
  require(d.resolution >= 24 && d.resolution <= 2048, "the resolution must be between 24 and 2048.");
}

void require_room_below(const InlineFourDesign& d, const Measures& m) {
  const double unit = m.unit;
  require(d.cylinder_spacing / 2 - m.main_half - d.side_clearance - m.pin_half >= 4 * unit,
          "the cylinders' spacing leaves no room for the crank webs.");
  const double lowest_skirt = d.rod_length - m.crank_throw + m.skirt_bottom;
  require(lowest_skirt >= m.counterweight_radius + unit && lowest_skirt >= m.bulkhead_top + unit,
          "the rod is too short: at bottom dead centre the piston meets the crankshaft.");
  const double steepest = m.crank_throw / d.rod_length, slope = steepest / std::sqrt(1 - steepest * steepest);
  const double shank = m.shank_half_low * std::sqrt(1 + slope * slope);
  require(slope * -m.skirt_bottom + shank <= m.rod_window_half,
          "the rod is too short for the stroke: it meets the piston's skirt.");
  for (int degree = 0; degree <= 180; ++degree) {
    const shapes::Turn t = shapes::turn(degree / 360.0);
    const double across = m.crank_throw * t.sine, up = m.crank_throw * t.cosine, wrist = wrist_pin_height(d, 1, degree);
    require(across * (wrist - m.bore_bottom) / (wrist - up) + shank <= d.bore / 2 - unit,
            "the rod is too short for the stroke: it meets the lower end of the bore.");
  }
  require(m.deck - m.bore_bottom >= 50 * unit, "the rod is too short: no room is left for the cylinders.");
  require(m.block_half + 46 * unit + 4 * unit < 500 && m.roof + m.cam_axis + 40 * unit < 500,
          "the engine must be smaller than a metre.");
}

/// The lobes' shape and the room that they turn in.
void require_lobes(const InlineFourDesign& d, const Measures& m) {
  const double unit = m.unit;
  require(between(30, d.half_duration, 120), "the half duration of the lift must be between 30 and 120 degrees.");
  require(between(0.1 * unit, d.valve_lift, 20 * unit), "the lift must be between 0.1 and 20 mm for a bore of 86.");
  require(between(6 * unit, d.cam_base_radius, 20 * unit),
          "the cams' base radius must be between 6 and 20 mm for a bore of 86.");
  require(m.tappet_bore_floor >= m.port_top + 8 * unit, "the lift is too large: no room is left for the valve guides.");
  const double face = m.tappet_radius - m.tappet_bevel;
  for (double angle = -180; angle < 180; angle += 0.5) {
    require(d.cam_base_radius + cam_lift(d, angle) + engine::cam_lift_bend(d, angle) >= unit,
            "the lobe is not convex: give it a larger base radius, a longer duration or less lift.");
    require(std::hypot(engine::cam_lift_slope(d, angle), m.lobe_half) <= face,
            "the lobe runs off its tappet: give it a longer duration or less lift.");
    // Both camshafts turn together. Convex lobes are apart if they reach less than their axes' distance towards each
    // other.
    const double reach = cam_lift(d, angle) + cam_lift(d, angle + 180 - (d.intake_peak + d.exhaust_peak) / 2);
    require(2 * d.cam_base_radius + reach <= 2 * m.valve_y - 0.5 * unit, "the lobes of the two camshafts meet.");
  }
}

void require_valves(const InlineFourDesign& d, const Measures& m) {
  const double unit = m.unit;
  for (const double radius : {d.intake_valve_radius, d.exhaust_valve_radius}) {
    require(radius >= 7 * unit, "the valves' radii must be at least 7 mm for a bore of 86.");
    require(std::hypot(m.valve_x, m.valve_y) + radius + 1.2 * unit <= d.bore / 2 && radius + unit <= m.valve_x,
            "the valves are too large for the chamber.");
  }
  InlineFourDesign timed = d;
  timed.cam_advance = 0;
  for (double angle = 0; angle < 720; angle += 0.5)
    for (const EngineGap gap : {EngineGap::intake_valve_piston, EngineGap::exhaust_valve_piston})
      require(
          clearance(timed, gap, 1, angle) > 0,
          "the valves meet the pistons even when timed right: make the chamber deeper, or open them less or later.");
}

}  // namespace

void validate(const InlineFourDesign& design) {
  require_plain_numbers(design);
  const Measures measures(design);
  require_room_below(design, measures);
  require_lobes(design, measures);
  require_valves(design, measures);
}

std::vector<std::string> part_names() {
  std::vector<std::string> names{"block", "head", "crankshaft"};
  for (const char* part : {"connecting rod ", "piston ", "wrist pin "})
    for (int cylinder = 1; cylinder <= 4; ++cylinder) names.push_back(part + std::to_string(cylinder));
  for (const std::string kind : {"intake", "exhaust"}) {
    names.push_back(kind + " camshaft");
    for (const char* part : {" valve ", " tappet "})
      for (int cylinder = 1; cylinder <= 4; ++cylinder)
        for (const char* side : {" front", " rear"}) names.push_back(kind + part + std::to_string(cylinder) + side);
  }
  return names;
}

InlineFour make_inline_four(const InlineFourDesign& design) {
  validate(design);
  std::vector<Mesh> meshes{engine::block(design), engine::head(design), engine::crankshaft(design)};
  for (const Mesh& mesh : {engine::connecting_rod(design), engine::piston(design), engine::wrist_pin(design)})
    meshes.insert(meshes.end(), 4, mesh);
  for (const ValveKind kind : {ValveKind::intake, ValveKind::exhaust}) {
    meshes.push_back(engine::camshaft(design, kind));
    meshes.insert(meshes.end(), 8, engine::valve(design, kind));
    meshes.insert(meshes.end(), 8, engine::tappet(design));
  }
  InlineFour four{.design = design, .parts = {}};
  const std::vector<std::string> names = part_names();
  for (std::size_t i = 0; i < names.size(); ++i) four.parts.push_back({names[i], std::move(meshes[i])});
  return four;
}

std::vector<Placement> InlineFour::placements(double crank_angle) const {
  return abut::placements(design, crank_angle);
}

}  // namespace abut
