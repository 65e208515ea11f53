#include "shape/convex_gap.h"

#include "math/rounding.h"
#include "shape/touching_cores.h"
#include "support/effort.h"
#include "support/placement_families.h"
#include <abut/distance.h>
#include <abut/shape.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

Shape convex_shape(Random& random) {
  const auto size = [&] { return random.chance(0.1) ? 1e-6 : random.between(0.1, 2); };
  switch (random.below(5)) {
    case 0:
      return Shape::sphere(0);
    case 1:
      return Shape::capsule(0, size());
    case 2:
      return Shape::cylinder(size(), size(), 0.5);
    case 3: {
      std::vector<Vec3> points;
      for (std::uint64_t i = 2 + random.below(12); i > 0; --i) points.push_back(random.in_cube(1));
      return Shape::hull(points);
    }
    default:
      return Shape::box({size(), size(), random.chance(0.1) ? 0 : size()});
  }
}

/// The same through the meshes of the cores and exact arithmetic.
bool within_by_meshes(const StandingShape& a, const StandingShape& b, const LengthSum& reach) {
  return surfaces_within(a, b, reach) || has_piece_inside(a, b) || has_piece_inside(b, a);
}

/// Where placements may be anything: the two ways to decide, at reaches far from the distance and next to it.
class Tally {
 public:
  void compare(const Shape& shape_a, const Placement& at_a, const Shape& shape_b, const Placement& at_b,
               const std::string& what) {
    const StandingShape a = standing(shape_a, at_a, "A"), b = standing(shape_b, at_b, "B");
    const Distance apart = distance(shape_a.core(), at_a, shape_b.core(), at_b);
    if (const auto gap = convex_gap(a, b)) {
      EXPECT_LE(gap->length.lower, apart.upper) << what;
      EXPECT_GE(gap->length.upper, apart.lower) << what;
      EXPECT_FALSE(within_by_meshes(a, b, {std::max(0.0, next_down(gap->length.lower)), 0, 0})) << what;
      EXPECT_TRUE(within_by_meshes(a, b, {gap->length.upper, 0, 0})) << what;
      ++measured;
    }
    for (const double share : {0.0, 0.5, 1 - 1e-9, 1 - 0x1p-50, 1.0, 1 + 0x1p-50, 1 + 1e-9, 2.0}) {
      const LengthSum reach(apart.upper * share, 0, 0);
      const Answer answer = convex_within(a, b, reach);
      ++asked;
      unknown += answer == Answer::unknown;
      if (answer != Answer::unknown) {
        EXPECT_EQ(answer == Answer::yes, within_by_meshes(a, b, reach)) << what << " " << share;
      }
    }
  }

  int asked = 0, unknown = 0, measured = 0;
};

TEST(ConvexGap, AgreesWithTheMeshesUnderEveryFamilyOfPlacements) {
  Random random(1831);
  Tally tally;
  for (const PlacementFamily& family : placement_families())
    for (int i = 0; i < tries(300); ++i) {
      const Placement at_a = family.next(random);
      Placement at_b = random.chance(0.5) ? at_a : family.next(random);
      if (random.chance(0.7)) at_b.shift = at_a.shift + random.in_cube(2);
      tally.compare(convex_shape(random), at_a, convex_shape(random), at_b, family.name + " " + std::to_string(i));
    }
  EXPECT_LT(tally.unknown, 0.6 * tally.asked);
  EXPECT_GT(tally.measured, 100);
}

TEST(ConvexGap, AgreesWithTheMeshesAtBothEndsOfTheRange) {
  Random random(1832);
  Tally tally;
  for (const PlacementFamily& family : extreme_placement_families())
    for (int i = 0; i < tries(100); ++i) {
      const Placement at_a = family.next(random), at_b = random.chance(0.3) ? at_a : family.next(random);
      tally.compare(convex_shape(random), at_a, convex_shape(random), at_b, family.name + " " + std::to_string(i));
    }
}

// 3-4-5: turned together, faces that touch in the model's frame touch in the world.
TEST(ConvexGap, OfFacesThatTouchUnderOneRotationIsLeftToExactArithmetic) {
  Placement turn;
  turn.linear = {{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}};
  for (const double away : {0.0, 1e3, 1e9}) {
    turn.shift = {away, -away, away};
    const std::vector<Vec3> left{{0, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}},
        right{{0, 0.25, 0.25}, {0, 2, 0.25}, {0, 0.25, 2}, {1, 0.5, 0.5}};
    EXPECT_TRUE(touches(Shape::hull(left), turn, Shape::hull(right), turn));
    std::vector<Vec3> apart = right;
    for (Vec3& point : apart) point.x += 0x1p-40;
    EXPECT_FALSE(touches(Shape::hull(left), turn, Shape::hull(apart), turn));
    EXPECT_TRUE(touches(Shape::hull(left), turn, Shape::hull(apart), turn, 0x1p-39));
  }
}

}  // namespace
}  // namespace abut
