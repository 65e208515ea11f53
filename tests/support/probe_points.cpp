#include "support/probe_points.h"

namespace abut {

namespace {

double nudged(double x, Random& random) {
  return std::nextafter(
      x, random.chance(0.5) ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
}

/// A point of some triangle of the mesh: a corner, on a side, or on the face.
Vec3 on_surface(const Mesh& mesh, Random& random) {
  const auto corners = mesh.corners(random.below(mesh.triangles.size()));
  const auto& [a, b, c] = corners;
  switch (random.below(4)) {
    case 0:
      return a;
    case 1:
      return (a + b) * 0.5;
    case 2:
      return a * 0.25 + b * 0.25 + c * 0.5;
    default: {
      const double s = random.unit(), t = random.unit() * (1 - s);
      return a + (b - a) * s + (c - a) * t;
    }
  }
}

}  // namespace

std::vector<Vec3> probe_points(const Mesh& mesh, const Placement& at, int count, Random& random) {
  const Bounds bounds = bounds_of(mesh.points);
  const Vec3 middle = bounds.low * 0.5 + bounds.high * 0.5, half = bounds.high * 0.5 - bounds.low * 0.5;
  const auto corner = [&] { return mesh.points[random.below(mesh.points.size())]; };
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Vec3 v = random.in_cube(1), anywhere = middle + Vec3{v.x * half.x, v.y * half.y, v.z * half.z} * 1.1;
    switch (random.below(8)) {
      case 0:
      case 1:
        points.push_back(at * anywhere);
        break;
      case 2:
        points.push_back(at * on_surface(mesh, random));
        break;
      case 3: {
        Vec3 p = at * on_surface(mesh, random);
        const int axis = static_cast<int>(random.below(3));
        p[axis] = nudged(p[axis], random);
        points.push_back(p);
        break;
      }
      case 4:
        points.push_back(at * (on_surface(mesh, random) + random.direction() * (length(half) * 0.02)));
        break;
      case 6: {
        // On a face, a side or a corner of the bounding box, or a step off.
        Vec3 p = anywhere;
        for (int axis = 0; axis < 3; ++axis) {
          if (random.chance(0.4)) continue;
          p[axis] = random.chance(0.5) ? bounds.low[axis] : bounds.high[axis];
          if (random.chance(0.2)) p[axis] = nudged(p[axis], random);
        }
        points.push_back(at * p);
        break;
      }
      case 5:
        points.push_back(at * Vec3{corner().x, corner().y, anywhere.z});
        break;
      default:
        points.push_back(at * Vec3{corner().x, corner().y, corner().z});
    }
  }
  return points;
}

}  // namespace abut
