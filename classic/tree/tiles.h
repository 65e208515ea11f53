#pragma once

#include "classic/volume/triangle_run.h"
#include "math/inner_frame.h"

#include <vector>

namespace abut::classic {

/// The most tiles along a side of a triangle.
inline constexpr int most_tiles_a_side = 64;

/// Adds a triangle in the frame's inner coordinates: whole when no side is longer than `tile`, in the mesh's units, or
/// as n^2 tiles, n a power of two, whose sides are not, if most_tiles_a_side allow. All tiles have the triangle's id.
/// Together they cover it, each corner rounded as the inner coordinates of a mesh's point are.
void add_tiles(const std::array<Vec3, 3>& corners, std::uint32_t id, const InnerFrame& frame, double tile,
               std::vector<BuildTriangle>& triangles);

}  // namespace abut::classic
