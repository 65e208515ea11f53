#include "report/amounts.h"
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
constexpr std::array<Noun, 4> nouns{
    {{"clash", "clashes"}, {"part inside", "parts inside"}, {"touch", "touches"}, {"clearance", "clearances"}}};

/// "2 clashes (1 new), 3 clearances, 1 resolved"
std::string counts_of(const ClashRun& run) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  for (std::size_t kind = 0; kind < nouns.size(); ++kind) {
    std::size_t count = 0, fresh = 0;
    for (std::size_t i = 0; i < run.report.findings.size(); ++i) {
      const bool is_kind = static_cast<std::size_t>(run.report.findings[i].kind) == kind;
      count += is_kind;
      fresh += is_kind && run.comparison && run.comparison->states[i].is_new;
    }
    if (count == 0) continue;
    add(fmt::format("{} {}{}", with_commas(count), count == 1 ? nouns[kind].one : nouns[kind].several,
                    run.comparison ? fmt::format(" ({} new)", with_commas(fresh)) : ""));
  }
  if (text.empty()) text = "nothing found";
  if (run.comparison) add(with_commas(run.comparison->resolved.size()) + " resolved");
  return text;
}

std::string what(const ClashRun& run, const ClashFinding& finding) {
  if (finding.kind == ClashKind::inside)
    return shown(finding.a_is_inside ? run.name_a(finding) : run.name_b(finding)) + " is the inner one";
  if (finding.contacts > 0) return counted_with_commas(finding.contacts, "contact");
  const double gap = run.between_steps ? finding.least.distance.upper : finding.gap.upper;
  if (finding.kind == ClashKind::touch) return fmt::format("{:.4g} apart", gap);
  return fmt::format("{:.4g} apart, {:.4g} asked for", gap, finding.limit);
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
  if (state.is_new) return "new";
  return state.was.empty() ? "still" : "was " + shown(state.was);
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
  for (std::size_t i = 0; i < std::min(findings.size(), most_rows); ++i) {
    Row row{std::string(name_of(findings[i].kind)), shown(run.name_a(findings[i])), shown(run.name_b(findings[i])),
            what(run, findings[i])};
    if (run.moves) row.push_back(when(run, findings[i]));
    if (run.comparison) row.push_back(in_words(run.comparison->states[i]));
    rows.push_back(row);
  }
  std::string text = rows.empty() ? "" : table(rows);
  if (findings.size() > most_rows)
    text += fmt::format("and {} more{}{}\n", with_commas(findings.size() - most_rows),
                        about_the_rest.empty() ? "" : "; ", about_the_rest);
  if (!text.empty()) text += "\n";
  std::string steps;
  if (run.moves)
    steps = fmt::format(" at {}{}", counted_with_commas(run.motion.steps(), "step"),
                        run.between_steps ? " and between" : "");
  text += fmt::format(
      "{}{}; {}, {}{}, {} looked at closely, {}\n", run.report.complete ? "" : "not complete: ", counts_of(run),
      counted_with_commas(run.assembly.parts().size(), "part"), counted_with_commas(run.report.pairs, "pair"), steps,
      with_commas(run.report.pairs_checked), as_duration(run.seconds));
  for (const std::string& doubt : doubts_of(run)) text += doubt + "\n";
  return text;
}

std::vector<std::string> doubts_of(const ClashRun& run) {
  std::vector<std::string> doubts;
  const auto name = [&](std::uint32_t part) { return shown(run.assembly.parts()[part].name); };
  const auto& [undecided, ways] = std::tie(run.report.undecided, run.report.unknown_ways);
  if (!undecided.empty()) {
    std::size_t pairs = 1;
    for (std::size_t i = 1; i < undecided.size(); ++i) pairs += undecided[i].parts != undecided[i - 1].parts;
    const UndecidedTime& first = undecided.front();
    doubts.push_back(fmt::format("undecided between steps: {}, first '{}' and '{}' from {} to {}; more steps help.",
                                 counted_with_commas(pairs, "pair"), name(first.parts.a), name(first.parts.b),
                                 time_text(first.begin), time_text(first.end)));
  }
  if (!ways.empty()) {
    std::size_t parts = 1;
    for (std::size_t i = 1; i < ways.size(); ++i) parts += ways[i].part != ways[i - 1].part;
    const UnknownWay& first = ways.front();
    doubts.push_back(fmt::format("not looked at between steps: {}, first '{}' from {} to {}: {}",
                                 counted_with_commas(parts, "part"), name(first.part), time_text(first.begin),
                                 time_text(first.end), first.why));
  }
  return doubts;
}

}  // namespace abut
