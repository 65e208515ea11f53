// Depths of families that are hard in their own way, against closed forms and identities.

#include "support/closed_shapes.h"
#include "support/effort.h"
#include "support/expect_depth.h"
#include "support/overlap_shapes.h"
#include "support/placement_families.h"
#include <abut/interiors.h>
#include <abut/penetration.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// Two blocks of 2 x 2, from x = -4 to -2 and from 2 to 4, and a neck between them.
Mesh dumbbell(double neck, double half_height) {
  return extruded({{-4, -1},
                   {-2, -1},
                   {-2, -neck},
                   {2, -neck},
                   {2, -1},
                   {4, -1},
                   {4, 1},
                   {2, 1},
                   {2, neck},
                   {-2, neck},
                   {-2, 1},
                   {-4, 1}},
                  half_height);
}

TEST(PenetrationFamilies, NecksOfDumbbells) {
  // A plate across the neck gets as deep as the neck is thin, however thick the blocks are.
  for (const double neck : {0.3, 0.05, 0.001})
    expect_depth(dumbbell(neck, 1), brick({-0.25, -5, -5}, {0.25, 5, 5}), neck + 0.25, "across the neck");
  // A plate that is sunk into a block's inner face from beside the neck.
  expect_depth(dumbbell(0.05, 1), brick({1, 0.5, -3}, {2.125, 0.75, 3}), 0.125, "into a block");
  // Two that are crossed at their necks.
  Mesh upright = dumbbell(0.05, 0.05), flat = dumbbell(0.1, 0.1);
  for (Vec3& p : upright.points) p = {p.y, p.z, p.x};
  expect_depth(flat, upright, 0.15, "necks that cross");
}

TEST(PenetrationFamilies, CrossingSheets) {
  for (const double thin : {0.1, 1e-3, 1e-5}) {
    const Mesh flat = brick({-5, -5, -thin}, {5, 5, thin});
    expect_depth(flat, brick({-2 * thin, -4, -4}, {2 * thin, 4, 4}), 3 * thin, "upright");
    expect_depth(flat, flat, 2 * thin, "a sheet twice");
    expect_depth(flat, brick({-4, -4, 0}, {4, 4, 2 * thin}), thin, "a sheet on a sheet");
  }
}

TEST(PenetrationFamilies, NestedCavitiesHoweverTheyAreWound) {
  const auto cube = [](double half) { return brick({-half, -half, -half}, {half, half, half}); };
  // A box, a cavity in it, a block in that, a cavity in the block.
  for (int wound = 0; wound < 16; ++wound) {
    std::vector<Mesh> shells;
    for (int i = 0; i < 4; ++i) shells.push_back(wound >> i & 1 ? inside_out(cube(4 - i)) : cube(4 - i));
    const Mesh nested = joined(shells);
    expect_depth(nested, brick({2.875, -0.5, -0.5}, {3.25, 0.5, 0.5}), 0.25, "from the outer wall into the cavity");
    expect_depth(nested, brick({2.25, -0.25, -0.25}, {2.75, 0.25, 0.25}), 0, "in the outer cavity");
    expect_depth(nested, brick({0.5, -0.25, -0.25}, {1.125, 0.25, 0.25}), 0.125, "from within into the block");
    if (sanitized && wound == 2) break;
  }
}

TEST(PenetrationFamilies, CoaxialPrismsAtAllPhases) {
  // Both depths are concave and even, so their sum is largest on the axis.
  for (const int sides : {4, 6, 12})
    for (const double phase : {0.0, 0.125, 0.5, 0.9})
      for (const double radius : {0.999, 1.25}) {
        const double truth = (1 + radius) * std::cos(std::numbers::pi / sides);
        const Penetration found = penetration(solid_of(prism(1, 9, sides, 0)), {},
                                              solid_of(prism(radius, 9, sides, phase)), {}, {.relative_error = 0.02});
        EXPECT_LE(found.depth.lower, truth + 1e-9) << sides << " " << phase;
        EXPECT_GE(found.depth.upper, truth - 1e-9) << sides << " " << phase;
        EXPECT_LE(found.depth.upper, 1.05 * found.depth.lower) << sides << " " << phase;
      }
}

