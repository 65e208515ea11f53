#pragma once

#include "json_writer.h"
#include "output.h"
#include <abut/clash.h>

#include <filesystem>
#include <map>

namespace abut::cli {

/// The version of the report's schema; docs/clash-schema.md describes it.
inline constexpr int clash_schema_version = 1;

/// A finding of an earlier report.
struct OldFinding {
  std::string kind, name_a, name_b;
};
/// What an earlier report found, by id.
struct Baseline {
  bool complete = true;
  std::map<std::string, OldFinding> findings;
};
/// Reads a report that --save wrote. Throws Error, opening with the file's name, when it is not one.
Baseline read_baseline(const std::filesystem::path& file);

/// How a finding relates to the baseline.
struct FindingState {
  std::string state;  ///< "new" or "still"; empty without a baseline
  std::string was;    ///< the old kind when it is another one
};

/// One run of the command: what went in and what came out.
struct ClashRun {
  std::vector<std::string> inputs;
  Assembly assembly;
  Motion motion;
  bool moves = false;  ///< there is a motion file
  double clearance = 0, touch_tolerance = 0;
  ClashReport report;
  double seconds = 0;
  std::vector<std::string> ids;      ///< of the report's findings
  std::vector<FindingState> states;  ///< of the report's findings
  bool compared = false;             ///< there is a baseline
  std::map<std::string, OldFinding> resolved;

  const std::string& name_a(const ClashFinding& finding) const { return assembly.parts()[finding.parts.a].name; }
  const std::string& name_b(const ClashFinding& finding) const { return assembly.parts()[finding.parts.b].name; }
};

/// Fills in ids, and states and what is resolved if there is a baseline. A run that was stopped resolves nothing.
void identify(ClashRun& run, const std::optional<Baseline>& baseline);

/// The report as docs/clash-schema.md describes it, on one line, piece by piece.
void write_json(const ClashRun& run, const Sink& sink);
/// One row per finding, and per one that is resolved, below a head; a last row says so when the run was stopped.
void write_csv(const ClashRun& run, const Sink& sink);
/// For people: the most severe findings, and what there is altogether.
std::string to_text(const ClashRun& run);

}  // namespace abut::cli
