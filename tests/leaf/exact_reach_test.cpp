#include "support/distance_oracle.h"
#include <abut/leaf/exact_reach.h>
#include <abut/leaf/triangle_triangle.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {

namespace {

std::array<PlacedPoint, 3> placed(const std::array<Vec3, 3>& t, const Placement& at) {
  return {{{&t[0], &at}, {&t[1], &at}, {&t[2], &at}}};
}

TEST(ExactReach, AgreesWithAHundredDigits) {
  Random random(141);
  for (int i = 0; i < 4000; ++i) {
    TrianglePair pair;
    // A coarse grid makes parallel faces and sides, and distances that are doubles.
    for (auto* t : {&pair.a, &pair.b})
      for (Vec3& p : *t)
        p = {static_cast<double>(random.below(5)), static_cast<double>(random.below(5)),
             static_cast<double>(random.below(5))};
    for (Vec3& p : pair.b) p.x += 5;
    if (i % 2 == 1) pair.at_a = pair.at_b = random.rotation(random.in_cube(3));
    if (i % 4 == 3) pair.at_b.linear = pair.at_b.linear * 1.5;
    const DistanceOracle oracle(pair);
    const double near = oracle.distance();
    if (near == 0) continue;
    for (const double length : {std::nextafter(near, 0), near, std::nextafter(near, 1e9), near * 0.9, near * 1.1}) {
      EXPECT_EQ(exact_reach(placed(pair.a, pair.at_a), placed(pair.b, pair.at_b), length, true),
                oracle.is_at_most(length));
      EXPECT_EQ(exact_reach(placed(pair.a, pair.at_a), placed(pair.b, pair.at_b), length, false),
                !oracle.is_at_least(length));
    }
  }
}

}  // namespace

}  // namespace abut
