#include "math/motion_piece.h"

#include "math/arc_tangent.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double most_defect = 1e-3;

double defect_of(const Matrix3& m) {
  const Matrix3 gram = transposed(m) * m;
  double defect = 0;
  for (int i = 0; i < 9; ++i) defect = std::max(defect, std::abs(gram.entries[i] - (i % 4 == 0 ? 1 : 0)));
  return defect;
}

void require_nearly_rigid(const Placement& at) {
  require_valid(at, "a motion's placement");
  if (!(defect_of(at.linear) <= most_defect))
    throw Error(
        "a motion's placement scales or shears: |R'R - I| is above 0.001. Scale the mesh instead, and move it "
        "by rotations.");
}

double frobenius(const Matrix3& m) {
  double square = 0;
  for (double entry : m.entries) square += entry * entry;
  return std::sqrt(square);
}

Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
  return Matrix3::from_rows(a.row(0) + b.row(0), a.row(1) + b.row(1), a.row(2) + b.row(2));
}
Matrix3 operator-(const Matrix3& a, const Matrix3& b) { return a + b * -1; }

}  // namespace

MotionPiece::MotionPiece(Path path, const Placement& from, const Placement& to, const TimeSpan& during)
    : path_(path), during_(during), from_(from), to_(to) {
  require_nearly_rigid(from);
  require_nearly_rigid(to);
  if (path != Path::still) {
    if (!(during.begin < during.end && during.end - during.begin <= largest_input))
      throw Error("a motion must end after it begins, at a finite time.");
    over_duration_ = 1 / (during.end - during.begin);
    if (!std::isfinite(over_duration_)) throw Error("a motion is too short: its duration has no inverse.");
  }
  start_ = nearest_turn(from.linear);
  largest_defect_ = start_.defect;
}

// Errors, u = 2^-53. In lengths of unit vectors' changes: the first rotation 3 * 2^-49; the rotation about the axis
// 2^-46, as sine and cosine of twice the half angle are off by 2^-49 each and the axis by 4u; the angle 2^-48 and
// 5u of itself, for the part's two differences, quotient and product, and the product with it; D 3 * 2^-48; two
// products of matrices 9u each. Together below 2^-44. The origin's way is a sum of vectors, whose lengths are `lengths`
// together, turned and scaled by such numbers; where the angle is small the axis is uncertain by 8u over it, and the
// way changes by the angle times that.
void MotionPiece::set_errors(double lengths) {
  linear_error_ = 0x1p-44 + 0x1p-50 * std::abs(angle_);
  shift_error_ = linear_error_ * lengths * (1 + 0x1p-20);
  defect_rate_ = frobenius(rest_change_) * over_duration_ * (1 + 0x1p-20);
}

void MotionPiece::turn_between(const NearestTurn& from, const NearestTurn& to) {
  if (from.mirror != to.mirror)
    throw Error("a motion cannot lead from a rotation to a reflection: one of its placements mirrors the model.");
  rest_change_ = to.rest - from.rest;
  largest_defect_ = std::max(from.defect, to.defect);
  Quaternion turn = to.quaternion * conjugate(from.quaternion);
  if (turn.w < 0) turn = {-turn.w, -turn.v};
  const double sine = length(turn.v);
  if (turn.w <= 4 * (from.defect + to.defect))
    throw Error(
        "a motion turns by half a turn: its two placements do not tell which way. Give a placement in "
        "between, or a screw with its axis.");
  if (from_.linear == to_.linear || sine == 0) return;
  axis_ = turn.v * (1 / sine);
  angle_ = 2 * angle_of(sine, turn.w);
  half_ = sine_and_cosine(angle_ / 2);
}

MotionPiece MotionPiece::still(const Placement& at) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return MotionPiece(Path::still, at, at, {-infinity, infinity});
}

MotionPiece MotionPiece::straight(const Placement& from, const Vec3& by, const TimeSpan& during) {
  MotionPiece piece(Path::straight, from, {from.linear, from.shift + by}, during);
  piece.along_ = by;
  // Two roundings of the part, one of the product and one of the sum.
  piece.shift_error_ = 8 * unit_roundoff * (length(from.shift) + length(by));
  return piece;
}

MotionPiece MotionPiece::screw(const Placement& from, const Placement& to, const TimeSpan& during) {
  MotionPiece piece(Path::chord, from, to, during);
  piece.turn_between(piece.start_, nearest_turn(to.linear));
  const Vec3 way = to.shift - from.shift;
  piece.along_ = piece.axis_ * dot(piece.axis_, way);
  piece.across_ = way - piece.along_;
  piece.sideways_ = cross(piece.axis_, piece.across_);
  piece.set_errors(length(from.shift) + length(to.shift) + 4 * length(way));
  return piece;
}

