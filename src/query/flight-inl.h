// Bullets as models see them, side by side, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. N is Lanes or One of doubles that are not fused: the bits are the same everywhere.

#if defined(ABUT_QUERY_FLIGHT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_QUERY_FLIGHT_INL_H_
#undef ABUT_QUERY_FLIGHT_INL_H_
#else
#define ABUT_QUERY_FLIGHT_INL_H_
#endif

#include "math/lanes-inl.h"
#include "query/flight.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
HWY_INLINE N length_of(const Vec3Of<N>& v) {
  return root(dot(v, v));
}

/// As BulletPath.
template <class N>
struct BulletsOf {
  using V = Vec3Of<N>;

  HWY_INLINE BulletsOf(const V& from, const V& to, const TimeSpan& time)
      : start(from),
        end(to),
        during(time),
        way(to - from),
        velocity(way * N::all(1 / (time.end - time.begin))),
        error(N::all(0x1p-49) * (length_of(from) + length_of(to))) {}

  HWY_INLINE V at(const N& time) const {
    const N first = N::all(during.begin);
    const V between = start + way * ((time - first) * N::all(1 / (during.end - during.begin)));
    return select(time == first, start, select(time == N::all(during.end), end, between));
  }

  V start, end;
  TimeSpan during;
  V way, velocity;
  N error;
};

/// As Moment.
template <class N>
struct MomentsOf {
  N time, spin_size, straight_turn, stray, stray_rate;
  Vec3Of<N> spin, point, velocity, straight;
};

/// What a Flight has beside the placement.
template <class N>
struct FlightsOf {
  using V = Vec3Of<N>;

  HWY_INLINE FlightsOf(const N& begin, const N& end) : time(begin + (end - begin) * N::all(0.5)) {
    const N after = end - time, before = time - begin;
    half = select(after < before, before, after) * N::all(flight_outward);
  }

  // SeenMotion of a point: A does not spin and moves straight with v, B has neither lift nor spin_change. With t the
  // time since the moment, the point is at place + t w + t^2 g within t^3 / 6 times what g changes by, where
  // w = v - v_B(place) and 2 g = spin_B x (straight_B - v - w). Around t = m that is
  // [place + m (w + m g)] + (t - m) (w + 2 m g) + (t - m)^2 g. Of the ways that are summed rounding takes less than
  // 2^-49, as m is off by 2^-53 of itself; in the middle itself nothing is summed.
  HWY_INLINE void see_from(const MomentsOf<N>& moment, const BulletsOf<N>& bullet) {
    const V there = bullet.at(moment.time), &v = bullet.velocity;
    const V w = v - (cross(moment.spin, there - moment.point) + moment.velocity);
    const V g = cross(moment.spin, moment.straight - v - w) * N::all(0.5);
    const N m = time - moment.time, t = (abs(m) + half) * N::all(flight_outward);
    const N two = N::all(2), v_size = length_of(v), w_size = length_of(w);
    place = there + (w + g * m) * m;
    travel = (w + g * (two * m)) * half;
    bend = g * (half * half);
    const N w_change = moment.spin_size * v_size + moment.straight_turn;
    const N g_change = moment.spin_size * (two * w_change + moment.spin_size * (w_size + t * w_change));
    const N summed = N::all(0x1p-46) * (length_of(there) + t * (v_size + w_size + t * length_of(g)));
    const N lost = select(m == N::all(0), N::all(0), summed);
    rest = (t * t * t / N::all(6) * g_change + moment.stray + t * moment.stray_rate + two * bullet.error) *
               N::all(flight_outward) +
           lost + N::all(lost_lengths);
  }

  N time, half;
  V place, travel, bend;
  N rest;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
