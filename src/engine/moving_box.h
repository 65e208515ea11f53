#pragma once

#include "engine/closed_box.h"
#include "math/seen_motion.h"

namespace abut {

/// How the boxes of one model, which stay closed, move in the inner frame of the other, seen by it: beside a
/// ClosedFrame for the middle of the time, made once per time and side.
struct MovingFrame {
  /// The units are those of the inner frames. What is seen swings by (s^2 - 1/2) of `swing`, beside its motion.
  MovingFrame(const SeenMotion& motion, const Vec3& swing, const MotionState& of_closed, const MotionState& of_opened,
              double closed_unit, double opened_unit);

  alignas(16) float travel_columns[3][4], travel_at_origin[4];  ///< of a closed point c, in the opened frame's unit
  alignas(16) float shift_columns[3][4], shift_at_origin[4];    ///< of half of its bend, alike
  alignas(16) float half_swing[4];
  /// What is at the origin as moving_box() adds it to the images of three axes and a centre: 0, 0, 0 and a coordinate.
  alignas(16) float travel_of_centre[3][4] = {}, shift_of_centre[3][4] = {}, half_swing_of_centre[3][4] = {};
  float rest;          ///< what all boxes may be beside that, errors of the travel and the bend included
  float travel_slack;  ///< what a travel's length adds to that
};

/// When two triangles are expected to meet, seen from the middle of a time, in halves of it, and how unsure that is.
struct ExpectedMeeting {
  float when = std::numeric_limits<float>::infinity(), around = 0;
};

/// A closed box that moves, in the opened frame: it lies in the boxes |m_i . (y - centre - s travel - r swing)| <=
/// half_i with |s| <= 1, |r| <= 1, up to its slack.
struct alignas(64) MovingBox {
  ClosedBox box;
  float travel[4], swing[4];
  float own_travel[3];       ///< on its own axes
  float own_half[3];         ///< on them, with the swing
  float own_reach[3];        ///< and with the travel
  float over_own_travel[3];  ///< 1 over its length there, if times are looked for; then functionals look along it
  float amplitude;           ///< how far its points move, at most
  float rest;                ///< what its centre may be beside travel and swing; a part of the slack
  float stray;               ///< how far its centre may be from its straight way
};

/// When two boxes may touch that never do, in halves of a time.
inline constexpr float never_in_cell = 4;

}  // namespace abut
