#include "application.h"
#include "experiment.h"

#include <cstdio>

namespace abut::bench::pqp {

namespace {

using any::VolumeKind;

/// The paper's trees of every kind, and two that it has not: rectangles split by surface area, as abut does unless told
/// otherwise, and the fast engine.
std::vector<Trees> all_trees() {
  std::vector<Trees> all;
  for (VolumeKind kind : any::binary_volume_kinds) all.push_back(named_trees(kind));
  all.push_back({"rss-surface-area", {.volume = VolumeKind::rss}});
  all.push_back(named_trees(VolumeKind::automatic));
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
  for (Application& application : all_applications()) {
    const Scenario& scenario = application.scenario();
    for (const Trees& trees : all_trees())
      for (std::size_t t = 0; t < std::size(paper_tables); ++t) {
        const Cost& cost = application.cost(trees, paper_tables[t].way);
        tables[t].row(joined(
            {scenario.name, scenario.title, trees.name, cell(application.questions()), cell(application.touching())},
            cells(cost)));
        char text[160];
        std::snprintf(text, sizeof text, "%s, %s, %s: %.4f ms", paper_tables[t].name, scenario.name.c_str(),
                      trees.name.c_str(), cost.milliseconds_each());
        surroundings.say(text);
      }
  }
  for (std::size_t t = 0; t < std::size(paper_tables); ++t)
    tables[t].save(surroundings.out / (paper_tables[t].name + std::string(".csv")));
}

}  // namespace abut::bench::pqp
