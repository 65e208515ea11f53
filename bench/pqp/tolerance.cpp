#include "experiment.h"
#include "replay.h"
#include "spheres.h"

#include <cstdio>

namespace abut::bench::pqp {

/// Section 5.3: the cost of an approximate distance, from that of an exact one to that of a contact query.
void tolerance(const Surroundings& surroundings) {
  std::vector<Scenario> scenarios{separated_spheres(1, 40), thinned(falling_tori(), 4)};
  if (const auto& plan = cave_plan()) scenarios.push_back(thinned(plan->computation, 8));
  Table table({"scenario", "title", "kind", "ask", "relative_error", "queries", "volume_tests", "triangle_tests",
               "ms_per_query"});
  for (const Scenario& scenario : scenarios) {
    const std::vector<double> truth = true_distances(scenario);
    using any::VolumeKind;
    for (VolumeKind kind : {VolumeKind::lss, VolumeKind::obb, VolumeKind::rss, VolumeKind::automatic}) {
      const Replayer replayer(scenario, trees_of(kind));
      const auto add = [&](const char* ask, const Way& way) {
        const Cost cost = replayer.ask(way);
        require_right(scenario, name_of(kind), way, cost, truth);
        const auto queries = static_cast<double>(truth.size());
        table.row({scenario.name, scenario.title, std::string(name_of(kind)), ask, cell(way.relative_error),
                   cell(std::uint64_t{truth.size()}), cell(static_cast<double>(cost.counters.volume_tests) / queries),
                   cell(static_cast<double>(cost.counters.triangle_tests) / queries), cell(cost.milliseconds_each())});
        char text[120];
        std::snprintf(text, sizeof text, "%s, %s, %s, error %g: %.3f ms", scenario.name.c_str(),
                      std::string(name_of(kind)).c_str(), ask, way.relative_error, cost.milliseconds_each());
        surroundings.say(text);
      };
      for (double error : {0.0, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0})
        add("distance", {.relative_error = error});
      add("contact", {.ask = Way::Ask::contact});
    }
  }
  table.save(surroundings.out / "tolerance.csv");
}

}  // namespace abut::bench::pqp
