#include "spheres.h"

#include "math/random.h"
#include <abut/shapes.h>

namespace abut::bench::pqp {

namespace {

constexpr int frequency = 45;  // 20 * 45 * 45 triangles

}  // namespace

Scenario separated_spheres(double gap, int questions) {
  Scenario result{"separated spheres", "Separated spheres", {shapes::sphere(1, frequency)}, {}, 1};
  Random random(5);
  for (int i = 0; i < questions; ++i) {
    const Placement a = random.rotation();
    result.questions.push_back({0, 0, 0, {a, random.rotation(random.direction() * (2 + gap))}});
  }
  return result;
}

Scenario concentric_spheres(double gap, int questions) {
  Scenario result{"concentric spheres",
                  "Concentric spheres",
                  {shapes::sphere(1 - gap, frequency), shapes::sphere(1, frequency)},
                  {},
                  1};
  Random random(6);
  for (int i = 0; i < questions; ++i) {
    const Placement a = random.rotation();
    result.questions.push_back({0, 1, 0, {a, random.rotation()}});
  }
  return result;
}

}  // namespace abut::bench::pqp
