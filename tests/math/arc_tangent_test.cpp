#include "math/arc_tangent.h"

#include "math/random.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(ArcTangent, IsThatOfLibmUpTo2ToTheMinus50) {
  Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.between(-1, 1) * std::ldexp(1.0, static_cast<int>(random.below(80)) - 40);
    const double y = random.unit() * std::ldexp(1.0, static_cast<int>(random.below(80)) - 40);
    EXPECT_NEAR(angle_of(y, x), std::atan2(y, x), 0x1p-50) << y << " " << x;
  }
}

TEST(ArcTangent, KnowsTheAxesAndTheDiagonals) {
  EXPECT_EQ(angle_of(0, 1), 0);
  EXPECT_EQ(angle_of(1, 0), pi / 2);
  EXPECT_EQ(angle_of(0, -1), pi);
  EXPECT_EQ(angle_of(0, 0), 0);
  EXPECT_NEAR(angle_of(1, 1), pi / 4, 0x1p-52);
  EXPECT_NEAR(angle_of(1, -1), 3 * pi / 4, 0x1p-51);
  // Small angles keep their digits.
  EXPECT_NEAR(angle_of(1e-200, 1) / 1e-200, 1, 0x1p-50);
}

}  // namespace
}  // namespace abut
