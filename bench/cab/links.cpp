#include "cab/links.h"

#include "math/arc_tangent.h"
#include "math/sine.h"
#include "shapes/building.h"

#include <cmath>

namespace abut::bench::cab {

Mesh bone(double start, double length, double half_y, double half_z) {
  constexpr int rings = 11, around = 12;
  Mesh mesh;
  const double middle = start + 0.5 * length;
  for (int i = 1; i <= rings; ++i) {
    const double x = -sine_and_cosine(pi * i / (rings + 1)).cosine, x4 = x * x * x * x,
                 thickness = std::sqrt(1 - x4 * x4 * x4 * x4);
    for (int j = 0; j < around; ++j) {
      const SineCosine turn = sine_and_cosine(2 * pi * j / around);
      mesh.points.push_back(
          {middle + 0.5 * length * x, half_y * thickness * turn.cosine, half_z * thickness * turn.sine});
    }
  }
  const auto first_tip = static_cast<std::uint32_t>(mesh.points.size()), last_tip = first_tip + 1;
  mesh.points.push_back({start, 0, 0});
  mesh.points.push_back({start + length, 0, 0});
  const auto at = [](int ring, int place) { return static_cast<std::uint32_t>(ring * around + place % around); };
  for (int j = 0; j < around; ++j) {
    mesh.triangles.push_back({first_tip, at(0, j + 1), at(0, j)});
    for (int i = 0; i + 1 < rings; ++i) {
      mesh.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
    mesh.triangles.push_back({at(rings - 1, j), at(rings - 1, j + 1), last_tip});
  }
  shapes::snap(mesh);
  return mesh;
}

Mesh convex_link(double ratio) {
  const double gap = tip_gap(ratio), length = 1 - 2 * gap, half = 0.5 * length / ratio;
  return bone(gap, length, half, half);
}

Mesh dented_link(double ratio) {
  Mesh mesh = convex_link(ratio);
  for (Vec3& p : mesh.points)
    if (p.z > 0) p.z *= -0.5;
  shapes::snap(mesh);
  return mesh;
}

}  // namespace abut::bench::cab
