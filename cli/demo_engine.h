#pragma once

#include <abut/inline_four.h>
#include <abut/report.h>

namespace abut::cli {

/// What the demo turns: an inline-four, and where its parts go in two revolutions of the crankshaft. Parts are as they
/// stand at crank angle 0, so that the file shows an engine, and the motion is theirs from there.
struct DemoEngine {
  InlineFour engine;
  Mesh assembly;               ///< all parts, named
  std::vector<double> angles;  ///< crank angles in degrees, from 0 to 720
};
DemoEngine make_demo_engine(double cam_advance);

/// The motion as a file that abut clash reads.
std::string motion_text(const DemoEngine& demo);
/// The motion of valves and pistons alone, degree by degree, for a look at what happens between steps: where parts move
/// by screws from step to step, they stray from the engine's motion by a 25th as much.
std::string fine_motion_text(const DemoEngine& demo);

/// One kind of gap: its smallest clearance over the motion by the formulas of the design, and in the report.
struct GapCheck {
  std::string name;        ///< "piston to bore"
  double designed = 0;     ///< negative: the parts would overlap by this much
  double designed_at = 0;  ///< crank angle
  double found = 0;        ///< upper bound from the report; 0 where the parts clash
  double mesh_error = 0;   ///< by how much a mesh may be farther away than the smooth part
  double rounding = 0;     ///< by how much it may be closer
};
std::vector<GapCheck> check_gaps(const DemoEngine& demo, const ClashRun& run);

/// A clash of the report beside the one that the formulas foretell.
struct SpanCheck {
  std::string valve, piston;
  double foretold_from = 0, foretold_to = 0;  ///< crank angles
  double found_from = 0, found_to = 0;        ///< steps; not a number when it was not found
  double begin = 0, end = 0;                  ///< found between steps; not a number when it was not found
};
/// `fine` is the check with the finer motion.
std::vector<SpanCheck> check_spans(const DemoEngine& demo, const ClashRun& run, const ClashRun& fine);

}  // namespace abut::cli
