#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <string>
#include <vector>

/// A parametric inline-four engine with sixteen vertical valves under two camshafts: an assembly whose clearances are
/// known in closed form at every crank angle. Lengths are millimetres, angles degrees. x runs along the crankshaft from
/// front to rear, z up along the cylinders, intake on the side of +y; the crankshaft turns about the x axis, from y
/// towards z. Cylinders count 1 to 4 from the front and fire 1-3-4-2. Angle 0 is the firing top dead centre of cylinder
/// 1, and everything repeats after 720. Gaskets, springs, bearing caps and the ports' runners are left out.
namespace ABUT_API abut {

struct InlineFourDesign {
  double bore = 86;
  double stroke = 86;
  double rod_length = 143;
  double cylinder_spacing = 96;
  double piston_clearance = 0.07;   ///< radial, ring lands to bore
  double journal_clearance = 0.04;  ///< radial, of every pin, journal, stem and tappet in its bore
  double side_clearance = 0.3;      ///< axial, at each end of a bearing
  double squish = 1;                ///< piston crown to head at top dead centre
  double chamber_depth = 2.5;       ///< of the combustion chamber's roof above the head's lower face
  double intake_valve_radius = 13.5, exhaust_valve_radius = 12;
  double seat_clearance = 0.1;  ///< valve to seat when closed
  double valve_lift = 9;
  double half_duration = 70;  ///< degrees of cam from a lobe's nose to where its lift ends
  double intake_peak = 110;   ///< of the lift, crank degrees after the top dead centre of gas exchange
  double exhaust_peak = 110;  ///< crank degrees before it
  double cam_base_radius = 15;
  double tappet_clearance = 0.1;  ///< cam lobe to tappet, and tappet to valve stem
  /// Crank degrees by which both camshafts run ahead of their proper timing: 60 drives the intake valves into the
  /// pistons, -60 the exhaust valves.
  double cam_advance = 0;
  /// Sides of a bore's polygon; smaller circles have fewer, and triangle counts grow with its first to second power.
  int resolution = 128;
};

/// Throws Error, naming the parameter, unless the parts can be made and do not touch when timed right.
void validate(const InlineFourDesign& design);

/// A closed mesh in its own frame, with a name such as "piston 1" or "intake valve 3 rear".
struct EnginePart {
  std::string name;
  Mesh mesh;
};

struct InlineFour {
  InlineFourDesign design;
  std::vector<EnginePart> parts;

  /// World <- part, in the order of `parts`.
  std::vector<Placement> placements(double crank_angle) const;
};

/// Closed parts that face outward and never touch each other when timed right. Polygons of bores lie outside their
/// circles, those of shafts inside, so facets never reduce a clearance. Over 100 000 triangles by default. Throws Error
/// as validate().
InlineFour make_inline_four(const InlineFourDesign& design = {});

/// Names and placements without meshes, in the order of make_inline_four's parts.
std::vector<std::string> part_names();
std::vector<Placement> placements(const InlineFourDesign& design, double crank_angle);

// The motion in closed form. A cylinder is 1 to 4.

enum class ValveKind { intake, exhaust };

/// Height of the wrist pin's axis above the crankshaft's.
double wrist_pin_height(const InlineFourDesign& design, int cylinder, double crank_angle);
/// How far the valves of this kind stand open.
double valve_lift(const InlineFourDesign& design, ValveKind kind, int cylinder, double crank_angle);
/// Lift at a cam's angle from its lobe's nose: L (1 - 3/2 u^2 + 3/2 u^10 - u^12), u = angle / half_duration; 0 beyond.
/// Twice differentiable everywhere. A flat tappet follows a lobe's support function, so the lobe's support function is
/// base radius + lift.
double cam_lift(const InlineFourDesign& design, double cam_angle);

/// Pairs of parts whose distance is known analytically.
enum class EngineGap { piston_bore, piston_head, intake_valve_piston, exhaust_valve_piston, rod_crank_pin, cam_tappet };

/// The distance between the ideal, smooth parts. Where a valve reaches into a piston it is negative: minus the depth
/// along the valve's axis.
double clearance(const InlineFourDesign& design, EngineGap gap, int cylinder, double crank_angle);
/// The names of the pairs of parts that have this gap in a cylinder: one, or one for each valve.
struct EnginePair {
  std::string a, b;
};
std::vector<EnginePair> parts_at(EngineGap gap, int cylinder);
/// By how much the distance of the meshes may exceed clearance(). It is never smaller by more than rounding.
double mesh_error(const InlineFourDesign& design, EngineGap gap);

/// The crank angles between which a valve and its piston overlap: `from` in [0, 720), from < to, accurate to 1e-9.
struct ValveClash {
  std::string valve, piston;
  double from = 0, to = 0;
};
/// Empty when timed right; otherwise in the order of cylinders, then of angles.
std::vector<ValveClash> valve_piston_clash_spans(const InlineFourDesign& design);

}  // namespace abut
