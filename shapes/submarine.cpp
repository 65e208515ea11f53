#include "shapes/building.h"
#include <abut/shapes.h>

namespace abut::shapes {

namespace {

/// A closed pyramid of 6 triangles, its base counterclockwise as seen from outside, that is from below.
void add_pyramid(Mesh& mesh, const std::array<Vec3, 4>& base, const Vec3& tip) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), base.begin(), base.end());
  mesh.points.push_back(tip);
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
  for (std::uint32_t i = 0; i < 4; ++i) mesh.triangles.push_back({first + (i + 1) % 4, first + i, first + 4});
}

/// 14 rings of 16: 448 triangles.
void add_hull(Mesh& mesh) {
  constexpr int rings = 14;
  std::vector<ProfilePoint> profile{{-5, 0}};
  for (int i = 0; i < rings; ++i) {
    // Slender at the stern, round at the bow.
    const double x = -4.8 + 9.6 * i / (rings - 1), stern = x < -1 ? (x + 5) / 4 : 1;
    const Turn bow = turn(x > 3 ? 0.25 * (x - 3) / 2 : 0);
    profile.push_back({x, 0.75 * (x < -1 ? stern * (2 - stern) : bow.cosine)});
  }
  profile.push_back({5, 0});
  add_revolved(mesh, profile, 16);
}

}  // namespace

Mesh submarine() {
  Mesh mesh;
  add_hull(mesh);
  end_part(mesh, "hull");
  add_box(mesh, {0.2, -0.2, 0.5}, {1.8, 0.2, 1.5});
  end_part(mesh, "sail");
  // Rooted in the hull, pointing outwards: up, down, left, right; and the periscope.
  for (int i = 0; i < 4; ++i) {
    const Turn t = turn(0.25 * i);
    const auto placed = [&](double x, double out, double across) {
      return Vec3{x, out * t.cosine - across * t.sine, out * t.sine + across * t.cosine};
    };
    add_pyramid(
        mesh,
        {placed(-4.6, 0.02, -0.05), placed(-4.6, 0.02, 0.05), placed(-3.6, 0.02, 0.05), placed(-3.6, 0.02, -0.05)},
        placed(-4.5, 1.2, 0));
  }
  end_part(mesh, "fins");
  add_pyramid(mesh, {{{0.9, -0.05, 1.4}, {0.9, 0.05, 1.4}, {1.1, 0.05, 1.4}, {1.1, -0.05, 1.4}}}, {1, 0, 2.2});
  end_part(mesh, "periscope");
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
