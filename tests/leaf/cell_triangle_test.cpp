#include "leaf/cell_triangle.h"

#include "math/random.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace abut {

namespace {

struct CellCase {
  std::array<Vec3, 3> corners;
  Vec3 centre, half;

  CellTriangle triangle(double error) const { return {corners[0], corners[1], corners[2], error}; }
  bool holds(const Vec3& p) const {
    const Vec3 away = abs(p - centre);
    return away.x <= half.x && away.y <= half.y && away.z <= half.z;
  }
  Vec3 point(double s, double t) const {
    return corners[0] + (corners[1] - corners[0]) * s + (corners[2] - corners[0]) * t;
  }
};

CellCase random_case(Random& random, int round) {
  CellCase made;
  const double size = round % 3 == 0 ? 10 : round % 3 == 1 ? 1 : 0.1;
  const Vec3 middle = random.in_cube(1);
  for (Vec3& p : made.corners) p = middle + random.in_cube(size);
  if (round % 5 == 0) made.corners[2] = made.corners[1] + random.in_cube(1e-6);
  made.centre = random.in_cube(0.5);
  made.half = Vec3{random.between(0.01, 0.5), random.between(0.01, 0.5), random.between(0.01, 0.5)};
  return made;
}

TEST(CellTriangle, NeverMissesABoxThatHasAPointOfIt) {
  Random random(1);
  int touching = 0, apart = 0;
  for (int round = 0; round < 10000; ++round) {
    const CellCase one = random_case(random, round);
    const bool may_touch = one.triangle(1e-15).may_touch(one.centre, one.half);
    bool does = false;
    for (int i = 0; i <= 40; ++i)
      for (int j = 0; i + j <= 40; ++j) does = does || one.holds(one.point(i / 40.0, j / 40.0));
    if (does) {
      EXPECT_TRUE(may_touch) << round;
    }
    touching += does, apart += !may_touch;
  }
  EXPECT_GT(touching, 300);
  EXPECT_GT(apart, 300);
}

TEST(CellTriangle, TellsBoxesBesideItApart) {
  // Across a side, where neither the box around it nor its plane tells.
  const CellTriangle triangle({0, 0, 0}, {1, 0, 0.1}, {0, 1, 0.1}, 1e-15);
  EXPECT_TRUE(triangle.may_touch({0.45, 0.45, 0.09}, {0.04, 0.04, 0.04}));
  EXPECT_FALSE(triangle.may_touch({0.6, 0.6, 0.12}, {0.04, 0.04, 0.04}));
  EXPECT_FALSE(triangle.may_touch({0.2, 0.2, 0.2}, {0.05, 0.05, 0.05}));
}

TEST(CellTriangle, TouchesABoxAtACommonPoint) {
  const CellTriangle triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 0);
  EXPECT_TRUE(triangle.may_touch({0.25, 0.25, 0.5}, {0.125, 0.125, 0.5}));
  EXPECT_TRUE(triangle.may_touch({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
  EXPECT_TRUE(triangle.may_touch({1, 1, 0}, {0.5, 0.5, 0.5}));
}

TEST(CellTriangle, ReachesAsFarAlongADirectionAsItsPointsInTheBoxDo) {
  Random random(2);
  int held = 0;
  for (int round = 0; round < 3000; ++round) {
    const CellCase one = random_case(random, round);
    Vec3 n = random.in_cube(1);
    const CellTriangle triangle = one.triangle(1e-15);
    if (round % 2 == 0 && largest(abs(triangle.normal())) > 0)
      n = triangle.normal() * (1 / largest(abs(triangle.normal()))) + random.in_cube(0.01);
    n = n * (1 / std::max(1.0, largest(abs(n))));
    const Bracket reach = triangle.reach_along(n, one.centre, one.half);
    for (int i = 0; i <= 20; ++i)
      for (int j = 0; i + j <= 20; ++j) {
        const Vec3 p = one.point(i / 20.0, j / 20.0);
        if (!one.holds(p)) continue;
        ++held;
        EXPECT_GE(dot(n, p - one.centre), reach.lower - 1e-14);
        EXPECT_LE(dot(n, p - one.centre), reach.upper + 1e-14);
      }
  }
  EXPECT_GT(held, 1000);
}

TEST(CellTriangle, IsFlatAlongItsNormal) {
  const CellTriangle large({-100, -100, 0.25}, {100, -100, 0.25}, {0, 200, 0.25}, 1e-15);
  const Bracket reach = large.reach_along({0, 0, 1}, {0, 0, 0}, {0.5, 0.5, 0.5});
  EXPECT_NEAR(reach.lower, 0.25, 1e-10);
  EXPECT_NEAR(reach.upper, 0.25, 1e-10);
  // Nearly along it, the box bounds what is in the box.
  const Bracket tilted = large.reach_along({0.01, 0, 1}, {0, 0, 0}, {0.5, 0.5, 0.5});
  EXPECT_NEAR(tilted.lower, 0.245, 1e-3);
  EXPECT_NEAR(tilted.upper, 0.255, 1e-3);
}

}  // namespace

}  // namespace abut
