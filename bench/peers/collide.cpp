#include "../workloads.h"
#include "experiments.h"
#include "goals.h"
#include "peer.h"
#include "race.h"

#include <algorithm>
#include <map>

namespace abut::bench::peers {

namespace {

enum class Query { first_contact, all_contacts };
constexpr std::string_view name_of(Query query) {
  return query == Query::first_contact ? "first contact" : "all contacts";
}

constexpr int placements_per_model = 1000;
constexpr double seconds_for_answers = 0.7;  ///< per contestant and work, after which the rest goes uncompared
constexpr double seconds_per_pass = 0.2;     ///< slow contestants are timed on the first placements only

/// How a contestant's answers differ from the exact ones.
struct Differences {
  std::size_t placements = 0, wrong_yes = 0, wrong_no = 0, pairs = 0, missed = 0, extra = 0;
  std::string example;
};

/// A contestant ready for one work.
struct Entrant {
  std::string name;
  std::unique_ptr<PreparedPair> pair;
  std::size_t timed = 0;  ///< how many of the placements its time is taken on
  Differences differences;
};

std::vector<Contact> sorted_once(std::vector<Contact> pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<Contact> without(const std::vector<Contact>& all, const std::vector<Contact>& removed) {
  std::vector<Contact> rest;
  std::set_difference(all.begin(), all.end(), removed.begin(), removed.end(), std::back_inserter(rest));
  return rest;
}

void compare_pairs(std::size_t placement, const std::vector<Contact>& found, const std::vector<Contact>& exact,
                   Differences& differences) {
  const std::vector<Contact> missed = without(exact, found), extra = without(found, exact);
  differences.pairs += exact.size();
  differences.missed += missed.size();
  differences.extra += extra.size();
  differences.wrong_yes += exact.empty() && !found.empty();
  differences.wrong_no += !exact.empty() && found.empty();
  if (!differences.example.empty() || (missed.empty() && extra.empty())) return;
  const Contact& pair = missed.empty() ? extra[0] : missed[0];
  differences.example = "placement " + std::to_string(placement) + ": pair (" + std::to_string(pair.a) + ", " +
                        std::to_string(pair.b) + ") is " + (missed.empty() ? "no contact" : "left out");
}

void compare_yes_or_no(std::size_t placement, bool found, bool exact, Differences& differences) {
  differences.wrong_yes += found && !exact;
  differences.wrong_no += exact && !found;
  if (found != exact && differences.example.empty())
    differences.example = "placement " + std::to_string(placement) + (exact ? " touches" : " is clear");
}

/// At most so many placements, one of 1, 2, 5, 10, 20, ...: ours has to run on each number that occurs.
std::size_t round_number_up_to(std::size_t count) {
  std::size_t best = 1;
  for (std::size_t decade = 1; decade <= count; decade *= 10)
    for (std::size_t factor : {1, 2, 5})
      if (factor * decade <= count) best = factor * decade;
  return best;
}

/// Compares answers until the time is spent, and so learns on how many placements this contestant can be timed.
void compare_answers(const Workload& work, Query query, const std::vector<std::vector<Contact>>& exact,
                     Entrant& entrant) {
  Differences& differences = entrant.differences;
  std::vector<Contact> found;
  double used = 0;
  for (std::size_t i = 0; i < work.placements.size() && (i == 0 || used < seconds_for_answers); ++i) {
    const double start = thread_seconds();
    bool touches = false;
    if (query == Query::first_contact)
      touches = entrant.pair->touches(work.placements[i]);
    else
      entrant.pair->contacts(work.placements[i], found);
    used += thread_seconds() - start;
    if (entrant.timed == 0 || used <= seconds_per_pass) entrant.timed = i + 1;
    ++differences.placements;
    if (query == Query::first_contact)
      compare_yes_or_no(i, touches, !exact[i].empty(), differences);
    else
      compare_pairs(i, sorted_once(found), exact[i], differences);
  }
  if (entrant.timed < work.placements.size()) entrant.timed = round_number_up_to(entrant.timed);
}

/// One pass over the first `count` placements.
void pass(PreparedPair& pair, const Workload& work, Query query, std::size_t count, std::vector<Contact>& found) {
  for (std::size_t i = 0; i < count; ++i)
    if (query == Query::first_contact)
      pair.touches(work.placements[i]);
    else
      pair.contacts(work.placements[i], found);
}

struct Tables {
  Table times{{"work", "query", "contestant", "placements", "us", "abut_us", "over_abut"}};
  Table answers{
      {"work", "query", "contestant", "placements", "wrong_yes", "wrong_no", "pairs", "missed", "extra", "example"}};
  std::vector<Goal> goals;
};

void add_goals(const std::string& name, Query query, const std::map<std::string, double>& over_ours,
               std::vector<Goal>& goals) {
  const bool all = query == Query::all_contacts;
  if (over_ours.contains("FCL")) {
    goals.push_back({name, "times FCL's speed", over_ours.at("FCL"), all ? 13. : 12., 20});
    goals.push_back(
        {name, "binary OBB: times FCL's speed", over_ours.at("FCL") / over_ours.at(std::string(binary_name)), 1, 0});
  }
  goals.push_back({name, "times our binary OBB tree's speed", over_ours.at(std::string(binary_name)), 4.5, 8});
}

void run_race(const Workload& work, Query query, std::vector<Entrant>& entrants, Tables& tables) {
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
  const std::vector<double> seconds = race(runs);

  const std::string name = work.name + ", " + std::string(name_of(query));
  std::map<std::string, double> over_ours;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const Entrant& entrant = entrants[i];
    const double ours = seconds[ours_on.at(entrant.timed)];
    const double theirs = i == 0 ? ours : seconds[others_from + i];
    const double microseconds = 1e6 / static_cast<double>(entrant.timed);
    over_ours[entrant.name] = theirs / ours;
    tables.times.row({work.name, std::string(name_of(query)), entrant.name, cell(std::uint64_t{entrant.timed}),
                      cell(theirs * microseconds), cell(ours * microseconds), cell(theirs / ours)});
    const Differences& d = entrant.differences;
    tables.answers.row({work.name, std::string(name_of(query)), entrant.name, cell(std::uint64_t{d.placements}),
                        cell(std::uint64_t{d.wrong_yes}), cell(std::uint64_t{d.wrong_no}), cell(std::uint64_t{d.pairs}),
                        cell(std::uint64_t{d.missed}), cell(std::uint64_t{d.extra}), d.example});
  }
  add_goals(name, query, over_ours, tables.goals);
}

/// The contacts of all placements, by the tree that is compared with brute force in the tests.
std::vector<std::vector<Contact>> exact_contacts(const Workload& work) {
  const Model a(work.a, {.volume = VolumeKind::obb}), b(work.b, {.volume = VolumeKind::obb});
  std::vector<std::vector<Contact>> result;
  for (const PlacementPair& at : work.placements) result.push_back(collide(a, at.a, b, at.b).pairs);
  return result;
}

void compare_on(const Workload& work, const std::vector<Query>& queries, const std::vector<Peer>& contestants,
                const Surroundings& to, Tables& tables) {
  const std::vector<std::vector<Contact>> exact = exact_contacts(work);
  for (Query query : queries) {
    std::vector<Entrant> entrants;
    for (const Peer& peer : contestants) {
      entrants.push_back({peer.name, peer.pair(work.a, work.b), 0, {}});
      compare_answers(work, query, exact, entrants.back());
      to.say(work.name + ", " + std::string(name_of(query)) + ", " + peer.name + ": " +
             std::to_string(entrants.back().timed) + " placements");
    }
    run_race(work, query, entrants, tables);
  }
}

}  // namespace

void compare_collide(const Surroundings& to) {
  const std::vector<Peer> contestants = all_contestants();
  Table peers({"contestant", "version", "how"});
  for (const Peer& peer : contestants) peers.row({peer.name, peer.version, peer.how});
  peers.save(to.out / "peers.csv");

  Tables tables;
  for (const Workload& work : collide_workloads(placements_per_model)) {
    // Where nothing touches, all contacts are as much work as the first.
    const bool clear = work.placements.size() < 10;
    const std::vector<Query> queries =
        clear ? std::vector{Query::first_contact} : std::vector{Query::first_contact, Query::all_contacts};
    compare_on(work, queries, contestants, to, tables);
  }
  tables.times.save(to.out / "collide.csv");
  tables.answers.save(to.out / "answers.csv");
  record_goals(to, "collide", tables.goals);
}

}  // namespace abut::bench::peers
