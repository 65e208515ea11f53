// A bullet as it is seen from a moving model: held against where both are, many times in between.

#include "query/flight.h"

#include "math/random.h"
#include "support/effort.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(Flight, SeenFromAnyMomentStaysWithinItsBounds) {
  Random random(7);
  const Model model(shapes::bumpy_scan(300, 1));
  const TimeSpan during{2, 5};
  for (int i = 0; i < tries(4000); ++i) {
    const Placement from = random.rotation(random.in_cube(3)), to = random.rotation(random.in_cube(3));
    const Screw screw{random.in_cube(2), random.direction(), random.between(-9, 9), random.between(-1, 1)};
    const Motion motion = i % 4 == 0   ? Motion::screw(from, to, during)
                          : i % 4 == 1 ? Motion::screw(from, screw, during)
                          : i % 4 == 2 ? Motion::slerp(from, to, random.in_cube(1), during)
                                       : Motion::straight(from, random.in_cube(4), during);
    const MovingBody body(model, motion);
    const Bullet bullet{random.in_cube(20), random.in_cube(20)};
    const BulletPath path(bullet, during);
    const double begin = random.between(2, 5), end = random.between(begin, std::min(5.0, begin + 1));
    const Moment moment(body, during.begin, random.between(2, 5));
    for (const Flight& flight : {Flight(moment, path, begin, end), Flight(body, path, begin, end)})
      for (double s = -1; s <= 1; s += 0.125) {
        const double time = std::clamp(flight.time + flight.half * s, begin, end);
        const double real_s = (time - flight.time) / flight.half;
        // Where the model takes the bullet for, if it takes itself for standing still.
        const Vec3 seen = flight.at * (inverse(motion.at(time)) * path.at(time));
        ASSERT_LE(length(seen - flight.place - flight.path.at(real_s)), flight.path.rest + 1e-12) << i << " " << s;
      }
    // In the middle a short flight is known well.
    const Flight brief(body, path, begin, begin + 1e-4);
    ASSERT_LE(brief.path.rest, 1e-8);
  }
}

}  // namespace
}  // namespace abut
