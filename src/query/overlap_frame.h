#pragma once

#include "query/solid_search.h"

#include <optional>

namespace abut {

/// The part of the world in which two placed solids may overlap, and a frame there: along the world's axes, with the
/// origin in its middle and a power of two for its unit.
struct OverlapFrame {
  Bounds box;   ///< all of the overlap is in it
  Vec3 origin;  ///< in the world
  double unit;  ///< world = origin + unit * x

  /// Not below the real volume of the box.
  double volume() const;
};

/// A box around a placed solid, in the world, rounded outwards.
Bounds box_around(const Solid& solid, const Placement& at);

/// Points of a placed solid, rounded, in a frame along the world's axes: x = (world - origin) / unit, axis by axis.
class NearPoints {
 public:
  /// The units are powers of two, whose inverses are given.
  NearPoints(const Solid& solid, const Placement& at, const Vec3& origin, const Vec3& over_unit);

  Vec3 operator()(const Vec3& point) const { return linear_ * (point - centre_) + offset_; }
  /// No coordinate of a point of the solid is off by more.
  double error() const { return error_; }

 private:
  Matrix3 linear_;
  Vec3 centre_, offset_;
  double error_;
};

/// Nothing when the boxes around the solids are apart, or meet in a face at most.
std::optional<OverlapFrame> overlap_frame(const Bounds& a, const Bounds& b);

}  // namespace abut
