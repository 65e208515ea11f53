#include "math/side_by_side.h"

#include "math/accurate_sum.h"
#include "math/random.h"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// Rotations, rounded, scaled and sheared ones, tiny and huge ones, and such with entries that are zero.
Placement some_placement(Random& random, int kind) {
  Placement at = random.rotation(random.in_cube(10));
  for (double& entry : at.linear.entries) {
    if (kind % 5 == 1) entry = static_cast<float>(entry);
    if (kind % 5 == 2) entry = std::round(entry * 1e3) * 1e-3;
    if (kind % 5 == 3) entry *= std::exp2(random.between(-290, 290));
    if (kind % 5 == 4) entry = random.below(2) == 0 ? -0.0 : entry;
  }
  return at;
}

TEST(SideBySide, DefectsAreThoseOfThePlacementsOneByOne) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Placement a = some_placement(random, i), b = some_placement(random, i / 5);
    const RigidityDefects both = rigidity_defects(a, b);
    EXPECT_EQ(bits(both.a), bits(rigidity_defect(a.linear))) << i;
    EXPECT_EQ(bits(both.b), bits(rigidity_defect(b.linear))) << i;
  }
}

TEST(SideBySide, ImagesAreThoseOfThePlacementsOneByOne) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const Placement at_a = some_placement(random, i), at_b = some_placement(random, i / 5);
    const Vec3 a = random.in_cube(3), b = random.in_cube(1e-6);
    const Vec3SideBySide both = images(at_a, a, at_b, b);
    EXPECT_EQ((Vec3{both.x[0], both.y[0], both.z[0]}), at_a * a) << i;
    EXPECT_EQ((Vec3{both.x[1], both.y[1], both.z[1]}), at_b * b) << i;
  }
}

TEST(SideBySide, SumsAreThoseOfAccurateSum) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    AccurateSum first, second;
    AccurateSumSideBySide both;
    for (int k = 0; k < 6; ++k) {
      // Every other sum nearly cancels.
      const double x = i % 2 == 0 ? random.between(-1, 1) : (k % 2 == 0 ? 1 : -1) * (1 + random.between(0, 1e-12));
      const double y = random.between(-1, 1) * std::exp2(random.between(-200, 200)), z = random.between(-1, 1), w = 1;
      first.add(x, z), second.add(y, w);
      both.add(Split<SideBySide>(SideBySide{x, y}), Split<SideBySide>(SideBySide{z, w}));
    }
    const double shift = random.between(-1, 1);
    first.add(shift), second.add(-shift);
    both.add(SideBySide{shift, -shift});
    EXPECT_EQ(bits(both.rounded()[0]), bits(first.rounded().value)) << i;
    EXPECT_EQ(bits(both.rounded()[1]), bits(second.rounded().value)) << i;
  }
}

}  // namespace
}  // namespace abut
