#include "report/json_writer.h"
#include "report/notes.h"
#include <abut/report.h>

#include <array>

namespace abut {

namespace {

void write_box(JsonWriter& json, const Bounds& box) {
  json.key("lower").value(box.low);
  json.key("upper").value(box.high);
}

/// Nothing where it is not known.
void write_stray(JsonWriter& json, const Stray& stray) {
  if (stray.kind() == StrayKind::none) return;
  json.key("stray").open('{');
  json.key("kind").value(name_of(stray.kind()));
  json.key("largest").value(stray.largest());
  json.key("spacing").value(stray.spacing());
  json.close('}');
}

void write_parts(JsonWriter& json, const ClashRun& run) {
  json.key("parts").open('[');
  for (std::size_t i = 0; i < run.assembly.parts().size(); ++i) {
    const AssemblyPart& part = run.assembly.parts()[i];
    json.open('{');
    json.key("name").value(part.name);
    const PartSize size = size_of_part(run, i);
    json.key("triangles").value(size.triangles);
    json.key("closed").value(run.report.closed[i] != 0);
    json.key("degenerate").value(run.report.degenerate.empty() ? 0 : run.report.degenerate[i]);
    write_stray(json, part.stray);
    write_box(json, size.bounds);
    json.close('}');
  }
  json.close(']');
}

void write_summary(JsonWriter& json, const ClashRun& run) {
  std::array<std::size_t, all_clash_kinds.size()> counts{};
  std::size_t duplicates = 0;
  for (const ClashFinding& finding : run.report.findings) {
    ++counts[static_cast<std::size_t>(finding.kind)];
    duplicates += finding.is_duplicate;
  }
  json.key("summary").open('{');
  for (ClashKind kind : all_clash_kinds) json.key(name_of(kind)).value(counts[static_cast<std::size_t>(kind)]);
  json.key("duplicates").value(duplicates);
  json.key("left_out").value(run.report.left_out);
  json.key("undecided_open_parts").value(undecided_open_parts(run.report));
  json.key("without_depth").value(run.report.without_depth);
  json.key("without_volume").value(run.report.without_volume);
  json.key("pairs").value(run.report.pairs);
  json.key("pairs_checked").value(run.report.pairs_checked);
  json.key("seconds").value(run.seconds);
  json.close('}');
}

void write_spans(JsonWriter& json, const ClashFinding& finding) {
  json.key("spans").open('[');
  for (const ClashSpan& span : finding.spans) {
    json.open('{');
    json.key("kind").value(name_of(span.kind));
    json.key("first").value(span.first);
    json.key("last").value(span.last);
    json.close('}');
  }
  json.close(']');
}

void write_bracket(JsonWriter& json, std::string_view name, const Bracket& bracket) {
  json.key(name).open('{');
  json.key("lower").value(bracket.lower);
  json.key("upper").value(bracket.upper);
  json.close('}');
}

/// When the parts meet, and how close they come.
void write_between(JsonWriter& json, const ClashFinding& finding) {
  json.key("between_steps").value(finding.is_between_steps);
  json.key("intervals").open('[');
  for (const ClashInterval& interval : finding.intervals) {
    json.open('{');
    json.key("kind").value(name_of(interval.kind));
    write_bracket(json, "begin", interval.begin);
    write_bracket(json, "end", interval.end);
    json.close('}');
  }
  json.close(']');
  json.key("least").open('{');
  json.key("lower").value(finding.least.distance.lower);
  json.key("upper").value(finding.least.distance.upper);
  json.key("time").value(finding.least.time);
  json.close('}');
}

void write_doubts(JsonWriter& json, const ClashReport& report) {
  json.key("undecided").open('[');
  for (const UndecidedTime& time : report.undecided) {
    json.open('{');
    json.key("a").value(time.parts.a);
    json.key("b").value(time.parts.b);
    json.key("begin").value(time.begin);
    json.key("end").value(time.end);
    json.close('}');
  }
  json.close(']');
  json.key("unknown_ways").open('[');
  for (const UnknownWay& way : report.unknown_ways) {
    json.open('{');
    json.key("part").value(way.part);
    json.key("begin").value(way.begin);
    json.key("end").value(way.end);
    json.key("why").value(way.why);
    json.close('}');
  }
  json.close(']');
}

void write_undecided_inside(JsonWriter& json, const ClashReport& report) {
  json.key("undecided_inside").open('[');
  for (const UndecidedInside& pair : report.undecided_inside) {
    json.open('{');
    json.key("inner").value(pair.inner);
    json.key("outer").value(pair.outer);
    json.key("step").value(pair.step);
    json.close('}');
  }
  json.close(']');
}

void write_where(JsonWriter& json, const ClashFinding& finding) {
  write_bracket(json, "distance", {finding.gap.lower, finding.gap.upper});
  json.key("point_a").value(finding.gap.point_a);
  json.key("point_b").value(finding.gap.point_b);
  json.key("contacts").value(finding.contacts);
  json.key("triangles_a").list(finding.triangles_a);
  json.key("triangles_b").list(finding.triangles_b);
  json.key("triangles_complete").value(finding.triangles_complete);
  if (finding.contacts == 0) return;
  json.key("region").open('{');
  write_box(json, finding.region);
  json.close('}');
}

void write_reach(JsonWriter& json, std::string_view name, const Reach& reach) {
  json.key(name).open('{');
  json.key("lower").value(reach.length.lower);
  json.key("upper").value(reach.length.upper);
  json.key("point").value(reach.point);
  json.key("triangle").value(reach.triangle);
  json.close('}');
}

void write_patches(JsonWriter& json, const std::vector<ClashPatch>& patches) {
  json.key("patches").open('[');
  for (const ClashPatch& patch : patches) {
    json.open('{');
    write_bracket(json, "depth", patch.depth);
    json.key("centre").value(patch.centre);
    json.key("normal").value(patch.normal);
    json.key("area").value(patch.area);
    json.key("length").value(patch.length);
    json.key("contacts").value(patch.contacts);
    write_box(json, patch.extent);
    json.close('}');
  }
  json.close(']');
}

/// How badly the parts are in each other.
void write_severity(JsonWriter& json, const ClashSeverity& severity) {
  write_bracket(json, "depth", severity.depth);
  json.key("depth_measured").value(severity.is_depth_measured);
  write_bracket(json, "volume", severity.volume);
  json.key("volume_measured").value(severity.is_volume_measured);
  json.key("way_out").open('{');
  json.key("lower").value(severity.way_out_length.lower);
  json.key("upper").value(severity.way_out_length.upper);
  json.key("move").value(severity.way_out);
  json.close('}');
  if (!severity.is_depth_measured) return;
  json.key("deepest").value(severity.deepest);
  write_reach(json, "reach_a", severity.reach_a);
  write_reach(json, "reach_b", severity.reach_b);
  if (!severity.patches.empty()) write_patches(json, severity.patches);
}

void write_finding(JsonWriter& json, const ClashRun& run, std::size_t index) {
  const ClashFinding& finding = run.report.findings[index];
  json.open('{');
  json.key("id").value(run.id(finding));
  json.key("kind").value(name_of(finding.kind));
  json.key("a").value(finding.parts.a);
  json.key("b").value(finding.parts.b);
  json.key("limit").value(finding.limit);
  json.key("accepted").value(finding.accepted);
  if (finding.is_tolerance_cut) json.key("tolerance_cut").value(true);
  if (finding.stray > 0) json.key("stray").value(finding.stray);
  json.key("sure").value(finding.is_sure);
  if (finding.refined > 0) json.key("refined").value(finding.refined);
  if (!finding.is_sure) json.key("refine_end").value(name_of(finding.refine_end));
  json.key("duplicate").value(finding.is_duplicate);
  if (finding.severity) write_severity(json, *finding.severity);
  json.key("worst_step").value(finding.worst_step);
  json.key("worst_time").value(finding.worst_time);
  write_where(json, finding);
  if (finding.kind == ClashKind::inside) json.key("inside").value(finding.a_is_inside ? "a" : "b");
  write_spans(json, finding);
  // JSON has no infinity: null says that nothing is as near as was searched.
  if (run.moves) json.key("curve").list(finding.curve);
  if (run.between_steps) write_between(json, finding);
  if (run.comparison) {
    const FindingState& state = run.comparison->states[index];
    json.key("state").value(name_of(state.change));
    if (!state.was.empty()) json.key("was").value(state.was);
  }
  json.close('}');
}

void write_comparison(JsonWriter& json, const Comparison& comparison) {
  json.key("differing").list(comparison.differing);
  json.key("gone").open('[');
  for (const auto& [id, old] : comparison.gone) {
    json.open('{');
    json.key("id").value(id);
    json.key("kind").value(old.kind);
    json.key("name_a").value(old.name_a);
    json.key("name_b").value(old.name_b);
    json.close('}');
  }
  json.close(']');
}

}  // namespace

void write_json(const ClashRun& run, const TextSink& sink) {
  JsonWriter json(sink);
  json.open('{');
  json.key("schema").value("abut-clash");
  json.key("version").value(clash_schema_version);
  json.key("abut").value(ABUT_VERSION);
  json.key("inputs").list(run.inputs);
  json.key("clearance").value(run.clearance);
  json.key("tolerance").value(run.tolerance);
  json.key("min_depth").value(run.min_depth);
  json.key("min_volume").value(run.min_volume);
  json.key("between_steps").value(run.between_steps);
  json.key("complete").value(run.report.complete);
  json.key("times").list(run.motion.times);
  if (!run.motion.time_name.empty()) json.key("time_name").value(run.motion.time_name);
  write_undecided_inside(json, run.report);
  if (run.between_steps) write_doubts(json, run.report);
  write_parts(json, run);
  write_summary(json, run);
  json.key("findings").open('[');
  for (std::size_t i = 0; i < run.report.findings.size(); ++i) write_finding(json, run, i);
  json.close(']');
  if (run.comparison) write_comparison(json, *run.comparison);
  json.close('}');
  json.finish();
}

std::string to_json(const ClashRun& run) {
  std::string text;
  write_json(run, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace abut
