#include "math/random.h"
#include "shapes/building.h"
#include "shapes/geodesic.h"
#include <abut/shapes.h>

namespace abut::shapes {

namespace {

/// A smooth hill on the unit sphere: 1 at the centre, 0 from `width` on (as a chord).
struct Hill {
  Vec3 centre;
  double width;
  double height;

  double at(const Vec3& direction) const {
    const Vec3 off = direction - centre;
    const double q = 1 - dot(off, off) / (width * width);
    return q > 0 ? height * q * q : 0;
  }
};

/// Hills and, one in three, hollows; their heights are up to `steepness` times their widths.
std::vector<Hill> random_hills(Random& random, int count, double least_width, double most_width, double steepness) {
  std::vector<Hill> hills;
  for (int i = 0; i < count; ++i) {
    const Vec3 centre = random.direction();
    const double width = random.between(least_width, most_width);
    hills.push_back({centre, width, steepness * width * random.between(-0.5, 1)});
  }
  return hills;
}

/// Places that pull points together, as a scanner's overlapping sweeps do: fine meshes beside coarse ones. Kept apart,
/// since two pulls on one point could fold the surface.
std::vector<Hill> random_attractors(Random& random, int count) {
  std::vector<Hill> attractors;
  int misses = 0;
  while (static_cast<int>(attractors.size()) < count) {
    // The first few may leave no room for the rest: begin anew.
    if (misses == 200000) attractors.clear(), misses = 0;
    const Hill hill{random.direction(), 0.6, random.between(0.4, 0.75)};
    bool is_apart = true;
    for (const Hill& other : attractors) is_apart = is_apart && length(hill.centre - other.centre) > 0.95;
    misses = is_apart ? 0 : misses + 1;
    if (is_apart) attractors.push_back(hill);
  }
  return attractors;
}

}  // namespace

Mesh bumpy_scan(int triangles, std::uint64_t seed) {
  require(triangles >= 20, "a scan needs at least 20 triangles.");
  Random random(seed);
  const double exact = std::sqrt(triangles / 20.0);
  int frequency = static_cast<int>(exact);
  if (20 * (frequency + 1) * (frequency + 1) - triangles < triangles - 20 * frequency * frequency) ++frequency;

  const std::vector<Hill> attractors = random_attractors(random, 8);
  std::vector<Hill> bumps = random_hills(random, 9, 0.7, 1.3, 0.5);
  for (const Hill& hill : random_hills(random, 60, 0.15, 0.4, 0.4)) bumps.push_back(hill);
  for (const Hill& hill : random_hills(random, 400, 0.05, 0.14, 0.3)) bumps.push_back(hill);

  Mesh mesh = unit_geodesic(frequency);
  const double spacing = 1.1 / frequency;
  for (Vec3& point : mesh.points) {
    const Vec3 shaken = point + random.in_cube(0.12 * spacing);
    Vec3 direction = shaken;
    for (const Hill& attractor : attractors) direction += (attractor.centre - shaken) * attractor.at(shaken);
    direction = direction * (1 / length(direction));
    double radius = 1 + random.between(-0.02, 0.02) * spacing;
    for (const Hill& bump : bumps) radius += bump.at(direction);
    point = direction * radius;
  }
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
