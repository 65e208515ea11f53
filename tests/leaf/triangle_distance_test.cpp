#include "leaf/triangle_distance.h"

#include "math/rounding.h"
#include "support/cgal_oracle.h"
#include "support/effort.h"
#include "support/pair_families.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

double longest_side(const std::array<Vec3, 3>& corners, const Placement& at) {
  double most = 0;
  for (int i = 0; i < 3; ++i) {
    // Halved coordinates do not overflow; scaled, squares neither overflow nor vanish.
    const Vec3 side = at.linear * (corners[i] - corners[(i + 1) % 3]);
    const double size = largest(abs(side));
    if (size > 0) most = std::max(most, size * length(side * (1 / size)));
  }
  return most;
}

PairDistance measured(const TrianglePair& pair, Random& random) {
  const OneTriangle a(pair.a, some_centre(pair.a, random)), b(pair.b, some_centre(pair.b, random));
  return DistanceTest(a.geometry(), pair.at_a, b.geometry(), pair.at_b).measure(0, 0);
}
double upper_of(const TrianglePair& pair, Random& random) { return measured(pair, random).upper; }

// The bracket holds the real distance and is narrow; zero exactly at contact; the same bits when swapped.
// Returns the width as a part of the allowed one.
double expect_bracket(const TrianglePair& pair, Random& random, const std::string& name) {
  const PairDistance d = measured(pair, random), swapped = measured({pair.b, pair.a, pair.at_b, pair.at_a}, random);
  EXPECT_EQ(d.upper, swapped.upper) << name << "\n" << describe(pair);
  EXPECT_EQ(d.lower, swapped.lower) << name << "\n" << describe(pair);
  EXPECT_EQ(d.weights_a, swapped.weights_b) << name << "\n" << describe(pair);
  EXPECT_EQ(d.weights_b, swapped.weights_a) << name << "\n" << describe(pair);
  const DistanceBracket real = cgal_distance(pair.a, pair.at_a, pair.b, pair.at_b);
  EXPECT_EQ(d.upper == 0, real.upper == 0) << name << "\n" << describe(pair);
  EXPECT_GE(d.upper, real.lower) << name << "\n" << describe(pair);
  EXPECT_LE(d.lower, real.upper) << name << "\n" << describe(pair);
  const double size = longest_side(pair.a, pair.at_a) + longest_side(pair.b, pair.at_b);
  const double allowed = DistanceTest::most_width(size, real.upper);
  EXPECT_LE(d.upper - d.lower, allowed) << name << ": " << d.upper << " for " << real.lower << "\n" << describe(pair);
  return size > 0x1p-900 ? (d.upper - d.lower) / allowed : 0;
}

TEST(DistanceTest, HoldsCgalsDistanceInItsBracketOnEveryFamily) {
  for (const PairFamily& family : pair_families()) {
    Random random(31);
    double worst = 0;
    for (int i = 0; i < tries(1000) && !HasFailure(); ++i)
      worst = std::max(worst, expect_bracket(family.next(random), random, family.name));
    RecordProperty(family.name, std::to_string(worst));
  }
}

// The ae - b^2 formula errs by 1e-8 here.
TEST(DistanceTest, StaysAccurateOnNearlyParallelEdges) {
  Random random(32);
  for (int i = 0; i < tries(3000) && !HasFailure(); ++i) {
    const double tilt = std::ldexp(1.0, -static_cast<int>(random.below(54)));
    const double gap = std::ldexp(1.0, -static_cast<int>(random.below(30)));
    const Vec3 along = random.direction(), away = random.direction();
    const TrianglePair pair{{along * -1, along, random.in_cube(1) - away * 3},
                            {along * -random.unit() + away * gap + random.in_cube(tilt),
                             along * random.unit() + away * gap + random.in_cube(tilt), random.in_cube(1) + away * 3},
                            {},
                            random.chance(0.5) ? Placement{} : Placement::translation(random.in_cube(tilt))};
    expect_bracket(pair, random, "nearly parallel");
  }
}

