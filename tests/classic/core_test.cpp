#include "classic/volume/box_test.h"
#include "core_oracle.h"
#include "math/random.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

template <int m, int n>
double size_of(const Core<m>& a, const Core<n>& b) {
  double size = sum_of(abs(b.centre - a.centre));
  for (double extent : a.extent) size += extent;
  for (double extent : b.extent) size += extent;
  return size;
}

/// The bracket is true, no wider than it says, and the overlap test agrees with it.
template <int m, int n>
void expect_right(const Core<m>& a, const Core<n>& b, const std::string& what, bool nearly_parallel = false) {
  const Fifty truth = true_distance(a, b);
  const CoreDistance found = core_distance(a, b);
  ASSERT_LE(Fifty(found.below), truth) << what;
  ASSERT_GE(Fifty(found.above), truth) << what;
  const double size = size_of(a, b), loss = static_cast<double>(truth - Fifty(found.below));
  ASSERT_LE(loss, core_rounding * size) << what << ", distance " << truth << ", size " << size;
  const double above_by = static_cast<double>(Fifty(found.above) - truth);
  ASSERT_TRUE(nearly_parallel || above_by <= core_rounding * size) << what << ", above by " << above_by;
  const double d = static_cast<double>(truth);
  if (d > 0) {
    ASSERT_FALSE(surely_farther(a, b, d * (1 + 1e-15))) << what;
    ASSERT_TRUE(d <= core_rounding * size || surely_farther(a, b, d - core_rounding * size)) << what;
    ASSERT_TRUE(d < 1e-9 * size || surely_farther(a, b, 0.5 * d)) << what;
    ASSERT_FALSE(surely_farther(a, b, 2 * d)) << what;
  }
}

template <int m>
Core<m> random_core(Random& random, double size, const Vec3& centre) {
  const Matrix3 axes = random.rotation().linear;
  Core<m> core;
  core.centre = centre;
  for (int i = 0; i < m; ++i) {
    core.axes[i] = axes.column(i);
    core.extent[i] = random.chance(0.1) ? 0 : size * (random.chance(0.2) ? 1e-6 * random.unit() : random.unit());
  }
  return core;
}

template <int m>
Core<m> turned_a_little(const Core<m>& core, Random& random, double angle) {
  const Vec3 axis = random.direction();
  const Placement turn = Placement::rotation(1, axis.x * angle / 2, axis.y * angle / 2, axis.z * angle / 2);
  Core<m> result = core;
  for (Vec3& v : result.axes) v = turn.linear * v;
  return result;
}

template <int m, int n>
void check_random(std::uint64_t seed, int count) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const double size_b = random.chance(0.3) ? std::ldexp(1.0, static_cast<int>(random.below(60)) - 30) : 1;
    const double far = random.chance(0.1) ? 1e6 : random.chance(0.3) ? 0.3 : 3;
    const Vec3 from = random.in_cube(1);
    expect_right(random_core<m>(random, 1, from),
                 random_core<n>(random, size_b, from + random.in_cube(1) * far * std::max(1.0, size_b)),
                 "random " + std::to_string(i));
  }
}

TEST(CoreDistance, IsThatOfFiftyDigitsForEveryPairOfShapes) {
  check_random<0, 0>(1, 100);
  check_random<0, 1>(2, 300);
  check_random<0, 2>(3, 500);
  check_random<1, 0>(4, 300);
  check_random<1, 1>(5, 2000);
  check_random<1, 2>(6, 1500);
  check_random<2, 0>(7, 500);
  check_random<2, 1>(8, 1500);
  check_random<2, 2>(9, 3000);
}

template <int m>
Core<m> along(const Matrix3& axes, const Vec3& centre, const std::array<double, 2>& extent, bool swapped) {
  Core<m> core;
  core.centre = centre;
  for (int i = 0; i < m; ++i) {
    core.axes[i] = axes.column(swapped ? 1 - i : i);
    core.extent[i] = extent[i];
  }
  return core;
}

// Distances from 1 down to 1e-14 of the size, angles from 1 down to 1e-15 and 0.
template <int m, int n>
void check_nearly_parallel(std::uint64_t seed, int count) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Matrix3 axes = random.rotation().linear;
    const auto extent = [&] { return random.chance(0.1) ? 0 : random.unit(); };
    const Core<m> a = along<m>(axes, random.in_cube(1), {extent(), extent()}, false);
    const double angle = random.chance(0.1) ? 0 : std::pow(10, -random.between(0, 15));
    const double apart = std::pow(10, -random.between(0, 14));
    Vec3 centre = a.centre + axes.column(2) * apart;
    for (int k = 0; k < 2; ++k)
      if (random.chance(0.6)) centre += axes.column(k) * (random.unit() * static_cast<double>(random.below(3)));
    const Core<n> b = turned_a_little(along<n>(axes, centre, {extent(), extent()}, random.chance(0.5)), random, angle);
    expect_right(a, b,
                 "angle 1e" + std::to_string(std::log10(angle)) + ", apart 1e" + std::to_string(std::log10(apart)) +
                     ", " + std::to_string(i),
                 true);
  }
}

