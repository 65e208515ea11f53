#pragma once

#include <abut/vec3.h>

#include <array>

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

}  // namespace abut
