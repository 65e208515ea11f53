#include "application.h"
#include "experiment.h"

#include <cstdio>

namespace abut::bench::pqp {

namespace {

using any::Search;
using any::VolumeKind;

struct Technique {
  const char* name;
  std::optional<Search> search;  ///< empty: the engine's own
  bool cached = false, ideal = false;
  std::optional<classic::Overflow> overflow{};
};
/// The paper's five, in its order, then ours: depth-first to the nearer child, alone and with the cache; and a full
/// queue whose overflow is searched depth first.
constexpr Technique techniques[] = {
    {"depth-first", Search::left_first},
    {"priority", Search::priority},
    {"caching", Search::left_first, true},
    {"priority and caching", Search::priority, true},
    {"ideal", Search::left_first, false, true},
    {"nearer child first", Search::depth_first},
    {"nearer child first and caching", Search::depth_first, true},
    {"priority, overflow depth-first", Search::priority, false, false, classic::Overflow::depth_first}};
constexpr Technique breadth_first{"breadth-first", Search::breadth_first};

void add_row(Table& table, Application& application, VolumeKind kind, const Technique& technique,
             const Surroundings& surroundings) {
  Way way{.search = technique.search, .overflow = technique.overflow, .cached = technique.cached};
  if (technique.ideal) way.known = application.truth();
  const Scenario& scenario = application.scenario();
  const Cost& cost = application.cost(named_trees(kind), way);
  table.row(
      joined({scenario.name, scenario.title, std::string(name_of(kind)), technique.name, cell(application.questions())},
             cells(cost)));
  char text[160];
  std::snprintf(text, sizeof text, "%s, %s, %s: %.4f ms", scenario.name.c_str(), std::string(name_of(kind)).c_str(),
                technique.name, cost.milliseconds_each());
  surroundings.say(text);
}

}  // namespace

/// Table 5: ways to search trees of rectangle swept spheres, in all scenarios; and, where coherence matters, those of
/// every other kind.
void table5(const Surroundings& surroundings) {
  Table table(joined({"scenario", "title", "kind", "technique", "queries"}, cost_columns)), kinds = table;
  for (Application& application : all_applications()) {
    const std::string& name = application.scenario().name;
    for (const Technique& technique : techniques) add_row(table, application, VolumeKind::rss, technique, surroundings);
    // Level by level nothing is measured before nearly all is opened: larger models take seconds a question.
    if (name == "engine" || name == "tori" || name == "rings")
      add_row(table, application, VolumeKind::rss, breadth_first, surroundings);
    for (bool cached : {false, true})
      add_row(table, application, VolumeKind::automatic, {cached ? "caching" : "engine", {}, cached}, surroundings);
    if (name != "tori" && name != "verification") continue;
    for (VolumeKind kind : any::binary_volume_kinds)
      for (std::size_t t = 0; t < 4; ++t) add_row(kinds, application, kind, techniques[t], surroundings);
  }
  table.save(surroundings.out / "table5.csv");
  kinds.save(surroundings.out / "table5_kinds.csv");
}

}  // namespace abut::bench::pqp
