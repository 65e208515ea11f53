#pragma once

#include <abut/mesh.h>

namespace abut {

/// The boundary of the convex hull of some points, which are finite. Exact: its corners are points of the list, those
/// that are corners of the hull and no others. The hull of points in a plane is one polygon, that of points on a line a
/// segment, a triangle with two equal corners; closed, with normals outward, if the hull has a volume. Takes time in
/// proportion to the number of points times the hull's edges.
Mesh hull_mesh(std::span<const Vec3> points);

}  // namespace abut
