#include "query/corner_mix.h"

#include "math/random.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// c + s . x in the corners of the box from -1 to 1: bit k of a corner's number says on which side of axis k it is.
struct Slope {
  double constant;
  Vec3 slope;

  double at(const Vec3& x) const { return constant + dot(slope, x); }
  CornerBounds corners() const {
    CornerBounds result;
    for (int c = 0; c < 8; ++c) result[c] = at({c & 1 ? 1.0 : -1.0, c & 2 ? 1.0 : -1.0, c & 4 ? 1.0 : -1.0});
    return result;
  }
};

std::vector<Slope> random_slopes(Random& random, std::size_t count) {
  std::vector<Slope> slopes;
  for (std::size_t i = 0; i < count; ++i) slopes.push_back({random.between(0, 1), random.in_cube(1)});
  return slopes;
}

std::vector<CornerBounds> corners_of(const std::vector<Slope>& slopes) {
  std::vector<CornerBounds> rows;
  for (const Slope& slope : slopes) rows.push_back(slope.corners());
  return rows;
}

double least_at(const std::vector<Slope>& slopes, const Vec3& x) {
  double least = slopes[0].at(x);
  for (const Slope& slope : slopes) least = std::min(least, slope.at(x));
  return least;
}

double least_mean(const std::vector<CornerBounds>& rows, const CornerBounds& weights) {
  double least = std::numeric_limits<double>::infinity();
  for (const CornerBounds& row : rows) {
    double mean = 0;
    for (int c = 0; c < 8; ++c) mean += weights[c] * row[c];
    least = std::min(least, mean);
  }
  return least;
}

TEST(CornerMix, BoundsTheLeastOfEachListInAllOfTheBox) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const std::vector<Slope> a = random_slopes(random, 1 + i % most_mixed), b = random_slopes(random, 1 + i % 7);
    const double bound = least_mix(corners_of(a), corners_of(b)).bound;
    for (int k = 0; k < 100; ++k) {
      const Vec3 x = random.in_cube(1);
      EXPECT_LE(least_at(a, x) + least_at(b, x), bound + 1e-12);
    }
  }
}

// With any weights of corners, the least means of both lists add up to no more than any bound: where they are equal, no
// mix has a lower one.
TEST(CornerMix, IsAsLowAsMixesGetAndItsCornersProveIt) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    std::vector<CornerBounds> a, b;
    for (auto* rows : {&a, &b})
      for (int k = 0; k < 1 + i % 12; ++k)
        for (double& value : rows->emplace_back()) value = random.between(-1, 1);
    const CornerMix mix = least_mix(a, b);
    double sum = 0;
    for (const double weight : mix.corners) {
      EXPECT_GE(weight, 0);
      sum += weight;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(least_mean(a, mix.corners) + least_mean(b, mix.corners), mix.bound, 1e-4) << i;
  }
}

TEST(CornerMix, TakesRowsThatAreAllAlikeAndSingleOnes) {
  const CornerBounds row{1, 1, 1, 1, 1, 1, 1, 1}, zero{};
  EXPECT_EQ(least_mix(std::vector{row}, std::vector{row}).bound, 2);
  EXPECT_EQ(least_mix(std::vector(most_mixed, row), std::vector(most_mixed, row)).bound, 2);
  EXPECT_EQ(least_mix(std::vector(5, zero), std::vector(5, zero)).bound, 0);
}

}  // namespace
}  // namespace abut
