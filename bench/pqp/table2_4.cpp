#include "experiment.h"
#include "replay.h"

#include <algorithm>
#include <cstdio>

namespace abut::bench::pqp {

namespace {

using any::VolumeKind;

struct Trees {
  std::string name;
  any::ModelOptions options;
};

/// The paper's trees of every kind, and two that it has not: rectangles split by surface area, as abut does unless told
/// otherwise, and the fast engine.
std::vector<Trees> all_trees() {
  std::vector<Trees> all;
  for (VolumeKind kind : any::binary_volume_kinds) all.push_back({std::string(name_of(kind)), trees_of(kind)});
  all.push_back({"rss-surface-area", {.volume = VolumeKind::rss}});
  all.push_back({"auto", {}});
  return all;
}

struct PaperTable {
  const char* name;
  Way way;
};
const PaperTable paper_tables[] = {
    {"table2", {.ask = Way::Ask::contact}}, {"table3", {}}, {"table4", {.relative_error = 0.1}}};

}  // namespace

/// Tables 2, 3 and 4: contact, distance and distance to 10 % of every kind of volume in all scenarios.
void table2_4(const Surroundings& surroundings) {
  std::vector<Table> tables(std::size(paper_tables),
                            Table(joined({"scenario", "title", "trees", "queries", "touching"}, cost_columns)));
  for (const Scenario& scenario : all_scenarios()) {
    const std::vector<double> truth = true_distances(scenario);
    const auto touching = static_cast<std::uint64_t>(std::count(truth.begin(), truth.end(), 0.0));
    for (const Trees& trees : all_trees()) {
      const Replayer replayer(scenario, trees.options);
      for (std::size_t t = 0; t < std::size(paper_tables); ++t) {
        const Cost cost = replayer.ask(paper_tables[t].way);
        require_right(scenario, trees.name, paper_tables[t].way, cost, truth);
        tables[t].row(
            joined({scenario.name, scenario.title, trees.name, cell(std::uint64_t{truth.size()}), cell(touching)},
                   cells(cost)));
        char text[160];
        std::snprintf(text, sizeof text, "%s, %s, %s: %.4f ms", paper_tables[t].name, scenario.name.c_str(),
                      trees.name.c_str(), cost.milliseconds_each());
        surroundings.say(text);
      }
    }
  }
  for (std::size_t t = 0; t < std::size(paper_tables); ++t)
    tables[t].save(surroundings.out / (paper_tables[t].name + std::string(".csv")));
}

}  // namespace abut::bench::pqp
