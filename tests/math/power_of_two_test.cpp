#include "math/power_of_two.h"

#include "math/random.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

void expect_just_above(double x) {
  const double power = power_of_two_at_least(x);
  int exponent = 0;
  EXPECT_EQ(std::frexp(power, &exponent), 0.5) << x;
  EXPECT_GT(power, x);
  EXPECT_LE(power / 2, x);
}

TEST(PowerOfTwo, IsAboveANumberAndAtMostTwiceAsLarge) {
  Random random(1);
  for (int i = 0; i < 5000; ++i)
    expect_just_above(std::ldexp(random.between(0.5, 1), static_cast<int>(i % 2000) - 1000));
}

TEST(PowerOfTwo, HoldsForPowersOfTwoAndAtTheEndsOfTheRange) {
  for (int exponent = -1074; exponent < 1023; ++exponent) expect_just_above(std::ldexp(1.0, exponent));
  expect_just_above(3 * 0x1p-1074);
  expect_just_above(0x1.fffffffffffffp-1001);
  expect_just_above(0x1.0000000000001p1000);
}

}  // namespace
}  // namespace abut
