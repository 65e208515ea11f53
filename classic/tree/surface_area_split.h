#pragma once

#include "classic/volume/triangle_run.h"

namespace abut::classic {

/// Divides where area x count, summed over both sides' axis-aligned boxes, is least among 16 bins on each axis; halves
/// by count when all centres coincide. Returns the size of the first group, never 0.
std::size_t divide_by_surface_area(std::span<BuildTriangle> triangles);

}  // namespace abut::classic
