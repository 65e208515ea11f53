#pragma once

#include "leaf/leaf_triangles.h"
#include <abut/query.h>
#include <abut/vec3.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// The way of a point for |s| <= 1: it is nowhere farther than `rest` from s travel + s^2 bend, seen from where it is
/// at s = 0.
struct CurvedPath {
  Vec3 travel, bend;
  double rest = 0;

  Vec3 at(double s) const { return (travel + bend * s) * s; }
};

/// Part of a path; none of it if low > high.
struct PathRange {
  double low = -1, high = 1;
  bool is_empty() const { return low > high; }
};

/// When the point may be on a triangle whose corners are seen from where it is at s = 0. Outside of the range it surely
/// is not. `size` bounds the corners' coordinates and those of the path. All are of a size around 1, or far below:
/// nothing is sure beyond 2^200.
PathRange may_meet(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners);

/// The same for triangles without an inside, too; it takes longer.
PathRange may_meet_degenerate(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners);

/// A path in the inner frame of triangles.
struct PlacedPath {
  CurvedPath path;
  Vec3 origin;  ///< where it is at s = 0
  double size;  ///< bounds coordinates seen from there, and those of the path
};

/// A triangle that a point may be on during a part of its path.
struct PathMeeting {
  std::uint32_t place;
  PathRange range;
};

/// Appends the triangles of these places that the point may be on: by may_meet(), with the same
/// bits on every instruction set.
void list_meetings(const PlacedPath& placed, const LeafTriangles& of, std::span<const std::uint32_t> places, Simd simd,
                   std::vector<PathMeeting>& meetings);

}  // namespace abut
