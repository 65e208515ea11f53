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
  double error_ = 0, speed_ = 0;
};

/// Everything about the middle of a time.
struct MovingMiddle {
  /// Volumes count as overlapping within the margin.
  MovingMiddle(const MovingBody& a, const MovingBody& b, double begin, double end, double margin);

  double time, half;
  MovingExtent of_a, of_b;
  SeenMotion a_seen, b_seen;
  RelativePlacement relative;
};

}  // namespace abut
