#pragma once

#include <abut/function.h>
#include <abut/placement.h>
#include <abut/shared.h>

#include <span>

namespace ABUT_API abut {

/// From when to when, in any unit of time.
struct TimeSpan {
  double begin = 0, end = 1;
};

/// A turn about an axis with an advance along it.
struct Screw {
  Vec3 point{};             ///< on the axis, in the world
  Vec3 direction{0, 0, 1};  ///< of the axis, of any length
  double angle = 0;         ///< in all, in radians, counter-clockwise seen against the direction; beyond a turn, too
  double advance = 0;       ///< in all, along the direction
};

/// A placement that a motion passes through.
struct TimedPlacement {
  double time = 0;
  Placement at;
};

/// How a motion gets from one placement to the next.
enum class Way {
  screw,  ///< by the one screw of at most half a turn
  slerp,  ///< the same turn, but the frame's origin moves straight
};

/// How fast a model moves: no point p of it, in its own frame, is ever faster than linear + angular * |p - about|.
struct SpeedBound {
  double linear = 0;
  double angular = 0;
  Vec3 about{};  ///< in the model's frame
};

/// A set of placements: those whose entries all lie between two others'.
struct PlacementRange {
  Placement low, high;
};

struct ABUT_PRIVATE MotionData;

/// How a model moves over time: a curve of placements, world <- model, that is exactly the given placement at both ends
/// and wherever it passes through one. Its placements must be rotations or reflections up to a defect of 1e-3 in
/// |R'R - I|, as matrices from files are. What the defects add is blended evenly from end to end: the curve is the
/// screw of the nearest rotations, times that. A value: cheap to copy, never changed.
///
/// Makers throw Error for placements that are not such, for times that do not increase, and for a half turn, whose
/// sense the two ends do not tell; give a Screw for that.
class Motion {
 public:
  /// Stays where it is at all times.
  Motion(const Placement& at = {});

  /// Moves by `by` without turning.
  static Motion straight(const Placement& from, const Vec3& by, const TimeSpan& during = {});
  /// Moves by the one screw of at most half a turn that leads from the one placement to the other.
  static Motion screw(const Placement& from, const Placement& to, const TimeSpan& during = {});
  /// Moves by a given screw, as many turns as it has.
  static Motion screw(const Placement& from, const Screw& by, const TimeSpan& during = {});
  /// The same turn as the screw between the two, while a point of the model, in its own frame, moves straight.
  static Motion slerp(const Placement& from, const Placement& to, const Vec3& straight_point = {},
                      const TimeSpan& during = {});
  /// Passes through placements, at least two, at times that increase.
  static Motion through(std::span<const TimedPlacement> placements, Way way = Way::screw);
  /// Any function of time with a bound on its speed. What queries prove holds if the bound does. The function is called
  /// by the query's thread, any number of times, and must give the same placement for the same time.
  static Motion of(Function<Placement(double time)> function, const SpeedBound& bound, const TimeSpan& during = {});

  /// When it begins and ends. A model that stays does so from minus infinity on.
  TimeSpan during() const;
  /// The placement at a time, rounded; exactly the given one at both ends and where the motion passes through one.
  /// Throws Error for a time before it begins or after it ends.
  Placement at(double time) const;
  /// Placements that hold the curve from the one time to the other, and every at() in between.
  PlacementRange enclosure(double from, double to) const;

  // For abut's own sources.
  const MotionData& data() const { return *data_; }
  explicit Motion(detail::Shared<MotionData> data);

 private:
  detail::Shared<MotionData> data_;  // never changed
};

}  // namespace abut
