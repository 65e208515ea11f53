#pragma once

#include "shapes/plan.h"
#include <abut/inline_four.h>

#include <array>

/// What the parts of the inline-four have in common; users include mesh/inline_four.h.
namespace abut::engine {

/// Lengths that follow from the design, most of them in proportion to the bore. Heights are along z from the
/// crankshaft's axis unless another origin is named.
struct Measures {
  explicit Measures(const InlineFourDesign& design);

  double unit;  ///< 1 for a bore of 86
  double crank_throw;

  // Crankshaft and crankcase.
  double main_radius, main_half;  ///< of the journals, and of the bulkheads along x
  double pin_radius, pin_half;
  double web_radius, counterweight_radius;
  double bulkhead_top, bore_bottom, block_bottom, deck;
  double block_half;       ///< along x
  double crankcase_inner;  ///< half, along y
  double crankcase_outer;
  double cylinders_outer;  ///< half of block and head along y
  double bolt_y, bolt_radius;

  // Connecting rod and piston; heights from the wrist pin's axis.
  double big_end_radius, big_end_half, small_end_radius, small_end_half;
  double shank_half_low, shank_half_high;  ///< half of the shank's width at either end
  double wrist_pin_radius, wrist_pin_half;
  double land_radius, skirt_flat, skirt_bottom, crown_underside, crown_top;
  double rod_window_half;  ///< room for the rod inside of the skirt, along y

  // Head and valve gear; heights from the chamber's roof, where the closed valves' faces are.
  double head_face, roof;            ///< from the crankshaft's axis
  double valve_x, valve_y;           ///< half of the valves' distances along and across the engine
  double valve_margin, seat_height;  ///< the rim below the seat's cone of 45 degrees, and that cone
  double stem_radius, stem_top;
  double tappet_radius, tappet_bevel, tappet_bottom, tappet_top;
  double port_top, tappet_bore_floor, cam_deck, cam_axis;
  double pedestal_half;
  double cam_journal_radius, cam_shaft_radius, lobe_half;

  double valve_radius(ValveKind kind) const { return kind == ValveKind::intake ? intake_radius : exhaust_radius; }
  double valve_row(ValveKind kind) const { return kind == ValveKind::intake ? valve_y : -valve_y; }
  /// The middle of a cylinder along x; main bearings stand half a spacing before and behind.
  double cylinder_x(int cylinder) const { return (cylinder - 2.5) * spacing; }
  std::array<double, 5> main_x() const { return {-2 * spacing, -spacing, 0, spacing, 2 * spacing}; }
  /// Sides of a circle with about the same sagitta as a bore's.
  int sides(double radius) const;
  int bore_sides() const { return resolution; }
  int lobe_sides() const { return resolution + resolution / 2; }

 private:
  double spacing, bore_radius, intake_radius, exhaust_radius;
  int resolution;
};

/// Degrees since the cylinder's own firing top dead centre.
double cycle_angle(int cylinder, double crank_angle);
/// The crank angle of a cylinder's firing top dead centre: 1-3-4-2.
double firing_angle(int cylinder);
/// Where in its own cycle a valve opens farthest, degrees.
double peak_angle(const InlineFourDesign& design, ValveKind kind);

/// First and second derivative of cam_lift() by the cam's angle in radians.
double cam_lift_slope(const InlineFourDesign& design, double cam_angle);
double cam_lift_bend(const InlineFourDesign& design, double cam_angle);

// The parts, each in its own frame.

Mesh block(const InlineFourDesign& design);                     ///< the engine's frame
Mesh head(const InlineFourDesign& design);                      ///< the engine's frame
Mesh crankshaft(const InlineFourDesign& design);                ///< as it stands at angle 0
Mesh connecting_rod(const InlineFourDesign& design);            ///< upright, about the crank pin's centre
Mesh piston(const InlineFourDesign& design);                    ///< about the wrist pin's centre
Mesh wrist_pin(const InlineFourDesign& design);                 ///< about its centre
Mesh valve(const InlineFourDesign& design, ValveKind kind);     ///< upward from the centre of its face
Mesh tappet(const InlineFourDesign& design);                    ///< about the origin of its valve
Mesh camshaft(const InlineFourDesign& design, ValveKind kind);  ///< on its axis, as it stands at angle 0
/// A lobe's outline, its nose towards +u.
shapes::Loop cam_lobe(const InlineFourDesign& design);

}  // namespace abut::engine
