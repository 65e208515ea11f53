#include "export.h"

#include "game/scenes.h"

namespace abut::bench::game {

namespace {

std::string numbers_of(const Drift& drift) {
  return numbers(Placement{drift.turned, drift.from}) + numbers(drift.to) + numbers(drift.axis) + cell(drift.angle) +
         " ";
}

constexpr const char* how_they_drift =
    "A drift is 19 numbers: the 3x4 matrix (R f) at time 0 row by row, the place g at time 1, a unit axis n, an angle "
    "w.\n"
    "At time t the model's point p is at S R p + f + t (g - f), S the rotation of the quaternion (1, t tan(w/2) n).\n";

NamedMesh mesh_of(const Actor& actor) { return {"game_" + actor.name, actor.model.mesh()}; }

}  // namespace

void export_submarine(Exporter& exporter) {
  exporter.add(mesh_of(actors()[0]), "The game: the submarine of 490 triangles.");
}

void export_switch(Exporter& exporter) {
  const std::vector<Actor> all = actors();
  for (const auto& [a, b] : switch_pairs(all))
    exporter.add({"game_" + a->name + "-" + b->name, "The game, from spheres to boxes: the two at random placements.",
                  mesh_of(*a), mesh_of(*b), switch_placements(*b)});
}

void export_growth(Exporter& exporter) {
  for (const GrowthCase& each : growth_cases())
    for (int fineness = 2; fineness <= 64; fineness *= 2) {
      const std::string name = "game_" + std::string(each.name) + "_" + std::to_string(fineness);
      exporter.add({name,
                    "The game, growth: " + std::string(each.name) + ".",
                    {name + "_a", each.mesh_a(fineness)},
                    {name + "_b", each.mesh_b(fineness)},
                    growth_placements(each)});
    }
}

void export_pairs(Exporter& exporter) {
  const std::vector<Actor> all = actors();
  for (const Actor& actor : all) {
    exporter.add(mesh_of(actor), "The game: " + actor.name + ".");
    std::vector<std::string> lines;
    for (const Shot& shot : shots_at(actor, static_cast<int>(exporter.limited(shots))))
      lines.push_back(numbers_of(shot.drift) + numbers(shot.start) + numbers(shot.end));
    exporter.add("game_bullet-" + actor.name + ".shots",
                 "The game: bullets at game_" + actor.name + ".stl while it drifts.\n" + how_they_drift +
                     "A line is a shot: the drift, where the bullet is at time 0, where it is at time 1.",
                 lines);
  }
  for (const auto& [a, b] : meeting_pairs(all)) {
    std::vector<std::string> lines;
    for (const Meeting& meeting : meetings_of(*a, *b, static_cast<int>(exporter.limited(meetings))))
      lines.push_back(numbers_of(meeting.a) + numbers_of(meeting.b));
    exporter.add("game_" + a->name + "-" + b->name + ".meetings",
                 "The game: game_" + a->name + ".stl and game_" + b->name + ".stl drift at once.\n" + how_they_drift +
                     "A line is a meeting: the drift of the first, then that of the second.",
                 lines);
  }
}

}  // namespace abut::bench::game
