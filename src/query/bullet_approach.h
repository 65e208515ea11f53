#pragma once

#include "engine/inner_ray.h"
#include "engine/segment_box.h"
#include "query/flight.h"

#include <span>

namespace abut {

/// A moment, and how paths that are seen there are carried into the model's inner frame.
struct FramedMoment {
  FramedMoment(const MovingBody& body, double from, double time)
      : moment(body, from, time), frame(body.model().frame, moment.state.at) {}

  Moment moment;
  RayFrame frame;
};

/// All that approaches need of a moment and its target, to be read side by side.
struct alignas(64) MomentRow {
  /// `spacing` is the time from one moment to the next.
  MomentRow(const MovingBody& body, const FramedMoment& from, double spacing, double latest);

  double time, spin_size, straight_turn, stray, stray_rate, spacing;
  Vec3 spin, point, velocity, straight;
  Vec3 centre;   ///< the model's, placed
  double sizes;  ///< of the placement, which rounding of that is below 2^-49 of
  Matrix3 back;  ///< and what follows: of the RayFrame
  double entry, back_error;
  double unit;                  ///< of the model's inner frame
  double error, speed, radius;  ///< of the MovingBody
  double latest;                ///< the time farthest from 0
};

/// A bullet during a cell of time, in a model's inner frame.
struct Approach {
  bool is_ready = false;  ///< or else it has to be looked at alone, and the rest is not set
  double time = 0, half = 0, tolerance = 0;
  PlacedPath placed;
  RoughSegment segment;
};

/// What is to be approached, and when.
struct ApproachJob {
  const MomentRow* from = nullptr;
  const Bullet* bullet = nullptr;
  double begin = 0, end = 0;
};

/// A model's boxes are looked at when the path is within this of a straight one; cells that are longer are halved.
inline constexpr double thin_path = 0.004, short_path = 0x1p-6;

/// approaches[i] is that of jobs[i], with the same bits on every instruction set. The bullets fly `during` a time; the
/// tolerance is the given one, or BulletOptions::automatic.
void approach(std::span<const ApproachJob> jobs, const TimeSpan& during, double given_tolerance, Simd simd,
              Approach* approaches);

}  // namespace abut
