#pragma once

#include "leaf/curved_path.h"
#include "query/moving_body.h"
#include <abut/bullet.h>

#include <cmath>

namespace abut {

/// Squares of lengths that underflow are below 2^-1000: what is left out of sums of such lengths is below this.
inline constexpr double lost_lengths = 0x1p-490;

/// More than rounding takes from a few numbers that are not below 0.
inline constexpr double flight_outward = 1 + 0x1p-30;

/// A bullet and its time. Its curve is start + part (end - start), of real numbers.
class BulletPath {
 public:
  BulletPath(const Bullet& bullet, const TimeSpan& during)
      : bullet_(bullet),
        during_(during),
        over_duration_(1 / (during.end - during.begin)),
        way_(bullet.end - bullet.start) {}

  /// Rounded, but for both ends.
  Vec3 at(double time) const {
    if (time == during_.begin) return bullet_.start;
    if (time == during_.end) return bullet_.end;
    return bullet_.start + way_ * ((time - during_.begin) * over_duration_);
  }
  Vec3 velocity() const { return way_ * over_duration_; }
  const Bullet& bullet() const { return bullet_; }
  const TimeSpan& during() const { return during_; }
  /// What at() may be off by, and velocity() times any part of the time.
  double error() const { return 0x1p-49 * (length(bullet_.start) + length(bullet_.end)); }

 private:
  const Bullet& bullet_;
  TimeSpan during_;
  double over_duration_;
  Vec3 way_;
};

/// A model at one time of a motion in pieces, from where bullets are seen that come near it around that time.
struct Moment {
  /// No knot lies between `from` and the time.
  Moment(const MovingBody& body, double from, double time);

  double time;
  MotionState state;
  double spin, straight_turn;  ///< lengths: of the spin, and of spin x straight
  double stray, stray_rate;    ///< of the model: at once, and per time
};

/// The times of a path's s, around the middle of a part of the time.
struct FlightTimes {
  double time, half;

  /// Rounded to before or after it.
  double before(double s) const { return time + half * s - unsure(); }
  double after(double s) const { return time + half * s + unsure(); }

 private:
  double unsure() const { return 0x1p-51 * (std::abs(time) + half); }
};

/// A bullet during a part of the time, as one sees it who stands on the moving model and takes it for standing still.
struct Flight {
  Flight() = default;
  /// Seen where the model is in the middle.
  Flight(const MovingBody& body, const BulletPath& path, double begin, double end);
  /// Seen where the model is at a moment without a knot in between; the farther that is away, the less is known.
  Flight(const Moment& moment, const BulletPath& path, double begin, double end);

  double time = 0, half = 0;  ///< the middle, and half the time, rounded up
  Placement at;               ///< of the model
  Vec3 place;                 ///< of the bullet in the middle, where it is seen
  CurvedPath path;            ///< seen from there

  FlightTimes times() const { return {time, half}; }

 private:
  Flight(double begin, double end);
  void see_from(const Moment& moment, const BulletPath& bullet);
};

}  // namespace abut
