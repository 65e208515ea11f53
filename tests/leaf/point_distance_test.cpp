#include "leaf/point_distance.h"

#include "support/cgal_oracle.h"
#include "support/pair_families.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

double longest_side(const std::array<Vec3, 3>& t, const Placement& at) {
  double most = 0;
  for (int i = 0; i < 3; ++i) most = std::max(most, length(at.linear * (t[(i + 1) % 3] - t[i])));
  return most;
}

TEST(PointDistance, HasANarrowBracketAroundTheExactDistanceOnHardTriangles) {
  Random random(5);
  for (const PairFamily& family : pair_families())
    for (int i = 0; i < 150; ++i) {
      const TrianglePair pair = family.next(random);
      const OneTriangle one(pair.a, some_centre(pair.a, random));
      // The other triangle's corner, as a point of the world.
      const Vec3 point = pair.at_b * pair.b[0];
      if (!(largest(abs(point)) <= largest_input)) continue;
      PointDistanceTest test(one.geometry(), pair.at_a);
      test.set_point(point);
      const PointDistance found = test.measure(0);
      const DistanceBracket truth = cgal_distance(pair.a, pair.at_a, {point, point, point}, {});
      EXPECT_LE(found.lower, truth.upper) << family.name << "\n" << describe(pair);
      EXPECT_GE(found.upper, truth.lower) << family.name << "\n" << describe(pair);
      EXPECT_EQ(found.upper == 0, truth.upper == 0) << family.name << "\n" << describe(pair);
      const double most = DistanceTest::most_width(longest_side(pair.a, pair.at_a) * (1 + 1e-9), truth.upper);
      EXPECT_LE(found.upper - found.lower, most) << family.name << "\n" << describe(pair);
      for (double weight : found.weights) EXPECT_GE(weight, 0) << family.name;
    }
}

TEST(PointDistance, IsAFunctionOfTriangleAndPointAlone) {
  Random random(6);
  const OneTriangle one({Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}, {});
  PointDistanceTest used(one.geometry(), {});
  for (int i = 0; i < 200; ++i) {
    const Vec3 point = i % 5 == 0 ? Vec3{0.25, 0.25, 0} : random.in_cube(2);
    PointDistanceTest fresh(one.geometry(), {});
    used.set_point(point), fresh.set_point(point);
    const PointDistance a = used.measure(0), b = fresh.measure(0);
    EXPECT_EQ(a.lower, b.lower);
    EXPECT_EQ(a.upper, b.upper);
    EXPECT_EQ(a.weights, b.weights);
  }
}

}  // namespace
}  // namespace abut
