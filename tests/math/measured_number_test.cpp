#include "math/measured_number.h"

#include "math/big_number.h"
#include "math/random.h"
#include "support/effort.h"
#include "support/rational_solids.h"

#include <gtest/gtest.h>

namespace abut {

namespace {

using oracle::exactly;

/// Numbers of all sizes, some of them small whole ones, some subnormal.
double number(Random& random) {
  if (random.chance(0.3)) return static_cast<double>(random.below(9)) - 4;
  const int exponent =
      static_cast<int>(random.below(random.chance(0.1) ? 2000 : 40)) - (random.chance(0.1) ? 1060 : 20);
  return std::ldexp(random.between(-1, 1), std::min(exponent, 300));
}

struct Pair {
  MeasuredNumber measured;
  oracle::Rational exact;
};

void expect_covered(const Pair& pair) {
  if (!std::isfinite(pair.measured.error) || !std::isfinite(pair.measured.value)) return;
  const oracle::Rational off = abs(exactly(pair.measured.value) - pair.exact);
  EXPECT_LE(off, exactly(pair.measured.error));
}

}  // namespace

TEST(MeasuredNumber, CoversTheRealNumberWhateverIsDoneToIt) {
  Random random(1);
  for (int i = 0; i < tries(20000); ++i) {
    Pair x{};
    const double start = number(random);
    x = {MeasuredNumber(start), exactly(start)};
    for (int step = 0; step < 6; ++step) {
      const double other = number(random);
      const Pair y = random.chance(0.3) ? x : Pair{MeasuredNumber(other), exactly(other)};
      switch (random.below(4)) {
        case 0:
          x = {x.measured + y.measured, x.exact + y.exact};
          break;
        case 1:
          x = {x.measured - y.measured, x.exact - y.exact};
          break;
        case 2:
          x = {x.measured * y.measured, x.exact * y.exact};
          break;
        default:
          if (y.exact == 0) break;
          x = {x.measured / y.measured, x.exact / y.exact};
      }
      expect_covered(x);
      const bool is_sure = x.measured.surely_positive() || x.measured.surely_negative();
      if (is_sure) {
        EXPECT_EQ(x.measured.surely_positive(), x.exact > 0);
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << i;
    }
  }
}

TEST(MeasuredNumber, HasRootsThatCoverTheRealOne) {
  Random random(2);
  for (int i = 0; i < tries(20000); ++i) {
    const double a = std::abs(number(random)), b = number(random);
    const MeasuredNumber inside = MeasuredNumber(a) * MeasuredNumber(a) + MeasuredNumber(b) * MeasuredNumber(b);
    if (!std::isfinite(inside.value)) continue;
    const oracle::Rational square = exactly(a) * exactly(a) + exactly(b) * exactly(b);
    const MeasuredNumber found = root(inside);
    if (!std::isfinite(found.error)) continue;
    const oracle::Rational high = exactly(found.value) + exactly(found.error),
                           low = exactly(found.value) - exactly(found.error);
    EXPECT_GE(high * high, square);
    EXPECT_TRUE(low <= 0 || low * low <= square);
  }
}

TEST(MeasuredNumber, KeepsWholeNumbersExact) {
  const MeasuredNumber a(3), b(7), c(21);
  EXPECT_EQ((a * b - c).sign(), 0);
  EXPECT_EQ((c / b - a).sign(), 0);
  EXPECT_THROW((MeasuredNumber(0.1) * MeasuredNumber(0.1) - MeasuredNumber(0.1 * 0.1)).sign(), MeasuredNumber::Unsure);
}

TEST(BigNumber, HasQuotientsBetweenNeighbouringDoubles) {
  Random random(3);
  for (int i = 0; i < tries(20000); ++i) {
    const double a = number(random), b = number(random);
    if (b == 0) continue;
    const Bracket found = quotient(BigNumber(a), BigNumber(b));
    const oracle::Rational real = exactly(a) / exactly(b);
    if (std::isfinite(found.lower)) {
      EXPECT_LE(exactly(found.lower), real);
    }
    if (std::isfinite(found.upper)) {
      EXPECT_GE(exactly(found.upper), real);
    }
    if (std::isfinite(found.lower) && std::isfinite(found.upper) && std::abs(found.lower) > 1e-300) {
      EXPECT_LE(found.upper - found.lower, 0x1p-52 * std::abs(found.upper));
    }
    ASSERT_FALSE(testing::Test::HasFailure()) << a << " / " << b;
  }
  EXPECT_EQ(quotient(BigNumber(21), BigNumber(-7)).lower, -3);
  EXPECT_EQ(quotient(BigNumber(21), BigNumber(-7)).upper, -3);
}

}  // namespace abut