TEST(CoreDistance, IsRightForNearlyParallelShapesAtEveryDistance) {
  check_nearly_parallel<1, 1>(11, 4000);
  check_nearly_parallel<1, 2>(12, 3000);
  check_nearly_parallel<2, 1>(13, 3000);
  check_nearly_parallel<2, 2>(14, 4000);
}

// Corners above edges, edges above edges, edges in a line: where regions meet, all turned out of the axes.
TEST(CoreDistance, IsRightWhereRegionsMeet) {
  Random random(15);
  const Matrix3 square[] = {Matrix3{}, Matrix3{{0, 0, 1, 1, 0, 0, 0, 1, 0}}, Matrix3{{0, 1, 0, 0, 0, 1, 1, 0, 0}}};
  for (int i = 0; i < 6000; ++i) {
    const Matrix3 turn = i % 4 == 0 ? Matrix3{} : random.rotation().linear;
    const auto whole = [&](int most) { return static_cast<double>(random.below(most)); };
    const auto extents = [&] { return std::array<double, 2>{whole(3), whole(3)}; };
    const double unit = i % 3 == 0 ? 1 : std::pow(10, -random.between(0, 14));
    const Vec3 at = {whole(5), whole(5), whole(2) * unit};
    const Rectangle a = along<2>(turn, {}, extents(), false);
    const Rectangle b = along<2>(turn * square[random.below(3)], turn * at, extents(), random.chance(0.5));
    expect_right(a, b, "turn " + std::to_string(i));
  }
}

TEST(CoreDistance, IsRightForAxesInFloat) {
  Random random(16);
  for (int i = 0; i < 3000; ++i) {
    Rectangle a = random_core<2>(random, 1, {}), b = random_core<2>(random, 1, random.in_cube(2));
    for (Rectangle* core : {&a, &b})
      for (Vec3& axis : core->axes)
        for (int k = 0; k < 3; ++k) axis[k] = static_cast<float>(axis[k]);
    expect_right(a, b, "float " + std::to_string(i));
  }
}

TEST(CoreDistance, IsNeverAboveTheTruthUnderAnAffineMap) {
  Random random(17);
  double kept = 0;
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {
    const Rectangle a = random_core<2>(random, 1, {});
    Rectangle b = random_core<2>(random, 1, random.in_cube(4));
    const Matrix3 map{{random.between(0.2, 3), random.between(-1, 1), random.between(-1, 1), 0, random.between(0.2, 3),
                       random.between(-1, 1), 0, 0, random.between(0.1, 1)}};
    for (Vec3& axis : b.axes) axis = map * axis;
    const Fifty truth = true_distance(a, b);
    const CoreDistance found = core_distance(a, b, 6);
    ASSERT_LE(Fifty(found.below), truth);
    ASSERT_GE(Fifty(found.above), truth);
    kept += truth > 0 ? found.below / static_cast<double>(truth) : 1;
  }
  EXPECT_GT(kept / count, 0.99);
}

// Boxes only promise a lower bound; it must be a good one.
TEST(CoreDistance, IsNeverAboveTheTruthForBoxesAndNearlyAlwaysRight) {
  Random random(18);
  int right = 0;
  constexpr int count = 400;
  for (int i = 0; i < count; ++i) {
    const Core<3> a = random_core<3>(random, 1, {}), b = random_core<3>(random, 1, random.in_cube(3));
    const Fifty truth = true_distance(a, b);
    const CoreDistance found = core_distance(a, b);
    ASSERT_LE(Fifty(found.below), truth);
    ASSERT_GE(Fifty(found.above), truth);
    right += static_cast<double>(truth - Fifty(found.below)) <= core_rounding * size_of(a, b);
  }
  EXPECT_GT(right, 0.99 * count);
}

TEST(CoreDistance, IsZeroWhenANumberIsNotOne) {
  const double nothing = std::nan("");
  const Rectangle here{{}, {Vec3{1, 0, 0}, Vec3{0, 1, 0}}, {1, 1}};
  Rectangle there = here;
  there.centre = {nothing, 10, 10};
  EXPECT_EQ(core_distance(here, there).below, 0);
  EXPECT_FALSE(surely_farther(here, there, 1));
  there = here;
  there.centre.z = 10;
  EXPECT_TRUE(surely_farther(here, there, 1));
  EXPECT_FALSE(surely_farther(here, there, nothing));
  there.axes[0].z = nothing;
  EXPECT_EQ(core_distance(here, there).below, 0);
  EXPECT_FALSE(surely_farther(here, there, 1));
}

}  // namespace
}  // namespace abut::classic
