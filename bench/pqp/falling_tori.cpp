#include "obbtree/simulation.h"
#include "scenario.h"
#include <abut/shapes.h>

namespace abut::bench::pqp {

Scenario falling_tori() {
  Scenario result{"tori", "Falling tori", {shapes::warped_torus(), shapes::lumpy_torus()}, {}, 1};
  const Model small(result.meshes[0]), large(result.meshes[1]);
  Motion motion{.start = RigidBody(mass_properties(result.meshes[0])),
                .gravity =
                    [](const Vec3&) {
                      return Vec3{0, 0, -1};
                    },
                .bounce = {.restitution = 0.3, .least_rebound = 0.05},
                .step = 0.0045,
                .steps = 1000};
  // Beside the hole, so that it lands on the rim and has to find its way.
  motion.start.centre = {1.1, 0.4, 2.2};
  motion.start.orientation = {0.9, 0.3, -0.2, 0.1};
  motion.start.set_angular_velocity({0.3, -0.5, 0.4});
  for (const Placement& at : simulate(small, large, motion)) result.questions.push_back({0, 1, 0, {at, {}}});
  return result;
}

}  // namespace abut::bench::pqp
