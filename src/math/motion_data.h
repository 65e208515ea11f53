#pragma once

#include "base/shared_data.h"
#include "math/motion_piece.h"

#include <vector>

namespace abut {

/// A motion: pieces one after the other, or a function of time.
struct MotionData : detail::SharedData {
  TimeSpan during;
  std::vector<MotionPiece> pieces;  ///< none for a function
  Function<Placement(double)> function;
  SpeedBound bound;  ///< of the function

  bool is_function() const { return static_cast<bool>(function); }
  /// The piece that a time is in; of two, the later one. Not for a function.
  const MotionPiece& piece_at(double time) const;
  /// The function's placement, checked; it stands still in the state.
  MotionState function_state(double time) const;
};

}  // namespace abut
