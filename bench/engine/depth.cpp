#include "../peers/goals.h"
#include "choices.h"
#include "least_seconds.h"
#include "math/random.h"
#include <abut/overlap.h>
#include <abut/penetration.h>
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench {

namespace {

/// Two solids and where they are.
struct SolidPair {
  std::string name;
  Solid a, b;
  PlacementPair at;
};

std::vector<SolidPair> overlapping_scans(int triangles, int count) {
  Random random(17);
  std::vector<SolidPair> pairs;
  for (int i = 0; i < count; ++i) {
    const auto scan = [&](std::uint64_t seed) { return Solid(Model(shapes::bumpy_scan(triangles, seed + i))); };
    const Placement at_a = random.rotation({}), at_b = random.rotation(random.in_cube(1.3));
    pairs.push_back({"scans " + std::to_string(i + 1), scan(10), scan(20), {at_a, at_b}});
  }
  return pairs;
}

std::vector<SolidPair> depth_pairs(bool quick) {
  std::vector<SolidPair> pairs = overlapping_scans(quick ? 2000 : 20000, 6);
  const Solid ball{Model(shapes::sphere(1, quick ? 8 : 32))};
  const Solid torus{Model(shapes::torus(1, 0.4, quick ? 20 : 100, quick ? 20 : 100))};
  pairs.push_back({"balls, 0.1 deep", ball, ball, {{}, Placement::translation({1.9, 0, 0})}});
  pairs.push_back({"balls, 0.01 deep", ball, ball, {{}, Placement::translation({0, 1.99, 0})}});
  pairs.push_back({"a torus shifted on itself", torus, torus, {{}, Placement::translation({0.1, 0.05, 0.02})}});
  pairs.push_back({"tori, 0.5 deep", torus, torus, {{}, Placement::translation({0.7, 0.25, 0.3})}});
  pairs.push_back({"a ball placed twice", ball, ball, {}});
  return pairs;
}

/// How many exact distances of the pair, taken apart, its depth and reaches to 1 % cost.
void measure_depths(const Surroundings& to, std::vector<peers::Goal>& goals) {
  Table table({"pair", "triangles", "depth_ms", "distance_us", "distances", "depth_lower", "depth_upper", "complete"});
  for (const SolidPair& pair : depth_pairs(to.quick)) {
    to.say("depth of " + pair.name);
    Penetration found = penetration(pair.a, pair.at.a, pair.b, pair.at.b);
    const double depth = least_seconds(3, [&] { found = penetration(pair.a, pair.at.a, pair.b, pair.at.b); });
    const Placement apart{pair.at.b.linear, pair.at.b.shift + found.way_out * 1.05};
    constexpr int distances = 20;
    const double distance = least_seconds(5,
                                          [&] {
                                            for (int i = 0; i < distances; ++i)
                                              abut::distance(pair.a.model(), pair.at.a, pair.b.model(), apart);
                                          }) /
                            distances;
    const std::uint64_t triangles = pair.a.model().mesh().triangles.size() + pair.b.model().mesh().triangles.size();
    table.row({pair.name, cell(triangles), cell(1e3 * depth), cell(1e6 * distance), cell(depth / distance),
               cell(found.depth.lower), cell(found.depth.upper), cell(std::uint64_t{found.complete})});
    goals.push_back({.work = "depth and reaches to 1 %: " + pair.name,
                     .measure = "distances of the pair apart",
                     .measured = depth / distance,
                     .required = 50,
                     .at_most = true});
  }
  table.save(to.out / "depth.csv");
}

Mesh joined_with_itself(const Mesh& mesh) {
  return joined(std::vector{mesh, transformed(mesh, Placement::translation({0.3, 0.2, 0.1}))});
}

/// The volume of what pairs of 70 000 triangles have in common: of clean solids, and of shells that cross.
void measure_volumes(const Surroundings& to, std::vector<peers::Goal>& goals) {
  Table table({"pair", "clean", "ms", "volume_lower", "volume_upper"});
  peers::WorstOf clean({.work = "volume, clean, 2 x 70k: ", .measure = "ms", .required = 20, .at_most = true});
  peers::WorstOf cells({.work = "volume to 5 %, crossing shells: ", .measure = "ms", .required = 300, .at_most = true});
  for (const SolidPair& pair : overlapping_scans(to.count(70000, 2000), 4))
    for (const bool is_clean : {true, false}) {
      to.say("volume of " + pair.name);
      const OverlapSolid a(is_clean ? pair.a : Solid(Model(joined_with_itself(pair.a.model().mesh())))), b(pair.b);
      Overlap found;
      const double seconds = least_seconds(3, [&] { found = overlap(a, pair.at.a, b, pair.at.b); });
      table.row({pair.name, cell(std::uint64_t{a.is_clean()}), cell(1e3 * seconds), cell(found.volume.lower),
                 cell(found.volume.upper)});
      (is_clean ? clean : cells).add(pair.name, 1e3 * seconds);
    }
  table.save(to.out / "depth_volumes.csv");
  clean.add_to(goals);
  cells.add_to(goals);
}

}  // namespace

void measure_depth(const Surroundings& to) {
  std::vector<peers::Goal> goals;
  measure_depths(to, goals);
  measure_volumes(to, goals);
  peers::record_goals(to, "depth", goals);
}

}  // namespace abut::bench