MotionPiece MotionPiece::screw(const Placement& from, const Screw& by, const TimeSpan& during) {
  const double size = largest(abs(by.direction));
  if (!(is_finite(by.direction) && size > 0 && size <= largest_input))
    throw Error("a screw's direction must be finite, and not zero.");
  if (!(std::abs(by.angle) <= largest_angle)) throw Error("a screw's angle must be a number of at most 2^20.");
  if (!(is_finite(by.point) && largest(abs(by.point)) <= largest_input && std::abs(by.advance) <= largest_input))
    throw Error("a screw's point and advance must be finite and within 2^300.");
  MotionPiece piece(Path::about_axis, from, from, during);
  const Vec3 scaled = by.direction * (1 / size);
  piece.axis_ = scaled * (1 / length(scaled));
  piece.angle_ = by.angle;
  piece.half_ = sine_and_cosine(by.angle / 2);
  const Vec3 arm = from.shift - by.point;
  piece.along_ = piece.axis_ * by.advance;
  const Vec3 beside = piece.axis_ * dot(piece.axis_, arm);
  piece.across_ = arm - beside;
  piece.sideways_ = cross(piece.axis_, piece.across_);
  piece.centre_ = by.point + beside;
  piece.set_errors(length(from.shift) + length(by.point) + 4 * length(arm) + std::abs(by.advance));
  piece.to_ = piece.state(during.end).at;
  return piece;
}

MotionPiece MotionPiece::slerp(const Placement& from, const Placement& to, const Vec3& straight_point,
                               const TimeSpan& during) {
  if (!(is_finite(straight_point) && largest(abs(straight_point)) <= largest_input))
    throw Error("the point that moves straight must be finite and within 2^300.");
  MotionPiece piece(Path::straight_point, from, to, during);
  piece.turn_between(piece.start_, nearest_turn(to.linear));
  piece.straight_point_ = straight_point;
  piece.begin_ = from * straight_point;
  piece.way_ = to * straight_point - piece.begin_;
  piece.set_errors(length(from.shift) + length(to.shift) + 4 * length(straight_point) + 4 * length(piece.way_));
  return piece;
}

Matrix3 MotionPiece::rotation(const SineCosine& half) const {
  const double sine = 2 * half.sine * half.cosine, rest = 2 * half.sine * half.sine, cosine = 1 - rest;
  const Vec3 &u = axis_, s = u * sine, r = u * rest;
  return Matrix3{{cosine + u.x * r.x, u.x * r.y - s.z, u.x * r.z + s.y,  //
                  u.y * r.x + s.z, cosine + u.y * r.y, u.y * r.z - s.x,  //
                  u.z * r.x - s.y, u.z * r.y + s.x, cosine + u.z * r.z}};
}

// On a chord step by step as ChordStates.
MotionState MotionPiece::state(double time) const {
  MotionState state{from_, start_.turn, largest_defect_, {}, {}, {}, {}};
  if (path_ == Path::still) return state;
  const double part = part_at(time);
  if (path_ == Path::straight) {
    state.at.shift = from_.shift + along_ * part;
    state.velocity = state.straight = along_ * over_duration_;
    state.point = state.at.shift;
    return state;
  }
  const SineCosine half = sine_and_cosine(part * (angle_ / 2));
  state.turn = rotation(half) * start_.turn;
  state.at.linear = state.turn * (start_.rest + rest_change_ * part);
  state.spin = axis_ * (angle_ * over_duration_);
  const double sine = 2 * half.sine * half.cosine, cosine = 1 - 2 * half.sine * half.sine;
  if (path_ == Path::about_axis) {
    const Vec3 arm = across_ * cosine + sideways_ * sine;
    state.at.shift = centre_ + (arm + along_ * part);
    state.velocity = (along_ + (sideways_ * cosine - across_ * sine) * angle_) * over_duration_;
    state.point = state.at.shift;
  } else if (path_ == Path::chord) {
    // The chord is seen turned by part * angle / 2 - angle / 2, the tangent by part * angle - angle / 2.
    const double cos_chord = half.cosine * half_.cosine + half.sine * half_.sine,
                 sin_chord = half.sine * half_.cosine - half.cosine * half_.sine,
                 cos_tangent = cosine * half_.cosine + sine * half_.sine,
                 sin_tangent = sine * half_.cosine - cosine * half_.sine;
    const double ratio = angle_ == 0 ? part : half.sine / half_.sine;
    const double speed = angle_ == 0 ? 1 : (angle_ / 2) / half_.sine;
    state.at.shift = from_.shift + (along_ * part + (across_ * cos_chord + sideways_ * sin_chord) * ratio);
    state.velocity = (along_ + (across_ * cos_tangent + sideways_ * sin_tangent) * speed) * over_duration_;
    state.point = state.at.shift;
  } else {
    state.point = begin_ + way_ * part;
    state.at.shift = state.point - state.at.linear * straight_point_;
    state.velocity = state.straight = way_ * over_duration_;
  }
  return state;
}

ChordRow MotionPiece::chord() const {
  return {during_.begin, over_duration_, angle_,    half_.sine,  half_.cosine, axis_,       from_.shift,
          along_,        across_,        sideways_, start_.turn, start_.rest,  rest_change_};
}

double MotionPiece::period() const {
  constexpr double infinity = std::numeric_limits<double>::infinity(), turn = 6.28318530717958648;
  if (path_ == Path::still) return 0;
  const bool returns = path_ == Path::about_axis && along_ == Vec3{} && defect_rate_ == 0 && angle_ != 0;
  return returns ? turn / std::abs(angle_) / over_duration_ * (1 + 0x1p-40) : infinity;
}

Placement MotionPiece::at(double time) const {
  if (time == during_.begin) return from_;
  if (time == during_.end) return to_;
  return state(time).at;
}

}  // namespace abut
