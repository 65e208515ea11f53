#include "assembly/common_point.h"

#include <abut/clash.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

CommonPoint common_point_of(const Mesh& a, const Mesh& b, const Placement& at_b) {
  const Solid solid_a{Model(a)}, solid_b{Model(b)};
  const Contacts contacts = collide(solid_a.model(), {}, solid_b.model(), at_b);
  return find_common_point(solid_a, solid_b, {{}, at_b}, contacts.pairs, {});
}

TEST(CommonPoint, IsFoundWhereSurfacesPassThroughEachOther) {
  const Mesh ball = shapes::sphere(1, 6);
  EXPECT_TRUE(common_point_of(ball, ball, Placement::translation({1, 0.25, 0})).is_found);
}

TEST(CommonPoint, IsFoundInAPartThatIsThereTwice) {
  const Mesh ball = shapes::sphere(1, 6);
  EXPECT_TRUE(common_point_of(ball, ball, {}).is_found);
  EXPECT_TRUE(common_point_of(shapes::box({1, 1, 1}), shapes::box({1, 1, 1}), {}).is_found);
}

TEST(CommonPoint, IsNotFoundBetweenPartsThatTouch) {
  const Mesh box = shapes::box({1, 1, 1});
  EXPECT_FALSE(common_point_of(box, box, Placement::translation({0, 0, 2})).is_found);
  EXPECT_FALSE(common_point_of(box, box, Placement::translation({0.5, 0.25, 2})).is_found);
}

TEST(Clash, TellsAPartThatIsThereTwiceHoweverManyTrianglesItHas) {
  // 20k triangles, 283,080 contacts: more than are kept.
  const Model ball(shapes::sphere(1, 33));
  Assembly assembly;
  assembly.add("one", ball);
  assembly.add("two", ball);
  const ClashReport report = find_clashes(assembly, at_rest(assembly));
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::clash);
  EXPECT_TRUE(report.findings[0].is_duplicate);
}

}  // namespace

}  // namespace abut
