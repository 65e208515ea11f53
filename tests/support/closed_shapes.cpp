#include "support/closed_shapes.h"

#include "math/random.h"
#include <abut/placement.h>
#include <abut/shapes.h>

#include <cmath>
#include <functional>

namespace abut {

namespace {

Mesh moved(const Mesh& mesh, const Vec3& by) { return transformed(mesh, Placement::translation(by)); }
Mesh both(const Mesh& a, const Mesh& b) { return joined(std::vector<Mesh>{a, b}); }

/// The surface of a body of unit cubes, two triangles a square, a point each corner of a square: cubes may meet in a
/// side or a corner alone. `is_filled` is asked for cells from 0 to count - 1.
Mesh block_surface(int count, const std::function<bool(int, int, int)>& is_filled) {
  Mesh mesh;
  const auto filled = [&](const std::array<int, 3>& cell) {
    for (int c : cell)
      if (c < 0 || c >= count) return false;
    return is_filled(cell[0], cell[1], cell[2]);
  };
  for (int x = 0; x < count; ++x)
    for (int y = 0; y < count; ++y)
      for (int z = 0; z < count; ++z) {
        if (!filled({x, y, z})) continue;
        for (int axis = 0; axis < 3; ++axis)
          for (int end : {0, 1}) {
            std::array<int, 3> next{x, y, z};
            next[axis] += end ? 1 : -1;
            if (filled(next)) continue;
            const auto first = static_cast<std::uint32_t>(mesh.points.size());
            const int u = (axis + (end ? 1 : 2)) % 3, v = (axis + (end ? 2 : 1)) % 3;
            for (int corner = 0; corner < 4; ++corner) {
              std::array<int, 3> at{x, y, z};
              at[axis] += end;
              at[u] += corner == 1 || corner == 2;
              at[v] += corner >= 2;
              mesh.points.push_back({double(at[0]), double(at[1]), double(at[2])});
            }
            mesh.triangles.push_back({first, first + 1, first + 2});
            mesh.triangles.push_back({first, first + 2, first + 3});
          }
      }
  return mesh;
}

Mesh menger_cube() {
  const auto is_hole = [](int x, int y, int z) { return (x == 1) + (y == 1) + (z == 1) >= 2; };
  return block_surface(
      9, [&](int x, int y, int z) { return !is_hole(x / 3, y / 3, z / 3) && !is_hole(x % 3, y % 3, z % 3); });
}

Mesh random_blocks() {
  Random random(5);
  std::vector<bool> filled;
  for (int i = 0; i < 216; ++i) filled.push_back(random.chance(0.5));
  return block_surface(6, [&](int x, int y, int z) { return filled[36 * x + 6 * y + z]; });
}

/// A tube of radius 0.3 along a trefoil.
Mesh knot(int around, int across) {
  Mesh mesh;
  const auto curve = [](double t) {
    return Vec3{std::sin(t) + 2 * std::sin(2 * t), std::cos(t) - 2 * std::cos(2 * t), -std::sin(3 * t)};
  };
  const auto unit = [](const Vec3& v) { return v * (1 / length(v)); };
  for (int i = 0; i < around; ++i) {
    const double t = 2 * M_PI * i / around, h = 1e-3;
    const Vec3 p = curve(t), ahead = curve(t + h), behind = curve(t - h);
    const Vec3 along = unit(ahead - behind), side = unit(cross(along, ahead + behind - p * 2)), up = cross(along, side);
    for (int j = 0; j < across; ++j) {
      const double angle = 2 * M_PI * j / across;
      mesh.points.push_back(p + side * (0.3 * std::cos(angle)) + up * (0.3 * std::sin(angle)));
      const auto at = [&](int a, int b) {
        return static_cast<std::uint32_t>((i + a) % around * across + (j + b) % across);
      };
      mesh.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
      mesh.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
    }
  }
  return mesh;
}

Mesh spiky_ball() {
  Mesh mesh = shapes::sphere(1, 6);
  Random random(6);
  for (Vec3& p : mesh.points) p = p * (random.chance(0.2) ? random.between(2, 4) : random.between(0.5, 1));
  return mesh;
}

/// A cube one of whose sides has a corner in its middle on one face alone; a triangle without an area closes the joint.
Mesh cube_with_closed_joint() {
  Mesh mesh = shapes::box({1, 1, 1});
  // Cut the first triangle at the middle of its first side.
  const Triangle t = mesh.triangles[0];
  const auto middle = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.push_back((mesh.points[t[0]] + mesh.points[t[1]]) * 0.5);
  mesh.triangles[0] = {t[0], middle, t[2]};
  mesh.triangles.push_back({middle, t[1], t[2]});
  mesh.triangles.push_back({t[0], t[1], middle});
  // And some that have no say.
  mesh.triangles.push_back({t[0], t[0], t[0]});
  mesh.triangles.push_back({t[0], t[2], t[2]});
  return mesh;
}

Mesh without_shared_points(const Mesh& mesh) {
  Mesh soup;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    for (const Vec3& corner : mesh.corners(i)) soup.points.push_back(corner);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  return soup;
}

/// Every other triangle wound the wrong way.
Mesh wound_at_random(Mesh mesh) {
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 2) std::swap(mesh.triangles[i][0], mesh.triangles[i][1]);
  return mesh;
}

std::vector<ClosedShape> made() {
  const Mesh cube = shapes::box({1, 1, 1}), small = shapes::box({0.5, 0.5, 0.5});
  const Mesh ball = shapes::sphere(1, 7), core = shapes::sphere(0.5, 5);
  // Corners at exact places, so that two of them meet in one.
  const Mesh octahedron{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
                        {}};
  const Mesh tetrahedron{
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {}};
  std::vector<ClosedShape> shapes;
  shapes.push_back({"tetrahedron", tetrahedron});
  shapes.push_back({"cube", cube});
  shapes.push_back({"icosahedron", shapes::icosahedron(1)});
  shapes.push_back({"ball", ball});
  shapes.push_back({"cylinder", shapes::cylinder(1, 1, 24)});
  shapes.push_back({"torus", shapes::torus(1, 0.35, 32, 16)});
  shapes::WrinkledTorus wrinkled;
  wrinkled.around = 100, wrinkled.across = 25;
  shapes.push_back({"wrinkled torus", shapes::wrinkled_torus(wrinkled)});
  shapes.push_back({"hollow ball", both(ball, inside_out(core))});
  shapes.push_back({"ball within a ball", both(ball, core)});
  shapes.push_back({"two octahedra that touch in a point", both(octahedron, moved(octahedron, {2, 0, 0}))});
  shapes.push_back({"two cubes that touch along a side", both(cube, moved(cube, {2, 2, 0}))});
  shapes.push_back({"two cubes that share a face", both(cube, moved(cube, {2, 0, 0}))});
  shapes.push_back({"two cubes through each other", both(cube, moved(cube, {1, 1, 0.5})), true});
  shapes.push_back({"a cube on a cube's face", both(cube, moved(small, {0, 0.25, 1.5}))});
  shapes.push_back({"Menger cube", menger_cube()});
  shapes.push_back({"random blocks", random_blocks()});
  shapes.push_back({"knot", knot(160, 12)});
  shapes.push_back({"spiky ball", spiky_ball()});
  shapes.push_back({"space craft", shapes::spacecraft(), true});
  shapes.push_back({"torpedo", shapes::torpedo(), true});
  shapes.push_back({"bumpy scan", shapes::bumpy_scan(5000, 3)});
  shapes.push_back({"cube with a closed joint", cube_with_closed_joint()});
  shapes.push_back({"torus without shared points", without_shared_points(shapes::torus(1, 0.35, 16, 8))});
  shapes.push_back({"ball wound at random", wound_at_random(ball)});
  shapes.push_back({"small far ball", moved(transformed(ball, {Matrix3{} * 0x1p-10, {}}), {1e6, -2e6, 3e6})});
  // No coordinate of these is halfway between two others without rounding.
  const auto decimal = [](Mesh mesh, const Vec3& low, const Vec3& size) {
    for (Vec3& p : mesh.points)
      for (int axis = 0; axis < 3; ++axis) p[axis] = p[axis] <= 0 ? low[axis] : low[axis] + size[axis];
    return mesh;
  };
  shapes.push_back({"decimal box", decimal(cube, {8, 8, 8}, {0.1, 0.1, 0.1})});
  shapes.push_back({"decimal box elsewhere", decimal(cube, {-31.7, 88.9, 12.3}, {0.3, 1.7, 0.1})});
  shapes.push_back({"tetrahedron 100 sizes away", decimal(tetrahedron, {77.7, -43.1, 99.9}, {0.9, 1.1, 0.7})});
  shapes.push_back({"tetrahedron 1e6 sizes away", decimal(tetrahedron, {7e5, -4.3e5, 1e6 / 3}, {0.9, 1.1, 0.7})});
  return shapes;
}

}  // namespace

Mesh inside_out(Mesh mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  return mesh;
}

const std::vector<ClosedShape>& closed_shapes() {
  static const std::vector<ClosedShape> shapes = made();
  return shapes;
}

}  // namespace abut
