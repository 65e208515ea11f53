#pragma once

#include "math/seen_motion.h"

namespace abut {

/// A motion during the time from 0 to 1 that is no sequence of screws, and bounds itself. Its points are a model's, in
/// the model's frame.
class MotionCurve {
 public:
  virtual ~MotionCurve();

  /// The placement at a time, rounded.
  virtual Placement at(double time) const = 0;
  /// Where points are at a time that are no farther from the centre than the radius, and how they move for `half` a
  /// time before and after. The stray counts rounding, too.
  virtual MovingExtent extent(double time, double half, const Vec3& centre, double radius) const = 0;
  /// How far such a point may be from the curve, whatever the time, as at() places it and as sums of a few such
  /// numbers do.
  virtual double error(const Vec3& centre, double radius) const = 0;
  /// No such point is ever faster.
  virtual double speed(const Vec3& centre, double radius) const = 0;
  /// Holds the curve from the one time to the other, and every at() in between.
  virtual PlacementRange enclosure(double from, double to) const = 0;
};

}  // namespace abut
