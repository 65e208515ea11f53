#include "query/flight.h"

#include "query/flight-inl.h"

#include <algorithm>

namespace abut {

Moment::Moment(const MovingBody& body, double from, double when)
    : time(when),
      state(body.extent(from, when, 0).state),
      spin(length(state.spin)),
      straight_turn(length(cross(state.spin, state.straight))),
      stray(body.error()),
      stray_rate(body.stray_rate(from, state)) {}

Flight::Flight(double begin, double end)
    : time(begin + (end - begin) / 2), half(std::max(end - time, time - begin) * flight_outward) {}

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

void Flight::see_from(const Moment& moment, const BulletPath& bullet) {
  using One = HWY_NAMESPACE::One<double>;
  using V = HWY_NAMESPACE::Vec3Of<One>;
  const auto one = [](const Vec3& v) { return V{{v.x}, {v.y}, {v.z}}; };
  const auto plain = [](const V& v) { return Vec3{v.x.v, v.y.v, v.z.v}; };
  const MotionState& by = moment.state;
  HWY_NAMESPACE::FlightsOf<One> seen({time}, {time});
  seen.half = {half};
  seen.see_from({{moment.time},
                 {moment.spin},
                 {moment.straight_turn},
                 {moment.stray},
                 {moment.stray_rate},
                 one(by.spin),
                 one(by.point),
                 one(by.velocity),
                 one(by.straight)},
                {one(bullet.bullet().start), one(bullet.bullet().end), bullet.during()});
  at = by.at;
  place = plain(seen.place);
  path = {plain(seen.travel), plain(seen.bend), seen.rest.v};
}

}  // namespace abut
