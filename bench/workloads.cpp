#include "workloads.h"

#include "math/random.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench {

namespace {

double radius_about_middle(const Mesh& mesh, const Vec3& middle) {
  double most = 0;
  for (const Vec3& p : mesh.points) most = std::max(most, length(p - middle));
  return most;
}

Vec3 middle_of(const Mesh& mesh) {
  const Bounds bounds = bounds_of(mesh.points);
  return (bounds.low + bounds.high) * 0.5;
}

/// B's swing at this distance between the middles; A stays. Angles go as 2 atan(s), so that no libm call is needed.
std::vector<PlacementPair> swing(const Mesh& mesh, double distance) {
  constexpr int steps = 2000;
  const Vec3 middle = middle_of(mesh);
  const Bounds bounds = bounds_of(mesh.points);
  // A step turns both angles by 2 ds at most: the swing moves all points by distance * 2 ds, the turn by radius * 2 ds.
  const double most = 0.00099 * largest(bounds.high - bounds.low);
  const double ds = most / (2 * (distance + radius_about_middle(mesh, middle)));
  std::vector<PlacementPair> path;
  for (int i = 0; i < steps; ++i) {
    const double s = ds * (i - steps / 2);
    const Vec3 arm = Placement::rotation(1, 0, 0.6 * s, 0.8 * s) * Vec3{distance, 0, 0};
    Placement at = Placement::rotation(1, 0.48 * s, 0.64 * s, 0.6 * s);
    at.shift = middle + arm - at.linear * middle;
    path.push_back({Placement::identity(), at});
  }
  return path;
}

}  // namespace

std::vector<PlacementPair> sixty_percent_touching(const Model& model, int count, std::uint64_t seed, int trials) {
  const Vec3 middle = middle_of(model.mesh());
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
    for (const PlacementPair& at : in_cube(half_side, trials, seed + 1)) touching += touches(model, at.a, model, at.b);
    (touching > 0.6 * trials ? crowded : sparse) = half_side;
  }
  return in_cube((crowded + sparse) / 2, count, seed);
}

std::vector<Workload> model_workloads(int placements_per_model) {
  std::vector<Workload> result;
  const auto add = [&](std::string name, Mesh mesh, std::uint64_t seed) {
    std::vector<PlacementPair> placements = sixty_percent_touching(Model(mesh), placements_per_model, seed);
    result.push_back({std::move(name), mesh, mesh, std::move(placements)});
  };
  add("torus 5k", shapes::torus(1, 0.25, 50, 50), 11);
  add("teapot", shapes::teapot(), 12);
  add("scan 70k", shapes::bumpy_scan(70000, 1), 13);
  return result;
}

std::vector<Workload> collide_workloads(int placements_per_model) {
  std::vector<Workload> result = model_workloads(placements_per_model);
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

std::vector<Workload> distance_workloads(int placements) {
  std::vector<Workload> result;
  Random random(17);
  const Mesh sphere = shapes::sphere(1, 45);
  for (const char* gap : {"0.01", "0.1", "1", "10"}) {
    Workload apart{std::string("spheres 40k, ") + gap + " apart", sphere, sphere, {}};
    for (int i = 0; i < placements; ++i)
      apart.placements.push_back({random.rotation(), random.rotation(random.direction() * (2 + std::stod(gap)))});
    result.push_back(std::move(apart));
  }
  const Mesh scan = shapes::bumpy_scan(70000, 1);
  Workload scans{"scans 70k, clear of each other", scan, scan, {}};
  const Vec3 middle = middle_of(scan);
  const double reach = 2 * radius_about_middle(scan, middle);
  for (int i = 0; i < placements; ++i) {
    Placement first = random.rotation(), second = random.rotation();
    first.shift = -(first.linear * middle);
    second.shift = random.direction() * random.between(reach, 1.5 * reach) - second.linear * middle;
    scans.placements.push_back({first, second});
  }
  result.push_back(std::move(scans));
  Workload nested{"concentric spheres 40k, gap 0.1", sphere, shapes::sphere(1.1, 45), {}};
  for (int i = 0; i < std::min(placements, 3); ++i) nested.placements.push_back({random.rotation(), random.rotation()});
  result.push_back(std::move(nested));
  return result;
}

std::vector<Workload> hard_workloads() {
  std::vector<Workload> result;
  const Mesh torus = shapes::torus(1, 0.25, 50, 50);
  const std::vector<PlacementPair> around = sixty_percent_touching(Model(torus), 200, 15);

  Mesh tiny = torus;
  for (Vec3& point : tiny.points) point = point * 1e-6;
  Workload small{"torus 5k, a micrometre large", tiny, tiny, around};
  for (PlacementPair& at : small.placements) at.a.shift = at.a.shift * 1e-6, at.b.shift = at.b.shift * 1e-6;
  result.push_back(std::move(small));

  Workload far{"torus 5k, a million sizes away", torus, torus, around};
  const Vec3 away{1e6, -2e6, 1.5e6};
  for (PlacementPair& at : far.placements) at.a.shift = at.a.shift + away, at.b.shift = at.b.shift + away;
  result.push_back(std::move(far));

  const Mesh box = shapes::box({1, 1, 1});
  Workload resting{"boxes face to face", box, box, {}}, hovering{"boxes clear by 1e-9", box, box, {}};
  Random random(16);
  for (int i = 0; i < 100; ++i) {
    const Placement at = random.rotation(random.in_cube(4));
    // Not turned: the faces of both are the same plane exactly. The offset along it is a multiple of 2^-10.
    const Vec3 along{static_cast<double>(random.below(1024)) / 1024, static_cast<double>(random.below(1024)) / 1024, 0};
    resting.placements.push_back({Placement::identity(), Placement::translation(along + Vec3{0, 0, 2})});
    hovering.placements.push_back({at, at * Placement::translation(along + Vec3{0, 0, 2 + 2e-9})});
  }
  result.push_back(std::move(resting));
  result.push_back(std::move(hovering));
  return result;
}

Workload coherent_path(PathKind kind) {
  Workload path{kind == PathKind::in_contact ? "path in contact" : "clear path", shapes::bumpy_scan(70000, 1), {}, {}};
  path.b = path.a;
  const Model model(path.a);
  const auto fits = [&](double distance) {
    for (const PlacementPair& at : swing(path.a, distance))
      if (touches(model, at.a, model, at.b) != (kind == PathKind::in_contact)) return false;
    return true;
  };
  // The farthest distance at which every step touches, or the nearest at which none does.
  const double radius = radius_about_middle(path.a, middle_of(path.a));
  double touching = 0.2 * radius, clear = 2.1 * radius;
  for (int i = 0; i < 12; ++i) {
    const double distance = (touching + clear) / 2;
    (fits(distance) == (kind == PathKind::in_contact) ? touching : clear) = distance;
  }
  path.placements = swing(path.a, kind == PathKind::in_contact ? touching : clear);
  return path;
}

std::vector<Vec3> waved(const Mesh& mesh) {
  const Bounds bounds = bounds_of(mesh.points);
  const double size = largest(bounds.high - bounds.low);
  std::vector<Vec3> points;
  points.reserve(mesh.points.size());
  for (const Vec3& p : mesh.points) {
    // Never zero: the shortest shift is a hundredth of the longest.
    const double x = (p.x - bounds.low.x) / size, y = (p.y - bounds.low.y) / size;
    points.push_back(p + Vec3{0.02 * y, 0.03 * x * (1 - x), 0.001 + 0.05 * x * y} * size);
  }
  return points;
}

}  // namespace abut::bench
