#include "io/file.h"
#include <abut/error.h>
#include <abut/report.h>

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace abut {

namespace {

/// What a report says, as far as a comparison needs it; whatever is missing or of another type is empty.
struct OldReport {
  struct Finding {
    std::optional<std::string> id, kind;
    std::optional<std::uint64_t> a, b;
  };

  bool is_object = false;
  std::string schema, version = "null";
  std::optional<bool> complete;
  bool has_parts = false, has_findings = false;  ///< as lists of objects
  bool is_damaged = false;
  std::vector<std::optional<std::string>> names;
  std::vector<Finding> findings;
};

/// Takes the JSON as nlohmann's parser comes by it, so that a report of any size and depth needs little memory and no
/// stack.
class OldReportReader {
 public:
  // Ours are four deep.
  static constexpr std::size_t deepest = 100;

  OldReport report;
  bool is_too_deep = false;

  // The names are the parser's.
  bool null() { return scalar("null"); }
  bool boolean(bool value) {
    if (is_at_top("complete")) report.complete = value;
    return scalar(value ? "true" : "false");
  }
  bool number_integer(std::int64_t value) { return scalar(std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) {
    if (auto* finding = current_finding()) {
      if (key() == "a") finding->a = value;
      if (key() == "b") finding->b = value;
    }
    return scalar(std::to_string(value));
  }
  bool number_float(double, const std::string& digits) { return scalar(digits); }
  bool string(std::string& value) {
    if (is_at_top("schema")) report.schema = value;
    if (is_in_list("parts") && key() == "name") report.names.back() = value;
    if (auto* finding = current_finding()) {
      if (key() == "id") finding->id = value;
      if (key() == "kind") finding->kind = value;
    }
    return scalar(fmt::format("'{}'", value.substr(0, 40)));
  }
  bool binary(nlohmann::json::binary_t&) { return scalar("null"); }

  bool start_object(std::size_t) {
    if (levels_.empty()) report.is_object = true;
    if (is_element_of("parts")) report.names.emplace_back();
    if (is_element_of("findings")) report.findings.emplace_back();
    return go_down();
  }
  bool start_array(std::size_t) {
    if (is_at_top("parts")) report.is_damaged |= std::exchange(report.has_parts, true);
    if (is_at_top("findings")) report.is_damaged |= std::exchange(report.has_findings, true);
    if (is_element_of("parts") || is_element_of("findings")) report.is_damaged = true;
    return go_down();
  }
  bool key(std::string& name) {
    levels_.back() = name;
    return true;
  }
  bool end_object() { return go_up(); }
  bool end_array() { return go_up(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) { return false; }

 private:
  const std::string& key() const { return levels_.back(); }
  bool is_at_top(std::string_view name) const { return levels_.size() == 1 && levels_[0] == name; }
  bool is_element_of(std::string_view list) const { return levels_.size() == 2 && levels_[0] == list; }
  bool is_in_list(std::string_view list) const { return levels_.size() == 3 && levels_[0] == list; }
  OldReport::Finding* current_finding() {
    return is_in_list("findings") && !report.findings.empty() ? &report.findings.back() : nullptr;
  }

  bool scalar(const std::string& text) {
    if (is_at_top("version")) report.version = text;
    if (is_element_of("parts") || is_element_of("findings")) report.is_damaged = true;
    return true;
  }
  bool go_down() {
    is_too_deep = levels_.size() == deepest;
    if (!is_too_deep) levels_.emplace_back();
    return !is_too_deep;
  }
  bool go_up() {
    levels_.pop_back();
    return true;
  }

  std::vector<std::string> levels_;  ///< the keys that lead to where we are, empty within a list
};

/// Nothing when the report lacks what it should have.
std::optional<Baseline> baseline_of(OldReport& report) {
  if (report.is_damaged || !report.complete || !report.has_findings) return std::nullopt;
  Baseline baseline;
  baseline.complete = *report.complete;
  const auto name = [&](std::optional<std::uint64_t> part) -> std::optional<std::string> {
    return part && report.has_parts && *part < report.names.size() ? report.names[*part] : std::nullopt;
  };
  for (const OldReport::Finding& finding : report.findings) {
    const auto name_a = name(finding.a), name_b = name(finding.b);
    if (!finding.id || !finding.kind || !name_a || !name_b) return std::nullopt;
    baseline.findings[*finding.id] = {*finding.kind, *name_a, *name_b};
  }
  return baseline;
}

}  // namespace

Baseline read_baseline(const std::string& file) {
  const Pages content = InputFile(file).read_all();
  const auto* begin = reinterpret_cast<const char*>(content.bytes().data());
  const auto fail = [&](const std::string& reason) { throw Error(file + ": " + reason); };
  OldReportReader reader;
  const bool is_json = nlohmann::json::sax_parse(begin, begin + content.bytes().size(), &reader);
  OldReport& report = reader.report;
  if (reader.is_too_deep) fail("is nested too deeply to be a report. Name one that abut clash --save wrote.");
  if (!is_json) fail("is not JSON. Name a report that abut clash --save wrote.");
  if (!report.is_object || report.schema != "abut-clash")
    fail("is not a report of abut clash. Name one that --save wrote.");
  if (report.version != std::to_string(clash_schema_version))
    fail(fmt::format("is a report of version {}, but this abut reads version {}. Create it again.", report.version,
                     clash_schema_version));
  std::optional<Baseline> baseline = baseline_of(report);
  if (!baseline) fail("is a damaged report: its findings lack what they should have. Create it again.");
  return std::move(*baseline);
}

Comparison compare(const ClashRun& run, const Baseline& baseline) {
  Comparison comparison;
  if (run.report.complete) comparison.resolved = baseline.findings;
  for (const ClashFinding& finding : run.report.findings) {
    const std::string id = run.id(finding);
    const auto old = baseline.findings.find(id);
    FindingState state{old == baseline.findings.end(), ""};
    if (!state.is_new && old->second.kind != name_of(finding.kind)) state.was = old->second.kind;
    comparison.states.push_back(std::move(state));
    comparison.resolved.erase(id);
  }
  return comparison;
}

}  // namespace abut
