#pragma once

#include <abut/mesh.h>

namespace abut {

/// The surface of the convex hull of some points, by their indices: closed and wound outwards. Exact: every point is
/// within the hull of the corners, or on it. Points in a plane give the polygon twice, once for each side; points on a
/// line one triangle that is a segment; a single place one that is a point; no points nothing. Points that are not
/// corners of the hull are left out, or are corners of triangles in its faces.
std::vector<Triangle> convex_hull(std::span<const Vec3> points);

}  // namespace abut
