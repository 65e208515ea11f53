#include "../rounding.h"
#include "contestant.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"
#include <abut/distance.h>

namespace abut::bench::peers {

namespace {

constexpr std::string_view six_digits = "six digits", orthonormal = "orthonormal";

/// One answer at each step: whether the models touch, or how far apart they are.
using Answers = std::vector<double>;

/// All steps of a path in turn.
struct Walk {
  Query query;
  bool cached;
  std::string_view placements;  ///< six_digits or orthonormal
  std::function<void()> run;
  Answers answers{};
  double seconds = 0;
};

Answers walk(const Model& a, const Model& b, std::span<const PlacementPair> steps, Query query, bool cached) {
  CollideCache contacts;
  DistanceCache pairs;
  Answers answers;
  answers.reserve(steps.size());
  for (const PlacementPair& at : steps)
    answers.push_back(query == Query::first_contact
                          ? touches(a, at.a, b, at.b, {.cache = cached ? &contacts : nullptr})
                          : distance(a, at.a, b, at.b, {.cache = cached ? &pairs : nullptr}).upper);
  return answers;
}

/// At how many steps a walk answers otherwise than the uncached one, which comes right before it.
std::size_t count_wrong(const Walk& cached, const Walk& uncached) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < cached.answers.size(); ++i) wrong += cached.answers[i] != uncached.answers[i];
  return wrong;
}

/// A coherent path, and the same as a recording with six digits gives it.
struct Path {
  Workload work;
  std::vector<PlacementPair> recorded;
};

Path path_of(PathKind kind, const Surroundings& to) {
  Path path{coherent_path(kind), {}};
  path.work.placements.resize(to.count(path.work.placements.size(), std::size_t{100}));
  path.recorded = rounded(path.work.placements, Rounding::to_six_digits);
  return path;
}

/// Uncached and cached in turn.
std::vector<Walk> walks_on(const Path& path, const Model& a, const Model& b) {
  std::vector<Walk> walks;
  for (Query query : {Query::first_contact, Query::distance})
    for (std::string_view placements : {orthonormal, six_digits})
      for (bool cached : {false, true}) walks.push_back({query, cached, placements, {}});
  for (Walk& each : walks)
    each.run = [&] {
      each.answers =
          walk(a, b, each.placements == six_digits ? path.recorded : path.work.placements, each.query, each.cached);
    };
  return walks;
}

void add_goals(const Path& path, PathKind kind, const std::vector<Walk>& walks, std::vector<Goal>& goals) {
  for (std::size_t i = 1; i < walks.size(); i += 2) {
    const Walk& cached = walks[i];
    const std::string name = path.work.name + ", " + std::string(cached.placements) + ", " +
                             std::string(name_of(cached.query)) + " with a cache";
    if (cached.query == Query::distance && kind == PathKind::clear)
      goals.push_back({name, "times the uncached speed", walks[i - 1].seconds / cached.seconds, 4, 10, false,
                       GoalTable::no_cliffs});
    if (cached.placements == six_digits)
      goals.push_back({name, "of the speed on orthonormal ones", walks[i - 2].seconds / cached.seconds, 0.9, 1, false,
                       GoalTable::no_cliffs});
  }
}

void compare_path(PathKind kind, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  const Path path = path_of(kind, to);
  const Model a(path.work.a), b(path.work.b);
  std::vector<Walk> walks = walks_on(path, a, b);
  std::vector<std::function<void()>> runs;
  for (Walk& each : walks) runs.push_back(each.run);

  // Others are timed on some of the steps: they remember nothing from one to the next.
  Workload some{path.work.name, path.work.a, path.work.b, {}};
  for (std::size_t i = 0; i < path.recorded.size(); i += 40) some.placements.push_back(path.recorded[i]);
  std::vector<Contestant> others;
  for (Query query : {Query::first_contact, Query::distance})
    for (const Peer& peer : other_libraries())
      if (Contestant::can(peer, query)) others.emplace_back(peer, some, query);
  for (Contestant& each : others) runs.push_back([&] { each.ask(some.placements); });

  const std::vector<double> seconds = race(runs, rules_for(to, {.seconds_each = 1.5, .shortest_seconds = 0.01}));
  const auto steps = static_cast<double>(path.recorded.size()),
             some_steps = static_cast<double>(some.placements.size());
  for (std::size_t i = 0; i < walks.size(); ++i) {
    Walk& each = walks[i];
    each.seconds = seconds[i];
    const Walk& uncached = walks[i - i % 2];
    table.row({path.work.name, std::string(name_of(each.query)),
               std::string(default_name) + (each.cached ? ", with a cache" : ""), std::string(each.placements),
               cell(std::uint64_t{path.recorded.size()}), cell(1e6 * seconds[i] / steps),
               cell(uncached.seconds / each.seconds), cell(std::uint64_t{count_wrong(each, uncached)})});
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    Contestant& each = others[i];
    table.row({path.work.name, std::string(name_of(each.query())), each.name(), std::string(six_digits),
               cell(std::uint64_t{some.placements.size()}), cell(1e6 * seconds[walks.size() + i] / some_steps), "",
               cell(std::uint64_t{each.count_wrong(some.placements, exact_answers(some, each.query()))})});
  }
  add_goals(path, kind, walks, goals);
  to.say(path.work.name);
}

}  // namespace

void compare_recorded(const Surroundings& to) {
  Table table({"path", "query", "contestant", "placements_are", "steps", "us", "times_uncached", "wrong"});
  std::vector<Goal> goals;
  for (PathKind kind : {PathKind::clear, PathKind::in_contact}) compare_path(kind, to, table, goals);
  table.save(to.out / "recorded.csv");
  record_goals(to, "recorded", goals);
}

}  // namespace abut::bench::peers
