#pragma once

#include "classic/volume/core.h"

namespace abut::classic {

/// The distance of two rectangles as the paper finds it (Larsen et al. 1999, sections 4.3.1 and 4.3.2): of the 16 pairs
/// of edges, the one whose closest points lie in each other's external Voronoi regions; where there is none, the larger
/// separation along the rectangles' normals. core_distance measures the same by steps of both points at once.
///
/// The axes must be perpendicular and of length 1 up to 2^-20. The bracket is true. As in the paper (4.3.4), `below` is
/// a lower bound that may be poor where rounding hides which edges are closest: nearly parallel rectangles that nearly
/// touch, or nearly intersect. `above` is the distance of the centres where no pair of edges is closest.
CoreDistance distance_by_edge_pairs(const Rectangle& a, const Rectangle& b);

}  // namespace abut::classic
