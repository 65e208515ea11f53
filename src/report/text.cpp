#include "report/amounts.h"
#include "report/notes.h"
#include "report/shown.h"
#include <abut/report.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace abut {

namespace {

constexpr std::size_t most_rows = 25;

struct Noun {
  std::string_view one, several;
};
constexpr std::array<Noun, all_clash_kinds.size()> nouns{{{"clash", "clashes"},
                                                          {"part inside", "parts inside"},
                                                          {"perhaps", "perhaps"},
                                                          {"touch", "touches"},
                                                          {"clearance", "clearances"}}};

/// " (1 new, 2 worse)" of those that have changed for the worse.
std::string changes_of(const ClashRun& run, std::size_t kind) {
  std::array<std::size_t, 5> counts{};
  for (std::size_t i = 0; i < run.report.findings.size(); ++i)
    if (static_cast<std::size_t>(run.report.findings[i].kind) == kind)
      ++counts[static_cast<std::size_t>(run.comparison->states[i].change)];
  std::string text = fmt::format("{} new", with_commas(counts[0]));
  for (const FindingChange change : {FindingChange::returned, FindingChange::worse, FindingChange::better})
    if (const std::size_t count = counts[static_cast<std::size_t>(change)])
      text += fmt::format(", {} {}", with_commas(count), name_of(change));
  return " (" + text + ")";
}

/// "2 clashes (1 new), 3 clearances, 1 part placed twice, 1 gone"
std::string counts_of(const ClashRun& run) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  const auto& findings = run.report.findings;
  for (std::size_t kind = 0; kind < nouns.size(); ++kind) {
    const auto count =
        static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [&](const ClashFinding& finding) {
          return static_cast<std::size_t>(finding.kind) == kind;
        }));
    if (count == 0) continue;
    if (text.empty() && kind == static_cast<std::size_t>(ClashKind::touch)) text = "no clashes";
    add(fmt::format("{} {}{}", with_commas(count), count == 1 ? nouns[kind].one : nouns[kind].several,
                    run.comparison ? changes_of(run, kind) : ""));
  }
  if (text.empty()) text = "nothing found";
  const auto twice = std::count_if(findings.begin(), findings.end(), [](const auto& x) { return x.is_duplicate; });
  if (twice > 0) add(counted_with_commas(static_cast<std::uint64_t>(twice), "part") + " placed twice");
  if (run.comparison) add(with_commas(run.comparison->gone.size()) + " gone");
  if (const std::size_t open = undecided_open_parts(run.report))
    add(fmt::format("containment not decided for {}", counted_with_commas(open, "open part")));
  return text;
}

/// "2.01", or "1.98 to 2.03" where three digits tell them apart.
std::string bracket_text(const Bracket& bracket) {
  const std::string lower = fmt::format("{:.3g}", bracket.lower), upper = fmt::format("{:.3g}", bracket.upper);
  return lower == upper ? upper : lower + " to " + upper;
}

/// "2.01 deep, volume 397"; what was not measured is left out.
std::string severity_text(const ClashFinding& finding) {
  if (!finding.severity) return "depth not known: not closed";
  std::string text = finding.severity->is_depth_measured
                         ? bracket_text(finding.severity->depth) + " deep"
                         : fmt::format("at most {:.3g} deep", finding.severity->depth.upper);
  if (finding.severity->is_volume_measured) text += ", volume " + bracket_text(finding.severity->volume);
  return text;
}

/// ", stray 0.002", and ": not sure after 4 finer meshes" or the like.
std::string stray_text(const ClashFinding& finding) {
  std::string text = finding.stray > 0 ? fmt::format(", stray {:.3g}", finding.stray) : "";
  if (finding.refined > 0 && !finding.is_sure)
    text += fmt::format(" after {}", counted_with_commas(static_cast<std::uint64_t>(finding.refined), "refinement"));
  return text;
}

