#include "workloads.h"

#include <abut/math/random.h>
#include <abut/mesh/shapes.h>

namespace abut::bench {

namespace {

double radius_about_middle(const Mesh& mesh, const Vec3& middle) {
  double most = 0;
  for (const Vec3& p : mesh.points) most = std::max(most, length(p - middle));
  return most;
}

/// Both copies turned at random, their middles in a cube whose side is found by bisection so that 60 % touch.
std::vector<PlacementPair> sixty_percent(const Model& model, int count, std::uint64_t seed) {
  const Bounds bounds = bounds_of(model.mesh().points);
  const Vec3 middle = (bounds.low + bounds.high) * 0.5;
  const double radius = radius_about_middle(model.mesh(), middle);
  const auto in_cube = [&](double half_side, int n, std::uint64_t s) {
    Random random(s);
    std::vector<PlacementPair> result;
    for (int i = 0; i < n; ++i) {
      const auto placed = [&] {
        Placement at = random.rotation();
        at.shift = random.in_cube(half_side) - at.linear * middle;
        return at;
      };
      const Placement first = placed();
      result.push_back({first, placed()});
    }
    return result;
  };
  double crowded = 0, sparse = 4 * radius;
  for (int i = 0; i < 10; ++i) {
    const double half_side = (crowded + sparse) / 2;
    int touching = 0;
    for (const PlacementPair& at : in_cube(half_side, 400, seed + 1)) touching += touches(model, at.a, model, at.b);
    (touching > 240 ? crowded : sparse) = half_side;
  }
  return in_cube((crowded + sparse) / 2, count, seed);
}

}  // namespace

std::vector<Workload> collide_workloads(int placements_per_model) {
  std::vector<Workload> result;
  const auto add = [&](std::string name, Mesh mesh, std::uint64_t seed) {
    std::vector<PlacementPair> placements = sixty_percent(Model(mesh), placements_per_model, seed);
    result.push_back({std::move(name), mesh, mesh, std::move(placements)});
  };
  add("torus 5k", shapes::torus(1, 0.25, 50, 50), 11);
  add("teapot", shapes::teapot(), 12);
  add("scan 70k", shapes::bumpy_scan(70000, 1), 13);
  Random random(14);
  for (double gap : {1e-1, 1e-2, 1e-3, 1e-4}) {
    Workload workload{
        "spheres 32k, gap " + std::to_string(gap).substr(0, 6), shapes::sphere(1, 40), shapes::sphere(1 + gap, 40), {}};
    // The same turn for both, so that faces stay parallel and clear by the gap.
    for (int i = 0; i < 3; ++i) {
      const Placement at = random.rotation(random.in_cube(1));
      workload.placements.push_back({at, at});
    }
    result.push_back(std::move(workload));
  }
  return result;
}

}  // namespace abut::bench
