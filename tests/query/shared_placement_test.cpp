// Models under one and the same placement: whatever it is, what is inside stays inside.

#include "support/effort.h"
#include "support/placement_families.h"
#include <abut/shapes.h>
#include <abut/solid.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

const Mesh pin{
    {{.5, .2, .1}, {.55, .2, .1}, {.5, .25, .1}, {.5, .2, .15}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {}};

// A shared half turn hid the pin: the placements were replaced by none, and the ray kept its axis of the world.
TEST(Enclosed, FindsAPinInItsHousingWhenBothAreTurned) {
  const Solid housing{Model(shapes::box({1, 1, 1}))};
  const Placement half_turn{Matrix3{{-1, 0, 0, 0, -1, 0, 0, 0, 1}}, {}};
  EXPECT_EQ(enclosed(Pieces{Model(pin)}, {}, housing, {}).triangle, 0u);
  EXPECT_EQ(enclosed(Pieces{Model(pin)}, half_turn, housing, half_turn).triangle, 0u);
}

/// A tetrahedron about `middle` within `reach`.
Mesh tetrahedron(const Vec3& middle, double reach, Random& random) {
  Mesh mesh{{}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {}};
  for (int i = 0; i < 4; ++i) mesh.points.push_back(middle + random.in_cube(reach));
  return mesh;
}

void expect_sides(const PlacementFamily& family, int count, std::uint64_t seed) {
  Random random(seed);
  const Solid box{Model(shapes::box({1, 1, 1}))}, hollow{Model(shapes::torus(2, 0.5, 12, 8))};
  const Pieces block{box.model()};
  for (int i = 0; i < count; ++i) {
    const Placement at = family.next(random);
    const std::string what = family.name + ", try " + std::to_string(i);
    EXPECT_EQ(enclosed(Pieces{Model(tetrahedron(random.in_cube(0.6), 0.3, random))}, at, box, at).triangle, 0u) << what;
    Vec3 beside = random.in_cube(0.6);
    beside[static_cast<int>(random.below(3))] += random.chance(0.5) ? 2 : -2;
    EXPECT_EQ(enclosed(Pieces{Model(tetrahedron(beside, 0.3, random))}, at, box, at).triangle, std::nullopt) << what;
    EXPECT_EQ(enclosed(block, at, hollow, at).triangle, std::nullopt) << what << ", in the hole of a torus";
  }
}

// 2457 of 3000 tetrahedra in a box were missed under a shared rotation.
TEST(Enclosed, IsTheSameUnderEveryPlacementThatBothShare) {
  for (const PlacementFamily& family : placement_families()) expect_sides(family, tries(400), 131);
  for (const PlacementFamily& family : extreme_placement_families()) expect_sides(family, tries(150), 132);
}

TEST(Enclosed, IsTheSameWhenOnlyOnePlacementIsWrittenDifferently) {
  // Shifts that differ by nothing a double sees in the sum, and by what it does.
  Random random(133);
  const Solid box{Model(shapes::box({1, 1, 1}))};
  const Pieces small{Model(pin)};
  for (int i = 0; i < tries(300); ++i) {
    const Placement at = placement_families()[random.below(placement_families().size())].next(random);
    Placement other = at;
    const int axis = static_cast<int>(random.below(3));
    other.shift[axis] = std::nextafter(other.shift[axis], 10);
    EXPECT_EQ(enclosed(small, at, box, other).triangle, 0u);
    EXPECT_EQ(enclosed(small, other, box, at).triangle, 0u);
  }
}

}  // namespace
}  // namespace abut
