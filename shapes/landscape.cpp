#include "math/random.h"
#include "shapes/building.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::shapes {

namespace {

struct Spot {
  double x, y, radius, height;

  /// 1 at the spot's centre, falling to 0 at its radius and beyond.
  double nearness(double at_x, double at_y) const {
    const double dx = at_x - x, dy = at_y - y;
    return std::max(0.0, 1 - std::sqrt(dx * dx + dy * dy) / radius);
  }
};

/// One spot per square of a jittered grid, so that they spread evenly without a pattern; none under the stalagmite.
std::vector<Spot> strewn_spots(Random& random, double spacing, double least_radius, double most_radius,
                               double least_height, double most_height) {
  std::vector<Spot> spots;
  for (double x = -7.32; x < 7.38; x += spacing)
    for (double y = -6; y < 6; y += spacing) {
      Spot spot;
      spot.x = x + spacing * random.unit();
      spot.y = y + spacing * random.unit();
      spot.radius = random.between(least_radius, most_radius);
      spot.height = random.between(least_height, most_height);
      const double clear = stalagmite_radius + spot.radius;
      if (spot.x * spot.x + spot.y * spot.y > clear * clear) spots.push_back(spot);
    }
  return spots;
}

struct Terrain {
  std::vector<Spot> teeth, dimples;

  double height(double x, double y) const {
    double z = 0.12 * turn(0.17 * x + 0.08 * y).sine + 0.1 * turn(0.11 * x - 0.19 * y).cosine;
    for (const Spot& dimple : dimples) {
      const double off = 1 - dimple.nearness(x, y);
      z -= dimple.height * (1 - off * off) * (1 - off * off);
    }
    double tooth_height = 0;
    for (const Spot& tooth : teeth) {
      const double q = tooth.nearness(x, y);
      tooth_height = std::max(tooth_height, tooth.height * q * (0.4 + 0.6 * q));
    }
    z += tooth_height;
    const double q = Spot{0, 0, stalagmite_radius, 0}.nearness(x, y);
    // Blended, not added, so that the tip stands at its height exactly.
    return z * (1 - q) + stalagmite_height * q * q * (1.4 - 0.4 * q);
  }
};

}  // namespace

Mesh toothed_landscape() {
  Random random(98000);
  Terrain terrain;
  terrain.teeth = strewn_spots(random, 0.85, 0.26, 0.48, 0.3, 1.0);
  terrain.dimples = strewn_spots(random, 0.75, 0.3, 0.65, 0.08, 0.22);
  Mesh mesh;
  add_sheet(mesh, 245, 200, {}, [&](int column, int row) {
    const double x = 0.06 * (column - 122), y = 0.06 * (row - 100);
    return Vec3{x, y, terrain.height(x, y)};
  });
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
