#include "../robot_workloads.h"
#include "contestant.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"

namespace abut::bench::peers {

namespace {

/// Nothing is required of boxes: they are shown.
Goal goal_of(const Workload& work, Query query, double measured) {
  Goal goal{work.name + ", " + std::string(name_of(query)),
            "times FCL's speed",
            measured,
            12,
            20,
            false,
            GoalTable::no_cliffs};
  const bool far = work.name.ends_with("far");
  if (far && query == Query::first_contact) goal.required = 3, goal.aim = 4;
  return goal;
}

void compare_on(const Workload& work, Query query, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  const std::vector<ExactAnswer> exact = exact_answers(work, query);
  std::vector<Contestant> contestants = contestants_for(work, query);
  contestants.emplace(contestants.begin() + 1, our_bound_pair(), work, query);
  std::vector<std::function<void()>> runs;
  for (Contestant& each : contestants) runs.push_back([&] { each.ask(work.placements); });
  const std::vector<double> seconds = race(runs, rules_for(to, {.seconds_each = 0.5, .shortest_seconds = 0.005}));
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    table.row({work.name, std::string(name_of(query)), contestants[i].name(),
               cell(std::uint64_t{work.placements.size()}),
               cell(1e6 * seconds[i] / static_cast<double>(work.placements.size())), cell(seconds[i] / seconds[0]),
               cell(std::uint64_t{contestants[i].count_wrong(work.placements, exact)})});
    if (contestants[i].name() == "FCL" && work.a.triangles.size() >= 200)
      goals.push_back(goal_of(work, query, seconds[i] / seconds[0]));
  }
  to.say(work.name + ", " + std::string(name_of(query)));
}

}  // namespace

void compare_small(const Surroundings& to) {
  Table table({"work", "query", "contestant", "placements", "us", "over_abut", "wrong"});
  std::vector<Goal> goals;
  for (const Workload& work : robot_workloads(to.count(200, 10)))
    for (Query query : {Query::first_contact, Query::distance}) compare_on(work, query, to, table, goals);
  table.save(to.out / "small.csv");
  record_goals(to, "small", goals);
}

}  // namespace abut::bench::peers
