#include "report/shown.h"
#include <abut/report.h>

#include <fmt/format.h>

namespace abut {

namespace {

/// "clash 10-14; clearance 15"
std::string spans_of(const ClashFinding& finding) {
  std::string text;
  for (const ClashSpan& span : finding.spans)
    text += fmt::format("{}{} {}{}", text.empty() ? "" : "; ", name_of(span.kind), span.first,
                        span.last > span.first ? fmt::format("-{}", span.last) : "");
  return text;
}

/// "clash 343.047-377.2; touch 380-380"
std::string intervals_of(const ClashFinding& finding) {
  std::string text;
  for (const ClashInterval& interval : finding.intervals)
    text += fmt::format("{}{} {}-{}", text.empty() ? "" : "; ", name_of(interval.kind), interval.begin.upper,
                        interval.end.lower);
  return text;
}

/// What the check between steps says, as columns with a comma in front of each.
std::string between_of(const ClashRun& run, const ClashFinding& finding) {
  if (!run.between_steps) return ",,,,";
  const LeastClearance& least = finding.least;
  return fmt::format(",{},{},{},{}", intervals_of(finding), least.distance.lower, least.distance.upper, least.time);
}

/// How badly the parts are in each other, likewise.
std::string severity_of(const ClashFinding& finding) {
  std::string text = ",,,,,,,,,,";
  if (finding.severity) {
    const ClashSeverity& severity = *finding.severity;
    const Vec3& way = severity.way_out;
    text = fmt::format(",{},{},{},{},{},{},{},{},{},{}", severity.depth.lower, severity.depth.upper,
                       severity.volume.lower, severity.volume.upper, severity.reach_a.length.upper,
                       severity.reach_b.length.upper, severity.way_out_length.upper, way.x, way.y, way.z);
  }
  return fmt::format("{},{},{},{},{}", text, finding.accepted, finding.is_duplicate ? "yes" : "", finding.stray,
                     finding.is_sure ? "yes" : "");
}

}  // namespace

void write_csv(const ClashRun& run, const TextSink& sink) {
  sink(
      "id,kind,state,was,part_a,part_b,limit,distance_lower,distance,contacts,worst_step,worst_time,steps,"
      "ax,ay,az,bx,by,bz,intervals,least_lower,least,least_time,"
      "depth_lower,depth,volume_lower,volume,reach_a,reach_b,way_out,way_x,way_y,way_z,accepted,duplicate,stray,"
      "sure\r\n");
  for (std::size_t i = 0; i < run.report.findings.size(); ++i) {
    const ClashFinding& finding = run.report.findings[i];
    const Vec3 &a = finding.gap.point_a, &b = finding.gap.point_b;
    const FindingState* state = run.comparison ? &run.comparison->states[i] : nullptr;
    sink(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}{}\r\n", run.id(finding),
                     name_of(finding.kind), state ? name_of(state->change) : "", state ? csv_field(state->was) : "",
                     csv_field(run.name_a(finding)), csv_field(run.name_b(finding)), finding.limit, finding.gap.lower,
                     finding.gap.upper, finding.contacts, finding.worst_step, finding.worst_time, spans_of(finding),
                     a.x, a.y, a.z, b.x, b.y, b.z, between_of(run, finding), severity_of(finding)));
  }
  if (run.comparison)
    for (const auto& [id, old] : run.comparison->gone)
      sink(fmt::format("{},{},gone,,{},{}{:,<31}\r\n", csv_field(id), csv_field(old.kind), csv_field(old.name_a),
                       csv_field(old.name_b), ""));
  if (!run.report.complete) sink(fmt::format(",not complete{:,<35}\r\n", ""));
}

std::string to_csv(const ClashRun& run) {
  std::string text;
  write_csv(run, [&](std::string_view row) { text += row; });
  return text;
}

}  // namespace abut
