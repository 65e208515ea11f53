#include "leaf/triangle_motion.h"

#include "leaf/exact_motion.h"
#include "math/random.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// When features of two triangles that are apart at first meet, in integers.
Bracket first_meeting(const MovingTriangle& a, const MovingTriangle& b) {
  Bracket first{INFINITY, INFINITY};
  const auto take = [&](MotionKind kind, const MovingPoints& points) {
    const MotionContact contact = exact_first_contact(kind, points, 0, 0x1p-40);
    if (contact.found && contact.time.upper < first.upper) first = contact.time;
  };
  for (int i = 0; i < 3; ++i) {
    take(MotionKind::vertex_face, {a[i], b[0], b[1], b[2]});
    take(MotionKind::vertex_face, {b[i], a[0], a[1], a[2]});
    for (int j = 0; j < 3; ++j) take(MotionKind::edge_edge, {a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]});
  }
  return first;
}

/// Triangles above each other that come closer: at any places, at few places, or flat ones.
MovingTriangle random_triangle(Random& random, int family, double height, double way) {
  MovingTriangle triangle;
  for (MovingPoint& point : triangle) {
    point.from = random.in_cube(1), point.to = point.from + random.in_cube(0.3);
    if (family == 1)
      for (int c = 0; c < 3; ++c)
        point.from[c] = std::round(2 * point.from[c]) / 2, point.to[c] = std::round(2 * point.to[c]) / 2;
    const double flat = family == 2 ? 0 : 0.3;
    point.from.z = point.from.z * flat + height, point.to.z = point.to.z * flat + height + way;
  }
  return triangle;
}

TEST(TriangleMotion, KeepsTrianglesApartOnlyUntilTheyMeet) {
  Random random(1);
  int sharp = 0, pairs = 0;
  for (int round = 0; round < 1500; ++round) {
    const double far = round % 2 == 0 ? 0 : 1e6;  // where doubles have few digits left
    MovingTriangle a = random_triangle(random, round % 3, 0, 0);
    MovingTriangle b = random_triangle(random, round % 3, 0.75, round % 4 == 0 ? -0.75 : -1.25);
    for (MovingTriangle* triangle : {&a, &b})
      for (MovingPoint& point : *triangle) point.from.x += far, point.to.x += far;
    const Bracket meeting = first_meeting(a, b);
    const double told = apart_until(a, b, 1);
    ASSERT_LE(told, meeting.upper) << round;
    // What is known early is what is known.
    ASSERT_LE(apart_until(a, b, 0), told) << round;
    if (meeting.upper <= 1 && meeting.lower > 0) ++pairs, sharp += told > meeting.lower - 0.1;
  }
  EXPECT_GT(pairs, 300);
  EXPECT_GT(sharp, pairs / 2);
}

TEST(TriangleMotion, SaysNothingOfTrianglesThatTouchAtTheStart) {
  const MovingTriangle a{MovingPoint{{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}};
  const MovingTriangle b{MovingPoint{{0, 0, 0}, {0, 0, 1}}, {{1, 0, 1}, {1, 0, 2}}, {{0, 1, 1}, {0, 1, 2}}};
  EXPECT_EQ(apart_until(a, b, 1), 0);
  // Two triangles in a plane, one of them a point.
  const MovingPoint point{{2, 2, 0}, {2, 2, 0}};
  EXPECT_EQ(apart_until(a, {point, point, point}, 1), 0);
}

}  // namespace
}  // namespace abut
