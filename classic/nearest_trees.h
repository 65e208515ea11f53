#pragma once

#include "classic/visit/nearest.h"
#include "query/closest_pair.h"

namespace abut {

/// Finds the closest triangles of two models by their trees, whatever their kinds; `closest` measures pairs by their
/// places in the trees' orders.
NearestVisited visit_nearest_trees(const Model& a, const Model& b, const RelativePlacement& b_in_a,
                                   const NearestOptions& options, ClosestPair& closest);

}  // namespace abut
