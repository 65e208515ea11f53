#include "contestant.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"

#include <algorithm>

namespace abut::bench::peers {

namespace {

void compare_on(const Workload& work, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  std::vector<Contestant> contestants = contestants_for(work, Query::distance);
  contestants.emplace(contestants.begin(), our_models()[0], work, Query::first_contact);
  // All on the same placements: as many as the slowest one has time for.
  std::size_t count = work.placements.size();
  for (Contestant& each : contestants) count = std::min(count, each.affordable(work.placements, to.count(0.2, 0.002)));
  const Workload timed{work.name,
                       work.a,
                       work.b,
                       {work.placements.begin(), work.placements.begin() + static_cast<std::ptrdiff_t>(count)}};
  std::vector<std::function<void()>> runs;
  for (Contestant& each : contestants) runs.push_back([&] { each.ask(timed.placements); });
  const std::vector<double> seconds = race(runs, rules_for(to, {.shortest_seconds = 0.01}));
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    Contestant& each = contestants[i];
    table.row({work.name, std::string(name_of(each.query())), each.name(), cell(std::uint64_t{count}),
               cell(1e6 * seconds[i] / static_cast<double>(count)), cell(seconds[i] / seconds[0]),
               cell(std::uint64_t{each.count_wrong(timed.placements, exact_answers(timed, each.query()))})});
    const std::string name = work.name + ", distance where they touch";
    if (i == 1)
      goals.push_back(
          {name, "times our first contact's time", seconds[1] / seconds[0], 2, 1.2, true, GoalTable::no_cliffs});
    if (each.name() == "FCL")
      goals.push_back({name, "times FCL's speed", seconds[i] / seconds[1], 100, 0, false, GoalTable::no_cliffs});
  }
  to.say(work.name);
}

}  // namespace

void compare_touching(const Surroundings& to) {
  Table table({"work", "query", "contestant", "placements", "us", "over_first_contact", "wrong"});
  std::vector<Goal> goals;
  for (Workload& work : model_workloads(to.count(300, 20))) {
    work.placements = placements_that(true, work, work.placements.size());
    compare_on(work, to, table, goals);
  }
  table.save(to.out / "touching.csv");
  record_goals(to, "touching", goals);
}

}  // namespace abut::bench::peers
