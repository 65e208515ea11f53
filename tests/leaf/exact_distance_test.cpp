#include "leaf/exact_distance.h"

#include "leaf/fine_distance.h"
#include "leaf/triangle_distance.h"
#include "math/rounding.h"
#include "support/effort.h"
#include "support/pair_families.h"
#include "support/rational_distance.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

PlacedTriangle placed(const std::array<Vec3, 3>& corners, const Placement& at) {
  return {{&corners[0], &corners[1], &corners[2]}, &at};
}

PlacedMeshes scene_of(const TrianglePair& pair) {
  return {"",
          {{pair.a[0], pair.a[1], pair.a[2]}, {{0, 1, 2}}, {}},
          {{pair.b[0], pair.b[1], pair.b[2]}, {{0, 1, 2}}, {}},
          pair.at_a,
          pair.at_b};
}

void expect_next_to(const ExactDistance& found, const RationalDistance& truth, const std::string& what) {
  EXPECT_EQ(found.upper == 0, truth.touching()) << what;
  EXPECT_GE(truth.compare(found.lower), 0) << what;
  EXPECT_LE(truth.compare(found.upper), 0) << what;
  EXPECT_TRUE(found.lower == found.upper || found.upper == next_up(found.lower)) << what;
  if (truth.touching()) return;
  for (const Weights& w : {found.a, found.b}) {
    EXPECT_GE(std::min({w[0], w[1], w[2]}), 0) << what;
    EXPECT_NEAR(w[0] + w[1] + w[2], 1, 4e-16) << what;
  }
}

TEST(ExactDistance, IsNextToTheRealOneInEveryFamilyWhateverTheGuess) {
  Random random(31);
  for (const PairFamily& family : pair_families())
    for (int i = 0; i < tries(40); ++i) {
      const TrianglePair pair = family.next(random);
      const RationalDistance truth(scene_of(pair));
      const PlacedTriangle a = placed(pair.a, pair.at_a), b = placed(pair.b, pair.at_b);
      const std::string what = family.name + describe(pair);
      const ExactDistance found = exact_distance(a, b, {}, {});
      expect_next_to(found, truth, what);
      for (const Weights& of_a : {Weights{1, 0, 0}, Weights{0, 0.5, 0.5}, Weights{0.3, 0.3, 0.4}, found.a})
        for (const Weights& of_b : {Weights{0, 0, 1}, Weights{0.5, 0, 0.5}, Weights{0.3, 0.3, 0.4}, found.b}) {
          const ExactDistance guessed = exact_distance(a, b, of_a, of_b);
          EXPECT_EQ(guessed.lower, found.lower) << what;
          EXPECT_EQ(guessed.upper, found.upper) << what;
        }
    }
}

TEST(CompareDistance, IsThatOfRationalNumbersInEveryFamily) {
  Random random(34);
  for (const PairFamily& family : pair_families())
    for (int i = 0; i < tries(20); ++i) {
      const TrianglePair pair = family.next(random);
      const RationalDistance truth(scene_of(pair));
      const PlacedTriangle a = placed(pair.a, pair.at_a), b = placed(pair.b, pair.at_b);
      const double rounded = truth.rounded();
      for (const double length : {0.0, rounded, next_up(rounded), std::max(0.0, next_down(rounded)), 2 * rounded}) {
        const std::array one{length};
        const std::array parts{length, 0.0, 0.0};
        const int sign = (truth.compare(length) > 0) - (truth.compare(length) < 0);
        EXPECT_EQ(compare_distance(a, b, one), sign) << family.name << describe(pair);
        EXPECT_EQ(compare_distance(a, b, parts), sign) << family.name << describe(pair);
      }
    }
}

// 0.1 + 0.2 is between two doubles, of which 0.30000000000000004 is the upper one.
TEST(CompareDistance, TakesTheRealSumOfTheLengths) {
  const Placement here;
  const std::array<Vec3, 3> origin{};
  const std::array lengths{0.1, 0.2};
  for (const auto& [x, sign] : {std::pair(0.3, -1), std::pair(0.1 + 0.2, 1), std::pair(next_down(0.3), -1)}) {
    const std::array<Vec3, 3> point{Vec3{x, 0, 0}, Vec3{x, 0, 0}, Vec3{x, 0, 0}};
    EXPECT_EQ(compare_distance(placed(origin, here), placed(point, here), lengths), sign);
  }
  EXPECT_EQ(compare_distance(placed(origin, here), placed(origin, here), lengths), -1);
  EXPECT_EQ(compare_distance(placed(origin, here), placed(origin, here), {}), 0);
}

TEST(ExactDirection, PartsTheTrianglesByTheirDistance) {
  Random random(35);
  for (int i = 0; i < tries(200); ++i) {
    const auto triangle = [&] { return std::array{random.in_cube(1), random.in_cube(1), random.in_cube(1)}; };
    const std::array<Vec3, 3> first = triangle(), second = triangle();
    const Placement at_a = random.rotation(), at_b = random.rotation(random.direction() * random.between(0.1, 3));
    const PlacedTriangle a = placed(first, at_a), b = placed(second, at_b);
    const ExactDistance found = exact_distance(a, b, {}, {});
    const Vec3 direction = exact_direction(a, b, {}, {});
    if (found.upper == 0) {
      EXPECT_EQ(direction, Vec3{});
      continue;
    }
    double most = -1e9, least = 1e9;
    for (const Vec3& corner : first) most = std::max(most, dot(direction, at_a * corner));
    for (const Vec3& corner : second) least = std::min(least, dot(direction, at_b * corner));
    EXPECT_NEAR(least - most, found.upper, 1e-14);
    EXPECT_NEAR(length(direction), 1, 0x1p-50);
  }
}

