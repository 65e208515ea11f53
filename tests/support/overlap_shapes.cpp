#include "support/overlap_shapes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace abut {

Mesh brick(const Vec3& low, const Vec3& high) {
  Mesh mesh;
  for (int corner = 0; corner < 8; ++corner)
    mesh.points.push_back({corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z});
  constexpr std::array<std::array<std::uint32_t, 4>, 6> faces{
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& f : faces) mesh.triangles.insert(mesh.triangles.end(), {{f[0], f[1], f[2]}, {f[0], f[2], f[3]}});
  return mesh;
}

bool Polycube::at(int x, int y, int z) const {
  if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) return false;
  return filled[static_cast<std::size_t>((z * size[1] + y) * size[0] + x)];
}

int Polycube::count() const {
  int sum = 0;
  for (const bool one : filled) sum += one;
  return sum;
}

Mesh Polycube::surface(bool other_way) const {
  Mesh mesh;
  const auto quad = [&](const std::array<int, 3>& cube, int axis, bool high) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
      Vec3 p{static_cast<double>(cube[0]), static_cast<double>(cube[1]), static_cast<double>(cube[2])};
      p[axis] += high, p[i] += u, p[j] += v;
      mesh.points.push_back(p);
    }
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      if (!high) std::swap(b, c);
      mesh.triangles.push_back({first + a, first + b, first + c});
    };
    if (other_way)
      add(1, 2, 3), add(1, 3, 0);
    else
      add(0, 1, 2), add(0, 2, 3);
  };
  for (int z = 0; z < size[2]; ++z)
    for (int y = 0; y < size[1]; ++y)
      for (int x = 0; x < size[0]; ++x) {
        if (!at(x, y, z)) continue;
        for (int axis = 0; axis < 3; ++axis)
          for (const int way : {-1, 1}) {
            std::array<int, 3> beside{x, y, z};
            beside[axis] += way;
            if (!at(beside[0], beside[1], beside[2])) quad({x, y, z}, axis, way > 0);
          }
      }
  return mesh;
}

Polycube Polycube::random(Random& random, int size, double density) {
  Polycube made{{size, size, size}, std::vector<bool>(static_cast<std::size_t>(size * size * size))};
  for (std::size_t i = 0; i < made.filled.size(); ++i) made.filled[i] = random.chance(density);
  return made;
}

int common_cubes(const Polycube& a, const Polycube& b, const std::array<int, 3>& shift) {
  int sum = 0;
  for (int z = 0; z < a.size[2]; ++z)
    for (int y = 0; y < a.size[1]; ++y)
      for (int x = 0; x < a.size[0]; ++x) sum += a.at(x, y, z) && b.at(x - shift[0], y - shift[1], z - shift[2]);
  return sum;
}

Mesh bumpy_ball(Random& random, int halvings, double roughness) {
  Mesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
            {}};
  for (int round = 0; round < halvings; ++round) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [found, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.points.size()));
      if (is_new) {
        const Vec3 p = mesh.points[a] + mesh.points[b];
        mesh.points.push_back(p * (1 / length(p)));
      }
      return found->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
  }
  for (Vec3& p : mesh.points) p = p * (1 + roughness * random.between(-1, 1));
  return mesh;
}

Mesh prism(double radius, double half_height, int sides, double phase) {
  Mesh mesh;
  const auto count = static_cast<std::uint32_t>(sides);
  for (const double z : {-half_height, half_height})
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * (i + phase) / sides;
      mesh.points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.triangles.insert(mesh.triangles.end(), {{i, next, count + next}, {i, count + next, count + i}});
  }
  for (std::uint32_t i = 1; i + 1 < count; ++i)
    mesh.triangles.insert(mesh.triangles.end(), {{0, i + 1, i}, {count, count + i, count + i + 1}});
  return mesh;
}

Mesh extruded(const std::vector<std::array<double, 2>>& outline, double half) {
  Mesh mesh;
  const auto count = static_cast<std::uint32_t>(outline.size());
  for (const double z : {-half, half})
    for (const auto& [x, y] : outline) mesh.points.push_back({x, y, z});
  std::vector<std::uint32_t> bottom, top;
  for (std::uint32_t i = 0; i < count; ++i) bottom.push_back(count - 1 - i), top.push_back(count + i);
  mesh.add_polygon(bottom);
  mesh.add_polygon(top);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.add_polygon(std::array{i, next, count + next, count + i});
  }
  return mesh;
}

Mesh turned_on_a_lathe(int sides, const std::vector<std::array<double, 2>>& outline, bool has_ends) {
  Mesh mesh;
  for (const auto& [radius, z] : outline)
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      mesh.points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  const auto n = static_cast<std::uint32_t>(sides), rings = static_cast<std::uint32_t>(outline.size());
  for (std::uint32_t r = 0; r + (has_ends ? 1 : 0) < rings; ++r)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t here = r * n, above = (r + 1) % rings * n, next = (i + 1) % n;
      mesh.add_polygon(std::array{here + i, here + next, above + next, above + i});
    }
  std::vector<std::uint32_t> bottom, top;
  for (std::uint32_t i = 0; i < n; ++i) bottom.push_back(n - 1 - i), top.push_back((rings - 1) * n + i);
  if (has_ends) mesh.add_polygon(bottom), mesh.add_polygon(top);
  return mesh;
}

}  // namespace abut
