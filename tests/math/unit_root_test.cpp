#include "math/unit_root.h"

#include "math/random.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// One of the factors of a polynomial: numerator - denominator t.
struct Factor {
  int numerator, denominator;
  double root() const { return static_cast<double>(numerator) / denominator; }
  ShortPolynomial polynomial() const { return {numerator, -denominator}; }
};

TEST(UnitRoots, AreThoseOfTheFactorsEachOnce) {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const auto degree = 1 + static_cast<int>(random.below(3));
    ShortPolynomial product(static_cast<int>(random.below(5)) - 7, 0);
    std::vector<Factor> factors;
    for (int i = 0; i < degree; ++i) {
      const auto denominator = 1 + static_cast<int>(random.below(12));
      factors.push_back({static_cast<int>(random.below(18)) - 3, denominator});
      if (random.chance(0.3)) factors.back() = factors.front();
      product = product * factors.back().polynomial();
    }
    std::vector<double> expected;
    for (const Factor& factor : factors)
      if (factor.root() >= 0 && factor.root() <= 1) expected.push_back(factor.root());
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    std::vector<UnitRoot> roots = unit_roots(product);
    ASSERT_EQ(roots.size(), expected.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      // The sign of each factor there, and of one that is off by little.
      for (const Factor& factor : factors) {
        const double value = factor.root() - expected[i];
        ASSERT_EQ(roots[i].sign_of(factor.polynomial()), value > 0 ? 1 : value < 0 ? -1 : 0);
      }
      const Bracket bracket = roots[i].bracket(0);
      ASSERT_LE(bracket.lower, expected[i]);
      ASSERT_GE(bracket.upper, expected[i]);
      ASSERT_GE(std::nextafter(bracket.lower, 2.0), bracket.upper);
    }
  }
}

TEST(UnitRoots, ThatAreNearEachOtherAreToldApart) {
  // (t - 1/3) (t - 1/3 - 2^-200): 3 2^200 t - 2^200, and the same less 3.
  const BigInteger large = shifted(1, 200);
  const ShortPolynomial first(-large, large * 3), second(-large - 3, large * 3);
  std::vector<UnitRoot> roots = unit_roots(first * second);
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_EQ(roots[0].sign_of(first), 0);
  EXPECT_EQ(roots[0].sign_of(second), -1);
  EXPECT_EQ(roots[1].sign_of(first), 1);
  EXPECT_EQ(roots[1].sign_of(second), 0);
}

TEST(UnitRoots, OfTinySizeAreBracketedBySubnormalNumbers) {
  // 2^1500 t^2 - 2: far below the least double.
  ShortPolynomial tiny;
  tiny[0] = -2, tiny[2] = shifted(1, 3001);
  std::vector<UnitRoot> roots = unit_roots(tiny);
  ASSERT_EQ(roots.size(), 1u);
  const Bracket bracket = roots[0].bracket(0);
  EXPECT_EQ(bracket.lower, 0);
  EXPECT_EQ(bracket.upper, std::numeric_limits<double>::denorm_min());
}

}  // namespace
}  // namespace abut
