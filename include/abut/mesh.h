#pragma once

#include <abut/vec3.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ABUT_API abut {

/// Indices of three points. Equal or collinear corners are legal: such a triangle is a segment or a point.
using Triangle = std::array<std::uint32_t, 3>;

/// A named run of consecutive triangles, for example an OBJ group.
struct Part {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  friend bool operator==(const Part&, const Part&) = default;
};

/// Any soup of triangles. No topology is required: cracks, T-joints, copies and degenerate triangles are legal.
struct Mesh {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;
  /// Empty, or runs that cover all triangles in order.
  std::vector<Part> parts;

  std::array<Vec3, 3> corners(std::size_t triangle) const {
    const Triangle& t = triangles[triangle];
    return {points[t[0]], points[t[1]], points[t[2]]};
  }
  /// Adds a polygon of n existing points as n - 2 triangles, as PolygonCutter cuts it. Throws Error if it crosses
  /// itself.
  void add_polygon(std::span<const std::uint32_t> polygon);
};

/// Throws Error when a point is not finite or beyond 2^300, a triangle names a point that does not exist, or the parts
/// do not cover the triangles. The message names the element. An empty mesh is valid.
void validate(const Mesh& mesh);

/// The part of validate() about points: throws Error when one is not finite or beyond 2^300.
void validate_points(std::span<const Vec3> points);

/// A copy whose points are moved by the map, rounded.
struct Placement;
Mesh transformed(const Mesh& mesh, const Placement& by);

/// The point of a triangle with these barycentric weights, in the mesh's frame: v0 + w1 (v1 - v0) + w2 (v2 - v0). The
/// error is a few roundings of the triangle's size and one of the point. Weights sum to 1 only up to rounding, so the
/// plain sum w0 v0 + w1 v1 + w2 v2 would have an error in proportion to the triangle's distance from the origin. Throws
/// Error for a triangle that does not exist.
Vec3 point_on(const Mesh& mesh, std::uint32_t triangle, const std::array<double, 3>& weights);
/// The image of this point in the world, equally accurate. The placement is world <- mesh.
Vec3 point_on(const Mesh& mesh, const Placement& at, std::uint32_t triangle, const std::array<double, 3>& weights);

/// All meshes in one soup, one after the other. Parts are kept. If any mesh has parts, each mesh without parts becomes
/// one unnamed part.
Mesh joined(std::span<const Mesh> meshes);

/// For each point, the smallest index of a point at exactly the same position; -0 equals 0.
std::vector<std::uint32_t> welded(std::span<const Vec3> points);

/// A side of one or more triangles, identified by the positions of its ends.
struct Edge {
  Vec3 from, to;
  std::uint32_t triangle = 0;  ///< the first triangle that has it
  std::uint32_t faces = 0;     ///< how many triangles have it
  std::int32_t balance = 0;    ///< how many more triangles run from `from` to `to` than back
};

/// Whether a mesh is closed, and if not, why. Corners at exactly the same position are one corner. Triangles with two
/// corners in one place are ignored.
struct Closedness {
  std::uint64_t edges = 0;         ///< sides, each counted once
  std::uint64_t open = 0;          ///< with an odd number of triangles: where the surface ends
  std::uint64_t crowded = 0;       ///< with more than two triangles
  std::uint64_t unbalanced = 0;    ///< where the triangles' windings do not cancel out: open, or neighbours disagree
  std::uint64_t degenerate = 0;    ///< triangles with two corners in one place
  std::optional<Edge> first_open;  ///< the one with the smallest triangle id
  std::optional<Edge> first_crowded, first_unbalanced;

  /// Does every edge have an even number of triangles? Then every point off the surface is inside or outside by the
  /// parity of crossings. Without triangles nothing is inside.
  bool is_closed() const { return open == 0; }
  /// Do all neighbours agree on which side is the outer one?
  bool is_oriented() const { return unbalanced == 0; }
  /// One sentence for a person: what is wrong, how often, and where it first occurs; "closed" if nothing is wrong.
  std::string report() const;
};

/// Edges in the order of their first triangles.
std::vector<Edge> edges_of(const Mesh& mesh);
Closedness closedness_of(const Mesh& mesh);
Closedness closedness_of(const Mesh& mesh, std::span<const Edge> edges);

/// How many triangles have all corners on a line or in a point, decided exactly.
struct DegenerateCount {
  std::size_t segments = 0, points = 0;
};
DegenerateCount count_degenerate(const Mesh& mesh);

/// The first triangle of each connected piece of the mesh, in ascending order. Triangles are connected through corners
/// at exactly the same position.
std::vector<std::uint32_t> pieces_of(const Mesh& mesh);

}  // namespace abut
