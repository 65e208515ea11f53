// Common points of triangles that touch: found by their crossings alone where these are well clear of corners and
// sides.

#include "leaf/closest_points.h"
#include "math/random.h"
#include "support/effort.h"

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

PlacedShape shape_of(const Vec3& one, const Vec3& two) {
  PlacedShape shape;
  shape.form = TriangleForm::triangle;
  shape.corners = {Vec3{}, one, two};
  shape.reach = std::max(largest(abs(one)), largest(abs(two)));
  shape.measure_sides();
  return shape;
}

// A crossing must not hide a corner or a side that comes closer: near a corner, near a side, on slivers, at flat
// angles.
TEST(CommonPoints, AreNoFartherApartThanAnyOtherPoints) {
  Random random(81);
  int crossings = 0;
  for (int i = 0; i < tries(300'000); ++i) {
    const double flat = std::pow(10, random.between(-14, 0)), thin = std::pow(10, random.between(-12, 0));
    Vec3 a1 = random.in_cube(1), a2 = random.in_cube(1), b1 = random.in_cube(1), b2 = random.in_cube(1);
    if (random.chance(0.3)) a2 = a1 * random.between(0, 1) + a2 * thin;
    if (random.chance(0.3)) b1.z *= flat, b2.z *= flat, a1.z *= flat, a2.z *= flat;
    const PlacedShape a = shape_of(a1, a2), b = shape_of(b1, b2);
    // Some point of one on some point of the other, or nearly.
    const double s = random.between(0, 1), t = random.between(0, 1 - s), v = random.between(0, 1);
    const Weights on_a = random.chance(0.2) ? at_corner(1) : Weights{1 - s - t, s, t}, on_b = on_side(1, v);
    const Vec3 off = random.chance(0.5) ? Vec3{} : random.in_cube(std::pow(10, random.between(-18, 0)));
    const ShapePair pair{a, b, a.at(on_a) - b.at(on_b) + off};
    const ClosestPoints common = common_points(pair), closest = closest_points(pair);
    EXPECT_LE(common.square, closest.square) << i;
    const Vec3 between = pair.between(common.a, common.b);
    EXPECT_EQ(common.square, dot(between, between)) << i;
    crossings += common.square < closest.square;
  }
  EXPECT_GT(crossings, 0);
}

}  // namespace
}  // namespace abut
