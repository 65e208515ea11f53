#pragma once

#include "query/depth_goal.h"
#include "query/placed_solid.h"

namespace abut {

/// The deepest point found of an overlap, and what its depth is at most.
struct FoundDepth {
  Bracket depth;  ///< both depths summed
  Vec3 point;
  Vec3 exit_a, exit_b;  ///< the points of the surfaces closest to it
};

/// Looks for a deeper point from where one is, uphill; keeps to the overlap.
void climb(PlacedSolid& a, PlacedSolid& b, const Vec3& from, FoundDepth& best);

/// The largest sum of both depths. Branch and bound over cells of space: the sum of the distances from one triangle of
/// each boundary is convex, so at its largest in a corner of the cell. `found` is where the search starts: a point, and
/// an upper bound; both get better.
void search_cells(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found);

}  // namespace abut
