#include "demo_engine.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace abut::cli {

namespace {

constexpr double degrees_per_step = 5, fine_degrees_per_step = 1;

/// Vertices of the engine lie on a grid of 2^-15 mm, on both sides of a gap.
constexpr double grid_rounding = 0x1p-14;

constexpr std::array all_gaps{
    std::pair{EngineGap::rod_crank_pin, "connecting rod to crank pin"},
    std::pair{EngineGap::piston_bore, "piston to bore"},
    std::pair{EngineGap::cam_tappet, "cam to tappet"},
    std::pair{EngineGap::piston_head, "piston to head"},
    std::pair{EngineGap::intake_valve_piston, "intake valve to piston"},
    std::pair{EngineGap::exhaust_valve_piston, "exhaust valve to piston"},
};

const ClashFinding* finding_about(const ClashRun& run, const std::string& a, const std::string& b) {
  for (const ClashFinding& finding : run.report.findings)
    if ((run.name_a(finding) == a && run.name_b(finding) == b) ||
        (run.name_a(finding) == b && run.name_b(finding) == a))
      return &finding;
  return nullptr;
}

/// A span at the start of the motion continues one that goes on beyond its end.
void add_span(double from, double to, double foretold_to, double& found_from, double& found_to) {
  constexpr double cycle = 720;
  if (from < foretold_to - cycle) from += cycle, to += cycle;
  found_from = std::fmin(found_from, from);
  found_to = std::fmax(found_to, to);
}

/// At angles up to two revolutions, for the parts that are `wanted`.
template <class Wanted>
std::string motion_text(const DemoEngine& demo, double degrees, const Wanted& wanted) {
  std::string text =
      "# An inline-four through two revolutions of its crankshaft, for engine.obj.\n"
      "time crank angle [deg]\n";
  auto to = std::back_inserter(text);
  const std::vector<Placement> at_start = demo.engine.placements(0);
  for (int step = 0; step * degrees <= 720; ++step) {
    fmt::format_to(to, "step {}\n", step * degrees);
    const std::vector<Placement> now = demo.engine.placements(step * degrees);
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (!wanted(demo.engine.parts[i].name)) continue;
      const Placement from_start = now[i] * inverse(at_start[i]);
      fmt::format_to(to, "\"{}\"", demo.engine.parts[i].name);
      for (int row = 0; row < 3; ++row)
        fmt::format_to(to, " {} {} {} {}", from_start.linear(row, 0), from_start.linear(row, 1),
                       from_start.linear(row, 2), from_start.shift[row]);
      text += '\n';
    }
  }
  return text;
}

}  // namespace

DemoEngine make_demo_engine(double cam_advance) {
  InlineFourDesign design;
  design.cam_advance = cam_advance;
  DemoEngine demo{make_inline_four(design), {}, {}};
  const std::vector<Placement> at_start = demo.engine.placements(0);
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < at_start.size(); ++i) {
    const EnginePart& part = demo.engine.parts[i];
    meshes.push_back(transformed(part.mesh, at_start[i]));
    meshes.back().parts = {{part.name, 0, static_cast<std::uint32_t>(part.mesh.triangles.size())}};
  }
  demo.assembly = joined(meshes);
  for (int step = 0; step * degrees_per_step <= 720; ++step) demo.angles.push_back(step * degrees_per_step);
  return demo;
}

std::string motion_text(const DemoEngine& demo) {
  return motion_text(demo, degrees_per_step, [](const std::string&) { return true; });
}

std::string fine_motion_text(const DemoEngine& demo) {
  return motion_text(demo, fine_degrees_per_step, [](const std::string& name) {
    return name.find("valve") != name.npos || name.find("piston") != name.npos;
  });
}

std::vector<GapCheck> check_gaps(const DemoEngine& demo, const ClashRun& run) {
  std::vector<GapCheck> checks;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [gap, name] : all_gaps) {
    GapCheck check{name, infinity, 0, infinity, mesh_error(demo.engine.design, gap), grid_rounding};
    for (int cylinder = 1; cylinder <= 4; ++cylinder) {
      for (double angle : demo.angles)
        if (const double designed = clearance(demo.engine.design, gap, cylinder, angle); designed < check.designed)
          check.designed = designed, check.designed_at = angle;
      for (const EnginePair& pair : parts_at(gap, cylinder))
        if (const ClashFinding* finding = finding_about(run, pair.a, pair.b))
          for (double distance : finding->curve) check.found = std::min(check.found, distance);
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

std::vector<SpanCheck> check_spans(const DemoEngine& demo, const ClashRun& run, const ClashRun& fine) {
  std::vector<SpanCheck> checks;
  for (const ValveClash& foretold : valve_piston_clash_spans(demo.engine.design)) {
    SpanCheck check{foretold.valve, foretold.piston, foretold.from, foretold.to,
                    std::nan(""),   std::nan(""),    std::nan(""),  std::nan("")};
    if (const ClashFinding* finding = finding_about(run, foretold.valve, foretold.piston))
      for (const ClashSpan& span : finding->spans)
        if (span.kind == ClashKind::clash)
          add_span(run.motion.times[span.first], run.motion.times[span.last], check.foretold_to, check.found_from,
                   check.found_to);
    if (const ClashFinding* finding = finding_about(fine, foretold.valve, foretold.piston))
      for (const ClashInterval& interval : finding->intervals)
        add_span(interval.begin.upper, interval.end.lower, check.foretold_to, check.begin, check.end);
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace abut::cli
