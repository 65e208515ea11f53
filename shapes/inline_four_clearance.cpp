#include "shapes/inline_four_measures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace abut {

namespace {

using engine::Measures;

/// Vertices are rounded to multiples of 2^-15 in each coordinate, on both sides of a gap: less than this together.
constexpr double grid_error = 0x1p-14;

double valve_piston_clearance(const InlineFourDesign& design, ValveKind kind, int cylinder, double crank_angle) {
  const Measures m(design);
  const double crown = wrist_pin_height(design, cylinder, crank_angle) + m.crown_top;
  return m.roof - valve_lift(design, kind, cylinder, crank_angle) - crown;
}

/// The end of a span between two angles, at one of which the clearance is negative and at the other not.
template <class Gap>
double crossing(Gap&& gap, double negative, double positive) {
  while (std::abs(positive - negative) > 1e-10) {
    const double middle = (negative + positive) / 2;
    if (middle == negative || middle == positive) break;
    (gap(middle) < 0 ? negative : positive) = middle;
  }
  return negative;
}

/// Where the gap is least in an interval in which it falls, then rises.
template <class Gap>
double lowest(Gap&& gap, double from, double to) {
  for (int i = 0; i < 100; ++i) {
    const double third = (to - from) / 3;
    if (gap(from + third) < gap(to - third))
      to -= third;
    else
      from += third;
  }
  return (from + to) / 2;
}

/// The spans of a cylinder's own cycle in which its valves of this kind reach into the piston; from is in [0, 720).
std::vector<std::pair<double, double>> cycle_spans(const InlineFourDesign& design, ValveKind kind) {
  // Cylinder 1 has its own firing dead centre at 0.
  const auto gap = [&](double angle) { return valve_piston_clearance(design, kind, 1, angle); };
  constexpr double step = 0.25;
  std::vector<std::pair<double, double>> spans;
  for (double angle = 0; angle < 720; angle += step) {
    const double before = gap(angle - step), here = gap(angle), after = gap(angle + step);
    if (before >= 0 && here < 0) {
      double end = angle;
      while (gap(end) < 0) end += step;
      spans.emplace_back(crossing(gap, angle, angle - step), crossing(gap, end - step, end));
    } else if (here >= 0 && here <= before && here <= after && after >= 0) {
      const double dip = lowest(gap, angle - step, angle + step);
      if (gap(dip) < 0) spans.emplace_back(crossing(gap, dip, angle - step), crossing(gap, dip, angle + step));
    }
  }
  return spans;
}

const char* name_of(ValveKind kind) { return kind == ValveKind::intake ? "intake" : "exhaust"; }

std::vector<EnginePair> valve_pairs(ValveKind kind, const char* part, const std::string& number,
                                    const std::string& other) {
  std::vector<EnginePair> pairs;
  for (const char* side : {" front", " rear"})
    pairs.push_back({std::string(name_of(kind)) + part + number + side, other});
  return pairs;
}

}  // namespace

double clearance(const InlineFourDesign& design, EngineGap gap, int cylinder, double crank_angle) {
  const Measures m(design);
  switch (gap) {
    case EngineGap::piston_bore:
      return design.piston_clearance;
    case EngineGap::piston_head:
      return m.head_face - m.crown_top - wrist_pin_height(design, cylinder, crank_angle);
    case EngineGap::intake_valve_piston:
      return valve_piston_clearance(design, ValveKind::intake, cylinder, crank_angle);
    case EngineGap::exhaust_valve_piston:
      return valve_piston_clearance(design, ValveKind::exhaust, cylinder, crank_angle);
    case EngineGap::rod_crank_pin:
      return design.journal_clearance;
    case EngineGap::cam_tappet:
      return design.tappet_clearance;
  }
  return 0;
}

std::vector<EnginePair> parts_at(EngineGap gap, int cylinder) {
  const std::string number = std::to_string(cylinder);
  switch (gap) {
    case EngineGap::piston_bore:
      return {{"piston " + number, "block"}};
    case EngineGap::piston_head:
      return {{"piston " + number, "head"}};
    case EngineGap::intake_valve_piston:
      return valve_pairs(ValveKind::intake, " valve ", number, "piston " + number);
    case EngineGap::exhaust_valve_piston:
      return valve_pairs(ValveKind::exhaust, " valve ", number, "piston " + number);
    case EngineGap::rod_crank_pin:
      return {{"connecting rod " + number, "crankshaft"}};
    case EngineGap::cam_tappet: {
      std::vector<EnginePair> pairs = valve_pairs(ValveKind::intake, " tappet ", number, "intake camshaft");
      for (EnginePair& pair : valve_pairs(ValveKind::exhaust, " tappet ", number, "exhaust camshaft"))
        pairs.push_back(std::move(pair));
      return pairs;
    }
  }
  return {};
}

double mesh_error(const InlineFourDesign& design, EngineGap gap) {
  const Measures m(design);
  switch (gap) {
    case EngineGap::piston_bore:
      // A corner of the inner polygon stands before a side of the outer one, at most half a side from its middle.
      return shapes::sagitta(m.land_radius, m.bore_sides()) + grid_error;
    case EngineGap::rod_crank_pin:
      return shapes::sagitta(m.pin_radius, m.sides(m.pin_radius)) + grid_error;
    case EngineGap::cam_tappet: {
      // Between two corners whose normals are 1 / sides turns apart the lobe bulges less than a circle of its largest
      // radius of curvature, h + h''.
      double radius = 0;
      for (double angle = 0; angle < design.half_duration; angle += 0.01)
        radius = std::max(radius, cam_lift(design, angle) + engine::cam_lift_bend(design, angle));
      return shapes::sagitta(design.cam_base_radius + radius, m.lobe_sides()) + grid_error;
    }
    default:  // flat faces
      return grid_error;
  }
}

std::vector<ValveClash> valve_piston_clash_spans(const InlineFourDesign& design) {
  std::vector<ValveClash> all;
  for (int cylinder = 1; cylinder <= 4; ++cylinder)
    for (const auto& [kind, gap] : {std::pair{ValveKind::intake, EngineGap::intake_valve_piston},
                                    {ValveKind::exhaust, EngineGap::exhaust_valve_piston}})
      for (const auto& [start, end] : cycle_spans(design, kind)) {
        double from = start + engine::firing_angle(cylinder);
        from -= 720 * std::floor(from / 720);
        for (const EnginePair& pair : parts_at(gap, cylinder))
          all.push_back({pair.a, pair.b, from, from + (end - start)});
      }
  return all;
}

}  // namespace abut
