#include "query/flight.h"

#include <algorithm>

namespace abut {

namespace {

constexpr double outward = 1 + 0x1p-30;

}  // namespace

Moment::Moment(const MovingBody& body, double from, double when)
    : time(when),
      state(body.extent(from, when, 0).state),
      spin(length(state.spin)),
      straight_turn(length(cross(state.spin, state.straight))),
      stray(body.error()),
      stray_rate(body.stray_rate(from, state)) {}

Flight::Flight(double begin, double end)
    : time(begin + (end - begin) / 2), half(std::max(end - time, time - begin) * outward) {}

Flight::Flight(const Moment& moment, const BulletPath& bullet, double begin, double end) : Flight(begin, end) {
  see_from(moment, bullet);
}

Flight::Flight(const MovingBody& body, const BulletPath& bullet, double begin, double end) : Flight(begin, end) {
  if (body.is_piecewise()) {
    see_from(Moment(body, begin, time), bullet);
    return;
  }
  const MovingExtent by = body.extent(begin, time, half);
  MovingExtent seen{{}, {}, 0, 2 * bullet.error()};
  place = bullet.at(time);
  seen.state.at.shift = seen.state.point = place;
  seen.state.velocity = seen.state.straight = bullet.velocity();
  const SeenMotion motion(seen, by, half);
  at = by.state.at;
  path = {motion.travel_at_centre, motion.bend_at_centre, motion.rest + lost_lengths};
}

// SeenMotion of a point: A does not spin and moves straight with v, B has neither lift nor spin_change. With t the time
// since the moment, the point is at place + t w + t^2 g within t^3 / 6 times what g changes by, where
// w = v - v_B(place) and 2 g = spin_B x (straight_B - v - w). Around t = m that is
// [place + m (w + m g)] + (t - m) (w + 2 m g) + (t - m)^2 g. Of the ways that are summed rounding takes less than
// 2^-49, as m is off by 2^-53 of itself; in the middle itself nothing is summed.
void Flight::see_from(const Moment& moment, const BulletPath& bullet) {
  const MotionState& by = moment.state;
  const Vec3 there = bullet.at(moment.time), v = bullet.velocity(), w = v - by.velocity_at(there);
  const Vec3 g = cross(by.spin, by.straight - v - w) * 0.5;
  const double m = time - moment.time, t = (std::abs(m) + half) * outward;
  at = by.at;
  place = there + (w + g * m) * m;
  path.travel = (w + g * (2 * m)) * half;
  path.bend = g * (half * half);
  const double w_change = moment.spin * length(v) + moment.straight_turn, w_size = length(w);
  const double g_change = moment.spin * (2 * w_change + moment.spin * (w_size + t * w_change));
  const double lost = m == 0 ? 0 : 0x1p-46 * (length(there) + t * (length(v) + w_size + t * length(g)));
  path.rest = (t * t * t / 6 * g_change + moment.stray + t * moment.stray_rate + 2 * bullet.error()) * outward + lost +
              lost_lengths;
}

}  // namespace abut
