#pragma once

#include "query/depth_climb.h"
#include "query/depth_goal.h"

namespace abut {

/// The largest sum of both depths. Branch and bound over cells of space: the sum of the distances from one triangle of
/// each boundary is convex, so at its largest in a corner of the cell. `found` is where the search starts: a point, and
/// an upper bound; both get better.
void search_cells(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found);

}  // namespace abut
