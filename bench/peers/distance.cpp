#include "../workloads.h"
#include "experiments.h"
#include "goals.h"
#include "peer.h"
#include "race.h"
#include <abut/distance.h>
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace abut::bench::peers {

namespace {

/// The largest difference from our answer, relative to it.
double largest_error(MeasuredPair& pair, const Workload& work, const std::vector<double>& truth) {
  double most = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    most = std::max(most, std::abs(pair.distance(work.placements[i]) - truth[i]) / truth[i]);
  return most;
}

std::pair<double, double> wanted_of(const std::string& work) {
  if (work.starts_with("spheres")) return {12, 20};
  return {10, work.starts_with("scans") ? 15 : 0};
}

void compare_exact(const Workload& work, const Surroundings& to, Table& table, WorstOf& worst,
                   std::vector<Goal>& goals) {
  std::vector<std::string> names;
  std::vector<std::unique_ptr<MeasuredPair>> pairs;
  std::vector<std::function<void()>> runs;
  for (const Peer& peer : all_contestants()) {
    if (!peer.measured || (peer.version == "this commit" && peer.name != default_name)) continue;
    names.push_back(peer.name);
    pairs.push_back(peer.measured(work.a, work.b));
    runs.push_back([&work, &pair = *pairs.back()] {
      for (const PlacementPair& at : work.placements) pair.distance(at);
    });
  }
  std::vector<double> truth;
  for (const PlacementPair& at : work.placements) truth.push_back(pairs[0]->distance(at));
  const std::vector<double> seconds = race(runs, rules_for(to));
  const auto count = static_cast<double>(work.placements.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.row({work.name, names[i], cell(std::uint64_t{work.placements.size()}), cell(1e6 * seconds[i] / count),
               cell(seconds[i] / seconds[0]), cell(largest_error(*pairs[i], work, truth))});
    to.say(work.name + ", " + names[i] + ": " + std::to_string(1e6 * seconds[i] / count) + " us");
    const auto [required, aim] = wanted_of(work.name);
    if (names[i] != "FCL") continue;
    goals.push_back({work.name + ", distance", "times FCL's speed", seconds[i] / seconds[0], required, aim});
    worst.add(work.name, seconds[i] / seconds[0]);
  }
}

/// A form of the query, run over all placements; says how many tests of volumes and triangles it made.
struct Form {
  std::string name, measure;
  double required;
  std::function<std::uint64_t(const PlacementPair& at, double distance)> run;
};

std::uint64_t tests_of(const Distance& found) { return found.counters.volume_tests + found.counters.triangle_tests; }

/// Tests are 0 where nobody counts them.
std::vector<Form> forms_of(const Model& a, const Model& b) {
  const auto closer_than = [&](double factor) {
    return [&, factor](const PlacementPair& at, double distance) -> std::uint64_t {
      within(a, at.a, b, at.b, factor * distance);
      return 0;
    };
  };
  const auto roughly = [&](double relative, double absolute) {
    return [&, relative, absolute](const PlacementPair& at, double distance) {
      return tests_of(
          abut::distance(a, at.a, b, at.b, {.relative_error = relative, .absolute_error = absolute * distance}));
    };
  };
  return {{"exact", "", 0, roughly(0, 0)},
          {"within half the distance", "times the exact one's speed", 3, closer_than(0.5)},
          {"within twice the distance", "times the exact one's speed", 3, closer_than(2)},
          {"relative error of 10 %", "times the exact one's speed", 5, roughly(0.1, 0)},
          {"absolute error of a tenth of the distance", "times the exact one's speed", 5, roughly(0, 0.1)}};
}

void compare_forms(const Workload& work, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  const Model a(work.a), b(work.b);
  std::vector<double> truth;
  for (const PlacementPair& at : work.placements) truth.push_back(distance(a, at.a, b, at.b).upper);
  const std::vector<Form> forms = forms_of(a, b);
  std::vector<std::uint64_t> tests(forms.size());
  std::vector<std::function<void()>> runs;
  for (std::size_t i = 0; i < forms.size(); ++i)
    runs.push_back([&, i] {
      tests[i] = 0;
      for (std::size_t k = 0; k < truth.size(); ++k) tests[i] += forms[i].run(work.placements[k], truth[k]);
    });
  const std::vector<double> seconds = race(runs, rules_for(to));
  const auto count = static_cast<double>(work.placements.size());
  for (std::size_t i = 0; i < forms.size(); ++i) {
    table.row({work.name, forms[i].name, cell(1e6 * seconds[i] / count), cell(seconds[0] / seconds[i]),
               tests[i] ? cell(static_cast<double>(tests[i]) / count) : ""});
    to.say(work.name + ", " + forms[i].name + ": " + std::to_string(1e6 * seconds[i] / count) + " us");
    // What errors spare was set for spheres one radius apart; elsewhere it is reported.
    const bool counted = tests[i] > 0 && i > 0;
    if (i == 0 || (counted && work.name != "spheres 40k, 1 apart")) continue;
    const std::string name = work.name + ", " + forms[i].name;
    goals.push_back({name, forms[i].measure, seconds[0] / seconds[i], forms[i].required, 0});
    if (counted)
      goals.push_back({name, "times fewer tests than the exact one",
                       static_cast<double>(tests[0]) / static_cast<double>(tests[i]), forms[i].required, 0});
  }
}

void compare_cached(const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  const Workload path = coherent_path(PathKind::clear);
  const Model a(path.a), b(path.b);
  double sums[2] = {};
  const std::vector<double> seconds = race({[&] {
                                              sums[0] = 0;
                                              for (const PlacementPair& at : path.placements)
                                                sums[0] += distance(a, at.a, b, at.b).upper;
                                            },
                                            [&] {
                                              DistanceCache cache;
                                              sums[1] = 0;
                                              for (const PlacementPair& at : path.placements)
                                                sums[1] += distance(a, at.a, b, at.b, {.cache = &cache}).upper;
                                            }},
                                           rules_for(to));
  if (sums[0] != sums[1]) throw Error(path.name + ": the distances with a cache are others.");
  const auto count = static_cast<double>(path.placements.size());
  const char* const names[] = {"exact", "exact, with a cache"};
  for (int i : {0, 1}) {
    table.row({path.name, names[i], cell(1e6 * seconds[i] / count), cell(seconds[0] / seconds[i]), ""});
    to.say(path.name + ", " + names[i] + ": " + std::to_string(1e6 * seconds[i] / count) + " us");
  }
  goals.push_back({path.name + ", distance with a cache", "times the uncached speed", seconds[0] / seconds[1], 2, 0});
}

}  // namespace

void compare_distance(const Surroundings& to) {
  Table times({"work", "contestant", "placements", "us", "over_abut", "largest_relative_difference"});
  Table forms({"work", "form", "us", "times_exact", "tests"});
  std::vector<Goal> goals;
  WorstOf worst({"distance, clear", "times FCL's speed", 0, 15, 25, false, GoalTable::no_cliffs});
  for (const Workload& work : distance_workloads(to.count(20, 2))) {
    compare_exact(work, to, times, worst, goals);
    compare_forms(work, to, forms, goals);
  }
  compare_cached(to, forms, goals);
  worst.add_to(goals);
  times.save(to.out / "distance.csv");
  forms.save(to.out / "distance_forms.csv");
  record_goals(to, "distance", goals);
}

}  // namespace abut::bench::peers
