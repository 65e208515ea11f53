#include "goals.h"

#include "merged_goals.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace abut::bench::peers {

namespace {

/// The cells of one line as Table writes them.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

std::string line_for_a_person(const Goal& goal) {
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, value < 10 ? "%.2f" : "%.1f", value);
    return std::string(value == 0 ? "-" : text);
  };
  char text[256];
  std::snprintf(text, sizeof text, "  %-62s %-36s %8s  (%s %s, aim %s)  %s", goal.work.c_str(), goal.measure.c_str(),
                number(goal.measured).c_str(), goal.at_most ? "at most" : "at least", number(goal.required).c_str(),
                number(goal.aim).c_str(), verdict_of(goal).c_str());
  return text;
}

}  // namespace

std::string verdict_of(const Goal& goal) {
  const auto reaches = [&](double bound) { return goal.at_most ? goal.measured <= bound : goal.measured >= bound; };
  if (goal.required != 0 && !reaches(goal.required)) {
    const double factor = std::max(goal.measured / goal.required, goal.required / goal.measured);
    char text[48];
    if (factor < 2)
      std::snprintf(text, sizeof text, "missed by %.2g %%", 100 * std::abs(goal.measured / goal.required - 1));
    else
      std::snprintf(text, sizeof text, "missed by a factor of %.*f", factor < 10 ? 1 : 0, factor);
    return text;
  }
  if (goal.aim != 0 && reaches(goal.aim)) return "aim reached";
  if (goal.required == 0 && goal.aim == 0) return "nothing asked";
  return goal.required != 0 ? "met" : "aim missed";
}

void WorstOf::add(const std::string& work, double measured) {
  const bool worse = goal_.at_most ? measured > goal_.measured : measured < goal_.measured;
  if (!worst_.empty() && !worse) return;
  goal_.measured = measured;
  worst_ = work;
}

void WorstOf::add_to(std::vector<Goal>& goals) const {
  if (worst_.empty()) return;
  goals.push_back(goal_);
  goals.back().work += "; worst: " + worst_;
}

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::filesystem::path& goals) {
  Rows rows;
  std::ifstream file(goals);
  std::string line;
  for (bool head = true; std::getline(file, line); head = false)
    if (!head) rows.push_back(cells_of(line));
  return rows;
}

/// Those of other experiments, so far.
Table table_without(const Surroundings& to, std::string_view experiment) {
  Table table({"experiment", "work", "measure", "bound", "required", "aim", "measured", "verdict", "table"});
  const std::filesystem::path path = to.out / goals_file;
  for (std::vector<std::string>& cells : rows_of(std::filesystem::exists(path) ? path : to.before / goals_file))
    if (cells[0] != experiment) table.row(std::move(cells));
  return table;
}

}  // namespace

void merge_goals(const Surroundings& to, const std::filesystem::path& goals) {
  Rows rows = rows_of(goals);
  if (rows.empty()) return;
  Table table = table_without(to, rows.front()[0]);
  for (std::vector<std::string>& cells : rows) table.row(std::move(cells));
  table.save(to.out / goals_file);
}

void record_goals(const Surroundings& to, std::string_view experiment, const std::vector<Goal>& goals) {
  Table table = table_without(to, experiment);
  for (const Goal& goal : goals) {
    table.row({std::string(experiment), goal.work, goal.measure, goal.at_most ? "at most" : "at least",
               cell(goal.required), cell(goal.aim), cell(goal.measured), verdict_of(goal),
               goal.table == GoalTable::first ? "first" : "no cliffs"});
    to.report(line_for_a_person(goal));
  }
  table.save(to.out / goals_file);
}

}  // namespace abut::bench::peers
