#include "clash_run.h"

#include <fmt/format.h>

namespace abut::cli {

namespace {

/// A field as RFC 4180 has it: in quotes where it needs them, quotes doubled.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string result = "\"";
  for (char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

/// "clash 10-14; clearance 15"
std::string spans_text(const ClashFinding& finding) {
  std::string text;
  for (const ClashSpan& span : finding.spans)
    text += fmt::format("{}{} {}{}", text.empty() ? "" : "; ", name_of(span.kind), span.first,
                        span.last > span.first ? fmt::format("-{}", span.last) : "");
  return text;
}

}  // namespace

std::string to_csv(const ClashRun& run) {
  std::string text =
      "id,kind,state,was,part_a,part_b,limit,distance_lower,distance,contacts,worst_step,worst_time,steps,"
      "ax,ay,az,bx,by,bz\r\n";
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < run.report.findings.size(); ++i) {
    const ClashFinding& finding = run.report.findings[i];
    const Vec3 &a = finding.gap.point_a, &b = finding.gap.point_b;
    fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", run.ids[i],
                   name_of(finding.kind), run.states[i].state, run.states[i].was, field(run.name_a(finding)),
                   field(run.name_b(finding)), finding.limit, finding.gap.lower, finding.gap.upper, finding.contacts,
                   finding.worst_step, run.motion.times[finding.worst_step], spans_text(finding), a.x, a.y, a.z, b.x,
                   b.y, b.z);
  }
  for (const auto& [id, old] : run.resolved)
    fmt::format_to(out, "{},{},resolved,,{},{},,,,,,,,,,,,,\r\n", id, field(old.kind), field(old.name_a),
                   field(old.name_b));
  return text;
}

}  // namespace abut::cli
