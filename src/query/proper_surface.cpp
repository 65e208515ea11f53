#include "query/proper_surface.h"

#include "query/met_triangles.h"
#include "query/model_data.h"
#include "query/shell_meeting.h"

#include <algorithm>

namespace abut {

namespace {

// Why a proper surface parts inside from outside at each triangle, on the same side all over a shell: a shell without
// its finitely many corners is a connected surface without a rim, and two triangles at an edge have one side in common
// on either side of the edge, which nothing else comes near to. So the space beside the shell consists of two parts at
// most, its front and its back. The winding number differs by 1 between them and is 0 far away: it is 0 in one and 1 or
// -1 in the other. No other shell is met on the way, so their number around a point does not change: one side of the
// shell is inside the solid and the other is not, and where all of them are crossed singly, a point is inside when a
// way out crosses an odd number of triangles.

/// The number of the side of a triangle, whose corners are at these points.
int number_of(const Mesh& mesh, const Side& side) {
  const Triangle& t = mesh.triangles[side.triangle];
  const Vec3& from = mesh.points[side.forward ? side.low : side.high];
  return mesh.points[t[0]] == from ? 0 : mesh.points[t[1]] == from ? 1 : 2;
}

/// False when an edge has other than two triangles that are wound alike.
bool find_neighbours(const Mesh& mesh, std::span<const Side> sides, ProperSurface& surface) {
  bool is_proper = true;
  surface.across.resize(mesh.triangles.size());
  for_each_edge(sides, [&](std::span<const Side> edge) {
    if (edge.size() > 2) surface.seams.push_back({edge[0].triangle, number_of(mesh, edge[0])});
    is_proper = is_proper && edge.size() == 2 && edge[0].forward != edge[1].forward;
    if (!is_proper) return;
    const int first = number_of(mesh, edge[0]), second = number_of(mesh, edge[1]);
    surface.across[edge[0].triangle][first] = mesh.triangles[edge[1].triangle][(second + 2) % 3];
    surface.across[edge[1].triangle][second] = mesh.triangles[edge[0].triangle][(first + 2) % 3];
  });
  return is_proper;
}

/// Asked in the middle of the triangle's first side.
bool is_front_inside(const Mesh& mesh, const MetTriangles& met, std::uint32_t triangle) {
  const auto [from, to, tip] = mesh.corners(triangle);
  const LinePoint middle(from, to, 0.5);
  Fan fan;
  for (const std::uint32_t other : met.by_ray(middle.rounded())) fan.add(middle, mesh, other);
  // Seen against the side's direction, the front comes after the triangle.
  return !fan.is_inside_before(middle, tip);
}

}  // namespace

ProperSurface proper_surface_of(const Model& model, const Shells& shells) {
  const Mesh& mesh = model.mesh();
  ProperSurface surface;
  const auto is_degenerate = [](TriangleForm form) { return form != TriangleForm::triangle; };
  surface.is_proper = find_neighbours(mesh, sorted_sides(mesh), surface) &&
                      std::ranges::none_of(model.data().leaf_geometry().forms, is_degenerate);
  surface.contacts = self_contacts(model).pairs;
  if (!surface.is_proper || !surface.contacts.empty()) {
    surface.is_proper = false;
    surface.across = {};
    return surface;
  }
  surface.front_is_inside.resize(shells.count());
  const MetTriangles met(model);
  for (std::uint32_t i = 0, next = 0; i < mesh.triangles.size(); ++i) {
    if (shells.of[i] != next) continue;  // shells are numbered in the order of their first triangles
    surface.front_is_inside[next++] = is_front_inside(mesh, met, i);
  }
  return surface;
}

}  // namespace abut
