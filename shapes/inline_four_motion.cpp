#include "shapes/building.h"
#include "shapes/inline_four_measures.h"

#include <cmath>
#include <numbers>

namespace abut {

namespace {

using engine::Measures;
using shapes::Turn;
using shapes::turn;

/// A rotation about the x axis and a shift.
Placement turned_about_x(const Turn& t, const Vec3& shift = {}) {
  return {Matrix3{{1, 0, 0, 0, t.cosine, -t.sine, 0, t.sine, t.cosine}}, shift};
}

Turn crank_turn(int cylinder, double crank_angle) { return turn(engine::cycle_angle(cylinder, crank_angle) / 360); }

/// How far the lift has come from its peak, in radians / half duration.
struct CamPhase {
  double u, half_duration;
};
CamPhase phase(const InlineFourDesign& design, double cam_angle) {
  const double wrapped = cam_angle - 360 * std::floor(cam_angle / 360 + 0.5);
  return {wrapped / design.half_duration, design.half_duration * std::numbers::pi / 180};
}

double cam_angle_of(const InlineFourDesign& design, ValveKind kind, int cylinder, double crank_angle) {
  return (engine::cycle_angle(cylinder, crank_angle) + design.cam_advance - engine::peak_angle(design, kind)) / 2;
}

double eighth_power(double u) {
  const double square = u * u, fourth = square * square;
  return fourth * fourth;
}

}  // namespace

double engine::cam_lift_slope(const InlineFourDesign& design, double cam_angle) {
  const auto [u, half] = phase(design, cam_angle);
  if (std::abs(u) >= 1) return 0;
  const double ninth = eighth_power(u) * u;
  return design.valve_lift * (-3 * u + 15 * ninth - 12 * ninth * u * u) / half;
}

double engine::cam_lift_bend(const InlineFourDesign& design, double cam_angle) {
  const auto [u, half] = phase(design, cam_angle);
  if (std::abs(u) >= 1) return 0;
  const double eighth = eighth_power(u);
  return design.valve_lift * (-3 + eighth * (135 - 132 * u * u)) / (half * half);
}

double cam_lift(const InlineFourDesign& design, double cam_angle) {
  const double u = phase(design, cam_angle).u;
  if (std::abs(u) >= 1) return 0;
  return design.valve_lift * (1 - 1.5 * u * u + eighth_power(u) * u * u * (1.5 - u * u));
}

double valve_lift(const InlineFourDesign& design, ValveKind kind, int cylinder, double crank_angle) {
  return cam_lift(design, cam_angle_of(design, kind, cylinder, crank_angle));
}

double wrist_pin_height(const InlineFourDesign& design, int cylinder, double crank_angle) {
  const Turn t = crank_turn(cylinder, crank_angle);
  const double radius = design.stroke / 2, across = radius * t.sine;
  return radius * t.cosine + std::sqrt(design.rod_length * design.rod_length - across * across);
}

std::vector<Placement> placements(const InlineFourDesign& design, double crank_angle) {
  const Measures m(design);
  std::vector<Placement> all{Placement::identity(), Placement::identity(), turned_about_x(crank_turn(1, crank_angle))};
  std::vector<Placement> pistons;
  for (int cylinder = 1; cylinder <= 4; ++cylinder) {
    const double x = m.cylinder_x(cylinder);
    const Turn t = crank_turn(cylinder, crank_angle);
    const double wrist = wrist_pin_height(design, cylinder, crank_angle), radius = m.crank_throw;
    const Turn rod{(wrist - radius * t.cosine) / design.rod_length, -radius * t.sine / design.rod_length};
    all.push_back(turned_about_x(rod, {x, -radius * t.sine, radius * t.cosine}));
    pistons.push_back(Placement::translation({x, 0, wrist}));
  }
  // The pistons and their pins.
  for (int twice = 0; twice < 2; ++twice) all.insert(all.end(), pistons.begin(), pistons.end());
  for (const ValveKind kind : {ValveKind::intake, ValveKind::exhaust}) {
    const double y = m.valve_row(kind);
    all.push_back(turned_about_x(turn((crank_angle + design.cam_advance) / 720), {0, y, m.roof + m.cam_axis}));
    std::vector<Placement> valves;
    for (int cylinder = 1; cylinder <= 4; ++cylinder)
      for (const double side : {-1.0, 1.0})
        valves.push_back(Placement::translation(
            {m.cylinder_x(cylinder) + side * m.valve_x, y, m.roof - valve_lift(design, kind, cylinder, crank_angle)}));
    for (int twice = 0; twice < 2; ++twice) all.insert(all.end(), valves.begin(), valves.end());
  }
  return all;
}

}  // namespace abut
