#include "shapes/inline_four_measures.h"
#include "shapes/solid_building.h"

#include <algorithm>
#include <cmath>

namespace abut::engine {

namespace {

using namespace shapes;

/// Ten holes for the bolts that hold the head, around the cylinders.
std::vector<Loop> bolt_holes(const Measures& m) {
  std::vector<Loop> loops;
  for (const double x : m.main_x())
    for (const double y : {-m.bolt_y, m.bolt_y}) loops.push_back(circle({x, y}, m.bolt_radius, m.sides(m.bolt_radius)));
  return loops;
}

Loop rounded_plate(const Measures& m, double half_length, double half_width) {
  return rectangle({-half_length, -half_width}, {half_length, half_width}, 6 * m.unit);
}
/// The plan of the cylinders and the head.
Loop footprint(const Measures& m, double inset = 0) {
  return rounded_plate(m, m.block_half - 2 * m.unit - inset, m.cylinders_outer - inset);
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// A loop for each of the sixteen valves.
template <class Form>
std::vector<Loop> at_valves(const Measures& m, Form&& form) {
  std::vector<Loop> loops;
  for (int cylinder = 1; cylinder <= 4; ++cylinder)
    for (const ValveKind kind : {ValveKind::intake, ValveKind::exhaust})
      for (const double side : {-1.0, 1.0})
        loops.push_back(form(PlanPoint{m.cylinder_x(cylinder) + side * m.valve_x, m.valve_row(kind)}, kind));
  return loops;
}

/// The chamber's roof: the smallest convex outline around its four valves, with a margin.
std::vector<Loop> chambers(const InlineFourDesign& design, const Measures& m) {
  std::vector<Loop> loops;
  for (int cylinder = 1; cylinder <= 4; ++cylinder) {
    std::vector<PlanPoint> around;
    for (const double side : {-1.0, 1.0}) {
      const double x = m.cylinder_x(cylinder) + side * m.valve_x;
      const double margin = m.unit;
      append(around, circle_outside({x, m.valve_y}, design.intake_valve_radius + margin, m.bore_sides()));
      append(around, circle_outside({x, -m.valve_y}, design.exhaust_valve_radius + margin, m.bore_sides()));
    }
    loops.push_back(hull(std::move(around)));
  }
  return loops;
}

std::vector<Loop> pedestals(const Measures& m) {
  std::vector<Loop> loops;
  const double half_width = m.bolt_y - m.bolt_radius - m.unit;
  for (const double x : m.main_x())
    loops.push_back(rectangle({x - m.pedestal_half, -half_width}, {x + m.pedestal_half, half_width}, 3 * m.unit));
  return loops;
}

/// A bearing at each of the five bulkheads or pedestals, `half` wide to either side; the axis is at (y, z).
std::vector<Tunnel> bearings(const Measures& m, const PlanPoint& axis, double radius, double half) {
  std::vector<Tunnel> tunnels;
  for (const double x : m.main_x())
    tunnels.push_back({x - half, x + half, circle_outside(axis, radius, m.sides(radius))});
  return tunnels;
}

}  // namespace

Mesh block(const InlineFourDesign& design) {
  const Measures m(design);
  const double unit = m.unit;
  const Loop crankcase = rounded_plate(m, m.block_half, m.crankcase_outer), cylinders = footprint(m);
  std::vector<Loop> bays{crankcase}, bores, jackets;
  for (int cylinder = 1; cylinder <= 4; ++cylinder) {
    const double x = m.cylinder_x(cylinder), bay_half = design.cylinder_spacing / 2 - m.main_half;
    bays.push_back(rectangle({x - bay_half, -m.crankcase_inner}, {x + bay_half, m.crankcase_inner}));
    bores.push_back(circle_outside({x, 0}, design.bore / 2, m.bore_sides()));
    for (const double side : {-1.0, 1.0}) {
      const double inner = side * (design.bore / 2 + 6 * unit), outer = side * (m.cylinders_outer - 6 * unit);
      jackets.push_back(
          rectangle({x - 34 * unit, std::min(inner, outer)}, {x + 34 * unit, std::max(inner, outer)}, 3 * unit));
    }
  }
  // The hall above the bulkheads is wide enough for the bores to end in its ceiling.
  const PlanPoint hall_corner{m.block_half - 9 * unit, m.crankcase_inner + 3 * unit};
  const Loop hall = rectangle({-hall_corner.u, -hall_corner.v}, hall_corner);
  std::vector<Loop> shoulder{crankcase}, lower{cylinders}, upper{cylinders};
  append(shoulder, bores);
  append(lower, bores);
  append(upper, bores);
  append(upper, jackets);
  append(upper, bolt_holes(m));
  const double shoulder_top = m.bore_bottom + 12 * unit, jacket_floor = shoulder_top + 20 * unit;
  const Layer layers[] = {prism(m.block_bottom, m.bulkhead_top, bays),
                          prism(m.bulkhead_top, m.bore_bottom, {crankcase, hall}),
                          prism(m.bore_bottom, shoulder_top, shoulder), prism(shoulder_top, jacket_floor, lower),
                          prism(jacket_floor, m.deck, upper, 4)};
  return stacked(layers, bearings(m, {}, m.main_radius + design.journal_clearance, m.main_half));
}

Mesh head(const InlineFourDesign& design) {
  const Measures m(design);
  const double unit = m.unit, margin = m.valve_margin, seat_height = m.seat_height, roof = m.roof;
  // A gap across a cone of 45 degrees is wider by the square root of 2 along its radius.
  const double gap = design.seat_clearance * std::sqrt(2.0);
  const auto with_frame = [&](std::vector<Loop> loops) {
    append(loops, bolt_holes(m));
    loops.push_back(footprint(m));
    return loops;
  };
  const auto seats = [&](double less) {
    return with_frame(at_valves(m, [&](const PlanPoint& at, ValveKind kind) {
      const double radius = m.valve_radius(kind) + gap;
      return circle_outside(at, radius - less, m.sides(radius));
    }));
  };
  const auto bores = [&](double radius) {
    return with_frame(
        at_valves(m, [&](const PlanPoint& at, ValveKind) { return circle_outside(at, radius, m.sides(radius)); }));
  };
  // Below the bearings, which each lie in one layer.
  const double rim_top = roof + m.cam_axis - m.cam_journal_radius - 4 * unit;
  std::vector<Loop> rim = pedestals(m);
  rim.push_back(footprint(m));
  rim.push_back(footprint(m, 2 * unit));
  const Layer layers[] = {
      prism(m.head_face, roof, with_frame(chambers(design, m))),
      prism(roof, roof + margin, seats(0)),
      taper(roof + margin, roof + margin + seat_height, seats(0), seats(seat_height)),
      prism(roof + margin + seat_height, roof + m.port_top, seats(seat_height), 2),
      prism(roof + m.port_top, roof + m.tappet_bore_floor, bores(m.stem_radius + design.journal_clearance), 2),
      prism(roof + m.tappet_bore_floor, roof + m.cam_deck, bores(m.tappet_radius + design.journal_clearance), 2),
      prism(roof + m.cam_deck, rim_top, rim),
      prism(rim_top, roof + m.cam_axis + m.cam_journal_radius + 9 * unit, pedestals(m))};
  std::vector<Tunnel> cam_bearings;
  for (const ValveKind kind : {ValveKind::intake, ValveKind::exhaust})
    append(cam_bearings, bearings(m, {m.valve_row(kind), roof + m.cam_axis},
                                  m.cam_journal_radius + design.journal_clearance, m.pedestal_half));
  return stacked(layers, cam_bearings);
}

}  // namespace abut::engine
