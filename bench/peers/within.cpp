#include "contestant.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"
#include <abut/distance.h>

#include <array>
#include <map>

namespace abut::bench::peers {

namespace {

/// A limit as a share of the true distance.
struct Limit {
  double share;
  bool is_goal;  ///< is its speed required?
};
constexpr std::array limits{Limit{0.01, true}, Limit{0.5, true}, Limit{0.99, false}, Limit{1.01, false},
                            Limit{2, true}};

std::string name_of(const Limit& limit) { return "within " + cell(limit.share) + " of the distance"; }

/// `within` at every placement; counts answers that are not what the distance says.
struct Asking {
  const Model &a, &b;
  const Workload& work;
  const std::vector<ExactAnswer>& exact;
  double share;

  std::size_t operator()() const {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < work.placements.size(); ++i) {
      const PlacementPair& at = work.placements[i];
      const double limit = share * exact[i].distance;
      const Nearness found = within(a, at.a, b, at.b, limit);
      wrong += (found.answer == Answer::yes) != (share > 1) || (share > 1 && found.upper > limit);
    }
    return wrong;
  }
};

struct Goals {
  std::map<double, WorstOf> against_fcl;  ///< by share
  WorstOf against_touches{
      {"within 0.01 of the distance", "times our first contact's time", 0, 2, 0, true, GoalTable::no_cliffs}};
};

void compare_on(const Workload& work, const Surroundings& to, Table& table, Goals& goals) {
  const std::vector<ExactAnswer> exact = exact_answers(work, Query::distance);
  const Model a(work.a), b(work.b);
  std::vector<Contestant> contestants = contestants_for(work, Query::distance);
  contestants.emplace(contestants.begin(), our_models()[0], work, Query::first_contact);
  std::vector<std::function<void()>> runs;
  for (Contestant& each : contestants) runs.push_back([&] { each.ask(work.placements); });
  std::array<std::size_t, limits.size()> wrong{};
  for (std::size_t k = 0; k < limits.size(); ++k)
    runs.push_back([&, k] { wrong[k] = Asking{a, b, work, exact, limits[k].share}(); });
  const std::vector<double> seconds = race(runs, rules_for(to, {.shortest_seconds = 0.005}));

  double fcl = 0;
  for (std::size_t i = 0; i < contestants.size(); ++i)
    if (contestants[i].name() == "FCL") fcl = seconds[i];
  const double microseconds = 1e6 / static_cast<double>(work.placements.size());
  const auto add = [&](const std::string& contestant, const std::string& asked, double taken,
                       std::size_t wrong_answers) {
    table.row({work.name, contestant, asked, cell(std::uint64_t{work.placements.size()}), cell(taken * microseconds),
               cell(taken / seconds[0]), fcl > 0 ? cell(fcl / taken) : "", cell(std::uint64_t{wrong_answers})});
  };
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const std::vector<ExactAnswer> answers = i == 0 ? exact_answers(work, Query::first_contact) : exact;
    add(contestants[i].name(), std::string(name_of(contestants[i].query())), seconds[i],
        contestants[i].count_wrong(work.placements, answers));
  }
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const double taken = seconds[contestants.size() + k];
    add(std::string(default_name), name_of(limits[k]), taken, wrong[k]);
    if (limits[k].share == 0.01) goals.against_touches.add(work.name, taken / seconds[0]);
    if (limits[k].is_goal && fcl > 0) goals.against_fcl.at(limits[k].share).add(work.name, fcl / taken);
  }
  to.say(work.name);
}

}  // namespace

void compare_within(const Surroundings& to) {
  Table table({"work", "contestant", "asked", "placements", "us", "over_first_contact", "times_fcl_distance", "wrong"});
  Goals goals;
  for (const Limit& limit : limits)
    if (limit.is_goal)
      goals.against_fcl.emplace(limit.share, WorstOf({name_of(limit), "times the speed of FCL's distance", 0, 20, 0,
                                                      false, GoalTable::no_cliffs}));
  for (const Workload& work : distance_workloads(to.count(20, 2))) compare_on(work, to, table, goals);
  table.save(to.out / "within.csv");
  std::vector<Goal> rows;
  for (const auto& [share, worst] : goals.against_fcl) worst.add_to(rows);
  goals.against_touches.add_to(rows);
  record_goals(to, "within", rows);
}

}  // namespace abut::bench::peers
