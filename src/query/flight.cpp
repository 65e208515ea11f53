#include "query/flight.h"

#include <algorithm>

namespace abut {

Flight::Flight(const MovingBody& body, const BulletPath& bullet, double begin, double end)
    : time(begin + (end - begin) / 2), half(std::max(end - time, time - begin) * (1 + 0x1p-30)) {
  const MovingExtent by = body.extent(begin, time, half);
  MovingExtent seen{{}, {}, 0, 2 * bullet.error()};
  place = bullet.at(time);
  seen.state.at.shift = seen.state.point = place;
  seen.state.velocity = seen.state.straight = bullet.velocity();
  const SeenMotion motion(seen, by, half);
  at = by.state.at;
  path = {motion.travel_at_centre, motion.bend_at_centre, motion.rest + lost_lengths};
}

}  // namespace abut
