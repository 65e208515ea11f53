#include "shapes/building.h"
#include <abut/shapes.h>

#include <cmath>
#include <string>

namespace abut::shapes {

namespace {

constexpr int torpedo_sides = 36;
constexpr double rest_height = 1.1;
constexpr double press = 0.0002;

// The rollers' own measures.
constexpr int roller_stations = 24, roller_sides = 32;
constexpr double first_station = -1.45, station_spacing = 0.15;
constexpr double roller_radius = 0.05, roller_half = 0.125, axle_radius = 0.015, axle_half = 0.17;

/// 58 rings of 36: 4176 triangles.
std::vector<ProfilePoint> torpedo_profile() {
  constexpr int tail_rings = 20, middle_rings = 21, nose_rings = 17;
  constexpr double tail = -2.8, cylinder_start = -1.7, cylinder_end = 2.4, nose = 2.9, hub_radius = 0.05;
  std::vector<ProfilePoint> profile{{tail - 0.1, 0}};
  for (int i = 0; i < tail_rings; ++i) {
    const double t = static_cast<double>(i) / tail_rings;
    profile.push_back({tail + (cylinder_start - tail) * t, hub_radius + (torpedo_radius - hub_radius) * t * (2 - t)});
  }
  for (int i = 0; i < middle_rings; ++i)
    profile.push_back({cylinder_start + (cylinder_end - cylinder_start) * i / (middle_rings - 1), torpedo_radius});
  for (int i = 1; i <= nose_rings; ++i) {
    const Turn t = turn(0.25 * i / (nose_rings + 1));
    profile.push_back({cylinder_end + (nose - cylinder_end) * t.sine, torpedo_radius * t.cosine});
  }
  profile.push_back({nose, 0});
  return profile;
}

/// A slab that reaches from radius `low` to `high` at the angle 0, turned about the x axis.
void add_vane(Mesh& mesh, double turns, int columns, int rows, const Surface& upper, const Surface& lower) {
  Mesh vane;
  add_slab(vane, columns, rows, upper, lower);
  const Turn t = turn(turns);
  add_copy(mesh, vane, [&](const Vec3& p) {
    return Vec3{p.x, p.y * t.cosine - p.z * t.sine, p.y * t.sine + p.z * t.cosine};
  });
}

/// 4 fins of 96 triangles.
void add_fins(Mesh& mesh) {
  const auto face = [](double z) {
    return [z](int u, int v) {
      const double out = v / 4.0, along = u / 4.0;
      return Vec3{-2.62 + 0.04 * out + (0.5 - 0.2 * out) * along, 0.08 + 0.26 * out, z * (1.2 - out)};
    };
  };
  for (int i = 0; i < 4; ++i) add_vane(mesh, i / 4.0, 4, 4, face(0.012), face(-0.012));
}

/// 5 twisted blades of 44 triangles.
void add_screw(Mesh& mesh) {
  const auto face = [](double thickness) {
    return [thickness](int u, int v) {
      const double out = v / 2.0, along = u / 3.0 - 0.5;
      const Turn pitch = turn(0.06 + 0.06 * out);
      const double chord = 0.1 + 0.05 * out;
      return Vec3{-2.75 + chord * along * pitch.cosine - thickness * pitch.sine, 0.04 + 0.2 * out,
                  chord * along * pitch.sine + thickness * pitch.cosine};
    };
  };
  for (int i = 0; i < 5; ++i) add_vane(mesh, i / 5.0, 3, 2, face(0.005), face(-0.005));
}

/// 13 rings of 32: 832 triangles. Along x, its middle ring has a point at +y.
Mesh roller() {
  std::vector<ProfilePoint> profile{
      {-axle_half, 0}, {-axle_half, axle_radius}, {-roller_half, axle_radius}, {-roller_half, roller_radius - 0.007}};
  for (int i = -3; i <= 3; ++i) profile.push_back({(roller_half - 0.007) * i / 3, roller_radius});
  for (std::size_t i = 4; i-- > 0;) profile.push_back({-profile[i].along, profile[i].radius});
  Mesh mesh;
  add_revolved(mesh, profile, roller_sides);
  return mesh;
}

double station_x(int station) { return first_station + station_spacing * station; }

/// 48 rollers, 39936 triangles: pairs in a V under the torpedo, each with an edge flat against one of its facets.
void add_rollers(Mesh& mesh) {
  const Mesh piece = roller();
  // The facets that face the rollers lie at 45 degrees, half way between two columns of points.
  const double facet = torpedo_radius * turn(0.5 / torpedo_sides).cosine;
  const double reach = facet - press + roller_radius, half_root = std::sqrt(0.5);
  for (int station = 0; station < roller_stations; ++station)
    for (const double side : {-1.0, 1.0}) {
      const Vec3 outward{0, side * half_root, -half_root};
      const Vec3 axle{0, half_root, side * half_root};
      const Vec3 third = cross(axle, -outward);
      const Vec3 centre = Vec3{station_x(station), 0, rest_height} + outward * reach;
      add_copy(mesh, piece, [&](const Vec3& p) { return centre + axle * p.x - outward * p.y + third * p.z; });
      end_part(mesh, "roller " + std::to_string(2 * station + (side < 0 ? 0 : 1)));
    }
}

/// 96 brackets of 12 triangles and 25 cross members of 12: 1452.
void add_supports(Mesh& mesh) {
  for (int station = 0; station < roller_stations; ++station) {
    const double x = station_x(station);
    for (const double side : {-1.0, 1.0}) {
      const double inner = side < 0 ? -0.13 : 0.09, outer = side < 0 ? -0.36 : 0.33;
      add_box(mesh, {x - 0.02, inner, 0.63}, {x + 0.02, inner + 0.04, 0.78});
      add_box(mesh, {x - 0.02, outer, 0.63}, {x + 0.02, outer + 0.03, 1.02});
    }
  }
  end_part(mesh, "brackets");
  for (int i = 0; i <= roller_stations; ++i) {
    const double x = station_x(i) - 0.02;
    add_box(mesh, {x - 0.03, -0.3, 0.58}, {x + 0.07, 0.3, 0.64});
  }
  end_part(mesh, "cross members");
}

/// A body of revolution about the vertical axis through (x, y).
void add_upright(Mesh& mesh, double x, double y, std::span<const ProfilePoint> profile, int sides) {
  Mesh upright;
  add_revolved(upright, profile, sides);
  add_copy(mesh, upright, [&](const Vec3& p) { return Vec3{x + p.y, y + p.z, p.x}; });
}

/// 2 rails of 196 triangles and 4 struts of 12: 440.
void add_rails(Mesh& mesh) {
  for (const double y : {-0.38, 0.28}) add_box(mesh, {-1.75, y, 0.56}, {2.4, y + 0.1, 0.66}, 24, 1);
  end_part(mesh, "rails");
  for (const double toward : {-1.0, 1.0})
    for (const double y : {-0.34, 0.32}) {
      Mesh strut;
      add_box(strut, {0, y, 0}, {0.08, y + 0.04, 1});
      // Leaning from the turntable's neck out to the rails' far thirds.
      const double middle = toward < 0 ? -0.15 : 0.07;
      add_copy(mesh, strut, [&](const Vec3& p) {
        return Vec3{middle + toward * (0.15 + 0.95 * p.z) + p.x, p.y * (0.55 + 0.45 * p.z), 0.25 + 0.32 * p.z};
      });
    }
  end_part(mesh, "struts");
}

/// Base 512, pillar 480, turntable 768, 24 bolts of 24, 3 jacks of 252: 3092 triangles.
void add_stand(Mesh& mesh) {
  constexpr ProfilePoint base[] = {{0, 0}, {0, 0.72}, {0.04, 0.75}, {0.06, 0.75}, {0.08, 0.7}, {0.08, 0}};
  add_upright(mesh, 0, 0, base, 64);
  end_part(mesh, "base");
  constexpr ProfilePoint pillar[] = {{0.07, 0},   {0.07, 0.4}, {0.14, 0.3}, {0.3, 0.26},
                                     {0.42, 0.3}, {0.5, 0.42}, {0.5, 0}};
  add_upright(mesh, 0, 0, pillar, 48);
  end_part(mesh, "pillar");
  constexpr ProfilePoint turntable[] = {{0.49, 0},    {0.49, 0.5},  {0.5, 0.56}, {0.54, 0.6},
                                        {0.565, 0.6}, {0.58, 0.58}, {0.58, 0.2}, {0.57, 0}};
  add_upright(mesh, 0, 0, turntable, 64);
  end_part(mesh, "turntable");
  constexpr ProfilePoint bolt[] = {{0.07, 0}, {0.07, 0.02}, {0.1, 0.02}, {0.1, 0}};
  for (int i = 0; i < 24; ++i) {
    const Turn t = turn(i / 24.0);
    add_upright(mesh, 0.63 * t.cosine, 0.63 * t.sine, bolt, 6);
  }
  end_part(mesh, "bolts");
  constexpr ProfilePoint jack[] = {{0.075, 0},   {0.075, 0.07}, {0.1, 0.06}, {0.3, 0.06}, {0.32, 0.03},
                                   {0.45, 0.03}, {0.46, 0.05},  {0.5, 0.05}, {0.5, 0}};
  for (int i = 0; i < 3; ++i) {
    const Turn t = turn(0.25 + i / 3.0);
    add_upright(mesh, 0.48 * t.cosine, 0.48 * t.sine, jack, 18);
  }
  end_part(mesh, "jacks");
}

}  // namespace

Mesh torpedo() {
  Mesh mesh;
  add_revolved(mesh, torpedo_profile(), torpedo_sides);
  end_part(mesh, "body");
  add_fins(mesh);
  end_part(mesh, "fins");
  add_screw(mesh);
  end_part(mesh, "screw");
  snap(mesh);
  return mesh;
}

Mesh pivot() {
  Mesh mesh;
  add_rollers(mesh);
  add_supports(mesh);
  add_rails(mesh);
  add_stand(mesh);
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), {{2.41, -0.36, 0.58}, {2.41, -0.3, 0.58}, {2.41, -0.33, 0.64}});
  mesh.triangles.push_back({first, first + 1, first + 2});
  end_part(mesh, "tag");
  snap(mesh);
  return mesh;
}

Placement torpedo_at_rest() { return Placement::translation({0, 0, rest_height}); }

}  // namespace abut::shapes
