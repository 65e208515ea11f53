#include "math/rounding.h"

#include "math/random.h"

#include <bit>
#include <cmath>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Rational = boost::multiprecision::cpp_rational;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Any finite double: every exponent is as likely as every other.
double any_double(Random& random) {
  for (;;)
    if (const double x = std::bit_cast<double>(random.bits()); std::isfinite(x)) return x;
}

TEST(Rounding, StepsToTheNeighboursThatTheStandardLibraryNames) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = any_double(random);
    ASSERT_EQ(next_up(x), std::nextafter(x, infinity)) << x;
    ASSERT_EQ(next_down(x), std::nextafter(x, -infinity)) << x;
    const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    if (!std::isfinite(f)) continue;
    ASSERT_EQ(next_up(f), std::nextafterf(f, static_cast<float>(infinity))) << f;
    ASSERT_EQ(next_down(f), std::nextafterf(f, -static_cast<float>(infinity))) << f;
  }
}

TEST(Rounding, StepsFromZeroAndStaysAtTheEnds) {
  EXPECT_EQ(next_up(0.0), 0x1p-1074);
  EXPECT_EQ(next_up(-0.0), 0x1p-1074);
  EXPECT_EQ(next_down(0.0), -0x1p-1074);
  EXPECT_EQ(next_up(infinity), infinity);
  EXPECT_EQ(next_down(-infinity), -infinity);
  EXPECT_EQ(next_up(std::numeric_limits<double>::max()), infinity);
  EXPECT_TRUE(std::isnan(next_up(std::nan(""))));
}

TEST(Rounding, EnclosesRealSumsAndProducts) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const double a = any_double(random) * 0x1p-520, b = random.chance(0.5) ? any_double(random) * 0x1p-520 : -a * 1.25;
    const Rational x(a), y(b);
    ASSERT_LE(Rational(add_down(a, b)), x + y);
    ASSERT_GE(Rational(add_up(a, b)), x + y);
    ASSERT_LE(Rational(subtract_down(a, b)), x - y);
    ASSERT_GE(Rational(subtract_up(a, b)), x - y);
    ASSERT_LE(Rational(multiply_down(a, b)), x * y);
    ASSERT_GE(Rational(multiply_up(a, b)), x * y);
  }
}

TEST(Rounding, EnclosesRealRoots) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const double x = std::abs(any_double(random));
    const Rational low(sqrt_down(x)), high(sqrt_up(x));
    ASSERT_LE(low * low, Rational(x));
    ASSERT_GE(high * high, Rational(x));
  }
  EXPECT_EQ(sqrt_down(0), 0);
}

TEST(Rounding, NarrowsToTheTightestFloatOnTheSafeSide) {
  Random random(4);
  for (int i = 0; i < 100000; ++i) {
    const double x =
        random.chance(0.5) ? any_double(random) : std::ldexp(random.between(-1, 1), int(random.below(300)) - 170);
    const float high = float_up(x), low = float_down(x);
    ASSERT_GE(high, x);
    ASSERT_LE(low, x);
    ASSERT_LT(next_down(high), x);
    ASSERT_GT(next_up(low), x);
  }
  EXPECT_EQ(float_up(1e300), std::numeric_limits<float>::infinity());
  EXPECT_EQ(float_up(-1e300), -std::numeric_limits<float>::max());
  EXPECT_EQ(float_up(0.25), 0.25f);
}

}  // namespace
}  // namespace abut
