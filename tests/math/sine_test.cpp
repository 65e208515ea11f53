#include "math/sine.h"

#include "math/random.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Big = boost::multiprecision::cpp_bin_float_50;

void expect_within_bounds(double angle) {
  const SineCosine found = sine_and_cosine(angle);
  const Big sine = sin(Big(angle)), cosine = cos(Big(angle));
  EXPECT_LE(abs(found.sine - sine), 0x1p-51) << angle;
  EXPECT_LE(abs(found.cosine - cosine), 0x1p-51) << angle;
  if (std::abs(angle) <= 0.785) {
    EXPECT_LE(abs(found.sine - sine), 0x1p-51 * abs(sine)) << angle;
  }
}

TEST(Sine, IsWithinItsBoundsEverywhere) {
  Random random(1);
  for (double largest : {1e-300, 1e-8, 0.8, 7.0, 1000.0, largest_angle})
    for (int i = 0; i < 2000; ++i) expect_within_bounds(random.between(-largest, largest));
}

TEST(Sine, IsWithinItsBoundsNextToQuarterTurns) {
  for (int k = -2000; k <= 2000; ++k) {
    const double quarter = k * 0x1.921fb54442d18p+0;
    for (double off : {0.0, 1e-15, -1e-15, 1e-9, -0.785398, 0.785398}) expect_within_bounds(quarter + off);
  }
  expect_within_bounds(667543 * 0x1.921fb54442d18p+0);
  expect_within_bounds(0);
}

}  // namespace
}  // namespace abut
