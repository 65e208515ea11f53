#pragma once

#include <abut/vec3.h>

namespace abut {

/// A direction across which the cube [-1, 1]^3 is cut.
class CubeCut {
 public:
  /// The direction is the vector's up to a small turn, which keeps volumes accurate: its largest entry is 1 or -1, and
  /// no other is smaller than 2^-7 but 0.
  explicit CubeCut(const Vec3& vector);

  const Vec3& direction() const { return direction_; }
  /// The part of the cube with direction . x < `height`, from below: at most 2^-27 less.
  double part_below(double height) const;
  /// A point of the cube that is lowest, or highest, along the direction.
  Vec3 farthest(bool highest) const;

 private:
  Vec3 direction_;
};

}  // namespace abut
