#include "contestant.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"

#include <array>

namespace abut::bench::peers {

namespace {

/// What is done to A and B before they are placed. Neither changes a volume.
struct Change {
  std::string name;
  Placement of_a, of_b;
};

Placement linear(const Vec3& x, const Vec3& y, const Vec3& z) {
  return Placement::from_rows(std::array{x.x, x.y, x.z, 0.0, y.x, y.y, y.z, 0.0, z.x, z.y, z.z, 0.0});
}

std::vector<Change> changes() {
  return {
      {"sheared", linear({1, 0.3, 0}, {0, 1, 0}, {0, 0, 1}), linear({1, 0, 0}, {0, 1, -0.4}, {0, 0, 1})},
      {"scaled unlike", linear({1.25, 0, 0}, {0, 1, 0}, {0, 0, 0.8}), linear({1, 0, 0}, {0, 0.8, 0}, {0, 0, 1.25})}};
}

/// The same bodies at the same places twice: by the placements, and by meshes that are changed already.
struct Twice {
  Workload by_placement, by_mesh;
};

Twice changed(const Workload& work, const Change& change) {
  Twice result{work, {work.name, transformed(work.a, change.of_a), transformed(work.b, change.of_b), work.placements}};
  for (PlacementPair& at : result.by_placement.placements) at = {at.a * change.of_a, at.b * change.of_b};
  return result;
}

void compare_on(const Workload& work, Query query, const Change& change, const Surroundings& to, Table& table,
                WorstOf& worst) {
  Twice twice = changed(work, change);
  if (query == Query::distance) {
    // Clear either way; which placements those are depends on the change.
    std::vector<PlacementPair> clear = placements_that(false, twice.by_mesh, 60);
    twice.by_mesh.placements = std::move(clear);
    twice.by_placement = changed({work.name, work.a, work.b, twice.by_mesh.placements}, change).by_placement;
  }
  Contestant changed_by_placement(our_models()[0], twice.by_placement, query),
      rigid(our_models()[0], twice.by_mesh, query);
  // What is slow is timed on the first placements only.
  const std::size_t count = changed_by_placement.affordable(twice.by_placement.placements, to.count(0.2, 0.002));
  twice.by_placement.placements.resize(count);
  twice.by_mesh.placements.resize(count);
  const std::vector<double> seconds = race(
      {[&] { rigid.ask(twice.by_mesh.placements); }, [&] { changed_by_placement.ask(twice.by_placement.placements); }},
      rules_for(to, {.shortest_seconds = 0.01}));
  const std::vector<PlacementPair>& placements = twice.by_placement.placements;
  const double microseconds = 1e6 / static_cast<double>(placements.size());
  table.row(
      {work.name, std::string(name_of(query)), change.name, cell(std::uint64_t{placements.size()}),
       cell(seconds[1] * microseconds), cell(seconds[0] * microseconds), cell(seconds[1] / seconds[0]),
       cell(std::uint64_t{changed_by_placement.count_wrong(placements, exact_answers(twice.by_placement, query))})});
  to.say(work.name + ", " + std::string(name_of(query)) + ", " + change.name);
  worst.add(work.name, seconds[1] / seconds[0]);
}

}  // namespace

void compare_sheared(const Surroundings& to) {
  Table table({"work", "query", "placements_are", "placements", "us", "rigid_us", "times_rigid", "wrong"});
  const std::vector<Workload> works = model_workloads(to.count(200, 10));
  std::vector<Goal> goals;
  for (const Change& change : changes())
    for (Query query : {Query::first_contact, Query::all_contacts, Query::distance}) {
      WorstOf worst({std::string(name_of(query)) + ", " + change.name, "times the rigid query's time", 0, 2.5, 0, true,
                     GoalTable::no_cliffs});
      for (const Workload& work : works) compare_on(work, query, change, to, table, worst);
      worst.add_to(goals);
    }
  table.save(to.out / "sheared.csv");
  record_goals(to, "sheared", goals);
}

}  // namespace abut::bench::peers