TEST(DistanceTest, StaysAccurateAboveSlivers) {
  Random random(33);
  for (int i = 0; i < tries(3000) && !HasFailure(); ++i) {
    const double aspect = std::ldexp(1.0, -static_cast<int>(random.below(52)));
    const Vec3 along = random.direction(), across = random.direction() * aspect, up = random.direction();
    const double height = std::ldexp(1.0, -static_cast<int>(random.below(30)));
    const Vec3 above = along * random.between(-0.9, 0.9) + across * random.unit() + up * height;
    const TrianglePair pair{{along * -1, along, along * random.between(-1, 1) + across},
                            {above, above + up + random.in_cube(1), above + up + random.in_cube(1)},
                            random.rotation(),
                            random.rotation()};
    expect_bracket(pair, random, "above a sliver");
    expect_bracket({pair.a, pair.b, pair.at_a, pair.at_a}, random, "above a sliver, same placement");
  }
}

// Digits cancel in a placement that nearly flattens space, and far from a model's or the world's origin.
TEST(DistanceTest, StaysAccurateUnderPlacementsThatCancelDigits) {
  Random random(34);
  for (int i = 0; i < tries(2000) && !HasFailure(); ++i) {
    const Vec3 far = random.in_cube(1e8);
    const auto corners = [&] {
      return std::array{far + random.in_cube(1), far + random.in_cube(1), far + random.in_cube(1)};
    };
    const auto flattening = [&] {
      const Vec3 row = random.direction();
      return Matrix3::from_rows(row, row + random.in_cube(1e-6), row + random.in_cube(1e-6));
    };
    const Placement a{random.chance(0.5) ? flattening() : random.rotation().linear, random.in_cube(1e8)};
    const Placement b{random.chance(0.5) ? flattening() : a.linear, random.chance(0.5) ? a.shift : random.in_cube(1e8)};
    expect_bracket({corners(), corners(), a, b}, random, "cancelling");
  }
}

TEST(DistanceTest, MeasuresWhatCanBeSeenByEye) {
  Random random(35);
  const std::array<Vec3, 3> floor{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}},
      point{Vec3{1, 1, 2}, Vec3{1, 1, 2}, Vec3{1, 1, 2}};
  const std::array<Vec3, 3> bar{Vec3{-1, -2, 1}, Vec3{9, -2, 1}, Vec3{2, -2, 1}};
  const auto close_above = [&](const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double expected) {
    const double upper = upper_of({a, b, {}, {}}, random);
    EXPECT_GE(upper, expected);
    EXPECT_LE(upper, expected + 100 * unit_roundoff * (expected + 10));
  };
  close_above(floor, point, 2);
  close_above(floor, bar, std::sqrt(5.0));
  close_above(bar, point, std::sqrt(10.0));
  close_above(point, {Vec3{4, 5, 2}, Vec3{4, 5, 2}, Vec3{4, 5, 2}}, 5);
  EXPECT_EQ(upper_of({floor, floor, {}, {}}, random), 0);
}

// One unit in the last place above a face is not contact, so the distance must not be 0.
TEST(DistanceTest, IsPositiveWithoutContactHoweverClose) {
  Random random(36);
  const std::array<Vec3, 3> face{Vec3{0, 0, 1}, Vec3{4, 0, 1}, Vec3{0, 4, 1}};
  const std::array<Vec3, 3> above{Vec3{1, 1, next_up(1.0)}, Vec3{0, 0, 5}, Vec3{1, 0, 5}};
  EXPECT_GT(upper_of({face, above, {}, {}}, random), 0);
  const Placement shifted = Placement::translation({0, 0, 0x1p-1074});
  EXPECT_GT(upper_of({face, face, {}, shifted}, random), 0);
  EXPECT_LT(upper_of({face, face, {}, shifted}, random), 0x1p-40);
}

}  // namespace
}  // namespace abut
