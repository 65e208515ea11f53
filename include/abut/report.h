#pragma once

#include <abut/clash.h>
#include <abut/function.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Files about a check of an assembly: JSON, CSV, text and a page for any browser, and the comparison with an earlier
/// one. In a library of its own, abut::report.
namespace ABUT_API abut {

/// The version of the JSON report's schema; docs/clash-schema.md describes it.
inline constexpr int clash_schema_version = 1;

/// A finding of an earlier report.
struct OldFinding {
  std::string kind, name_a, name_b;
};
/// What an earlier report found, by id.
struct Baseline {
  bool complete = true;  ///< false when that check was stopped: findings that it lacks count as new
  std::map<std::string, OldFinding> findings;
};
/// Reads a JSON report. Throws Error, opening with the file's name, when it is not one.
Baseline read_baseline(const std::string& file);

/// How a finding relates to the baseline.
struct FindingState {
  bool is_new = true;
  std::string was;  ///< its kind in the baseline, if that was another one
};
/// How a check relates to a baseline.
struct Comparison {
  std::vector<FindingState> states;            ///< one per finding of the report
  std::map<std::string, OldFinding> resolved;  ///< by id: what the baseline has and the report does not
};

/// One check with all that its files show: what went in and what came out.
struct ClashRun {
  std::vector<std::string> inputs;  ///< names of the files of the assembly; may be empty
  Assembly assembly;
  AssemblyMotion motion;
  bool moves = false;          ///< false when `motion` is at_rest(): files then say nothing about time
  bool between_steps = false;  ///< whether the motion was checked between steps, too
  double clearance = 0, touch_tolerance = 0;
  ClashReport report;
  double seconds = 0;  ///< how long the check took
  std::optional<Comparison> comparison{};

  const std::string& name_a(const ClashFinding& finding) const { return assembly.parts()[finding.parts.a].name; }
  const std::string& name_b(const ClashFinding& finding) const { return assembly.parts()[finding.parts.b].name; }
  std::string id(const ClashFinding& finding) const { return clash_id(name_a(finding), name_b(finding)); }
};

/// Sentences about what a check left open between steps, for people: none when it left nothing open.
std::vector<std::string> doubts_of(const ClashRun& run);

/// What is new, still there and resolved. A run that was stopped resolves nothing.
Comparison compare(const ClashRun& run, const Baseline& baseline);

/// Takes a text piece by piece.
using TextSink = Function<void(std::string_view)>;

/// The report as docs/clash-schema.md describes it, on one line.
void write_json(const ClashRun& run, const TextSink& sink);
std::string to_json(const ClashRun& run);

/// One row per finding and per resolved one, below a head; a last row says so when the run was stopped.
void write_csv(const ClashRun& run, const TextSink& sink);
std::string to_csv(const ClashRun& run);

/// For people: the most severe findings, at most 25, and the totals. Where there are more findings, `about_the_rest`
/// says where to find them.
std::string to_text(const ClashRun& run, std::string_view about_the_rest = "");

/// A page with findings and geometry for any browser, in one file that needs no network. Throws Error when this library
/// was built without the page, which needs npm. Written to a file, it is there as a whole or not at all.
void write_page(const ClashRun& run, const TextSink& sink);
void write_page(const ClashRun& run, const std::string& file);
/// Was this library built with the page?
bool has_page();

}  // namespace abut
