#pragma once

#include "mesh/sides.h"

namespace abut {

/// An open edge, or a part of one between corners of others that lie on it.
struct RimEdge {
  std::uint32_t from, to;  ///< welded corners, in the direction in which more triangles run along it
  std::uint32_t triangle;  ///< one of those that have it
  bool is_single;          ///< do the others cancel out, so that one triangle more runs from `from` to `to` than back?
};

/// The edges of one hole, or of several that share more than a corner.
using Rim = std::vector<RimEdge>;

/// Where the surface of a mesh ends.
struct Rims {
  /// In pieces that hang together by more than a single corner: the blocks of the graph of edges, in the order of their
  /// first ones. At every corner an even number of edges ends, since each triangle has two sides there; so the edges
  /// are a sum of rings, each ring lies in one block, and an even number of edges of each block ends at a corner.
  std::vector<Rim> pieces;
  /// Triangles without an area, one or more for each open edge on which other corners lie: with them the edge is
  /// divided there. Edges that cover each other an even number of times are no rim: T-joints.
  std::vector<Triangle> joints;
  std::vector<std::uint32_t> joint_of;  ///< for each of them, a triangle that has the edge
  /// Triangles that have a part of an edge in common, in pairs, and whether the windings along it differ in number by
  /// more than they must.
  struct Neighbours {
    std::uint32_t a, b;
    bool is_wound;
  };
  std::vector<Neighbours> neighbours;
};

/// The open edges, those with an odd number of triangles, of a mesh that has these sides.
Rims rims_of(const Mesh& mesh, std::span<const Side> sides);

/// Triangles that close the hole: from the first corner of the rim to each of its edges, wound against them. Each edge
/// of the rim is on one of them and every other edge is on an even number. If all edges are single, the windings cancel
/// out as well. All are within the convex hull of the rim.
std::vector<Triangle> lid_of(const Rim& rim);

}  // namespace abut
