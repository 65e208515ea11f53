// Where the surfaces of parts that clash meet, and how deep they are in each other there.

#include "math/random.h"
#include <abut/clash.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

Mesh foot(double x, double sunk) {
  return transformed(shapes::box({0.5, 0.5, 0.5}), Placement::translation({x, 0, 1.5 - sunk}));
}

TEST(ClashPatches, TellHowDeepEachFootIs) {
  Random random(505);
  for (int i = 0; i < 4; ++i) {
    const Placement at = i == 0 ? Placement{} : random.rotation(random.in_cube(5));
    Assembly assembly;
    assembly.add("table", Model(shapes::box({3, 3, 1})), at);
    assembly.add("feet", Model(joined(std::vector{foot(-1.5, 0.125), foot(1.5, 0.25)})), at);
    const ClashReport report = find_clashes(assembly, at_rest(assembly));
    ASSERT_EQ(report.findings.size(), 1u);
    ASSERT_TRUE(report.findings[0].severity);
    const std::vector<ClashPatch>& patches = report.findings[0].severity->patches;
    ASSERT_EQ(patches.size(), 2u);
    std::uint64_t contacts = 0;
    for (const auto& [patch, sunk, x] : {std::tuple{patches[0], 0.25, 1.5}, {patches[1], 0.125, -1.5}}) {
      EXPECT_LE(patch.depth.lower, sunk * (1 + 1e-12));
      EXPECT_GE(patch.depth.upper, sunk * (1 - 1e-12));
      EXPECT_LE(patch.depth.upper, patch.depth.lower * 1.06);
      EXPECT_NEAR(length(patch.centre - at * Vec3{x, 0, 1}), 0, 1e-9);
      EXPECT_NEAR(patch.length, 4, 1e-9);
      contacts += patch.contacts;
    }
    EXPECT_EQ(contacts, report.findings[0].contacts);
    EXPECT_TRUE(
        find_clashes(assembly, at_rest(assembly), {}, {.max_patches = 0}).findings[0].severity->patches.empty());
  }
}

}  // namespace
}  // namespace abut
