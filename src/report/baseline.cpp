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
    std::optional<std::string> id, kind, name_a, name_b;
    std::optional<std::uint64_t> a, b;
    std::map<std::string, Bracket> brackets;  ///< depth, distance
  };

  bool is_object = false;
  std::string schema, version = "null";
  std::optional<bool> complete;
  bool has_parts = false, has_findings = false;  ///< as lists of objects
  bool is_damaged = false;
  std::vector<std::optional<std::string>> names;
  std::vector<Finding> findings, gone;
  std::map<std::string, double> settings;
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
    if (is_at_top("between_steps")) report.settings[key()] = value;
    return scalar(value ? "true" : "false");
  }
  bool number_integer(std::int64_t value) {
    take_number(static_cast<double>(value));
    return scalar(std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) {
    if (auto* finding = current_finding()) {
      if (key() == "a") finding->a = value;
      if (key() == "b") finding->b = value;
    }
    take_number(static_cast<double>(value));
    return scalar(std::to_string(value));
  }
  bool number_float(double value, const std::string& digits) {
    take_number(value);
    return scalar(digits);
  }
  bool string(std::string& value) {
    if (is_at_top("schema")) report.schema = value;
    if (is_in_list("parts") && key() == "name") report.names.back() = value;
    if (auto* finding = current_finding()) {
      if (key() == "id") finding->id = value;
      if (key() == "kind") finding->kind = value;
    }
    if (is_in_list(gone_key()) && !report.gone.empty()) {
      OldReport::Finding& old = report.gone.back();
      if (key() == "id") old.id = value;
      if (key() == "kind") old.kind = value;
      if (key() == "name_a") old.name_a = value;
      if (key() == "name_b") old.name_b = value;
    }
    return scalar(fmt::format("'{}'", value.substr(0, 40)));
  }
  bool binary(nlohmann::json::binary_t&) { return scalar("null"); }

  bool start_object(std::size_t) {
    if (levels_.empty()) report.is_object = true;
    if (is_element_of("parts")) report.names.emplace_back();
    if (is_element_of("findings")) report.findings.emplace_back();
    if (is_element_of(gone_key())) report.gone.emplace_back();
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
  /// What version 1 calls resolved.
  std::string_view gone_key() const { return report.version == "1" ? "resolved" : "gone"; }

  void take_number(double value) {
    for (const std::string_view setting : {"clearance", "tolerance", "touch_tolerance", "min_depth", "min_volume"})
      if (is_at_top(setting)) report.settings[setting == "touch_tolerance" ? "tolerance" : key()] = value;
    // findings, an element, depth or distance, lower or upper.
    const bool is_bracket = levels_.size() == 4 && levels_[0] == "findings" &&
                            (levels_[2] == "depth" || levels_[2] == "distance") && !report.findings.empty();
    if (!is_bracket) return;
    Bracket& bracket = report.findings.back().brackets[levels_[2]];
    if (key() == "lower") bracket.lower = value;
    if (key() == "upper") bracket.upper = value;
  }

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

std::optional<Bracket> bracket_of(const OldReport::Finding& finding, const std::string& name) {
  const auto at = finding.brackets.find(name);
  return at == finding.brackets.end() ? std::nullopt : std::optional(at->second);
}

/// Nothing when the report lacks what it should have.
std::optional<Baseline> baseline_of(OldReport& report) {
  if (report.is_damaged || !report.complete || !report.has_findings) return std::nullopt;
  Baseline baseline;
  baseline.complete = *report.complete;
  baseline.settings = report.settings;
  const auto name = [&](std::optional<std::uint64_t> part) -> std::optional<std::string> {
    return part && report.has_parts && *part < report.names.size() ? report.names[*part] : std::nullopt;
  };
  for (const OldReport::Finding& finding : report.findings) {
    const auto name_a = name(finding.a), name_b = name(finding.b);
    if (!finding.id || !finding.kind || !name_a || !name_b) return std::nullopt;
    baseline.findings[*finding.id] = {*finding.kind, *name_a, *name_b, bracket_of(finding, "depth"),
                                      bracket_of(finding, "distance")};
  }
  for (const OldReport::Finding& old : report.gone)
    if (old.id && old.kind && old.name_a && old.name_b)
      baseline.gone[*old.id] = {*old.kind, *old.name_a, *old.name_b, {}, {}};
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
  if (report.version != "1" && report.version != std::to_string(clash_schema_version))
    fail(fmt::format("is a report of version {}, but this abut reads versions 1 to {}. Create it again.",
                     report.version, clash_schema_version));
  std::optional<Baseline> baseline = baseline_of(report);
  if (!baseline) fail("is a damaged report: its findings lack what they should have. Create it again.");
  return std::move(*baseline);
}

}  // namespace abut
