#include "application.h"
#include "experiment.h"

#include <algorithm>
#include <cstdio>

namespace abut::bench::pqp {

namespace {

double longest_side(const Scenario& scenario) {
  double most = 0;
  for (const Mesh& mesh : scenario.meshes)
    for (const Triangle& t : mesh.triangles)
      for (int i = 0; i < 3; ++i) most = std::max(most, length(mesh.points[t[i]] - mesh.points[t[(i + 1) % 3]]));
  return most;
}

}  // namespace

/// Section 7.6: Quinlan's tiles, which the paper left out. Exact distance on trees over tiles that are at most a part
/// of the longest side of any triangle, where triangles are long.
void tiles(const Surroundings& surroundings) {
  using any::VolumeKind;
  Table table(joined({"scenario", "title", "kind", "parts", "leaves", "queries"}, cost_columns));
  for (Application& application : all_applications()) {
    const Scenario& scenario = application.scenario();
    if (scenario.name != "engine" && scenario.name != "verification") continue;
    for (VolumeKind kind : {VolumeKind::sphere, VolumeKind::rss})
      for (std::uint64_t parts : {1, 4, 16}) {
        Trees trees = named_trees(kind);
        if (parts > 1) {
          trees.name += " over tiles of 1/" + cell(parts);
          trees.options.tile = longest_side(scenario) / static_cast<double>(parts);
        }
        const Cost& cost = application.cost(trees, {});
        table.row(joined({scenario.name, scenario.title, std::string(name_of(kind)), cell(parts),
                          cell(application.leaves(trees)), cell(application.questions())},
                         cells(cost)));
        char text[160];
        std::snprintf(text, sizeof text, "%s, %s, %d parts: %.4f ms", scenario.name.c_str(),
                      std::string(name_of(kind)).c_str(), static_cast<int>(parts), cost.milliseconds_each());
        surroundings.say(text);
      }
  }
  table.save(surroundings.out / "tiles.csv");
}

}  // namespace abut::bench::pqp
