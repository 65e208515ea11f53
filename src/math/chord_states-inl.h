// Where models on chords are, side by side, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. N is Lanes or One of doubles that are not fused: the bits are those of
// MotionPiece::state().

#if defined(ABUT_MATH_CHORD_STATES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_MATH_CHORD_STATES_INL_H_
#undef ABUT_MATH_CHORD_STATES_INL_H_
#else
#define ABUT_MATH_CHORD_STATES_INL_H_
#endif

#include "math/motion_piece.h"
#include "math/rows-inl.h"
#include "math/sines-inl.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The placements at times, and the velocities of their origins. A Row begins with a ChordRow.
template <class N, class Row>
struct ChordStates {
  using V = Vec3Of<N>;

  HWY_INLINE ChordStates(const RowsOf<N, Row>& rows, const N& time) {
    const N over_duration = rows.number(offsetof(ChordRow, over_duration));
    const N part = (time - rows.number(offsetof(ChordRow, begin))) * over_duration;
    const N angle = rows.number(offsetof(ChordRow, angle)), half_angle = angle * N::all(0.5);
    N half_sine, half_cosine;
    sines_and_cosines(part * half_angle, half_sine, half_cosine);
    const N two = N::all(2), one = N::all(1);
    const N sine = two * half_sine * half_cosine, rest = two * half_sine * half_sine, cosine = one - rest;
    turn(rows, part, sine, rest, cosine);

    const N end_sine = rows.number(offsetof(ChordRow, half_sine)),
            end_cosine = rows.number(offsetof(ChordRow, half_cosine));
    const N cos_chord = half_cosine * end_cosine + half_sine * end_sine,
            sin_chord = half_sine * end_cosine - half_cosine * end_sine,
            cos_tangent = cosine * end_cosine + sine * end_sine, sin_tangent = sine * end_cosine - cosine * end_sine;
    const auto turns_not = angle == N::all(0);
    const N ratio = select(turns_not, part, half_sine / end_sine),
            speed = select(turns_not, one, half_angle / end_sine);
    const V along = rows.vector(offsetof(ChordRow, along)), across = rows.vector(offsetof(ChordRow, across)),
            sideways = rows.vector(offsetof(ChordRow, sideways));
    shift =
        rows.vector(offsetof(ChordRow, from)) + (along * part + (across * cos_chord + sideways * sin_chord) * ratio);
    velocity = (along + (across * cos_tangent + sideways * sin_tangent) * speed) * over_duration;
  }

  /// Of a point of the model.
  HWY_INLINE V placed(const V& point) const {
    return V{dot(linear[0], point), dot(linear[1], point), dot(linear[2], point)} + shift;
  }

  V linear[3];  ///< its rows
  V shift, velocity;

 private:
  HWY_INLINE void turn(const RowsOf<N, Row>& rows, const N& part, const N& sine, const N& rest, const N& cosine) {
    const V u = rows.vector(offsetof(ChordRow, axis)), s = u * sine, r = u * rest;
    const V rotation[3] = {{cosine + u.x * r.x, u.x * r.y - s.z, u.x * r.z + s.y},
                           {u.y * r.x + s.z, cosine + u.y * r.y, u.y * r.z - s.x},
                           {u.z * r.x - s.y, u.z * r.y + s.x, cosine + u.z * r.z}};
    V blended[3], start[3], turned[3];
    for (std::size_t i = 0; i < 3; ++i) {
      start[i] = rows.vector(offsetof(ChordRow, turn) + i * sizeof(Vec3));
      blended[i] = rows.vector(offsetof(ChordRow, rest) + i * sizeof(Vec3)) +
                   rows.vector(offsetof(ChordRow, rest_change) + i * sizeof(Vec3)) * part;
    }
    multiply(rotation, start, turned);
    multiply(turned, blended, linear);
  }
  /// Matrices by their rows.
  static HWY_INLINE void multiply(const V (&a)[3], const V (&b)[3], V (&product)[3]) {
    const V x{b[0].x, b[1].x, b[2].x}, y{b[0].y, b[1].y, b[2].y}, z{b[0].z, b[1].z, b[2].z};
    for (int i = 0; i < 3; ++i) product[i] = {dot(a[i], x), dot(a[i], y), dot(a[i], z)};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
