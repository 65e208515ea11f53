#pragma once

#include "query/convex_cell.h"
#include "query/placed_solid.h"

namespace abut {

/// May a triangle of the solid come closer to the cell than `slack`? No is sure. A cell that meets no triangle is all
/// inside or all outside.
bool may_meet_surface(const PlacedSolid& solid, const ConvexCell& cell, double slack);

}  // namespace abut