TEST(PenetrationFamilies, AMicrometreOverAMetreFarAwayInFloats) {
  const Mesh block = brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  for (const double away : {0.0, 1024.0, 65536.0}) {
    // What float can hold there is what stands there.
    const auto rounded = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    for (const double sunk : {0x1p-7, 0x1p-10, 1e-6}) {
      const Placement at_a = Placement::translation({rounded(away), rounded(-away), 0});
      const Placement at_b = Placement::translation({rounded(away + 0.125), rounded(-away), rounded(1 - sunk)});
      const double truth = 1 - at_b.shift.z;
      const Penetration found = penetration(solid_of(block), at_a, solid_of(block), at_b);
      EXPECT_LE(found.depth.lower, truth);
      EXPECT_GE(found.depth.upper, truth);
      EXPECT_LE(found.depth.upper, 1.02 * found.depth.lower + 0x1p-39 * away) << away << " " << sunk;
      EXPECT_EQ(interiors_meet(solid_of(block), at_a, solid_of(block), at_b).answer, Answer::yes);
    }
  }
}

TEST(PenetrationFamilies, GrowingASolidLowersNothing) {
  Random random(1711);
  for (int round = 0; round < (sanitized ? 3 : 20); ++round) {
    // Cubes are added to a polycube, so what was inside stays inside.
    const Polycube small = Polycube::random(random, 3, 0.4);
    Polycube large = small;
    for (std::size_t i = 0; i < large.filled.size(); ++i)
      if (random.chance(0.3)) large.filled[i] = true;
    if (small.count() == 0) continue;
    const Solid b = solid_of(bumpy_ball(random, 1, 0.3)), before = solid_of(small.surface()),
                after = solid_of(large.surface());
    const Placement at = random.rotation({random.between(0, 3), random.between(0, 3), random.between(0, 3)});
    const PenetrationOptions options{.relative_error = 0.1, .max_cells = 2000};
    const Penetration less = penetration(before, {}, b, at, options), more = penetration(after, {}, b, at, options);
    EXPECT_LE(less.depth.lower, more.depth.upper);
    EXPECT_LE(less.reach_b.length.lower, more.reach_b.length.upper);
    EXPECT_LE(less.way_out_length.lower, more.way_out_length.upper);
  }
}

TEST(PenetrationFamilies, HowFacesAreCutDoesNotMatter) {
  Random random(1712);
  for (int round = 0; round < (sanitized ? 3 : 15); ++round) {
    const Polycube cubes = Polycube::random(random, 3, 0.5);
    if (cubes.count() == 0) continue;
    const Solid one = solid_of(cubes.surface(false)), other = solid_of(cubes.surface(true));
    const Solid b = solid_of(bumpy_ball(random, 1, 0.3));
    const Placement at = random.rotation({random.between(0, 3), random.between(0, 3), random.between(0, 3)});
    const PenetrationOptions options{.relative_error = 0.05, .max_cells = 4000};
    const Penetration first = penetration(one, {}, b, at, options), second = penetration(other, {}, b, at, options);
    const auto expect_same = [](const Bracket& x, const Bracket& y) {
      EXPECT_LE(x.lower, y.upper);
      EXPECT_LE(y.lower, x.upper);
    };
    expect_same(first.depth, second.depth);
    expect_same(first.reach_a.length, second.reach_a.length);
    expect_same(first.reach_b.length, second.reach_b.length);
    expect_same(first.way_out_length, second.way_out_length);
  }
}

TEST(PenetrationFamilies, ScalesWithTheWorldBitForBit) {
  Random random(1713);
  for (int round = 0; round < (sanitized ? 2 : 8); ++round) {
    const Solid a = solid_of(bumpy_ball(random, 1, 0.2)), b = solid_of(bumpy_ball(random, 0, 0.2));
    const Placement at_a = random.rotation(), at_b = random.rotation(random.in_cube(0.5));
    const Penetration plain = penetration(a, at_a, b, at_b);
    for (const double factor : {0x1p-60, 0x1p-3, 0x1p60}) {
      const Penetration scaled = penetration(a, enlarged(at_a, factor), b, enlarged(at_b, factor));
      const auto expect_scaled = [&](const Bracket& found, const Bracket& before, const char* what) {
        EXPECT_EQ(found.lower, before.lower * factor) << what << " " << factor;
        EXPECT_EQ(found.upper, before.upper * factor) << what << " " << factor;
      };
      expect_scaled(scaled.depth, plain.depth, "depth");
      expect_scaled(scaled.reach_a.length, plain.reach_a.length, "reach of A");
      expect_scaled(scaled.reach_b.length, plain.reach_b.length, "reach of B");
      expect_scaled(scaled.way_out_length, plain.way_out_length, "way out");
      EXPECT_EQ(scaled.deepest, plain.deepest * factor);
      EXPECT_EQ(scaled.way_out, plain.way_out * factor);
    }
  }
}

}  // namespace
}  // namespace abut
