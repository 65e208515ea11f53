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

}  // namespace abut::bench::game
