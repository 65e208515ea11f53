#pragma once

#include "math/rounding.h"
#include "query/placed_solid.h"

namespace abut {

/// The deepest point found of an overlap, and what its depth is at most.
struct FoundDepth {
  Bracket depth;  ///< both depths summed
  Vec3 point;
  Vec3 exit_a, exit_b;                           ///< the points of the surfaces closest to it
  std::uint32_t triangle_a = 0, triangle_b = 0;  ///< where these are
};

/// How deep a point is in both solids.
struct Depths {
  DepthAt a, b;
  /// Proved of the point, if it is in the overlap; negative otherwise.
  double lower() const { return a.is_within && b.is_within ? add_down(a.lower, b.lower) : -1; }
};

inline Depths depths_at(PlacedSolid& a, PlacedSolid& b, const Vec3& point) { return {a.depth(point), b.depth(point)}; }

/// Keeps the point if it is deeper.
bool take(const Depths& depths, const Vec3& point, FoundDepth& best);

/// Looks for a deeper point from where one is, uphill; keeps to the overlap.
void climb(PlacedSolid& a, PlacedSolid& b, const Vec3& from, FoundDepth& best);

}  // namespace abut
