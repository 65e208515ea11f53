#include "clash_run.h"

namespace abut::cli {

namespace {

Json parts_of(const ClashRun& run) {
  Json parts = Json::array();
  for (std::size_t i = 0; i < run.assembly.parts().size(); ++i) {
    const AssemblyPart& part = run.assembly.parts()[i];
    const Bounds box = bounds_of(part.model.mesh().points);
    parts.push_back({{"name", part.name},
                     {"triangles", part.model.mesh().triangles.size()},
                     {"closed", run.report.closed[i] != 0},
                     {"lower", to_json(box.low)},
                     {"upper", to_json(box.high)}});
  }
  return parts;
}

Json summary_of(const ClashRun& run) {
  Json summary = Json::object();
  for (ClashKind kind : all_clash_kinds) summary[std::string(name_of(kind))] = 0;
  for (const ClashFinding& finding : run.report.findings) {
    Json& count = summary[std::string(name_of(finding.kind))];
    count = count.get<std::size_t>() + 1;
  }
  summary.update({{"pairs", run.report.pairs}, {"pairs_checked", run.report.pairs_checked}, {"seconds", run.seconds}});
  return summary;
}

Json finding_json(const ClashRun& run, std::size_t index) {
  const ClashFinding& finding = run.report.findings[index];
  Json json{{"id", run.ids[index]},
            {"kind", name_of(finding.kind)},
            {"a", finding.parts.a},
            {"b", finding.parts.b},
            {"limit", finding.limit},
            {"worst_step", finding.worst_step},
            {"distance", {{"lower", finding.gap.lower}, {"upper", finding.gap.upper}}},
            {"point_a", to_json(finding.gap.point_a)},
            {"point_b", to_json(finding.gap.point_b)}};
  json["contacts"] = finding.contacts;
  json["triangles_a"] = finding.triangles_a;
  json["triangles_b"] = finding.triangles_b;
  json["triangles_complete"] = finding.triangles_complete;
  if (finding.contacts > 0)
    json["region"] = {{"lower", to_json(finding.region.low)}, {"upper", to_json(finding.region.high)}};
  if (finding.kind == ClashKind::inside) json["inside"] = finding.a_is_inside ? "a" : "b";
  json["spans"] = Json::array();
  for (const ClashSpan& span : finding.spans)
    json["spans"].push_back({{"kind", name_of(span.kind)}, {"first", span.first}, {"last", span.last}});
  // JSON has no infinity: null says that nothing is as near as was searched.
  if (run.moves) json["curve"] = finding.curve;
  if (run.compared) json["state"] = run.states[index].state;
  if (!run.states[index].was.empty()) json["was"] = run.states[index].was;
  return json;
}

Json report_json(const ClashRun& run) {
  Json json{{"schema", "abut-clash"},
            {"version", clash_schema_version},
            {"abut", ABUT_VERSION},
            {"inputs", run.inputs},
            {"clearance", run.clearance},
            {"touch_tolerance", run.touch_tolerance},
            {"complete", run.report.complete},
            {"times", run.motion.times}};
  if (!run.motion.time_name.empty()) json["time_name"] = run.motion.time_name;
  json["parts"] = parts_of(run);
  json["summary"] = summary_of(run);
  json["findings"] = Json::array();
  for (std::size_t i = 0; i < run.report.findings.size(); ++i) json["findings"].push_back(finding_json(run, i));
  if (!run.compared) return json;
  json["resolved"] = Json::array();
  for (const auto& [id, old] : run.resolved)
    json["resolved"].push_back({{"id", id}, {"kind", old.kind}, {"name_a", old.name_a}, {"name_b", old.name_b}});
  return json;
}

}  // namespace

std::string to_json_line(const ClashRun& run) {
  return report_json(run).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace abut::cli
