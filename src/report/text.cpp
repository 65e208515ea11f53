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
  if (finding.kind == ClashKind::touch) return fmt::format("{:.4g} apart", finding.gap.upper);
  return fmt::format("{:.4g} apart, {:.4g} asked for", finding.gap.upper, finding.limit);
}

/// "from 50 to 70, worst at 60"; with a gap between runs "from 50 to 90 with breaks".
std::string when(const ClashRun& run, const ClashFinding& finding) {
  const auto time = [&](std::size_t step) { return fmt::format("{:.6g}", run.motion.times[step]); };
  const std::size_t first = finding.spans.front().first, last = finding.spans.back().last;
  if (first == last) return "at " + time(first);
  bool breaks = false;
  for (std::size_t i = 1; i < finding.spans.size(); ++i)
    breaks |= finding.spans[i].first > finding.spans[i - 1].last + 1;
  return fmt::format("from {} to {}{}, worst at {}", time(first), time(last), breaks ? " with breaks" : "",
                     time(finding.worst_step));
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
  if (run.moves) steps = fmt::format(" at {}", counted_with_commas(run.motion.steps(), "step"));
  text += fmt::format(
      "{}{}; {}, {}{}, {} looked at closely, {}\n", run.report.complete ? "" : "not complete: ", counts_of(run),
      counted_with_commas(run.assembly.parts().size(), "part"), counted_with_commas(run.report.pairs, "pair"), steps,
      with_commas(run.report.pairs_checked), as_duration(run.seconds));
  return text;
}

}  // namespace abut
