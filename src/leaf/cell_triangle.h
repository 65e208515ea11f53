#pragma once

#include <abut/vec3.h>

namespace abut {

/// A triangle that is compared with many boxes along the axes.
class CellTriangle {
 public:
  /// No coordinate of a corner is off by more than `error`.
  CellTriangle(const Vec3& a, const Vec3& b, const Vec3& c, double error);

  /// May it touch the box around `centre` that reaches `half` either way, both exact? Never no wrongly: separating
  /// axes, each with slack for the corners' error and for rounding.
  bool may_touch(const Vec3& centre, const Vec3& half) const;

  /// Of any length, rounded.
  const Vec3& normal() const { return normal_; }
  /// Bounds n . (x - centre) for the points x that the triangle has in the box; no entry of n beyond 1.
  Bracket reach_along(const Vec3& n, const Vec3& centre, const Vec3& half) const;

 private:
  Vec3 corners_[3], sides_[3], normal_;
  double error_, edge_, normal_slack_;
};

}  // namespace abut
