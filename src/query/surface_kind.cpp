#include "query/surface_kind.h"

#include "query/farthest_point.h"
#include "query/shell_meeting.h"
#include "query/solid_search.h"

#include <algorithm>

namespace abut {

namespace {

/// Is each triangle that is a segment, or has two corners in one place, along a side of a triangle with an area? Such
/// a segment could be anywhere inside the solid otherwise.
bool segments_are_sides(const Mesh& mesh, std::span<const TriangleForm> forms) {
  if (std::ranges::all_of(forms, [](TriangleForm form) { return form == TriangleForm::triangle; })) return true;
  const std::vector<std::uint32_t> corner = welded(mesh.points);
  using Line = std::pair<std::uint32_t, std::uint32_t>;
  const auto line_of = [&](std::uint32_t triangle, int from, int to) -> Line {
    return std::minmax(corner[mesh.triangles[triangle][from]], corner[mesh.triangles[triangle][to]]);
  };
  std::vector<Line> segments;
  for (std::uint32_t i = 0; i < forms.size(); ++i) {
    if (forms[i] == TriangleForm::point) return false;
    if (forms[i] != TriangleForm::triangle)
      segments.push_back(line_of(i, corner_index(forms[i], 0), corner_index(forms[i], 1)));
  }
  std::vector<Line> sides;
  for (std::uint32_t i = 0; i < forms.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (forms[i] == TriangleForm::triangle) sides.push_back(line_of(i, k, (k + 1) % 3));
  std::sort(sides.begin(), sides.end());
  return std::all_of(segments.begin(), segments.end(),
                     [&](const Line& line) { return std::binary_search(sides.begin(), sides.end(), line); });
}

/// Does no shell have more than two triangles at an edge?
bool shells_are_surfaces(const Solid& solid) {
  if (solid.closedness().crowded == 0) return true;
  bool are = true;
  const std::vector<Side> sides = sorted_sides(solid.model().mesh());
  for_each_edge(sides, [&](std::span<const Side> edge) {
    std::vector<std::uint32_t> shells;
    for (const Side& side : edge) shells.push_back(solid.data().shells.of[side.triangle]);
    std::sort(shells.begin(), shells.end());
    for (std::size_t i = 2; i < shells.size(); ++i) are = are && shells[i] != shells[i - 2];
  });
  return are;
}

// Shells that do not touch themselves nor, but along edges, others, and cross none: a way through a triangle crosses
// one shell, once, so the inside of the solid is on one side of it and the outside on the other.
bool is_boundary(const Solid& solid) {
  const std::vector<std::uint32_t>& groups = solid.data().groups;
  for (std::uint32_t shell = 0; shell < groups.size(); ++shell)
    if (groups[shell] != shell) return false;
  if (!shells_are_surfaces(solid)) return false;
  if (!segments_are_sides(solid.model().mesh(), solid.model().data().leaf_geometry().forms)) return false;
  return solid.data().proper_surface().contacts.empty();
}

/// Are there points on both sides of one of some triangles? Asked of those that are farthest from its plane. Most
/// surfaces that are not convex show it there.
bool has_points_on_both_sides(const Model& model) {
  constexpr std::size_t triangles_asked = 8;
  static constexpr Placement here = Placement::identity();
  const Mesh& mesh = model.mesh();
  const FarthestCorner farthest(model, here);
  const std::size_t step = std::max<std::size_t>(1, mesh.triangles.size() / triangles_asked);
  for (std::size_t i = 0; i < mesh.triangles.size(); i += step) {
    const auto triangle = static_cast<std::uint32_t>(i);
    const auto [a, b, c] = mesh.corners(triangle);
    const Vec3 across = cross(b - a, c - a);
    const auto side_of = [&](const Vec3& way) {
      return side_of_triangle(mesh, triangle, mesh.points[farthest.index_along(way)]);
    };
    if (side_of(across) * side_of(-across) < 0) return true;
  }
  return false;
}

// One surface with the topology of a sphere that does not touch itself and bends the same way at each edge, or not at
// all. Around each corner it is then a simple closed curve on a small sphere without an angle above half a turn, which
// encloses a convex set; a connected body that is convex around each of its points is convex (Tietze and Nakajima). A
// closed surface cannot bend inwards everywhere.
bool is_convex(const Solid& solid) {
  const Mesh& mesh = solid.model().mesh();
  const Closedness& closedness = solid.closedness();
  const std::span<const TriangleForm> forms = solid.model().data().leaf_geometry().forms;
  if (solid.data().shells.count() != 1 || closedness.crowded > 0 || !closedness.is_oriented()) return false;
  if (std::any_of(forms.begin(), forms.end(), [](TriangleForm f) { return f != TriangleForm::triangle; })) return false;
  if (has_points_on_both_sides(solid.model())) return false;
  const std::vector<Side> sides = sorted_sides(mesh);
  std::vector<char> is_used(mesh.points.size());
  for (const Side& side : sides) is_used[side.low] = is_used[side.high] = 1;
  const auto corners = static_cast<std::size_t>(std::ranges::count(is_used, 1));
  if (corners + mesh.triangles.size() != closedness.edges + 2) return false;
  int bend = 0;
  bool is_even = true;
  for_each_edge(sides, [&](std::span<const Side> edge) {
    for (const Vec3& corner : mesh.corners(edge[1].triangle)) {
      const int side = is_even ? side_of_triangle(mesh, edge[0].triangle, corner) : 0;
      if (side != 0 && side == -bend) is_even = false;
      if (side != 0) bend = side;
    }
  });
  return is_even && bend != 0;
}

}  // namespace

const SurfaceKind& surface_kind_of(const Solid& solid) {
  const Solid::Data& data = solid.data();
  std::call_once(data.is_kind_known_, [&] {
    data.surface_kind_.is_boundary = is_boundary(solid);
    data.surface_kind_.is_convex = data.surface_kind_.is_boundary && is_convex(solid);
  });
  return data.surface_kind_;
}

}  // namespace abut
