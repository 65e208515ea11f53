#include "leaf/point_triangle.h"

#include "math/random.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Corners = std::array<Vec3, 3>;

/// The least value of a convex function on [0, 1].
template <class Function>
double least(Function f) {
  double low = 0, high = 1;
  for (int i = 0; i < 80; ++i) {
    const double third = (high - low) / 3;
    if (f(low + third) < f(high - third))
      high -= third;
    else
      low += third;
  }
  return std::min({f(low), f(0.0), f(1.0)});
}

/// Searches the triangle; knows nothing of planes and sides. Good to about 1e-8 of the size.
double searched_distance(const Vec3& p, const Corners& t) {
  return least([&](double s) {
    return least([&](double u) {
      const Vec3 on_side = t[1] + (t[2] - t[1]) * u;
      return length(t[0] + (on_side - t[0]) * s - p);
    });
  });
}

TEST(PointTriangle, MeasuresToFaceSidesAndCorners) {
  const Corners t{{{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}};
  EXPECT_EQ(distance_to_triangle({1, 1, 5}, t), 5);
  EXPECT_EQ(distance_to_triangle({1, 1, -5}, t), 5);
  EXPECT_EQ(distance_to_triangle({2, -3, 4}, t), 5) << "below the first side";
  EXPECT_EQ(distance_to_triangle({-3, -4, 12}, t), 13) << "off the first corner";
  EXPECT_NEAR(distance_to_triangle({4, 3, 0}, t), 2.4, 1e-15) << "across the longest side";
  EXPECT_EQ(distance_to_triangle({1, 1, 0}, t), 0);
}

TEST(PointTriangle, AgreesWithASearchOfTheTriangle) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    Corners t{{random.in_cube(1), random.in_cube(1), random.in_cube(1)}};
    if (i % 4 == 1) t[2] = t[0] + (t[1] - t[0]) * random.between(-1, 2);
    if (i % 4 == 2) t[2] = t[0] + (t[1] - t[0]) * random.unit() + random.in_cube(1) * 1e-9;
    const Vec3 p = random.in_cube(1.5);
    EXPECT_NEAR(distance_to_triangle(p, t), searched_distance(p, t), 1e-7) << i;
  }
}

TEST(PointTriangle, TakesSegmentsAndPoints) {
  const Vec3 a{1, 2, 3}, b{1, 2, 7};
  EXPECT_EQ(distance_to_triangle({4, 6, 5}, {a, b, b}), 5);
  EXPECT_EQ(distance_to_triangle({4, 6, 5}, {a, b, a}), 5);
  EXPECT_EQ(distance_to_triangle({1, 2, 9}, {a, a, b}), 2);
  EXPECT_EQ(distance_to_triangle({4, 6, 3}, {a, a, a}), 5);
  EXPECT_EQ(distance_to_segment({4, 6, 3}, a, a), 5);
}

}  // namespace
}  // namespace abut
