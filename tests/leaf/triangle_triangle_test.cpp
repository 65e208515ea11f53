#include "leaf/triangle_triangle.h"

#include "math/rounding.h"
#include "support/cgal_oracle.h"
#include "support/effort.h"
#include "support/pair_families.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(ContactTest, AgreesWithCgalAndWithItselfSwappedOnEveryFamily) {
  const int pairs_per_family = long_tries(5600);
  for (const PairFamily& family : pair_families()) {
    Random random(20261115);
    int contacts = 0;
    for (int i = 0; i < pairs_per_family; ++i) {
      const TrianglePair pair = family.next(random);
      const OneTriangle a(pair.a, some_centre(pair.a, random)), b(pair.b, some_centre(pair.b, random));
      const bool expected = cgal_touch(pair.a, pair.at_a, pair.b, pair.at_b);
      ASSERT_EQ(ContactTest(a.geometry(), pair.at_a, b.geometry(), pair.at_b).touch(0, 0), expected)
          << family.name << "\n"
          << describe(pair);
      ASSERT_EQ(ContactTest(b.geometry(), pair.at_b, a.geometry(), pair.at_a).touch(0, 0), expected)
          << family.name << ", swapped\n"
          << describe(pair);
      contacts += expected;
    }
    EXPECT_GT(contacts, pairs_per_family / 100) << family.name << " hardly ever touches";
    EXPECT_LT(contacts, pairs_per_family * 99 / 100) << family.name << " hardly ever stays clear";
  }
}

TEST(SurelyTouch, IsNeverWrongWhenItSaysYes) {
  const int pairs_per_family = long_tries(5600);
  for (const PairFamily& family : pair_families()) {
    Random random(20261116);
    for (int i = 0; i < pairs_per_family; ++i) {
      const TrianglePair pair = family.next(random);
      const OneTriangle a(pair.a, some_centre(pair.a, random)), b(pair.b, some_centre(pair.b, random));
      if (!surely_touch(a.geometry(), pair.at_a, 0, b.geometry(), pair.at_b, 0)) continue;
      ASSERT_TRUE(ContactTest(a.geometry(), pair.at_a, b.geometry(), pair.at_b).touch(0, 0)) << family.name << "\n"
                                                                                             << describe(pair);
    }
  }
}

TEST(SurelyTouch, SaysYesToAllContactsThatAreNotClose) {
  Random random(20261117);
  int contacts = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto corners = [&] { return std::array{random.in_cube(1), random.in_cube(1), random.in_cube(1)}; };
    const OneTriangle a(corners(), {}), b(corners(), {});
    const Placement at_a = random.rotation(random.in_cube(1)), at_b = random.rotation(random.in_cube(1));
    const bool touch = ContactTest(a.geometry(), at_a, b.geometry(), at_b).touch(0, 0);
    ASSERT_EQ(surely_touch(a.geometry(), at_a, 0, b.geometry(), at_b, 0), touch) << i;
    contacts += touch;
  }
  EXPECT_GT(contacts, 200);
}

using Corners = std::array<Vec3, 3>;

bool touch(const Corners& a, const Corners& b, const Placement& at_a = {}, const Placement& at_b = {}) {
  const OneTriangle model_a(a, {}), model_b(b, {});
  const bool answer = ContactTest(model_a.geometry(), at_a, model_b.geometry(), at_b).touch(0, 0);
  EXPECT_EQ(ContactTest(model_b.geometry(), at_b, model_a.geometry(), at_a).touch(0, 0), answer);
  return answer;
}

Corners moved(const Corners& corners, const Vec3& by) { return {corners[0] + by, corners[1] + by, corners[2] + by}; }

