#pragma once

#include "math/motion_data.h"
#include "math/seen_motion.h"
#include "query/model_data.h"

namespace abut {

/// A model and its motion.
class MovingBody {
 public:
  MovingBody(const Model& model, const Motion& motion);

  const ModelData& model() const { return model_; }
  const MotionData& motion() const { return motion_; }
  double radius() const { return radius_; }
  /// Where it is at a time of a cell that begins at `from`, and how it moves for `half` a time before and after.
  MovingExtent extent(double from, double time, double half) const;
  /// Is the motion made of pieces, so that a state may serve for any time around it?
  bool is_piecewise() const { return !motion_.pieces.empty(); }
  /// What a unit of time adds to an extent's stray, of a motion in pieces that is in the state.
  double stray_rate(double from, const MotionState& state) const;
  /// How far a point may be from the curve, whatever the time.
  double error() const { return error_; }
  /// No point of it is ever faster.
  double speed() const { return speed_; }

 private:
  double error_of(const MotionPiece& piece) const;
  double speed_of(const MotionPiece& piece) const;

  const ModelData& model_;
  const MotionData& motion_;
  double radius_, distance_;  // of the points from their centre, and of that from the frame's origin
  BoxedPoints box_;
  bool is_thin_ = false;  // so that the box tells much more than the radius
  double error_ = 0, speed_ = 0;
};

/// Everything about the middle of a time.
struct MovingMiddle {
  /// Volumes count as overlapping within the margin.
  MovingMiddle(const MovingBody& a, const MovingBody& b, double begin, double end, double within);

  double margin;
  double time, half;
  MovingExtent of_a, of_b;
  SeenMotion a_seen, b_seen;
  RelativePlacement relative;
};

/// The same with A moved by half of the bend b of its centre, seen by B: as s^2 is within 1/2 of 1/2, that part of its
/// bend then swings by half of it to either side of straight ways.
//
// A's bends are b + w(x) and B's, seen by A, b' + w'(y). A's point is (s^2 - 1/2) b + s^2 w(x) from where it is said to
// be; B's, which A sees moved back, s^2 (b' + w'(y)) + b/2 = (s^2 - 1/2) (-b) + s^2 (b' + b + w'(y)).
struct AtHalfBend {
  AtHalfBend(const MovingMiddle& middle, const MovingBody& a, const MovingBody& b);

  SeenMotion a_seen, b_seen;
  Vec3 swing;  ///< b, if A is moved: of which A's points swing by (s^2 - 1/2), and B's by as much the other way
  RelativePlacement relative;
};

}  // namespace abut
