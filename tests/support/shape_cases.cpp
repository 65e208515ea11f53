#include "support/shape_cases.h"

#include <abut/shapes.h>

namespace abut {

namespace {

Mesh point_mesh() { return {{{}}, {{0, 0, 0}}, {}}; }
Mesh segment_mesh(double length) { return {{{0, 0, -length / 2}, {0, 0, length / 2}}, {{0, 1, 1}}, {}}; }

Mesh scaled(Mesh mesh, double factor) {
  for (Vec3& point : mesh.points) point = point * factor;
  return mesh;
}

/// Coordinates rounded to quarters.
Mesh on_quarters(Mesh mesh) {
  for (Vec3& point : mesh.points)
    for (int axis = 0; axis < 3; ++axis) point[axis] = std::nearbyint(4 * point[axis]) / 4;
  return mesh;
}

}  // namespace

ShapeCase whole_numbered_shape(Random& random) {
  const auto size = [&] { return static_cast<double>(1 + random.below(7)); };
  const Vec3 sizes{size(), size(), size()};
  const double radius = size() / 2;
  switch (random.below(6)) {
    case 0:
      return {"box", Shape::box(sizes), shapes::box(0.5 * sizes), 0, true};
    case 1:
      return {"sphere", Shape::sphere(radius), point_mesh(), radius, false};
    case 2:
      return {"capsule", Shape::capsule(radius, sizes.z), segment_mesh(sizes.z), radius, false};
    case 3:
      return {"rounded box", Shape::rounded_box(sizes, radius), shapes::box(0.5 * sizes), radius, true};
    case 4: {
      Mesh mesh = scaled(shapes::box({1, 1, 1}), size());
      return {"surface", Shape(Model(mesh)), mesh, 0, false};
    }
    default: {
      Mesh mesh = on_quarters(scaled(shapes::icosahedron(1), size()));
      return {"solid", Shape(Solid(Model(mesh))), mesh, 0, true};
    }
  }
}

Placement on_lattice(Random& random, int reach) {
  const int first = static_cast<int>(random.below(3)), second = (first + 1 + static_cast<int>(random.below(2))) % 3;
  const auto sign = [&] { return random.chance(0.5) ? 1.0 : -1.0; };
  Placement at;
  at.linear = {{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  at.linear(0, first) = sign(), at.linear(1, second) = sign(), at.linear(2, 3 - first - second) = sign();
  const auto shift = [&] { return static_cast<double>(random.below(2 * reach + 1)) - reach; };
  at.shift = {shift(), shift(), shift()};
  return at;
}

}  // namespace abut
