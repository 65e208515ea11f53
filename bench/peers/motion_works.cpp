#include "motion_works.h"

#include "math/random.h"
#include <abut/collide.h>
#include <abut/shapes.h>

#include <cmath>

namespace abut::bench::peers {

namespace {

constexpr double pi = 3.14159265358979323846;

/// From somewhere around the other model to the far side of it, past it or through it.
MotionWork::Ends random_ends(double size, Random& random) {
  const Vec3 side = random.direction();
  const Vec3 beside = cross(side, random.direction()) * random.between(0, 4 * size);
  const Vec3 start = side * (1.6 * size) + beside * 0.3, end = side * (-1.6 * size) + beside;
  const Placement from = random.rotation(start);
  // Turned on by at most 0.9 of half a turn.
  const double half = 0.45 * pi * random.unit();
  const Vec3 axis = random.direction() * std::sin(half);
  const Placement turn = Placement::rotation(std::cos(half), axis.x, axis.y, axis.z);
  return {from, {(turn * from).linear, end}};
}

MotionWork screws_of(std::string name, const Mesh& a, const Mesh& b, int count) {
  MotionWork work{std::move(name), a, b, {}};
  const Model model_a(a), model_b(b);
  const Bounds bounds = bounds_of(b.points);
  const double size = length(bounds.high - bounds.low) / 2;
  Random random(23);
  while (static_cast<int>(work.motions.size()) < count) {
    const MotionWork::Ends ends = random_ends(size, random);
    if (!touches(model_a, ends.from, model_b, {})) work.motions.push_back(ends);
  }
  return work;
}

/// A surface wound around the z axis: in one turn it rises by so many rings, each 1/32 high, from z = -1 on. A screw of
/// that pitch by one of `around` sides brings it onto itself.
template <class Radius>
Mesh sleeve(int around, int rings_per_turn, const Radius& radius_of_ring) {
  constexpr int rings = 64;
  Mesh mesh;
  for (int j = 0; j <= rings; ++j)
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * pi * i / around, r = radius_of_ring(j);
      const double z = -1 + (j + static_cast<double>(rings_per_turn) * i / around) / 32;
      mesh.points.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
  const auto at = [&](int i, int j) {
    return static_cast<std::uint32_t>(i < around ? j * around + i : (j + rings_per_turn) * around);
  };
  for (int j = 0; j + 1 + rings_per_turn <= rings; ++j)
    for (int i = 0; i < around; ++i) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      mesh.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

}  // namespace

std::vector<MotionWork> random_screws(int triangles, int motions) {
  const int across = static_cast<int>(std::sqrt(triangles / 2.0));
  const Mesh torus = shapes::torus(1, 0.35, across, across);
  return {screws_of("scans " + std::to_string(triangles), shapes::bumpy_scan(triangles, 1),
                    shapes::bumpy_scan(triangles, 2), motions),
          screws_of("tori " + std::to_string(triangles), torus, torus, motions)};
}

// A side of the outer body is nearer to the axis than its corners by a share of 1 - cos(pi / sides), which its radius
// makes up for.
std::vector<Fit> close_fits(int sides) {
  constexpr double gap = 0.002, depth = 0.06;
  constexpr int rings_per_turn = 8;
  const double outward = 1 / std::cos(pi / sides), pitch = rings_per_turn / 32.0;
  const auto plain = [](int) { return 1.0; };
  const auto thread = [](int ring) { return 1 - depth * std::abs(ring % rings_per_turn - 4) / 4; };
  const auto around = [&](const auto& radius) {
    return [&radius, outward](int ring) { return radius(ring) * outward + gap; };
  };
  return {{"shaft in bearing", sleeve(sides, 0, plain), sleeve(sides, 0, around(plain)),
           Motion::screw({}, Screw{{}, {0, 0, 1}, 2 * pi, 0})},
          {"bolt in nut", sleeve(sides, rings_per_turn, thread), sleeve(sides, rings_per_turn, around(thread)),
           Motion::screw({}, Screw{{}, {0, 0, 1}, 2 * pi, pitch})}};
}

}  // namespace abut::bench::peers
