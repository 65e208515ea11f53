#pragma once

#include "math/inner_frame.h"

namespace abut {

/// Half of a relative placement, seen from one side: the boxes of one model stay closed and are carried into the inner
/// frame of the other, whose boxes are opened. The placement outlives it.
struct BoxSide {
  const Matrix3 &to_closed, &to_opened;
  const Matrix3& turn;                          ///< to_opened, or the rotation that it nearly is
  double turn_error;                            ///< bounds the entries of to_opened - turn
  double to_closed_error, to_opened_error;      ///< bound the errors of their entries
  double to_closed_stretch, to_opened_stretch;  ///< bound the lengths of unit vectors' images
  double ratio;                                 ///< what the closed frame's unit is in the opened one's
  double own_margin, other_margin;              ///< on axes of the closed and of the opened box
  double reach_closed, reach_opened;
  double entry;     ///< bounds the entries of to_opened
  double rounding;  ///< bounds the part that computing a coordinate of a centre takes from it
  Vec3 offset;      ///< of the closed frame's origin
  double offset_error;

  /// Bounds the error of each coordinate of a closed box's centre in the opened frame; |centre|1 <= `size` in its own.
  double centre_error(double size) const {
    return size * ratio * (to_opened_error + rounding * entry) + offset_error + rounding * largest(abs(offset));
  }
};

/// A's boxes are closed. No point of A or B is farther than `reach` from its frame's origin; no entry of `back` is
/// larger than `entry`.
inline BoxSide side_of_a(const RelativePlacement& p, double reach_a, double reach_b, double entry, double rounding) {
  const double ratio = 1 / p.scale, shift = largest(abs(p.shift));
  const double offset_error = 3 * ratio * ((p.back_error + rounding * entry) * shift + entry * p.shift_error);
  return {.to_closed = p.linear,
          .to_opened = p.back,
          .turn = p.nearly_turns() ? p.turn_back : p.back,
          .turn_error = p.back_turn_error,
          .to_closed_error = p.linear_error,
          .to_opened_error = p.back_error,
          .to_closed_stretch = p.stretch,
          .to_opened_stretch = p.back_stretch,
          .ratio = ratio,
          .own_margin = p.margin * ratio,
          .other_margin = p.margin * p.back_stretch * ratio,
          .reach_closed = reach_a,
          .reach_opened = reach_b,
          .entry = entry,
          .rounding = rounding,
          .offset = p.back * p.shift * -ratio,
          .offset_error = offset_error};
}
/// B's boxes are closed; no entry of `linear` is larger than `entry`.
inline BoxSide side_of_b(const RelativePlacement& p, double reach_a, double reach_b, double entry, double rounding) {
  return {.to_closed = p.back,
          .to_opened = p.linear,
          .turn = p.nearly_turns() ? p.turn : p.linear,
          .turn_error = p.turn_error,
          .to_closed_error = p.back_error,
          .to_opened_error = p.linear_error,
          .to_closed_stretch = p.back_stretch,
          .to_opened_stretch = p.stretch,
          .ratio = p.scale,
          .own_margin = p.margin * p.back_stretch,
          .other_margin = p.margin,
          .reach_closed = reach_b,
          .reach_opened = reach_a,
          .entry = entry,
          .rounding = rounding,
          .offset = p.shift,
          .offset_error = p.shift_error};
}

}  // namespace abut
