#include "math/expansion.h"

#include "math/big_number.h"
#include "math/random.h"

#include <vector>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Rational = boost::multiprecision::cpp_rational;

Rational value_of(const Expansion& e) {
  Rational sum = 0;
  for (int i = 0; i < e.size(); ++i) sum += Rational(e[i]);
  return sum;
}

// Sums of numbers from far apart, often cancelling.
Expansion some_expansion(Random& random, int terms, int spread) {
  Expansion sum;
  for (int i = 0; i < terms; ++i) {
    const double term = std::ldexp(random.between(-1, 1),
                                   static_cast<int>(random.below(static_cast<std::uint64_t>(spread))) - spread / 2);
    sum = sum + Expansion(two_product(term, random.between(-1, 1)));
    if (random.chance(0.3)) sum = sum - Expansion(term);
  }
  return sum;
}

// Ordered by magnitude, and each larger than everything below it together.
void expect_well_formed(const Expansion& e) {
  double below = 0;
  for (int i = 0; i < e.size(); ++i) {
    ASSERT_NE(e[i], 0);
    ASSERT_LT(below, std::abs(e[i]));
    below += std::abs(e[i]);
  }
}

TEST(TwoProduct, IsExactWithAndWithoutFusedMultiplyAdd) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double a = std::ldexp(random.between(-1, 1), static_cast<int>(random.below(600)) - 300);
    const double b = std::ldexp(random.between(-1, 1), static_cast<int>(random.below(600)) - 300);
    const ExactPair pair = two_product(a, b);
    ASSERT_EQ(pair.value, a * b);
    ASSERT_EQ(pair.error, std::fma(a, b, -(a * b)));
  }
}

TEST(Expansion, AddsSubtractsAndMultipliesExactly) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    const int terms = 1 + static_cast<int>(random.below(8));
    const Expansion a = some_expansion(random, terms, 200), b = some_expansion(random, terms, 200);
    const double factor = random.between(-4, 4);
    const Rational x = value_of(a), y = value_of(b);
    for (const auto& [result, expected] : {std::pair<Expansion, Rational>{a + b, x + y},
                                           {a - b, x - y},
                                           {a * b, x * y},
                                           {a * factor, x * Rational(factor)},
                                           {compressed(a), x}}) {
      ASSERT_EQ(value_of(result), expected);
      ASSERT_EQ(result.sign(), expected.sign());
      expect_well_formed(result);
    }
  }
}

TEST(Expansion, CancelsToNothing) {
  Random random(3);
  const Expansion a = some_expansion(random, 6, 100), b = some_expansion(random, 6, 100);
  const Expansion difference = a * b - b * a;
  EXPECT_EQ(difference.size(), 0);
  EXPECT_EQ(difference.sign(), 0);
  EXPECT_EQ((a - a).sign(), 0);
}

TEST(Expansion, SurvivesMoreComponentsThanItHoldsInPlace) {
  Random random(4);
  // Terms 60 binary digits apart cannot merge: 30 components, and twice as many slots for a product with a double.
  Expansion wide;
  for (int i = 0; i < 30; ++i) wide = wide + Expansion(std::ldexp(random.between(0.5, 1), 60 * i - 900));
  ASSERT_EQ(wide.size(), 30);
  const Rational expected = value_of(wide) * Rational(0.7);
  Expansion product = wide * 0.7;
  ASSERT_GT(product.size(), 48);
  const Expansion copy = product;
  EXPECT_EQ(value_of(copy), expected);
  EXPECT_EQ((copy - product).sign(), 0);
  const Expansion moved = std::move(product);
  EXPECT_EQ(value_of(moved), expected);
  EXPECT_EQ(value_of(compressed(moved + copy)), 2 * expected);
}

TEST(Expansion, EstimatesWithinAUnitInTheLastPlace) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const Expansion a = some_expansion(random, 5, 120);
    const Rational error = abs(value_of(a) - Rational(a.estimate()));
    ASSERT_LE(error, abs(value_of(a)) * Rational(0x1p-52));
  }
}

TEST(BigNumber, AgreesWithRationalsOverTheWholeRangeOfDoubles) {
  Random random(6);
  const auto any = [&] { return std::ldexp(random.between(-1, 1), static_cast<int>(random.below(2000)) - 1074); };
  for (int i = 0; i < 2000; ++i) {
    const double a = any(), b = any(), c = any(), d = any();
    const BigNumber big = (BigNumber(a) + BigNumber(b)) * BigNumber(c) - BigNumber(d) * BigNumber(d);
    const Rational real = (Rational(a) + Rational(b)) * Rational(c) - Rational(d) * Rational(d);
    ASSERT_EQ(big.sign(), real.sign());
    ASSERT_EQ((big - big).sign(), 0);
  }
  EXPECT_EQ(BigNumber(0x1p-1074).sign(), 1);
  EXPECT_EQ((BigNumber(0x1p-1074) * 0x1p-1074 + BigNumber(-0x1p-1074) * 0x1p-1074).sign(), 0);
}

}  // namespace
}  // namespace abut
