#include "experiment.h"
#include "replay.h"

#include <cstdio>

namespace abut::bench::pqp {

namespace {

struct Row {
  std::string trees;
  ModelOptions options;
};

/// The paper's trees of every kind, and two that it has not: rectangles split by surface area, as abut does unless told
/// otherwise, and the fast engine.
std::vector<Row> all_rows() {
  std::vector<Row> rows;
  for (VolumeKind kind : binary_volume_kinds) rows.push_back({std::string(name_of(kind)), trees_of(kind)});
  rows.push_back({"rss-surface-area", {.volume = VolumeKind::rss}});
  rows.push_back({"auto", {}});
  return rows;
}

constexpr Ask asks[] = {Ask::contact, Ask::distance, Ask::ten_percent};
constexpr const char* names[] = {"table2", "table3", "table4"};

}  // namespace

/// Tables 2, 3 and 4: contact, distance and distance to 10 % of every kind of volume in all scenarios.
void table2_4(const Surroundings& surroundings) {
  std::vector<Table> tables(std::size(asks), Table({"scenario", "title", "trees", "queries", "touching", "volume_tests",
                                                    "triangle_tests", "seconds", "ms_per_query"}));
  for (const Scenario& scenario : all_scenarios()) {
    const std::vector<double> truth = true_distances(scenario);
    for (const Row& row : all_rows()) {
      const Replayer replayer(scenario, row.options);
      for (std::size_t t = 0; t < std::size(asks); ++t) {
        const Replayer::Cost cost = replayer.ask(asks[t], {}, {}, 1, 1);
        require_right(scenario, row.trees, asks[t], cost, truth);
        const auto queries = static_cast<std::uint64_t>(cost.answers.size());
        std::uint64_t touching = 0;
        for (double distance : truth) touching += distance == 0;
        const double ms = 1e3 * cost.seconds / static_cast<double>(queries);
        tables[t].row({scenario.name, scenario.title, row.trees, cell(queries), cell(touching),
                       cell(cost.counters.volume_tests), cell(cost.counters.triangle_tests), cell(cost.seconds),
                       cell(ms)});
        char text[200];
        std::snprintf(text, sizeof text, "%s, %s, %s: %.3g million volume tests, %.3g million triangle tests, %.4f ms",
                      names[t], scenario.name.c_str(), row.trees.c_str(),
                      1e-6 * static_cast<double>(cost.counters.volume_tests),
                      1e-6 * static_cast<double>(cost.counters.triangle_tests), ms);
        surroundings.say(text);
      }
    }
  }
  for (std::size_t t = 0; t < std::size(asks); ++t) tables[t].save(surroundings.out / (names[t] + std::string(".csv")));
}

}  // namespace abut::bench::pqp
