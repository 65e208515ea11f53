#include "../workloads.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"
#include <abut/error.h>

namespace abut::bench::peers {

namespace {

/// A way to answer all steps of a path in turn; says at how many of them the models touch.
struct Walk {
  std::string name;
  std::function<std::size_t()> run;
};

std::vector<Walk> ways_to_walk(const Model& a, const Model& b, const std::vector<PlacementPair>& steps) {
  return {{"without a cache",
           [&] {
             std::size_t touching = 0;
             for (const PlacementPair& at : steps) touching += touches(a, at.a, b, at.b);
             return touching;
           }},
          {"with a cache", [&] {
             CollideCache cache;
             std::size_t touching = 0;
             for (const PlacementPair& at : steps) touching += touches(a, at.a, b, at.b, {.cache = &cache});
             return touching;
           }}};
}

void measure_path(const Workload& path, double required, double aim, const Surroundings& to, Table& table,
                  std::vector<Goal>& goals) {
  const Model a(path.a), b(path.b);
  const std::vector<Walk> walks = ways_to_walk(a, b, path.placements);
  std::vector<std::size_t> touching(walks.size());
  std::vector<std::function<void()>> runs;
  for (std::size_t i = 0; i < walks.size(); ++i) runs.push_back([&, i] { touching[i] = walks[i].run(); });
  const std::vector<double> seconds = race(runs, rules_for(to));
  for (std::size_t i = 0; i < walks.size(); ++i) {
    if (touching[i] != touching[0]) throw Error(path.name + ": the answers " + walks[i].name + " are others.");
    const double steps = static_cast<double>(path.placements.size());
    table.row({path.name, walks[i].name, cell(std::uint64_t{path.placements.size()}), cell(std::uint64_t{touching[i]}),
               cell(1e6 * seconds[i] / steps), cell(seconds[0] / seconds[i])});
    to.say(path.name + ", " + walks[i].name + ": " + std::to_string(1e6 * seconds[i] / steps) + " us a step");
    if (i > 0)
      goals.push_back(
          {path.name + ", " + walks[i].name, "times the uncached speed", seconds[0] / seconds[i], required, aim});
  }
}

}  // namespace

void measure_coherence(const Surroundings& to) {
  Table table({"path", "way", "steps", "touching", "us_per_step", "times_uncached"});
  std::vector<Goal> goals;
  measure_path(coherent_path(PathKind::in_contact), 5, 20, to, table, goals);
  measure_path(coherent_path(PathKind::clear), 1.5, 3, to, table, goals);
  table.save(to.out / "coherence.csv");
  record_goals(to, "coherence", goals);
}

}  // namespace abut::bench::peers
