#pragma once

#include "query/convex_cell.h"
#include "query/placed_solid.h"

#include <optional>

namespace abut {

/// A triangle of the solid that may come closer to the cell than `slack`. That there is none is sure: a cell that meets
/// no triangle is all inside or all outside.
std::optional<std::uint32_t> met_triangle(const PlacedSolid& solid, const ConvexCell& cell, double slack);

}  // namespace abut
