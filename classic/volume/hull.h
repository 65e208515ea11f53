#pragma once

#include <abut/vec3.h>

#include <array>
#include <span>
#include <vector>

namespace abut::classic {

/// The convex hull of points: its vertices, and its surface as triangles. Flat input gives the polygon in its plane
/// (once), straight input the segment's two ends and no facet, a single place one vertex.
struct Hull {
  std::vector<Vec3> vertices;
  std::vector<std::array<Vec3, 3>> facets;
};

/// By Qhull. The hull decides only how boxes are turned, so thin input may be read as flat: below 1e-10 of its length.
Hull convex_hull(std::span<const Vec3> points);

}  // namespace abut::classic
