#include "leaf/degenerate.h"

#include "math/random.h"
#include "math/rounding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

using enum TriangleForm;

TEST(TriangleForm, NamesTheExtremeCornersOfASegment) {
  const Vec3 low{1, 2, 3}, middle{2, 4, 6}, high{4, 8, 12};
  EXPECT_EQ(classify_triangle(low, high, middle), segment_01);
  EXPECT_EQ(classify_triangle(middle, low, high), segment_12);
  EXPECT_EQ(classify_triangle(middle, high, low), segment_12);
  EXPECT_EQ(classify_triangle(high, middle, low), segment_20);
}

TEST(TriangleForm, CoversBothEndsWhenCornersCoincide) {
  const Vec3 p{1, 2, 3}, q{1, 2, 5};
  for (const auto& [a, b, c] : {std::array{p, p, q}, {p, q, p}, {q, p, p}, {q, q, p}, {q, p, q}, {p, q, q}}) {
    const TriangleForm form = classify_triangle(a, b, c);
    ASSERT_EQ(corner_count(form), 2);
    const Vec3 corners[] = {a, b, c};
    EXPECT_FALSE(corners[corner_index(form, 0)] == corners[corner_index(form, 1)]);
  }
  EXPECT_EQ(classify_triangle(p, p, p), point);
}

TEST(TriangleForm, TellsOneUnitInTheLastPlaceFromALine) {
  const Vec3 a{0.1, 0.2, 0.3}, b{0.2, 0.4, 0.6};
  EXPECT_EQ(classify_triangle({0, 0, 0}, a, b), segment_20);
  EXPECT_EQ(classify_triangle({0, 0, 0}, a, {0.2, 0.4, next_up(0.6)}), triangle);
  EXPECT_EQ(classify_triangle({0, 0, 0}, {0x1p-1074, 0, 0}, {0, 0x1p-1074, 0}), triangle);
  EXPECT_EQ(classify_triangle({-0x1p300, 0, 0}, {0x1p300, 0, 0}, {0, 0x1p-1074, 0}), triangle);
  EXPECT_EQ(classify_triangle({-0x1p300, 0, 0}, {0x1p300, 0, 0}, {0x1p-1074, 0, 0}), segment_01);
}

TEST(TriangleForm, IsFoundForEachTriangleInOrder) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {0, 1, 3}, {2, 2, 2}};
  EXPECT_THAT(classify_triangles(points, triangles), testing::ElementsAre(triangle, segment_20, point));
}

// (0.1, 0.2, 0.3) scaled by powers of two stays on its line; by 3 it does not, because 0.3 * 3 is rounded.
TEST(TriangleForm, FollowsTheDoublesThatAreThereNotTheDecimalsThatWereMeant) {
  const Vec3 p{0.1, 0.2, 0.3};
  EXPECT_EQ(classify_triangle(p, p * 2, p * 0.5), segment_12);
  EXPECT_EQ(classify_triangle(p, p * 2, p * 3), triangle);
}

TEST(Degenerate, TrianglesOfAMeshAreCounted) {
  const Mesh mesh{{{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {1, 0, 0}}, {{0, 1, 2}, {0, 0, 1}, {2, 2, 2}, {0, 1, 3}}, {}};
  const DegenerateCount count = count_degenerate(mesh);
  EXPECT_EQ(count.segments, 2u);
  EXPECT_EQ(count.points, 1u);
}

}  // namespace
}  // namespace abut
