#pragma once

#include <abut/mesh.h>

/// The links of the paper's figures, as the links of chains here: along +x from their joint at the origin, 1 long from
/// joint to joint, with a gap at both ends. 134 vertices each: what the paper's update times of AABB+ and AABB* suggest
/// (135.86 s over 8.08 s, times eight corners).
namespace abut::bench::cab {

/// Between a joint and the ends of the links that meet there: a quarter of half their thickness.
constexpr double tip_gap(double ratio) { return 0.12 / ratio; }

/// A convex body, blunter than an ellipsoid, `length` long along x from `start`, with the given half widths along y and
/// z. Closed, 134 vertices, 264 triangles; coordinates are floats.
Mesh bone(double start, double length, double half_y, double half_z);

/// A convex link whose length is `ratio` times its thickness.
Mesh convex_link(double ratio);
/// The same with its upper half pushed in like a boat's: not convex, and half as thick.
Mesh dented_link(double ratio);

}  // namespace abut::bench::cab
