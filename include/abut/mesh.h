#pragma once

#include <abut/vec3.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace abut {

/// Indices of three points. Equal or collinear corners are legal: such a triangle is a segment or a point.
using Triangle = std::array<std::uint32_t, 3>;

/// A named run of consecutive triangles, for example an OBJ group.
struct Part {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  friend bool operator==(const Part&, const Part&) = default;
};

/// Any soup of triangles. No topology is asked for: cracks, T-joints, copies and degenerate triangles are legal.
struct Mesh {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;
  /// Empty, or runs that cover the triangles in order.
  std::vector<Part> parts;

  std::array<Vec3, 3> corners(std::size_t triangle) const {
    const Triangle& t = triangles[triangle];
    return {points[t[0]], points[t[1]], points[t[2]]};
  }
  /// Adds a polygon whose points are there as n - 2 triangles, as PolygonCutter cuts it; Error where it crosses itself.
  void add_polygon(std::span<const std::uint32_t> polygon);
};

/// Throws Error when a point is not finite or beyond 2^300, a triangle names a point that is not there, or the parts do
/// not cover the triangles; the message names the element. An empty mesh is valid.
void validate(const Mesh& mesh);

/// The points' part of it: throws Error when one is not finite or beyond 2^300.
void validate_points(std::span<const Vec3> points);

/// A copy whose points are moved by the map, rounded.
struct Placement;
Mesh transformed(const Mesh& mesh, const Placement& by);

/// The point of a triangle with these barycentric weights, in the mesh's frame: v0 + w1 (v1 - v0) + w2 (v2 - v0), off
/// by a few roundings of the triangle's size and one of the point. Weights that sum to 1 up to rounding mean no more
/// than that: w0 v0 + w1 v1 + w2 v2 would be off by as much of the triangle's distance from the origin. Throws Error
/// for a triangle that is not there.
Vec3 point_on(const Mesh& mesh, std::uint32_t triangle, const std::array<double, 3>& weights);
/// Its image in the world, off by as little. The placement is world <- mesh.
Vec3 point_on(const Mesh& mesh, const Placement& at, std::uint32_t triangle, const std::array<double, 3>& weights);

/// One mesh after the other in one soup; parts are kept, a mesh without parts becomes one unnamed part if any has some.
Mesh joined(std::span<const Mesh> meshes);

/// For each point the smallest index of a point at exactly the same position, whatever its index; -0 is 0.
std::vector<std::uint32_t> welded(std::span<const Vec3> points);

/// A side that triangles have in common, by position.
struct Edge {
  Vec3 from, to;
  std::uint32_t triangle = 0;  ///< the first that has it
  std::uint32_t faces = 0;     ///< how many triangles have it
  std::int32_t balance = 0;    ///< how many more of them run from `from` to `to` than back
};

/// What stands between a mesh and a solid. Corners at exactly the same position are one; triangles with two corners in
/// one place have no say.
struct Closedness {
  std::uint64_t edges = 0;         ///< sides, each counted once
  std::uint64_t open = 0;          ///< with an odd number of triangles: where the surface ends
  std::uint64_t crowded = 0;       ///< with more than two triangles
  std::uint64_t unbalanced = 0;    ///< where the triangles' windings do not cancel out: open, or neighbours disagree
  std::uint64_t degenerate = 0;    ///< triangles with two corners in one place
  std::optional<Edge> first_open;  ///< the one with the smallest triangle
  std::optional<Edge> first_crowded, first_unbalanced;

  /// Does every edge have an even number of triangles? Then every point off the surface is inside or outside by the
  /// parity of crossings. Without triangles nothing is inside.
  bool is_closed() const { return open == 0; }
  /// Do neighbours agree on which side is the outer one, everywhere?
  bool is_oriented() const { return unbalanced == 0; }
  /// One sentence for a person: what is wrong, how often, and where first; "closed" when nothing is.
  std::string report() const;
};

/// Edges in the order of their first triangles.
std::vector<Edge> edges_of(const Mesh& mesh);
Closedness closedness_of(const Mesh& mesh);
Closedness closedness_of(const Mesh& mesh, std::span<const Edge> edges);

/// The first triangle of each connected piece of the mesh, in ascending order. Triangles are connected through corners
/// at exactly the same position.
std::vector<std::uint32_t> pieces_of(const Mesh& mesh);

}  // namespace abut
