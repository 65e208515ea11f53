#include "experiments.h"
#include "goals.h"
#include "peer.h"
#include "race.h"
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <malloc.h>

namespace abut::bench::peers {

namespace {

std::size_t heap_in_use() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

struct Memory {
  double stated = 0;    ///< bytes per triangle by the library's own word; 0 when it gives none
  double measured = 0;  ///< bytes per triangle that the heap grew by
};

Memory memory_of(const Peer& peer, const Mesh& mesh) {
  const std::size_t before = heap_in_use();
  const std::unique_ptr<PreparedMesh> prepared = peer.build(mesh);
  const double triangles = static_cast<double>(mesh.triangles.size());
  return {static_cast<double>(prepared->bytes()) / triangles, static_cast<double>(heap_in_use() - before) / triangles};
}

void compare_at(int wanted, const RaceRules& rules, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  const Mesh mesh = shapes::bumpy_scan(wanted, 1);
  const std::vector<Peer> contestants = all_contestants();
  std::vector<std::function<void()>> builds;
  for (const Peer& peer : contestants) builds.push_back([&] { peer.build(mesh); });
  const std::vector<double> seconds = race(builds, rules_for(to, rules));
  const std::string triangles = std::to_string(mesh.triangles.size()) + " triangles";
  std::map<std::string, double, std::less<>> seconds_of;
  Memory ours;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const std::string& name = contestants[i].name;
    const Memory memory = memory_of(contestants[i], mesh);
    seconds_of[name] = seconds[i];
    table.row({cell(std::uint64_t{mesh.triangles.size()}), name, cell(1e3 * seconds[i]), cell(seconds[i] / seconds[0]),
               cell(memory.stated), cell(memory.measured)});
    to.say(name + ", " + triangles + ": " + std::to_string(1e3 * seconds[i]) + " ms");
    if (i == 0) ours = memory;
  }
  goals.push_back({"memory, " + triangles, "bytes per triangle", ours.stated, 140, 100, true});
  goals.push_back({"memory, " + triangles, "bytes per triangle", ours.stated, 100, 0, true, GoalTable::no_cliffs});
  for (const char* name : {"Embree", "CGAL"})
    if (wanted <= 70000 && seconds_of.contains(name))
      goals.push_back({"build, " + triangles, "times the speed of " + std::string(name),
                       seconds_of.find(name)->second / seconds[0], 1, 0, false, GoalTable::no_cliffs});
  if (!seconds_of.contains("FCL")) return;
  const double fcl = seconds_of.at("FCL");
  goals.push_back({"build, " + triangles, "times FCL's speed", fcl / seconds[0], 3, 5});
  goals.push_back(
      {"build by FCL's rules, " + triangles, "times FCL's speed", fcl / seconds_of.find(same_tree_name)->second, 1, 0});
}

/// The binary tree's build divided by n log n; what counts is how far the sizes differ from their mean.
Goal measure_n_log_n(const Surroundings& to) {
  Table table({"triangles", "build_ms", "ns_per_n_log2_n"});
  std::vector<double> logs;
  for (int wanted : {10000, 31623, 100000, 316228, 1000000}) {
    if (to.quick && wanted > 40000) break;
    const Mesh mesh = shapes::bumpy_scan(wanted, 1);
    const double seconds =
        race({[&] { our_models()[2].build(mesh); }}, rules_for(to, {.rounds = 9, .seconds_each = 2}))[0];
    const double n = static_cast<double>(mesh.triangles.size());
    const double normalised = 1e9 * seconds / (n * std::log2(n));
    logs.push_back(std::log(normalised));
    table.row({cell(std::uint64_t{mesh.triangles.size()}), cell(1e3 * seconds), cell(normalised)});
    to.say(std::to_string(mesh.triangles.size()) + " triangles by FCL's rules: " + cell(1e3 * seconds) + " ms");
  }
  table.save(to.out / "n_log_n.csv");
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / static_cast<double>(logs.size());
  double farthest = 0;
  for (double each : logs) farthest = std::max(farthest, std::abs(std::exp(each - mean) - 1));
  return {"build by FCL's rules, 10^4 to 10^6 triangles", "largest departure from n log n", farthest, 0.2, 0, true};
}

}  // namespace

void compare_build(const Surroundings& to) {
  Table table({"triangles", "contestant", "ms", "over_abut", "stated_bytes_per_triangle", "heap_bytes_per_triangle"});
  std::vector<Goal> goals;
  compare_at(to.count(70000, 7000), {.rounds = 7, .seconds_each = 1}, to, table, goals);
  compare_at(to.count(1000000, 20000), {.rounds = 3, .seconds_each = 2}, to, table, goals);
  table.save(to.out / "build.csv");
  goals.push_back(measure_n_log_n(to));
  record_goals(to, "build", goals);
}

}  // namespace abut::bench::peers
