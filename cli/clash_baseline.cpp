#include "clash_run.h"
#include <abut/error.h>
#include <abut/io/file.h>

#include <fmt/format.h>

namespace abut::cli {

namespace {

std::string part_name(const Json& report, const Json& finding, const char* which) {
  return report.at("parts").at(finding.at(which).get<std::size_t>()).at("name").get<std::string>();
}

Baseline baseline_of(const Json& report) {
  Baseline baseline;
  baseline.complete = report.at("complete").get<bool>();
  for (const Json& finding : report.at("findings"))
    baseline.findings[finding.at("id").get<std::string>()] = {
        finding.at("kind").get<std::string>(), part_name(report, finding, "a"), part_name(report, finding, "b")};
  return baseline;
}

}  // namespace

Baseline read_baseline(const std::filesystem::path& file) {
  const Pages content = InputFile(file).read_all();
  const auto* begin = reinterpret_cast<const char*>(content.bytes().data());
  const Json report = Json::parse(begin, begin + content.bytes().size(), nullptr, false);
  const auto fail = [&](const std::string& reason) { throw Error(file.string() + ": " + reason); };
  if (report.is_discarded()) fail("is not JSON. Name a report that abut clash --save wrote.");
  if (!report.is_object() || report.value("schema", Json()) != "abut-clash")
    fail("is not a report of abut clash. Name one that --save wrote.");
  const Json version = report.value("version", Json());
  if (version != clash_schema_version)
    fail(fmt::format("is a report of version {}, but this abut reads version {}. Make it anew.", version.dump(),
                     clash_schema_version));
  try {
    return baseline_of(report);
  } catch (const Json::exception&) {
    fail("is a damaged report: its findings lack what they should have. Make it anew.");
  }
  return {};
}

void identify(ClashRun& run, const std::optional<Baseline>& baseline) {
  for (const ClashFinding& finding : run.report.findings)
    run.ids.push_back(clash_id(run.name_a(finding), run.name_b(finding)));
  run.states.resize(run.ids.size());
  run.compared = baseline.has_value();
  if (!baseline) return;
  run.resolved = run.report.complete ? baseline->findings : std::map<std::string, OldFinding>{};
  for (std::size_t i = 0; i < run.ids.size(); ++i) {
    const auto old = baseline->findings.find(run.ids[i]);
    const std::string kind(name_of(run.report.findings[i].kind));
    if (old == baseline->findings.end())
      run.states[i] = {"new", ""};
    else
      run.states[i] = {"still", old->second.kind == kind ? "" : old->second.kind};
    run.resolved.erase(run.ids[i]);
  }
}

}  // namespace abut::cli
