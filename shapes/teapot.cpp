#include "shapes/building.h"
#include <abut/shapes.h>

#include <array>

namespace abut::shapes {

namespace {

// Martin Newell's 306 control points (University of Utah, 1975; Blinn's height) have two regularities that shorten the
// table: rim, body, lid and bottom are profiles taken around the z axis in four quarters, handle and spout are
// cross-sections mirrored in the plane y = 0.

using Row = std::array<Vec3, 4>;
using Patch = std::array<Row, 4>;

/// One control point of a profile. A quarter circle of this radius has its inner control points at `shoulder`: 0.56 of
/// the radius, except on the knob, where the original has 0.45 for 0.8.
struct Ring {
  double radius, z, shoulder;
  constexpr Ring(double r, double height, double s = -1) : radius(r), z(height), shoulder(s < 0 ? 0.56 * r : s) {}
};
using Profile = std::array<Ring, 4>;

constexpr Profile rim = {{{1.4, 2.4}, {1.3375, 2.53125}, {1.4375, 2.53125}, {1.5, 2.4}}};
constexpr Profile upper_body = {{{1.5, 2.4}, {1.75, 1.875}, {2, 1.35}, {2, 0.9}}};
constexpr Profile lower_body = {{{2, 0.9}, {2, 0.45}, {1.5, 0.225}, {1.5, 0.15}}};
constexpr Profile knob = {{{0, 3.15}, {0.8, 3.15, 0.45}, {0, 2.85}, {0.2, 2.7}}};
constexpr Profile lid = {{{0.2, 2.7}, {0.4, 2.55}, {1.3, 2.55}, {1.3, 2.4}}};
constexpr Profile bottom = {{{1.5, 0.15}, {1.5, 0.075}, {1.425, 0}, {0, 0}}};

/// One control cross-section of handle or spout: its two points in the plane y = 0, and half its width.
struct Section {
  double inner_x, inner_z, outer_x, outer_z, half_width;
};
using Sections = std::array<Section, 4>;

constexpr Sections upper_handle = {{{-1.6, 2.025, -1.5, 2.25, 0.3},
                                    {-2.3, 2.025, -2.5, 2.25, 0.3},
                                    {-2.7, 2.025, -3, 2.25, 0.3},
                                    {-2.7, 1.8, -3, 1.8, 0.3}}};
constexpr Sections lower_handle = {{{-2.7, 1.8, -3, 1.8, 0.3},
                                    {-2.7, 1.575, -3, 1.35, 0.3},
                                    {-2.5, 1.125, -2.65, 0.9375, 0.3},
                                    {-2, 0.9, -1.9, 0.6, 0.3}}};
constexpr Sections spout = {{{1.7, 1.425, 1.7, 0.6, 0.66},
                             {2.6, 1.425, 3.1, 0.825, 0.66},
                             {2.3, 2.1, 2.4, 2.025, 0.25},
                             {2.7, 2.4, 3.3, 2.4, 0.25}}};
constexpr Sections spout_lip = {{{2.7, 2.4, 3.3, 2.4, 0.25},
                                 {2.8, 2.475, 3.525, 2.49375, 0.25},
                                 {2.9, 2.475, 3.45, 2.5125, 0.15},
                                 {2.8, 2.4, 3.2, 2.4, 0.15}}};

std::array<double, 4> bernstein(double t) {
  const double s = 1 - t;
  return {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
}

Vec3 point_on(const Patch& patch, double u, double v) {
  const std::array<double, 4> along = bernstein(u), across = bernstein(v);
  Vec3 sum;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) sum += patch[i][j] * (along[i] * across[j]);
  return sum;
}

bool is_point(const Triangle& t, const Mesh& mesh) {
  return mesh.points[t[0]] == mesh.points[t[1]] || mesh.points[t[1]] == mesh.points[t[2]] ||
         mesh.points[t[2]] == mesh.points[t[0]];
}

/// Adds the patch as along x across quads without the triangles that a pole makes vanish.
void add_patch(Mesh& mesh, const Patch& patch, int along, int across) {
  require(along >= 1 && across >= 1, "each patch of the teapot needs at least 1 piece along and 1 across.");
  Mesh sheet;
  add_sheet(sheet, along, across, {}, [&](int row, int column) {
    const Vec3 p = point_on(patch, static_cast<double>(row) / along, static_cast<double>(column) / across);
    return Vec3{snapped(p.x), snapped(p.y), snapped(p.z)};
  });
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), sheet.points.begin(), sheet.points.end());
  for (const Triangle& t : sheet.triangles)
    if (!is_point(t, sheet)) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

/// Four patches, one per quarter turn about z. Quarter turns of the corner coordinates are exact.
void add_turned(Mesh& mesh, const Profile& profile, int along, int around) {
  for (int quarter = 0; quarter < 4; ++quarter) {
    Patch patch;
    for (std::size_t i = 0; i < 4; ++i) {
      const Ring& ring = profile[i];
      patch[i] = {Vec3{ring.radius, 0, ring.z}, Vec3{ring.radius, ring.shoulder, ring.z},
                  Vec3{ring.shoulder, ring.radius, ring.z}, Vec3{0, ring.radius, ring.z}};
      for (Vec3& p : patch[i])
        for (int turns = 0; turns < quarter; ++turns) p = {-p.y, p.x, p.z};
    }
    add_patch(mesh, patch, along, around);
  }
}

/// Two patches, mirror images of each other in y.
void add_mirrored(Mesh& mesh, const Sections& sections, int along, int across) {
  for (const double side : {-1.0, 1.0}) {
    Patch patch;
    for (std::size_t i = 0; i < 4; ++i) {
      const Section& s = sections[i];
      const double y = side * s.half_width;
      patch[i] = {Vec3{s.inner_x, 0, s.inner_z}, Vec3{s.inner_x, y, s.inner_z}, Vec3{s.outer_x, y, s.outer_z},
                  Vec3{s.outer_x, 0, s.outer_z}};
    }
    // One half runs through its cross-section backwards, so that both face outward.
    if (side < 0)
      for (Row& row : patch) row = {row[3], row[2], row[1], row[0]};
    add_patch(mesh, patch, along, across);
  }
}

}  // namespace

Mesh teapot(const TeapotResolution& n) {
  Mesh mesh;
  add_turned(mesh, rim, n.rim, n.around);
  add_turned(mesh, upper_body, n.upper_body, n.around);
  add_turned(mesh, lower_body, n.lower_body, n.around);
  add_turned(mesh, bottom, n.bottom, n.around);
  end_part(mesh, "body");
  add_mirrored(mesh, upper_handle, n.upper_handle, n.handle_across);
  add_mirrored(mesh, lower_handle, n.lower_handle, n.handle_across);
  end_part(mesh, "handle");
  add_mirrored(mesh, spout, n.spout, n.spout_across);
  add_mirrored(mesh, spout_lip, n.spout_lip, n.spout_across);
  end_part(mesh, "spout");
  add_turned(mesh, knob, n.knob, n.around);
  add_turned(mesh, lid, n.lid, n.around);
  end_part(mesh, "lid");
  weld(mesh);
  return mesh;
}

}  // namespace abut::shapes
