#pragma once

#include "math/nearest_turn.h"
#include "math/sine.h"
#include <abut/motion.h>

namespace abut {

/// Where a moving model is at one time, and how it moves there. Its velocity at a point x of the world is
/// v(x) = spin x (x - point) + velocity; what it carries through x is accelerated by
/// spin x (v(x) - straight) + lift + spin_change x (x - point).
struct MotionState {
  Placement at;
  Matrix3 turn;   ///< a rotation or reflection, up to rounding, that at.linear is next to
  double defect;  ///< bounds the length by which turn' at.linear - I changes a unit vector
  Vec3 spin, point, velocity, straight;
  Vec3 lift{}, spin_change{};  ///< zero on screws

  Vec3 velocity_at(const Vec3& x) const { return cross(spin, x - point) + velocity; }
};

/// The numbers of a MotionPiece on a chord, which are explained there, to be read side by side.
struct ChordRow {
  double begin = 0, over_duration = 0, angle = 0, half_sine = 0, half_cosine = 1;
  Vec3 axis, from, along, across, sideways;
  Matrix3 turn, rest, rest_change;
};

/// A part of a motion without a knot inside.
//
// The curve. R(t) is the rotation about the piece's axis by t times its angle, t the part of the time that has passed,
// after the rotation next to the first placement. D(t) is what that placement and the last one are beside their
// rotations, blended evenly; then linear(t) = R(t) D(t). The frame's origin moves by t times the advance along the
// axis, and across it
//   on a chord: by sin(t a / 2) / sin(a / 2) times the whole chord, turned by (t - 1) a / 2, for the angle a;
//   about an axis: with the rotation;
// or else a named point of the model moves straight. All numbers are the real ones of the doubles that they are made
// of; a rotation is that of a quaternion in doubles.
class MotionPiece {
 public:
  static MotionPiece still(const Placement& at);
  static MotionPiece straight(const Placement& from, const Vec3& by, const TimeSpan& during);
  static MotionPiece screw(const Placement& from, const Placement& to, const TimeSpan& during);
  static MotionPiece screw(const Placement& from, const Screw& by, const TimeSpan& during);
  static MotionPiece slerp(const Placement& from, const Placement& to, const Vec3& straight_point,
                           const TimeSpan& during);

  const TimeSpan& during() const { return during_; }
  /// At a time in the piece.
  MotionState state(double time) const;
  /// Does the origin move on a chord? Then these are its numbers.
  bool is_on_chord() const { return path_ == Path::chord; }
  ChordRow chord() const;
  /// The same placement, and at both ends the given one.
  Placement at(double time) const;

  /// The images of a model point p under state().at, or at(), and under the curve are no farther apart than
  /// linear_error() |p| + shift_error().
  double linear_error() const { return linear_error_; }
  double shift_error() const { return shift_error_; }
  /// A curve's D changes p by no more than this times |p| in a unit of time.
  double defect_rate() const { return defect_rate_; }
  double largest_defect() const { return largest_defect_; }
  /// After how much time its curve repeats itself; infinite if it does not, 0 if it stands still.
  double period() const;

 private:
  enum class Path { still, straight, chord, about_axis, straight_point };

  MotionPiece(Path path, const Placement& from, const Placement& to, const TimeSpan& during);
  void turn_between(const NearestTurn& from, const NearestTurn& to);
  void set_errors(double lengths);
  double part_at(double time) const { return (time - during_.begin) * over_duration_; }
  /// The rotation about the axis, by its half angle.
  Matrix3 rotation(const SineCosine& half) const;

  Path path_;
  TimeSpan during_;
  double over_duration_ = 0;
  Placement from_, to_;
  NearestTurn start_;
  Matrix3 rest_change_{{0, 0, 0, 0, 0, 0, 0, 0, 0}};  // of D
  Vec3 axis_{0, 0, 1};
  double angle_ = 0;
  SineCosine half_{0, 1};              // of angle / 2
  Vec3 along_, across_, sideways_;     // of the origin's way; sideways is axis x across. About an axis: of its arm
  Vec3 centre_;                        // on the axis
  Vec3 straight_point_, begin_, way_;  // in the model; where it is at first, and how it moves
  double linear_error_ = 0, shift_error_ = 0, defect_rate_ = 0, largest_defect_ = 0;
};

}  // namespace abut
