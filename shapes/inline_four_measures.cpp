#include "shapes/inline_four_measures.h"

#include <algorithm>
#include <cmath>

namespace abut::engine {

Measures::Measures(const InlineFourDesign& d) {
  unit = d.bore / 86;
  crank_throw = d.stroke / 2;
  spacing = d.cylinder_spacing, bore_radius = d.bore / 2;
  intake_radius = d.intake_valve_radius, exhaust_radius = d.exhaust_valve_radius;
  resolution = d.resolution;

  main_radius = 27 * unit, main_half = 14 * unit;
  pin_radius = 24 * unit;
  big_end_radius = 34 * unit, big_end_half = 13.7 * unit;
  small_end_radius = 18.5 * unit, small_end_half = 12 * unit;
  shank_half_low = 15 * unit, shank_half_high = 10 * unit;
  pin_half = big_end_half + d.side_clearance;
  web_radius = 31 * unit, counterweight_radius = 60 * unit;

  wrist_pin_radius = 13 * unit, wrist_pin_half = 28 * unit;
  land_radius = bore_radius - d.piston_clearance;
  skirt_flat = 30 * unit, skirt_bottom = -28 * unit, crown_underside = 22 * unit, crown_top = 46 * unit;
  rod_window_half = 27 * unit;

  bulkhead_top = main_radius + 25 * unit;
  bore_bottom = crank_throw + big_end_radius + 8 * unit;
  block_bottom = -(crank_throw + 40 * unit);
  deck = crank_throw + d.rod_length + crown_top;
  block_half = 2 * spacing + main_half;
  crankcase_inner = crank_throw + big_end_radius + 7 * unit;
  crankcase_outer = crankcase_inner + 12 * unit;
  cylinders_outer = 62 * unit;
  bolt_y = 51.5 * unit, bolt_radius = 5.5 * unit;

  head_face = deck + d.squish;
  roof = head_face + d.chamber_depth;
  valve_x = 16.5 * unit, valve_y = 22 * unit;
  valve_margin = 1.2 * unit, seat_height = 2.5 * unit;
  stem_radius = 3 * unit;
  tappet_radius = 15.5 * unit, tappet_bevel = 0.5 * unit;
  tappet_bottom = 64 * unit, tappet_top = 91 * unit;
  stem_top = tappet_top - 4 * unit - d.tappet_clearance;
  port_top = 24 * unit;
  tappet_bore_floor = tappet_bottom - d.valve_lift - 2 * unit;
  cam_axis = tappet_top + d.tappet_clearance + d.cam_base_radius;
  cam_deck = cam_axis - d.cam_base_radius - d.valve_lift - 2 * unit;
  pedestal_half = 8 * unit;
  cam_journal_radius = d.cam_base_radius - 2 * unit, cam_shaft_radius = d.cam_base_radius - 3 * unit;
  lobe_half = 5.5 * unit;
}

int Measures::sides(double radius) const {
  const int eighths = static_cast<int>(std::ceil(resolution * std::sqrt(radius / bore_radius) / 8));
  return 8 * std::max(2, eighths);
}

double firing_angle(int cylinder) {
  constexpr double angles[] = {0, 540, 180, 360};
  return angles[cylinder - 1];
}

double cycle_angle(int cylinder, double crank_angle) {
  const double angle = crank_angle - firing_angle(cylinder);
  return angle - 720 * std::floor(angle / 720);
}

double peak_angle(const InlineFourDesign& design, ValveKind kind) {
  return kind == ValveKind::intake ? 360 + design.intake_peak : 360 - design.exhaust_peak;
}

}  // namespace abut::engine
