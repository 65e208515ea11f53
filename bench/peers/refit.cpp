#include "../workloads.h"
#include "experiments.h"
#include "goals.h"
#include "peer.h"
#include "race.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <map>

namespace abut::bench::peers {

void compare_refit(const Surroundings& to) {
  const Mesh mesh = shapes::bumpy_scan(to.count(70000, 7000), 1);
  const std::array<std::vector<Vec3>, 2> shapes{mesh.points, waved(mesh)};
  Mesh moved = mesh;
  moved.points = shapes[1];

  std::vector<std::string> names;
  std::vector<std::unique_ptr<DeformableMesh>> deformables;
  std::vector<std::function<void()>> runs;
  for (const Peer& peer : all_contestants()) {
    if (!peer.deformable) continue;
    names.push_back(peer.name);
    deformables.push_back(peer.deformable(mesh));
    // To the other shape every time, so that all points move.
    runs.push_back([&shapes, &it = *deformables.back(), turn = 0]() mutable { it.refit(shapes[++turn % 2]); });
  }
  names.push_back("abut (binary AABB)");
  runs.push_back([&shapes, model = classic::Model(mesh, {.volume = classic::VolumeKind::aabb}), turn = 0]() mutable {
    model.refit(shapes[++turn % 2]);
  });
  names.push_back("abut (rebuilt)");
  runs.push_back([&] { Model{moved}; });
  // What deforms does so again and again: the first time is not counted, and each runs for some frames in a row.
  for (const auto& run : runs) run();
  const std::vector<double> seconds = race(runs, rules_for(to));

  Table table({"triangles", "contestant", "ms", "over_abut"});
  std::map<std::string, double, std::less<>> by_name;
  for (std::size_t i = 0; i < names.size(); ++i) by_name[names[i]] = seconds[i];
  const double refit = by_name.find(default_name)->second;
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.row({cell(std::uint64_t{mesh.triangles.size()}), names[i], cell(1e3 * seconds[i]), cell(seconds[i] / refit)});
    to.say(names[i] + ": " + std::to_string(1e3 * seconds[i]) + " ms");
  }
  table.save(to.out / "refit.csv");

  const std::string work = "refit, " + std::to_string(mesh.triangles.size()) + " triangles moved";
  std::vector<Goal> goals;
  if (by_name.contains("FCL"))
    for (GoalTable each : {GoalTable::first, GoalTable::no_cliffs})
      goals.push_back({work, "times the speed of FCL's AABB refit", by_name.at("FCL") / refit, 4, 0, false, each});
  goals.push_back({work, "times the speed of our own rebuild", by_name.at("abut (rebuilt)") / refit, 20, 0});
  if (by_name.contains("Embree"))
    goals.push_back({work, "times the speed of Embree's refit", by_name.at("Embree") / refit, 0, 1});
  record_goals(to, "refit", goals);
}

}  // namespace abut::bench::peers
