#include "game/scenes.h"

#include <abut/shapes.h>

#include <cmath>

namespace abut::bench::game {

namespace {

/// A height field of 24 x 24 quads over [-12, 12]^2 around z = -3.
Mesh sea_floor() {
  Mesh mesh = shapes::plate(24, 24, 24, 24);
  for (Vec3& p : mesh.points) {
    const double ridge = 1 / (1 + (p.x - 2 * p.y) * (p.x - 2 * p.y) / 16), hill = 1 / (1 + (p.x * p.x + p.y * p.y) / 9);
    p.z = -3 + 1.2 * ridge - 1.5 * hill + 0.3 * (p.x * p.y / 36 - std::abs(p.x) / 12);
  }
  return mesh;
}

/// 96 triangles, 1 long.
Mesh projectile() {
  Mesh mesh = shapes::cylinder(0.1, 0.5, 24);
  return mesh;
}

Mesh ring(int fineness) { return shapes::torus(1, 0.4, 4 * fineness, 2 * fineness); }
Mesh ball(int fineness) { return shapes::sphere(1, fineness); }
Mesh inner_ball(int fineness) { return shapes::sphere(1 - 0.5 / fineness, fineness); }

constexpr GrowthCase all_growth_cases[] = {
    // A contact is soon found.
    {"touching", ball, ball,
     [](Random& random) {
       return PlacementPair{random.rotation(), random.rotation(random.direction() * 1.8)};
     }},
    // Links of a chain: close in one place, no contact.
    {"linked", ring, ring,
     [](Random& random) {
       const Placement jitter =
           Placement::rotation(1, 0.02 * random.unit(), 0.02 * random.unit(), 0.02 * random.unit());
       return PlacementPair{jitter, Placement::rotation(1, 1, 0, 0, {1, 0, 0})};
     }},
    // One in the other: close everywhere, the closer the finer they are meshed.
    {"inside", ball, inner_ball,
     [](Random& random) {
       return PlacementPair{random.rotation(), random.rotation()};
     }},
};

}  // namespace

std::vector<Actor> actors() {
  std::vector<Actor> result;
  result.emplace_back("sub", shapes::submarine(), 3, 0.3);
  result.emplace_back("terrain", sea_floor(), 0, 0);
  result.emplace_back("projectile", projectile(), 8, 0.1);
  return result;
}

Placement Drift::operator()(double t) const {
  // Cayley's rotation: tan(half the angle) grows evenly, and nothing but sums and products is needed.
  const double tangent = std::tan(0.5 * angle) * t;
  const Placement spin = Placement::rotation(1, tangent * axis.x, tangent * axis.y, tangent * axis.z);
  return {spin.linear * turned, from + (to - from) * t};
}

Drift random_drift(Random& random, const Actor& actor, const Vec3& near, double spread) {
  Drift drift;
  drift.turned = random.rotation().linear;
  drift.from = near + random.in_cube(spread);
  drift.to = drift.from + random.direction() * (actor.way * random.unit());
  drift.axis = random.direction();
  drift.angle = random.between(-actor.angle, actor.angle);
  if (actor.way == 0) drift = {{}, {}, {0, 0, 1}, {}, 0};
  return drift;
}

std::vector<Shot> shots_at(const Actor& actor, int count) {
  Random random(7);
  std::vector<Shot> result;
  const double size = actor.tree.head().radius;
  for (int i = 0; i < count; ++i) {
    Shot shot{random_drift(random, actor, {}, 1), {}, {}};
    const Vec3 aim = 0.5 * (shot.drift.from + shot.drift.to) + random.in_cube(0.5 * size);
    const Vec3 way = random.direction() * (1.2 * size);
    shot.start = aim - way, shot.end = aim + way;
    result.push_back(shot);
  }
  return result;
}

std::vector<Meeting> meetings_of(const Actor& a, const Actor& b, int count) {
  Random random(9);
  std::vector<Meeting> result;
  const bool on_floor = a.way == 0 || b.way == 0;
  const double apart = on_floor ? 2 : 0.8 * (a.tree.head().radius + b.tree.head().radius);
  for (int i = 0; i < count; ++i)
    result.push_back({random_drift(random, a, {}, 0.5), random_drift(random, b, {}, apart)});
  return result;
}

std::vector<ActorPair> meeting_pairs(const std::vector<Actor>& all) {
  const Actor *sub = &all[0], *terrain = &all[1], *projectile = &all[2];
  return {{sub, sub}, {sub, terrain}, {sub, projectile}, {projectile, terrain}, {projectile, projectile}};
}

std::vector<ActorPair> switch_pairs(const std::vector<Actor>& all) {
  const Actor *sub = &all[0], *terrain = &all[1], *projectile = &all[2];
  return {{sub, sub}, {sub, terrain}, {projectile, terrain}};
}

std::vector<PlacementPair> switch_placements(const Actor& b) {
  Random random(5);
  std::vector<PlacementPair> result;
  for (int i = 0; i < 300; ++i)
    result.push_back(
        {random.rotation(random.in_cube(2)), b.way == 0 ? Placement{} : random.rotation(random.in_cube(2))});
  return result;
}

std::span<const GrowthCase> growth_cases() { return all_growth_cases; }

std::vector<PlacementPair> growth_placements(const GrowthCase& each) {
  Random random(3);
  std::vector<PlacementPair> result;
  for (int i = 0; i < 20; ++i) result.push_back(each.place(random));
  return result;
}

}  // namespace abut::bench::game
