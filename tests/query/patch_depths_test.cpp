#include "support/overlap_shapes.h"
#include "support/placement_families.h"
#include <abut/error.h>
#include <abut/patch_depths.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

PatchDepths depths_of(const Mesh& a, const Mesh& b, const Placement& at_a = {}, const Placement& at_b = {},
                      const PenetrationOptions& options = {}) {
  const Solid solid_a{Model(a)}, solid_b{Model(b)};
  const ContactRegions regions = contact_regions(solid_a.model(), at_a, solid_b.model(), at_b);
  const PatchDepths found = patch_depths(solid_a, at_a, solid_b, at_b, regions, options);
  EXPECT_EQ(found.patches.size(), regions.patches.size());
  for (const PatchDepth& patch : found.patches) {
    EXPECT_LE(patch.depth.lower, patch.depth.upper);
    EXPECT_EQ(patch.depth.lower, std::max(patch.reach_a.length.lower, patch.reach_b.length.lower));
  }
  return found;
}

void expect_holds(const Bracket& bracket, double truth, double moved = 1e-12) {
  EXPECT_LE(bracket.lower, truth + moved);
  EXPECT_GE(bracket.upper, truth - moved);
  EXPECT_LE(bracket.upper, bracket.lower * 1.02 + moved);
}

/// A plate and a bridge that stands in it on two feet, sunk by different lengths.
Mesh bridge(double left, double right) {
  const std::vector<Vec3> outline{{-3, 0, -left}, {-2, 0, -left}, {-2, 0, 1}, {2, 0, 1},
                                  {2, 0, -right}, {3, 0, -right}, {3, 0, 2},  {-3, 0, 2}};
  Mesh mesh;
  const auto count = static_cast<std::uint32_t>(outline.size());
  for (const double y : {-0.5, 0.5})
    for (const Vec3& p : outline) mesh.points.push_back({p.x, y, p.z});
  std::vector<std::uint32_t> front, back;
  for (std::uint32_t i = 0; i < count; ++i) front.push_back(i), back.push_back(2 * count - 1 - i);
  mesh.add_polygon(front);
  mesh.add_polygon(back);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.add_polygon(std::array{next, i, count + i, count + next});
  }
  return mesh;
}

TEST(PatchDepths, OfFeetThatAreSunkByDifferentLengthsDiffer) {
  const Mesh plate = brick({-9, -9, -4}, {9, 9, 0});
  for (const double scale : {1.0, 0x1p-20, 0x1p20}) {
    const Placement at = enlarged(Placement::rotation(0.3, 0.5, -0.2, 0.7, {1, 2, 3}), scale);
    const PatchDepths found = depths_of(bridge(0.25, 0.0625), plate, at, at);
    ASSERT_EQ(found.patches.size(), 2u);
    EXPECT_TRUE(found.complete);
    std::array depths{found.patches[0].depth, found.patches[1].depth};
    if (depths[0].lower < depths[1].lower) std::swap(depths[0], depths[1]);
    expect_holds(depths[0], 0.25 * scale, 1e-12 * scale);
    expect_holds(depths[1], 0.0625 * scale, 1e-12 * scale);
  }
}

TEST(PatchDepths, CountWhatIsWhollyInside) {
  // A fine ball that is sunk: its lowest triangles touch nothing.
  const Mesh plate = brick({-9, -9, -4}, {9, 9, 0});
  Mesh ball = shapes::sphere(1, 12);
  double lowest = 0;
  for (Vec3& p : ball.points) p.z += 0.5, lowest = std::min(lowest, p.z);
  const PatchDepths found = depths_of(ball, plate);
  ASSERT_EQ(found.patches.size(), 1u);
  expect_holds(found.patches[0].reach_a.length, -lowest);
  // From the other side.
  const PatchDepths swapped = depths_of(plate, ball);
  expect_holds(swapped.patches[0].reach_b.length, -lowest);
}

TEST(PatchDepths, AreZeroWhereSurfacesOnlyTouch) {
  for (const PatchDepth& patch : depths_of(brick({0, 0, 0}, {1, 1, 1}), brick({1, 0, 0}, {2, 1, 1})).patches)
    EXPECT_EQ(patch.depth.upper, 0);
  EXPECT_TRUE(depths_of(brick({0, 0, 0}, {1, 1, 1}), brick({5, 0, 0}, {6, 1, 1})).patches.empty());
}

TEST(PatchDepths, AreNeverMoreThanTheDepthAndOneOfThemIsTheReach) {
  Random random(1721);
  for (int round = 0; round < 20; ++round) {
    const Mesh a = bumpy_ball(random, 1, 0.2), b = bumpy_ball(random, 1, 0.2);
    const Placement at_b = random.rotation(random.direction() * 0.9);
    const PatchDepths found = depths_of(a, b, {}, at_b);
    const Penetration whole = penetration(Solid(Model(a)), {}, Solid(Model(b)), at_b);
    if (found.patches.empty()) continue;
    double lower = 0, upper = 0;
    for (const PatchDepth& patch : found.patches) {
      EXPECT_LE(patch.depth.lower, whole.depth.upper);
      lower = std::max(lower, patch.reach_a.length.lower), upper = std::max(upper, patch.reach_a.length.upper);
    }
    // Both surfaces hang together, so all that is inside hangs together with a patch.
    EXPECT_LE(lower, whole.reach_a.length.upper);
    EXPECT_GE(upper, whole.reach_a.length.lower);
  }
}

TEST(PatchDepths, StayTrueWithinABudgetAndRefuseWhatIsWrong) {
  const Mesh plate = brick({-9, -9, -4}, {9, 9, 0}), feet = bridge(0.25, 0.0625);
  for (const std::uint64_t tests : {0u, 10u, 100u, 1000u}) {
    const PatchDepths found = depths_of(feet, plate, {}, {}, {.budget = {.tests = tests}});
    double upper = 0;
    for (const PatchDepth& patch : found.patches) {
      EXPECT_LE(patch.depth.lower, 0.25);
      EXPECT_GE(patch.depth.upper, 0.0625 - 1e-12);
      upper = std::max(upper, patch.depth.upper);
    }
    EXPECT_GE(upper, 0.25 - 1e-12);
  }
  const Solid a{Model(feet)}, b{Model(plate)};
  ContactRegions regions = contact_regions(a.model(), {}, b.model(), {});
  EXPECT_THROW(patch_depths(a, {}, b, {}, regions, {.relative_error = -1}), Error);
  EXPECT_THROW(patch_depths(b, {}, a, {}, regions), Error) << "triangles that the other model does not have";
}

}  // namespace
}  // namespace abut
