// Rectangle distance by pairs of edges and their external Voronoi regions, against fifty digits.

#include "classic/volume/edge_pairs.h"

#include "core_oracle.h"
#include "math/random.h"

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

double size_of(const Rectangle& a, const Rectangle& b) {
  return sum_of(abs(b.centre - a.centre)) + a.extent[0] + a.extent[1] + b.extent[0] + b.extent[1];
}

/// How far `below` is under the truth, relative to the size of the pair. The bracket must hold the truth.
double loss_of(const Rectangle& a, const Rectangle& b, const std::string& what) {
  const Fifty truth = true_distance(a, b);
  const CoreDistance found = distance_by_edge_pairs(a, b);
  EXPECT_LE(Fifty(found.below), truth) << what;
  EXPECT_GE(Fifty(found.above), truth) << what;
  return static_cast<double>(truth - Fifty(found.below)) / std::max(size_of(a, b), 1e-300);
}

Rectangle random_rectangle(Random& random, double size, const Vec3& centre) {
  const Matrix3 axes = random.rotation().linear;
  const auto extent = [&] {
    return random.chance(0.1) ? 0 : size * (random.chance(0.2) ? 1e-6 * random.unit() : random.unit());
  };
  return {centre, {axes.column(0), axes.column(1)}, {extent(), extent()}};
}

TEST(EdgePairs, FindTheDistanceOfFiftyDigits) {
  Random random(31);
  int right = 0;
  constexpr int count = 6000;
  for (int i = 0; i < count; ++i) {
    const double size_b = random.chance(0.3) ? std::ldexp(1.0, static_cast<int>(random.below(60)) - 30) : 1;
    const double far = random.chance(0.1) ? 1e6 : random.chance(0.3) ? 0.3 : 3;
    const Vec3 from = random.in_cube(1);
    const double loss = loss_of(
        random_rectangle(random, 1, from),
        random_rectangle(random, size_b, from + random.in_cube(1) * far * std::max(1.0, size_b)), std::to_string(i));
    right += loss <= core_rounding;
    ASSERT_LE(loss, 1e-9) << i;
  }
  EXPECT_GT(right, 0.99 * count);
}

// Corners above edges, edges above edges, edges in a line, crossing, one inside of the other: where regions meet.
TEST(EdgePairs, AreNeverAboveTheTruthWhereRegionsMeetAndMostlyThere) {
  Random random(32);
  const Matrix3 square[] = {Matrix3{}, Matrix3{{0, 0, 1, 1, 0, 0, 0, 1, 0}}, Matrix3{{0, 1, 0, 0, 0, 1, 1, 0, 0}}};
  int right = 0;
  constexpr int count = 6000;
  for (int i = 0; i < count; ++i) {
    const Matrix3 turn = i % 4 == 0 ? Matrix3{} : random.rotation().linear;
    const auto whole = [&](int most) { return static_cast<double>(random.below(most)); };
    const double unit = i % 3 == 0 ? 1 : std::pow(10, -random.between(0, 14));
    const Matrix3 axes_b = turn * square[random.below(3)];
    const Rectangle a{{}, {turn.column(0), turn.column(1)}, {whole(3), whole(3)}};
    const Rectangle b{
        turn * Vec3{whole(5), whole(5), whole(2) * unit}, {axes_b.column(0), axes_b.column(1)}, {whole(3), whole(3)}};
    const double loss = loss_of(a, b, std::to_string(i));
    right += loss <= core_rounding;
    if (i % 4 == 0) {
      ASSERT_LE(loss, core_rounding) << "upright, " << i;
    }
  }
  EXPECT_GT(right, 0.9 * count);
}

TEST(EdgePairs, AreNeverAboveTheTruthForNearlyParallelRectangles) {
  Random random(33);
  int right = 0;
  constexpr int count = 6000;
  for (int i = 0; i < count; ++i) {
    const Matrix3 axes = random.rotation().linear;
    const Rectangle a{random.in_cube(1), {axes.column(0), axes.column(1)}, {random.unit(), random.unit()}};
    const double angle = random.chance(0.1) ? 0 : std::pow(10, -random.between(0, 15));
    const Vec3 about = random.direction();
    const Matrix3 turn =
        Placement::rotation(1, about.x * angle / 2, about.y * angle / 2, about.z * angle / 2).linear * axes;
    const Vec3 centre = a.centre + axes.column(2) * std::pow(10, -random.between(0, 14)) +
                        axes.column(0) * (2 * random.unit()) + axes.column(1) * (2 * random.unit());
    const Rectangle b{centre, {turn.column(0), turn.column(1)}, {random.unit(), random.unit()}};
    right += loss_of(a, b, std::to_string(i)) <= core_rounding;
  }
  EXPECT_GT(right, 0.8 * count);
}

TEST(EdgePairs, AreRightForAxesInFloat) {
  Random random(34);
  for (int i = 0; i < 3000; ++i) {
    Rectangle a = random_rectangle(random, 1, {}), b = random_rectangle(random, 1, random.in_cube(2));
    for (Rectangle* rectangle : {&a, &b})
      for (Vec3& axis : rectangle->axes)
        for (int k = 0; k < 3; ++k) axis[k] = static_cast<float>(axis[k]);
    // Weights are read off axes that are perpendicular up to 2^-24 only: the direction that they give is off by as
    // much, and the gap by its square or, at a kink, by itself.
    ASSERT_LE(loss_of(a, b, std::to_string(i)), 0x1p-20) << i;
  }
}

TEST(EdgePairs, SayNothingWhenANumberIsNotOne) {
  const Rectangle here{{}, {Vec3{1, 0, 0}, Vec3{0, 1, 0}}, {1, 1}};
  Rectangle there = here;
  there.centre = {std::nan(""), 10, 10};
  EXPECT_EQ(distance_by_edge_pairs(here, there).below, 0);
  there = here;
  there.centre.z = 10;
  EXPECT_NEAR(distance_by_edge_pairs(here, there).below, 10, 1e-13);
  there.axes[0].z = std::nan("");
  EXPECT_EQ(distance_by_edge_pairs(here, there).below, 0);
}

}  // namespace
}  // namespace abut::classic
