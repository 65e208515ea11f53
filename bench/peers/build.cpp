#include "experiments.h"
#include "goals.h"
#include "peer.h"
#include "race.h"
#include <abut/mesh/shapes.h>

#include <map>

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
  const std::vector<double> seconds = race(builds, rules);
  std::map<std::string, double> over_ours;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const Memory memory = memory_of(contestants[i], mesh);
    over_ours[contestants[i].name] = seconds[i] / seconds[0];
    table.row({cell(std::uint64_t{mesh.triangles.size()}), contestants[i].name, cell(1e3 * seconds[i]),
               cell(seconds[i] / seconds[0]), cell(memory.stated), cell(memory.measured)});
    to.say(contestants[i].name + ", " + std::to_string(mesh.triangles.size()) +
           " triangles: " + std::to_string(1e3 * seconds[i]) + " ms");
    if (i == 0)
      goals.push_back({"memory, " + std::to_string(mesh.triangles.size()) + " triangles", "bytes per triangle",
                       memory.stated, 140, 100, true});
  }
  if (over_ours.contains("FCL"))
    goals.push_back({"build, " + std::to_string(mesh.triangles.size()) + " triangles", "times FCL's speed",
                     over_ours.at("FCL"), 3, 5});
}

}  // namespace

void compare_build(const Surroundings& to) {
  Table table({"triangles", "contestant", "ms", "over_abut", "stated_bytes_per_triangle", "heap_bytes_per_triangle"});
  std::vector<Goal> goals;
  compare_at(70000, {.rounds = 7, .seconds_each = 1}, to, table, goals);
  compare_at(1000000, {.rounds = 3, .seconds_each = 2}, to, table, goals);
  table.save(to.out / "build.csv");
  record_goals(to, "build", goals);
}

}  // namespace abut::bench::peers
