#pragma once

#include <abut/mesh/mesh.h>

#include <optional>

namespace abut {

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