std::string what(const ClashRun& run, const ClashFinding& finding) {
  if (finding.is_duplicate) return "the same part twice, " + severity_text(finding);
  if (finding.kind == ClashKind::inside)
    return shown(finding.a_is_inside ? run.name_a(finding) : run.name_b(finding)) + " is the inner one, " +
           severity_text(finding);
  if (finding.kind == ClashKind::perhaps)
    return fmt::format("{}, {:.3g} accepted{}",
                       finding.contacts > 0 || finding.gap.upper == 0 ? severity_text(finding)
                                                                      : fmt::format("{:.4g} apart", finding.gap.upper),
                       finding.accepted, stray_text(finding));
  if (finding.contacts > 0)
    return fmt::format("{}, {}{}", severity_text(finding), counted_with_commas(finding.contacts, "contact"),
                       finding.is_tolerance_cut ? fmt::format(", {:.3g} accepted", finding.accepted) : "");
  const double gap = run.between_steps ? finding.least.distance.upper : finding.gap.upper;
  if (finding.kind == ClashKind::touch) return fmt::format("{:.4g} apart", gap);
  return fmt::format("{:.4g} apart, {:.4g} asked for{}", gap, finding.limit, stray_text(finding));
}

std::string time_text(double time) { return fmt::format("{:.6g}", time); }

/// "from 343.047 to 377.2, worst at 360": the times at which surfaces begin and end to meet.
std::string when_they_meet(const ClashFinding& finding) {
  const std::string first = time_text(finding.intervals.front().begin.upper),
                    last = time_text(finding.intervals.back().end.lower);
  if (first == last) return "at " + first;
  return fmt::format("from {} to {}{}, worst at {}", first, last, finding.intervals.size() > 1 ? " with breaks" : "",
                     time_text(finding.worst_time));
}

/// "from 50 to 70, worst at 60"; with a gap between runs "from 50 to 90 with breaks".
std::string when(const ClashRun& run, const ClashFinding& finding) {
  if (!finding.intervals.empty()) return when_they_meet(finding);
  const double worst = run.between_steps ? finding.least.time : finding.worst_time;
  if (finding.spans.empty()) return fmt::format("at {}, between steps", time_text(worst));
  const std::size_t first = finding.spans.front().first, last = finding.spans.back().last;
  if (first == last && worst == run.motion.times[first]) return "at " + time_text(worst);
  bool breaks = false;
  for (std::size_t i = 1; i < finding.spans.size(); ++i)
    breaks |= finding.spans[i].first > finding.spans[i - 1].last + 1;
  return fmt::format("from {} to {}{}, worst at {}", time_text(run.motion.times[first]),
                     time_text(run.motion.times[last]), breaks ? " with breaks" : "", time_text(worst));
}

std::string in_words(const FindingState& state) {
  const std::string change(name_of(state.change));
  return state.was.empty() ? change : change + ", was " + shown(state.was);
}

using Row = std::vector<std::string>;

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], fmt::formatted_size("{:<1}", row[i]));
  std::string text;
  for (const Row& row : rows) {
    std::string line = "";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string to_text(const ClashRun& run, std::string_view about_the_rest) {
  const auto& findings = run.report.findings;
  std::vector<Row> rows;
  std::size_t more = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    // What lies on each other as it should is counted, and listed in the files.
    if (findings[i].kind == ClashKind::touch) continue;
    if (rows.size() == most_rows) {
      ++more;
      continue;
    }
    Row row{std::string(name_of(findings[i].kind)), shown(run.name_a(findings[i])), shown(run.name_b(findings[i])),
            what(run, findings[i])};
    if (run.moves) row.push_back(when(run, findings[i]));
    if (run.comparison) row.push_back(in_words(run.comparison->states[i]));
    rows.push_back(row);
  }
  std::string text = rows.empty() ? "" : table(rows);
  if (more > 0)
    text += fmt::format("and {} more{}{}\n", with_commas(more), about_the_rest.empty() ? "" : "; ", about_the_rest);
  if (!text.empty()) text += "\n";
  std::string steps;
  if (run.moves)
    steps = fmt::format(" at {}{}", counted_with_commas(run.motion.steps(), "step"),
                        run.between_steps ? " and between" : "");
  text += fmt::format(
      "{}{}; {}, {}{}, {} looked at closely, {}\n", run.report.complete ? "" : "not complete: ", counts_of(run),
      counted_with_commas(run.assembly.parts().size(), "part"), counted_with_commas(run.report.pairs, "pair"), steps,
      with_commas(run.report.pairs_checked), as_duration(run.seconds));
  for (const std::string& note : notes_of(run)) text += note + "\n";
  return text;
}

}  // namespace abut
