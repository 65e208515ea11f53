#include "../workloads.h"
#include "answers.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"

#include <algorithm>
#include <limits>
#include <map>

namespace abut::bench::peers {

namespace {

constexpr double seconds_for_answers = 0.7;  ///< per contestant and work, after which the rest goes uncompared

/// A contestant ready for one work.
struct Entrant {
  std::string name;
  std::unique_ptr<PreparedPair> pair;
  std::size_t timed = 0;  ///< how many of the placements its time is taken on
  Differences differences;
};

/// At most so many placements, one of 1, 2, 5, 10, 20, ...: ours has to run on each number that occurs.
std::size_t round_number_up_to(std::size_t count) {
  std::size_t best = 1;
  for (std::size_t decade = 1; decade <= count; decade *= 10)
    for (std::size_t factor : {1, 2, 5})
      if (factor * decade <= count) best = factor * decade;
  return best;
}

/// On how many of all placements a contestant is timed, from how long it took to compare its answers: slow ones are
/// timed on the first placements only, on as many as a pass of so many seconds has room for.
std::size_t placements_for(const Differences& differences, std::size_t all, double seconds_per_pass) {
  const double per_placement = differences.seconds / static_cast<double>(differences.placements);
  const double affordable = seconds_per_pass / std::max(per_placement, 1e-9);
  if (affordable >= static_cast<double>(all)) return all;
  return round_number_up_to(std::max<std::size_t>(1, static_cast<std::size_t>(affordable)));
}

/// One pass over the first `count` placements.
void pass(PreparedPair& pair, const Workload& work, Query query, std::size_t count, std::vector<Contact>& found) {
  for (std::size_t i = 0; i < count; ++i)
    if (query == Query::first_contact)
      pair.touches(work.placements[i]);
    else
      pair.contacts(work.placements[i], found);
}

/// Times over our default model's, by contestant.
using Ratios = std::map<std::string, double, std::less<>>;

struct CollideTables {
  Table times{{"work", "query", "contestant", "placements", "us", "abut_us", "over_abut"}};
  Table answers = answers_table();
  std::vector<Ratios> ratios;  ///< by work
  WorstOf first{{"first contact", "times FCL's speed", 0, 15, 25, false, GoalTable::no_cliffs}};
  WorstOf all{{"all contacts", "times FCL's speed", 0, 18, 30, false, GoalTable::no_cliffs}};
  std::vector<Goal> goals;
};

void add_goals(const std::string& name, Query query, const Ratios& over_ours, std::vector<Goal>& goals) {
  const double required = query == Query::all_contacts ? 13 : 12;
  if (over_ours.contains("FCL")) goals.push_back({name, "times FCL's speed", over_ours.at("FCL"), required, 20});
  goals.push_back({name, "times our binary OBB tree's speed", over_ours.find(binary_name)->second, 4.5, 8});
}

/// Our binary trees are held to FCL's speed, too: what counts is the work on which they do worst.
void add_goal_of_worst(std::string_view contestant, const std::vector<Ratios>& works, std::vector<Goal>& goals) {
  double worst = std::numeric_limits<double>::infinity();
  for (const Ratios& over_ours : works) {
    if (!over_ours.contains("FCL")) return;
    worst = std::min(worst, over_ours.at("FCL") / over_ours.find(contestant)->second);
  }
  goals.push_back({std::string(contestant) + ", slowest of these works", "times FCL's speed", worst, 1, 0});
}

void run_race(const Workload& work, Query query, std::vector<Entrant>& entrants, const Surroundings& to,
              CollideTables& tables) {
  // Ours runs once for every number of placements that somebody is timed on, so that all ratios are of the same work.
  std::vector<Contact> found;
  std::vector<std::function<void()>> runs;
  std::map<std::size_t, std::size_t> ours_on;
  for (Entrant& entrant : entrants)
    if (ours_on.try_emplace(entrant.timed, runs.size()).second)
      runs.push_back([&, count = entrant.timed] { pass(*entrants[0].pair, work, query, count, found); });
  const std::size_t others_from = runs.size() - 1;
  for (std::size_t i = 1; i < entrants.size(); ++i)
    runs.push_back([&, i] { pass(*entrants[i].pair, work, query, entrants[i].timed, found); });
  const std::vector<double> seconds = race(runs, rules_for(to));

  const std::string name = work.name + ", " + std::string(name_of(query));
  Ratios over_ours;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const Entrant& entrant = entrants[i];
    const double ours = seconds[ours_on.at(entrant.timed)];
    const double theirs = i == 0 ? ours : seconds[others_from + i];
    const double microseconds = 1e6 / static_cast<double>(entrant.timed);
    over_ours[entrant.name] = theirs / ours;
    tables.times.row({work.name, std::string(name_of(query)), entrant.name, cell(std::uint64_t{entrant.timed}),
                      cell(theirs * microseconds), cell(ours * microseconds), cell(theirs / ours)});
    add_answers(work.name, query, entrant.name, entrant.differences, tables.answers);
  }
  add_goals(name, query, over_ours, tables.goals);
  if (over_ours.contains("FCL"))
    (query == Query::first_contact ? tables.first : tables.all).add(work.name, over_ours.at("FCL"));
  tables.ratios.push_back(std::move(over_ours));
}

void compare_on(const Workload& work, const std::vector<Query>& queries, const std::vector<Peer>& contestants,
                const Surroundings& to, CollideTables& tables) {
  const std::vector<std::vector<Contact>> exact = exact_contacts(work);
  for (Query query : queries) {
    std::vector<Entrant> entrants;
    for (const Peer& peer : contestants) {
      entrants.push_back({peer.name, peer.pair(work.a, work.b), 0, {}});
      Entrant& entrant = entrants.back();
      entrant.differences = compare_answers(work, query, exact, *entrant.pair, to.count(seconds_for_answers, 0.01));
      entrant.timed = placements_for(entrant.differences, work.placements.size(), to.count(0.2, 0.001));
      to.say(work.name + ", " + std::string(name_of(query)) + ", " + peer.name + ": timed at " +
             std::to_string(entrant.timed) + " placements");
    }
    run_race(work, query, entrants, to, tables);
  }
}

}  // namespace

void compare_collide(const Surroundings& to) {
  const std::vector<Peer> contestants = all_contestants();
  Table peers({"contestant", "version", "how"});
  for (const Peer& peer : contestants) peers.row({peer.name, peer.version, peer.how});
  peers.save(to.out / "peers.csv");

  CollideTables tables;
  for (const Workload& work : collide_workloads(to.count(1000, 20))) {
    // Where nothing touches, all contacts are as much work as the first.
    const bool clear = work.placements.size() < 10;
    const std::vector<Query> queries =
        clear ? std::vector{Query::first_contact} : std::vector{Query::first_contact, Query::all_contacts};
    compare_on(work, queries, contestants, to, tables);
  }
  tables.times.save(to.out / "collide.csv");
  tables.answers.save(to.out / "answers.csv");
  for (std::string_view contestant : {binary_name, same_tree_name})
    add_goal_of_worst(contestant, tables.ratios, tables.goals);
  for (const WorstOf* worst : {&tables.first, &tables.all}) worst->add_to(tables.goals);
  record_goals(to, "collide", tables.goals);
}

}  // namespace abut::bench::peers