// Beside the real distance wherever the guess has the right features, and never above it.
TEST(FineDistance, IsNeverAboveTheRealOneAndMostlyBesideIt) {
  Random random(33);
  int apart = 0, close = 0;
  for (const PairFamily& family : pair_families())
    for (int i = 0; i < tries(40); ++i) {
      const TrianglePair pair = family.next(random);
      const RationalDistance truth(scene_of(pair));
      const PlacedTriangle a = placed(pair.a, pair.at_a), b = placed(pair.b, pair.at_b);
      const ExactDistance exact = exact_distance(a, b, {}, {});
      for (const Weights& of_a : {Weights{1, 0, 0}, Weights{0, 0.5, 0.5}, Weights{0.3, 0.3, 0.4}, exact.a})
        for (const Weights& of_b : {Weights{0, 0, 1}, Weights{0.5, 0, 0.5}, Weights{0.3, 0.3, 0.4}, exact.b})
          EXPECT_GE(truth.compare(fine_lower(a, b, of_a, of_b)), 0) << family.name << describe(pair);
      if (exact.upper < 1e-9 || exact.upper > 1e9) continue;
      ++apart;
      close += fine_lower(a, b, exact.a, exact.b) >= exact.upper * (1 - 0x1p-45);
    }
  EXPECT_GT(apart, tries(100));
  EXPECT_GT(close, 0.8 * apart);
}

TEST(ExactDistance, IsTheSameBitsWhenThePairIsSwapped) {
  Random random(32);
  for (const PairFamily& family : pair_families())
    for (int i = 0; i < tries(40); ++i) {
      const TrianglePair pair = family.next(random);
      const OneTriangle a(pair.a, {}), b(pair.b, {});
      const PairDistance one = DistanceTest(a.geometry(), pair.at_a, b.geometry(), pair.at_b).measure_exactly(0, 0);
      const PairDistance other = DistanceTest(b.geometry(), pair.at_b, a.geometry(), pair.at_a).measure_exactly(0, 0);
      EXPECT_EQ(one.lower, other.lower) << family.name;
      EXPECT_EQ(one.upper, other.upper) << family.name;
      EXPECT_EQ(one.weights_a, other.weights_b) << family.name;
      EXPECT_EQ(one.weights_b, other.weights_a) << family.name;
    }
}

// 3-4-5 triangles, so that every kind of closest features has a distance that is a double.
TEST(ExactDistance, IsADoubleWhereTheRealOneIs) {
  const Placement at;
  const std::array<Vec3, 3> floor{Vec3{-9, -9, 0}, Vec3{9, -9, 0}, Vec3{0, 9, 0}};
  const std::array<Vec3, 3> above{Vec3{0, 0, 5}, Vec3{1, 0, 7}, Vec3{0, 1, 7}};
  const std::array<Vec3, 3> beside{Vec3{12, -9, 4}, Vec3{30, -9, 4}, Vec3{30, 0, 4}};
  const std::array<Vec3, 3> across{Vec3{0, -12, -40}, Vec3{0, -12, 40}, Vec3{0, -50, 0}};
  const auto between = [&](const auto& a, const auto& b) {
    return exact_distance(placed(a, at), placed(b, at), {}, {});
  };
  EXPECT_EQ(between(floor, above).lower, 5);   // corner and face
  EXPECT_EQ(between(floor, beside).lower, 5);  // two corners
  EXPECT_EQ(between(floor, across).lower, 3);  // two sides
  for (const auto* other : {&above, &beside, &across}) {
    const ExactDistance found = between(floor, *other), swapped = between(*other, floor);
    EXPECT_EQ(found.lower, found.upper);
    EXPECT_EQ(swapped.lower, found.lower);
    EXPECT_EQ(swapped.upper, found.upper);
  }
}

// In 320 bits a height of 2^-600 over a triangle of size 1 had the bracket [0, 2^-300].
TEST(ExactDistance, KeepsHeightsThatVanishBesideTheTriangle) {
  const Placement at;
  const std::array<Vec3, 3> floor{Vec3{-1, -1, 0}, Vec3{1, -1, 0}, Vec3{0, 1, 0}};
  for (double height : {0x1p-600, 0x1p-1000, 0x1p-1074}) {
    const std::array<Vec3, 3> above{Vec3{0, 0, height}, Vec3{1, 0, 1}, Vec3{0, 1, 1}};
    const ExactDistance found = exact_distance(placed(floor, at), placed(above, at), {}, {});
    EXPECT_EQ(found.lower, height);
    EXPECT_EQ(found.upper, height);
  }
}

}  // namespace
}  // namespace abut
