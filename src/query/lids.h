#pragma once

#include "mesh/rim.h"
#include "mesh/shells.h"
#include <abut/solid.h>

namespace abut {

/// What Solid says of a mesh with holes, whatever the lids: see Solid.
///
/// Why any lid will do. Take two lids of a hole, both within the hull of its rim. Together they are closed, modulo 2:
/// every edge is on an even number of triangles. A convex set has no holes, so they are the boundary of something
/// within the hull, and no way from a point outside of it to infinity need pass through there. So the parity of what a
/// ray crosses is the same with both lids for every point outside. The same holds for windings, if the surface is wound
/// consistently and the lids with it.
struct Lids {
  /// Of a model that is not closed.
  static Lids of(const Model& model, std::span<const Side> sides);

  /// The mesh, and after its triangles those of a lid for each hole.
  Solid solid;
  /// The hulls of the rims: their shells are numbered as the rims. Flat ones have both sides and no inside.
  Solid hulls;
  /// For each shell of `solid` the first of those with which it may be one group, with some lids; its groups are those
  /// that it has with all lids, and these are equal where lids have no say.
  std::vector<std::uint32_t> possible_groups;
  bool have_doubts = false;  ///< do they differ?
  /// Of how many triangles the lids consist. They may lie upon each other, each on all others.
  std::size_t lid_triangles = 0;
};

}  // namespace abut
