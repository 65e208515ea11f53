#pragma once

#include "query/convex_cell.h"
#include "query/placed_solid.h"

#include <memory>

namespace abut {

/// Triangles of one solid, shared by cells.
using MetTrianglesOfCell = std::shared_ptr<const std::vector<std::uint32_t>>;

/// All triangles of the solid that come closer to the cell than `slack`, perhaps some more.
MetTrianglesOfCell met_by_cell(const PlacedSolid& solid, const ConvexCell& cell, double slack);
/// Those of them that also a part of the cell meets.
MetTrianglesOfCell met_by_part(const PlacedSolid& solid, const MetTrianglesOfCell& met, const ConvexCell& part,
                               double slack);

}  // namespace abut
