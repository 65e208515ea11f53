#pragma once

#include "base/shared_data.h"
#include "math/motion_curve.h"
#include "math/motion_piece.h"

#include <memory>
#include <vector>

namespace abut {

/// A motion: pieces one after the other, a function of time, or a curve that bounds itself.
struct MotionData : detail::SharedData {
  TimeSpan during;
  std::vector<MotionPiece> pieces;  ///< none for a function or a curve
  Function<Placement(double)> function;
  SpeedBound bound;  ///< of the function
  std::unique_ptr<const MotionCurve> curve;

  bool is_function() const { return static_cast<bool>(function); }
  /// The piece that a time is in; of two, the later one. Not for a function or a curve.
  const MotionPiece& piece_at(double time) const;
  /// The function's placement, checked; it stands still in the state.
  MotionState function_state(double time) const;
};

/// The motion on a curve, during the time from 0 to 1.
Motion motion_on(std::unique_ptr<const MotionCurve> curve);

}  // namespace abut
