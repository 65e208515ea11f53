#include "math/cube_cut.h"

#include "math/random.h"

#include <cmath>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// Counted at the points of a fine grid.
double part_by_sampling(const Vec3& direction, double height, int steps) {
  int below = 0;
  const auto middle = [&](int i) { return (i + 0.5) * 2 / steps - 1; };
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < steps; ++j)
      for (int k = 0; k < steps; ++k) below += dot(direction, {middle(i), middle(j), middle(k)}) < height;
  return static_cast<double>(below) / (static_cast<double>(steps) * steps * steps);
}

TEST(CubeCut, GivesThePartThatSamplesGive) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    Vec3 vector = random.in_cube(1);
    if (round % 3 == 0) vector[round % 2] *= 0.002;
    if (round % 7 == 0) vector[2] = 0;
    const CubeCut cut(vector);
    const double height = random.between(-2, 2);
    EXPECT_NEAR(cut.part_below(height), part_by_sampling(cut.direction(), height, 40), 0.03) << round;
    // What is above is what is below the other way round; neither is more than there is.
    EXPECT_NEAR(cut.part_below(height) + CubeCut(-vector).part_below(-height), 1, 0x1p-26);
    EXPECT_LT(cut.part_below(height) + CubeCut(-vector).part_below(-height), 1);
  }
}

TEST(CubeCut, IsExactlyKnownWhereThePartIsSimple) {
  EXPECT_EQ(CubeCut({0, 2, 0}).part_below(-1), 0);
  EXPECT_NEAR(CubeCut({0, 2, 0}).part_below(0.5), 0.75, 0x1p-27);
  EXPECT_NEAR(CubeCut({1, 1, 0}).part_below(0), 0.5, 0x1p-27);
  EXPECT_NEAR(CubeCut({1, 1, 1}).part_below(-2), 1.0 / 48, 0x1p-27);
  EXPECT_NEAR(CubeCut({1, -1, 1}).part_below(0), 0.5, 0x1p-27);
  EXPECT_LE(CubeCut({1, 1, 1}).part_below(3), 1);
  EXPECT_EQ(CubeCut({1, 1, 1}).part_below(std::nan("")), 0);
}

TEST(CubeCut, KnowsItsFarthestPoints) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const CubeCut cut(random.in_cube(1));
    double most = 0;
    for (const double entry : {cut.direction().x, cut.direction().y, cut.direction().z}) most += std::abs(entry);
    EXPECT_DOUBLE_EQ(dot(cut.direction(), cut.farthest(true)), most);
    EXPECT_DOUBLE_EQ(dot(cut.direction(), cut.farthest(false)), -most);
  }
}

}  // namespace

}  // namespace abut
