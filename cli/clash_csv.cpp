#include "clash_run.h"
#include "shown.h"

#include <fmt/format.h>

namespace abut::cli {

namespace {

/// "clash 10-14; clearance 15"
std::string spans_of(const ClashFinding& finding) {
  std::string text;
  for (const ClashSpan& span : finding.spans)
    text += fmt::format("{}{} {}{}", text.empty() ? "" : "; ", name_of(span.kind), span.first,
                        span.last > span.first ? fmt::format("-{}", span.last) : "");
  return text;
}

}  // namespace

void write_csv(const ClashRun& run, const Sink& sink) {
  sink(
      "id,kind,state,was,part_a,part_b,limit,distance_lower,distance,contacts,worst_step,worst_time,steps,"
      "ax,ay,az,bx,by,bz\r\n");
  for (std::size_t i = 0; i < run.report.findings.size(); ++i) {
    const ClashFinding& finding = run.report.findings[i];
    const Vec3 &a = finding.gap.point_a, &b = finding.gap.point_b;
    sink(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", run.ids[i], name_of(finding.kind),
                     run.states[i].state, csv_field(run.states[i].was), csv_field(run.name_a(finding)),
                     csv_field(run.name_b(finding)), finding.limit, finding.gap.lower, finding.gap.upper,
                     finding.contacts, finding.worst_step, run.motion.times[finding.worst_step], spans_of(finding), a.x,
                     a.y, a.z, b.x, b.y, b.z));
  }
  for (const auto& [id, old] : run.resolved)
    sink(fmt::format("{},{},resolved,,{},{},,,,,,,,,,,,,\r\n", csv_field(id), csv_field(old.kind),
                     csv_field(old.name_a), csv_field(old.name_b)));
  if (!run.report.complete) sink(",not complete,,,,,,,,,,,,,,,,,\r\n");
}

}  // namespace abut::cli
