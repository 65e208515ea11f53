#include "../peers/goals.h"
#include "choices.h"
#include "math/random.h"
#include <abut/clash.h>
#include <abut/shapes.h>

#include <chrono>

namespace abut::bench {

namespace {

constexpr int parts_per_side = 10;

/// About 2000 triangles within a ball of diameter 1, no two alike.
Mesh part(int index, Random& random) {
  switch (index % 5) {
    case 0:
      return shapes::torus(random.between(0.25, 0.35), random.between(0.08, 0.14), 40, 25);
    case 1:
      return shapes::sphere(random.between(0.3, 0.5), 10);
    case 2:
      return transformed(shapes::bumpy_scan(2000, random.bits()), {Matrix3{} * 0.25, {}});
    case 3:
      return shapes::cylinder(random.between(0.1, 0.3), random.between(0.2, 0.4), 500);
    default: {
      shapes::WrinkledTorus form{.major = random.between(0.25, 0.32), .minor = 0.12, .around = 50, .across = 20};
      form.wave_height = 0.03;
      return shapes::wrinkled_torus(form);
    }
  }
}

struct NamedMeshes {
  std::vector<Mesh> meshes;
  std::vector<Placement> placements;
  std::size_t triangles = 0;
};

/// A thousand parts around the points of a lattice, turned at random.
NamedMeshes thousand_parts(double spacing) {
  Random random(2026);
  NamedMeshes all;
  for (int i = 0; i < parts_per_side * parts_per_side * parts_per_side; ++i) {
    all.meshes.push_back(part(i, random));
    all.triangles += all.meshes.back().triangles.size();
    const Vec3 cell{static_cast<double>(i % parts_per_side), static_cast<double>(i / parts_per_side % parts_per_side),
                    static_cast<double>(i / parts_per_side / parts_per_side)};
    all.placements.push_back(random.rotation(spacing * cell + random.in_cube(0.2)));
  }
  return all;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void measure_clash(const Surroundings& to) {
  Table table({"parts", "triangles", "threads", "build_s", "check_s", "plain_check_s", "pairs_checked", "clash",
               "inside", "clearance"});
  std::vector<peers::Goal> goals;
  const NamedMeshes source = thousand_parts(0.44);
  for (int threads : {1, 2}) {
    to.say("threads: " + std::to_string(threads));
    const auto start = std::chrono::steady_clock::now();
    Assembly assembly;
    for (std::size_t i = 0; i < source.meshes.size(); ++i)
      assembly.add("part", Model(source.meshes[i], {.threads = threads}), source.placements[i]);
    const double build = seconds_since(start);
    const auto built = std::chrono::steady_clock::now();
    PairRules rules;
    rules.clearance = 0.01;
    const ClashReport report = find_clashes(assembly, at_rest(assembly), rules, {.threads = threads});
    const double check = seconds_since(built);
    const auto checked = std::chrono::steady_clock::now();
    ClashOptions plain;
    plain.max_depths = plain.max_volumes = plain.max_patches = 0;
    plain.threads = threads;
    find_clashes(assembly, at_rest(assembly), rules, plain);
    const double plain_check = seconds_since(checked);
    std::array<std::uint64_t, all_clash_kinds.size()> counts{};
    for (const ClashFinding& finding : report.findings) ++counts[static_cast<std::size_t>(finding.kind)];
    table.row({cell(std::uint64_t{source.meshes.size()}), cell(std::uint64_t{source.triangles}),
               cell(static_cast<std::uint64_t>(threads)), cell(build), cell(check), cell(plain_check),
               cell(report.pairs_checked), cell(counts[0]), cell(counts[1]), cell(counts[4])});
    to.report(std::to_string(threads) + " threads: " + std::to_string(report.findings.size()) + " findings in " +
              std::to_string(build + check) + " s, severity takes " + std::to_string(check / plain_check) +
              " times the check without");
    goals.push_back({.work = "clash of 1000 parts with severity, " + std::to_string(threads) + " threads",
                     .measure = "times the check without",
                     .measured = check / plain_check,
                     .required = 2,
                     .at_most = true});
  }
  table.save(to.out / "clash.csv");
  peers::record_goals(to, "clash", goals);
}

}  // namespace abut::bench
