#include "shapes/building.h"
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

namespace abut::shapes {

namespace {

double blend(double from, double to, double t) { return from + (to - from) * t; }

/// A rounded square of half side 1: the superellipse x^4 + y^4 = 1.
Turn rounded_square(double turns) {
  const Turn t = turn(turns);
  const double c2 = t.cosine * t.cosine, s2 = t.sine * t.sine;
  const double scale = 1 / std::sqrt(std::sqrt(c2 * c2 + s2 * s2));
  return {t.cosine * scale, t.sine * scale};
}

struct HullStation {
  double x, half_width, half_height, centre_z;
};
constexpr HullStation hull_stations[] = {
    {-5.2, 0.62, 0.52, 0},    {-5, 0.72, 0.62, 0},    {-1.6, 0.72, 0.66, 0},
    {0.4, 0.58, 0.52, -0.02}, {6, 0.24, 0.18, -0.12}, {6.9, 0.16, 0.1, -0.15},
};

HullStation hull_at(double x) {
  std::size_t i = 0;
  while (i + 2 < std::size(hull_stations) && x > hull_stations[i + 1].x) ++i;
  const HullStation &a = hull_stations[i], &b = hull_stations[i + 1];
  const double t = (x - a.x) / (b.x - a.x);
  return {x, blend(a.half_width, b.half_width, t), blend(a.half_height, b.half_height, t),
          blend(a.centre_z, b.centre_z, t)};
}

/// 28 rings of 20: 1120 triangles.
void add_hull(Mesh& mesh) {
  constexpr int rings = 28, sides = 20;
  add_tube(mesh, {-5.3, 0, 0}, rings, sides, {7, 0, -0.15}, [](int ring, int side) {
    const HullStation s = hull_at(blend(-5.2, 6.9, ring / (rings - 1.0)));
    const Turn t = rounded_square(side / static_cast<double>(sides));
    return Vec3{s.x, s.half_width * t.cosine, s.centre_z + s.half_height * t.sine};
  });
}

/// 10 rings of 16: 320 triangles.
void add_canopy(Mesh& mesh) {
  constexpr int rings = 10, sides = 16;
  add_tube(mesh, {-1.7, 0, 0.5}, rings, sides, {1.5, 0, 0.38}, [](int ring, int side) {
    const double along = (ring + 1) / (rings + 1.0);
    // Steep behind, sloping in front.
    const double swell = std::sqrt(4 * along * (1 - along)) * (1.25 - 0.5 * along);
    const Turn t = turn(side / static_cast<double>(sides));
    return Vec3{blend(-1.7, 1.5, along), 0.4 * swell * t.cosine, blend(0.5, 0.38, along) + 0.42 * swell * t.sine};
  });
}

/// The navigator's dome behind the canopy: 9 rings of 10, 180 triangles.
void add_dome(Mesh& mesh) {
  constexpr int rings = 9, sides = 10;
  add_tube(mesh, {-2.3, 0, 0.4}, rings, sides, {-2.3, 0, 1.02}, [](int ring, int side) {
    const double height = blend(0.45, 1, ring / (rings - 1.0));
    const double over = std::max(0.0, (height - 0.72) / 0.3);
    const double radius = 0.3 * std::sqrt(1 - over * over);
    const Turn t = turn(side / static_cast<double>(sides));
    return Vec3{-2.3 + radius * t.cosine, radius * t.sine, height};
  });
}

// The upper left quarter, in a frame whose y runs out along the wing: the other three are its mirror images.

/// 10 x 9 quads on both faces: 436 triangles.
void add_wing(Mesh& mesh) {
  constexpr int chord_pieces = 10, span_pieces = 9;
  const auto face = [](double side) {
    return [side](int u, int v) {
      const double out = v / static_cast<double>(span_pieces), back = u / static_cast<double>(chord_pieces);
      const double x = blend(blend(-4.9, -4.3, out), blend(-1.9, -2.9, out), back);
      const double profile = std::sqrt(std::max(0.04, 4 * back * (1 - back)));
      return Vec3{x, blend(0.4, 5.7, out), side * blend(0.09, 0.04, out) * profile};
    };
  };
  add_slab(mesh, chord_pieces, span_pieces, face(1), face(-1));
}

/// 12 rings of 20: 480 triangles.
void add_engine(Mesh& mesh) {
  constexpr ProfilePoint profile[] = {{-5.6, 0},    {-5.6, 0.2},  {-6.1, 0.27},  {-6.1, 0.31}, {-5.3, 0.33},
                                      {-5.2, 0.4},  {-3.6, 0.46}, {-3.5, 0.52},  {-1.5, 0.52}, {-1.35, 0.48},
                                      {-1.35, 0.4}, {-1.6, 0.36}, {-1.65, 0.12}, {-1.45, 0}};
  Mesh engine;
  add_revolved(engine, profile, 20);
  add_copy(mesh, engine, [](const Vec3& p) { return p + Vec3{0, 1.25, 0.38}; });
}

/// 10 rings of 10: 200 triangles.
void add_cannon(Mesh& mesh) {
  constexpr ProfilePoint profile[] = {{-4.6, 0},    {-4.6, 0.1},  {-4.5, 0.15},  {-2.9, 0.15},
                                      {-2.7, 0.09}, {-0.6, 0.07}, {-0.6, 0.045}, {1.9, 0.035},
                                      {1.9, 0.07},  {2, 0.07},    {2.3, 0.02},   {2.35, 0}};
  Mesh cannon;
  add_revolved(cannon, profile, 10);
  add_copy(mesh, cannon, [](const Vec3& p) { return p + Vec3{0, 5.75, 0}; });
}

void add_quarter(Mesh& mesh, const Mesh& quarter, double side, double up) {
  const std::size_t first = mesh.triangles.size();
  const Turn tilt = turn(0.042);
  add_copy(mesh, quarter, [&](const Vec3& p) {
    const double y = p.y * tilt.cosine - p.z * tilt.sine, z = p.y * tilt.sine + p.z * tilt.cosine;
    return Vec3{p.x, side * y, up * (z + 0.06)};
  });
  if (side * up < 0)
    for (std::size_t i = first; i < mesh.triangles.size(); ++i) std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
}

}  // namespace

Mesh spacecraft() {
  Mesh mesh;
  add_hull(mesh);
  add_canopy(mesh);
  add_dome(mesh);
  end_part(mesh, "hull");
  Mesh quarter;
  add_wing(quarter);
  add_engine(quarter);
  add_cannon(quarter);
  add_quarter(mesh, quarter, 1, 1), end_part(mesh, "upper left wing");
  add_quarter(mesh, quarter, -1, 1), end_part(mesh, "upper right wing");
  add_quarter(mesh, quarter, 1, -1), end_part(mesh, "lower left wing");
  add_quarter(mesh, quarter, -1, -1), end_part(mesh, "lower right wing");
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
