#pragma once

#include "query/depth_climb.h"
#include "query/depth_goal.h"

namespace abut {

/// The largest sum of both depths, as search_cells() looks for it, for round surfaces of many triangles. Branch and
/// bound over boxes of space: from a point in a solid it is no farther to the boundary than to any ball that is all
/// outside. That distance is convex, and so is a mix of several, which is at its largest in a corner of the box; large
/// balls beside the boundary see it as almost flat, however many triangles it has.
/// `way_out` is a way of B out of A, or 0: where the hulls hardly overlap after a move along it, but for its end, only
/// what the move carries through there needs to be searched.
void search_with_balls(PlacedSolid& a, PlacedSolid& b, const Vec3& way_out, const DepthGoal& goal,
                       const Spending& spending, FoundDepth& found);

}  // namespace abut