const Corners face{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

TEST(ContactTest, CountsTouchingAsContact) {
  EXPECT_TRUE(touch(face, face));
  EXPECT_TRUE(touch(face, {Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{2, 1, 1}})) << "corner on face";
  EXPECT_TRUE(touch(face, {Vec3{2, 0, 0}, Vec3{2, -1, 1}, Vec3{3, -1, 1}})) << "corner on side";
  EXPECT_TRUE(touch(face, {Vec3{4, 0, 0}, Vec3{5, 0, 1}, Vec3{5, 1, 1}})) << "corner on corner";
  EXPECT_TRUE(touch(face, {Vec3{2, -1, -1}, Vec3{2, 1, 1}, Vec3{2, -1, 1}})) << "side crosses side";
  EXPECT_TRUE(touch(face, {Vec3{4, 0, 0}, Vec3{0, 4, 0}, Vec3{4, 4, 0}})) << "common side, one plane";
  EXPECT_TRUE(touch(face, moved(face, {4, 0, 0}))) << "common corner, one plane";
  EXPECT_TRUE(touch(face, {Vec3{1, 1, 0}, Vec3{1.5, 1, 0}, Vec3{1, 1.5, 0}})) << "one inside the other";
}

TEST(ContactTest, CountsOneUnitInTheLastPlaceAsClear) {
  EXPECT_FALSE(touch(face, {Vec3{1, 1, 0x1p-1074}, Vec3{1, 1, 1}, Vec3{2, 1, 1}})) << "corner above face";
  EXPECT_FALSE(touch(face, {Vec3{next_up(4.0), 0, 0}, Vec3{5, 0, 1}, Vec3{5, 1, 1}})) << "corner beside corner";
  EXPECT_FALSE(touch(face, moved(face, {next_up(4.0), 0, 0}))) << "beside it in one plane";
  EXPECT_FALSE(touch(face, {Vec3{2, -1, next_up(-1.0)}, Vec3{2, 1, 1}, Vec3{2, -1, 1}})) << "side passes over side";
}

TEST(ContactTest, DecidesSegmentsAndPoints) {
  const auto segment = [](const Vec3& p, const Vec3& q) { return Corners{p, q, (p + q) * 0.5}; };
  const auto dot_at = [](const Vec3& p) { return Corners{p, p, p}; };
  EXPECT_TRUE(touch(face, segment({1, 1, -1}, {1, 1, 1}))) << "through the face";
  EXPECT_TRUE(touch(face, segment({-1, -1, 0}, {1, 1, 0}))) << "in the plane, through a corner";
  EXPECT_FALSE(touch(face, segment({-1, 0.5, 0}, {0.25, -1, 0}))) << "in the plane, past a corner";
  EXPECT_FALSE(touch(face, segment({3, 3, -1}, {3, 3, 1}))) << "beside the face";
  EXPECT_TRUE(touch(segment({0, 0, 0}, {2, 2, 2}), segment({2, 0, 0}, {0, 2, 2}))) << "crossing";
  EXPECT_FALSE(touch(segment({0, 0, 0}, {1, 0, 0}), segment({0, 1, 0}, {1, 1, 0}))) << "parallel";
  EXPECT_TRUE(touch(segment({0, 0, 0}, {2, 2, 2}), segment({2, 2, 2}, {3, 3, 3}))) << "end to end on one line";
  EXPECT_FALSE(touch(segment({0, 0, 0}, {1, 1, 1}), segment({2, 2, 2}, {3, 3, 3}))) << "apart on one line";
  EXPECT_TRUE(touch(segment({0, 0, 0}, {4, 4, 4}), segment({1, 1, 1}, {2, 2, 2}))) << "inside on one line";
  EXPECT_TRUE(touch(face, dot_at({1, 1, 0})));
  EXPECT_TRUE(touch(face, dot_at({2, 2, 0}))) << "on a side";
  EXPECT_FALSE(touch(face, dot_at({next_up(2.0), 2, 0})));
  EXPECT_TRUE(touch(segment({0, 0, 0}, {3, 6, 9}), dot_at({1, 2, 3})));
  EXPECT_FALSE(touch(segment({0, 0, 0}, {3, 6, 9}), dot_at({4, 8, 12})));
  EXPECT_TRUE(touch(dot_at({1, 2, 3}), dot_at({1, 2, 3})));
  EXPECT_FALSE(touch(dot_at({1, 2, 3}), dot_at({1, 2, next_up(3.0)})));
}

// Rounded images would differ in the last place; the real ones are the same triangle.
TEST(ContactTest, SeesOneTriangleThroughTwoPlacements) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Placement at = random.rotation(random.in_cube(1));
    Placement doubled = at;
    doubled.linear = at.linear * 2;
    const Corners corners{random.in_cube(1), random.in_cube(1), random.in_cube(1)};
    const Corners halved{corners[0] * 0.5, corners[1] * 0.5, corners[2] * 0.5};
    EXPECT_TRUE(touch(corners, halved, at, doubled));
    doubled.shift.x = next_up(doubled.shift.x);
    const Vec3 side = at.linear * cross(corners[1] - corners[0], corners[2] - corners[0]);
    if (side.x != 0) {
      EXPECT_FALSE(touch(corners, halved, at, doubled)) << "moved out of its plane by one unit in the last place";
    }
  }
}

TEST(ContactTest, NeedsNoExactArithmeticFarFromTheOrigin) {
  Random random(6);
  std::uint64_t exact = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 far = random.in_cube(1e8);
    const Placement at_a = random.rotation(random.in_cube(1e8));
    Placement at_b = at_a;
    at_b.shift += random.in_cube(1);
    const auto corners = [&] {
      return Corners{far + random.in_cube(1), far + random.in_cube(1), far + random.in_cube(1)};
    };
    const OneTriangle a(corners(), far), b(corners(), far);
    ContactTest test(a.geometry(), at_a, b.geometry(), at_b);
    test.touch(0, 0);
    exact += test.exact_tests();
  }
  EXPECT_EQ(exact, 0u);
}

}  // namespace
}  // namespace abut
