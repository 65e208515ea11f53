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
inline constexpr int clash_schema_version = 2;

/// A finding of an earlier report.
struct OldFinding {
  std::string kind, name_a, name_b;
  std::optional<Bracket> depth{}, distance{};  ///< as far as the report knows them
};
/// What an earlier report found.
struct Baseline {
  bool complete = true;  ///< false when that check was stopped: findings that it lacks count as new
  std::map<std::string, OldFinding> findings;  ///< by id
  std::map<std::string, OldFinding> gone{};    ///< by id: what that report said is no longer there
  std::map<std::string, double> settings{};    ///< by their keys in the report: clearance, tolerance, and so on
};
/// Reads a JSON report of this version or an earlier one. Throws Error, opening with the file's name, when it is not
/// one.
Baseline read_baseline(const std::string& file);

/// How a finding relates to the baseline.
enum class FindingChange {
  is_new,    ///< the baseline does not have it, or as a touch only
  returned,  ///< the baseline does not have it, and says that it was there before
  worse,     ///< surely deeper, or closer
  still,     ///< neither worse nor better, as far as the brackets tell
  better,    ///< surely less deep, or farther apart
};
std::string_view name_of(FindingChange change);
struct FindingState {
  FindingChange change = FindingChange::is_new;
  std::string was;  ///< its kind in the baseline, if that was another one
};
/// How a check relates to a baseline.
struct Comparison {
  std::vector<FindingState> states;        ///< one per finding of the report
  std::map<std::string, OldFinding> gone;  ///< by id: what the baseline has and the report does not
  std::vector<std::string> differing;      ///< settings that were others, such as "clearance was 0.5 and is 0.2"
};

/// One check with all that its files show: what went in and what came out.
struct ClashRun {
  std::vector<std::string> inputs;  ///< names of the files of the assembly; may be empty
  Assembly assembly;
  AssemblyMotion motion;
  bool moves = false;          ///< false when `motion` is at_rest(): files then say nothing about time
  bool between_steps = false;  ///< whether the motion was checked between steps, too
  double clearance = 0, tolerance = 0, min_depth = 0, min_volume = 0;  ///< as asked for
  ClashReport report;
  double seconds = 0;  ///< how long the check took
  std::optional<Comparison> comparison{};
  /// How many parts the page leaves out because their models are empty: of an assembly that does not fit into memory.
  std::size_t not_drawn = 0;

  const std::string& name_a(const ClashFinding& finding) const { return assembly.parts()[finding.parts.a].name; }
  const std::string& name_b(const ClashFinding& finding) const { return assembly.parts()[finding.parts.b].name; }
  std::string id(const ClashFinding& finding) const { return clash_id(name_a(finding), name_b(finding)); }
};

/// Sentences about what a check left open between steps, for people: none when it left nothing open.
std::vector<std::string> doubts_of(const ClashRun& run);
/// The same, and what else a reader should know: open, empty and degenerate parts, clashes that were not measured or
/// left out, and settings that differ from the baseline's.
std::vector<std::string> notes_of(const ClashRun& run);

/// What is new, worse, better, still there and gone. Of a run that was stopped nothing is gone.
Comparison compare(const ClashRun& run, const Baseline& baseline);

/// Takes a text piece by piece.
using TextSink = Function<void(std::string_view)>;

/// The report as docs/clash-schema.md describes it, on one line.
void write_json(const ClashRun& run, const TextSink& sink);
std::string to_json(const ClashRun& run);

/// One row per finding and per one that is gone, below a head; a last row says so when the run was stopped.
void write_csv(const ClashRun& run, const TextSink& sink);
std::string to_csv(const ClashRun& run);

/// For people: the most severe findings but for touches, at most 25, and the totals. Where there are more findings,
/// `about_the_rest` says where to find them.
std::string to_text(const ClashRun& run, std::string_view about_the_rest = "");

/// A page with findings and geometry for any browser, in one file that needs no network. Throws Error when this library
/// was built without the page, which needs npm. Written to a file, it is there as a whole or not at all.
void write_page(const ClashRun& run, const TextSink& sink);
void write_page(const ClashRun& run, const std::string& file);
/// Was this library built with the page?
bool has_page();

}  // namespace abut
