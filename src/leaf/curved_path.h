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

/// A path in the inner frame of triangles, to be read side by side.
struct alignas(16) PlacedPath {
  CurvedPath path;
  Vec3 origin;         ///< where it is at s = 0
  double size = 0;     ///< bounds coordinates seen from there, and those of the path
  double nothing = 0;  ///< they are read two by two
};

/// A triangle that a point may be on.
struct PathJob {
  const PlacedPath* path;
  LeafTriangles of;
  std::uint32_t place;
};

/// A job's number, and the part of its path during which the point may be on the triangle.
struct PathMeeting {
  std::uint32_t job;
  PathRange range;
};

/// Appends the jobs whose points may be on their triangles: by may_meet(), with the same bits on every instruction set.
void list_meetings(std::span<const PathJob> jobs, Simd simd, std::vector<PathMeeting>& meetings);

}  // namespace abut
