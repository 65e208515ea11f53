#include "math/random.h"
#include "support/effort.h"
#include "support/rational_solids.h"
#include <abut/error.h>
#include <abut/shape.h>
#include <abut/shapes.h>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace abut {
namespace {

using oracle::dot;
using oracle::exactly;
using oracle::Point;
using oracle::Rational;

Point minus(const Vec3& a, const Vec3& b) {
  const Point p = exactly(a), q = exactly(b);
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

bool is_listed(const std::vector<Vec3>& points, const Vec3& point) {
  return std::find(points.begin(), points.end(), point) != points.end();
}

/// Closed, every point on or behind every face, every face with an area, every corner a point of the list and off the
/// line between any two other corners: then it is the hull and nothing more.
void expect_hull(const Mesh& mesh, const std::vector<Vec3>& points) {
  const Closedness closedness = closedness_of(mesh);
  EXPECT_TRUE(closedness.is_closed());
  EXPECT_TRUE(closedness.is_oriented());
  EXPECT_EQ(mesh.points.size() + mesh.triangles.size(), closedness.edges + 2);
  std::set<std::array<double, 3>> corners;
  for (const Vec3& corner : mesh.points) {
    corners.insert({corner.x, corner.y, corner.z});
    EXPECT_TRUE(is_listed(points, corner));
  }
  EXPECT_EQ(corners.size(), mesh.points.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    const Point normal = cross(minus(b, a), minus(c, a));
    EXPECT_GT(dot(normal, normal), 0);
    for (const Vec3& point : points) EXPECT_LE(dot(normal, minus(point, a)), 0);
  }
}

TEST(Hull, OfPointsOnALatticeHasItsCornersAlone) {
  Random random(1811);
  for (int i = 0; i < tries(150); ++i) {
    const std::uint64_t side = 2 + random.below(4);
    std::vector<Vec3> points;
    for (std::uint64_t count = 5 + random.below(60); count > 0; --count)
      points.push_back({static_cast<double>(random.below(side)), static_cast<double>(random.below(side)),
                        static_cast<double>(random.below(side))});
    const Shape hull = Shape::hull(points);
    if (!hull.solid_core()) continue;
    expect_hull(hull.core().mesh(), points);
    // No corner is between others: without it the hull is another.
    std::vector<Vec3> corners = hull.core().mesh().points;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      std::vector<Vec3> rest = corners;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
      EXPECT_FALSE(touches(Shape::hull(rest), {}, Shape::sphere(0), Placement::translation(corners[k])));
    }
  }
}

TEST(Hull, OfAFullGridIsABox) {
  std::vector<Vec3> grid;
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y < 5; ++y)
      for (int z = 0; z < 3; ++z) grid.push_back({0.1 * x, 0.3 * y - 7, -0.0 + z});
  const Shape hull = Shape::hull(grid);
  EXPECT_EQ(hull.core().mesh().points.size(), 8u);
  EXPECT_EQ(hull.core().mesh().triangles.size(), 12u);
  expect_hull(hull.core().mesh(), grid);
}

TEST(Hull, OfPointsThatAreFarTinyHugeOrNearlyFlatIsExact) {
  Random random(1812);
  for (const double size : {1.0, 1e-150, 1e80, 0x1p-1000})
    for (const double away : {0.0, 1e6})
      for (const double flat : {1.0, 1e-9, 0x1p-50}) {
        std::vector<Vec3> points;
        for (int i = 0; i < 40; ++i) {
          const Vec3 p = random.in_cube(1);
          points.push_back(size * (Vec3{p.x, p.y, (p.x + p.y) + flat * p.z} + Vec3{away, 0, 0}));
        }
        const Shape hull = Shape::hull(points);
        ASSERT_NE(hull.solid_core(), nullptr);
        expect_hull(hull.core().mesh(), points);
      }
}

TEST(Hull, OfPointsInAPlaneOnALineOrInOnePlaceIsFlat) {
  const std::vector<Vec3> square{{0, 0, 1}, {2, 0, 1}, {1, 1, 1}, {0, 2, 1}, {2, 2, 1}, {1, 0, 1}, {0, 0, 1}};
  const Shape polygon = Shape::hull(square);
  EXPECT_EQ(polygon.core().mesh().points.size(), 4u);
  EXPECT_EQ(polygon.core().mesh().triangles.size(), 2u);
  EXPECT_EQ(polygon.solid_core(), nullptr);
  EXPECT_TRUE(touches(polygon, {}, Shape::sphere(0), Placement::translation({0.5, 1.5, 1})));
  EXPECT_FALSE(touches(polygon, {}, Shape::sphere(0), Placement::translation({0.5, 1.5, 1 + 0x1p-52})));
  const std::vector<Vec3> standing{{1, 0, 0}, {1, 0, 5}, {1, 3, 1}, {1, 1, 1}};
  EXPECT_EQ(Shape::hull(standing).core().mesh().points.size(), 3u);
  const std::vector<Vec3> line{{0, 0, 0}, {3, 6, 9}, {1, 2, 3}, {-1, -2, -3}};
  EXPECT_EQ(Shape::hull(line).core().mesh().points, (std::vector<Vec3>{{-1, -2, -3}, {3, 6, 9}}));
  EXPECT_EQ(Shape::hull(std::vector<Vec3>{{1, 2, 3}, {1, 2, 3}}).core().mesh().points.size(), 1u);
  EXPECT_EQ(Shape::hull({}).kind(), ShapeKind::nothing);
}

TEST(Hull, OfManyPointsTouchesAsItsMeshDoes) {
  Random random(1813);
  std::vector<Vec3> ball;
  for (int i = 0; i < 600; ++i) ball.push_back(random.direction());
  const Shape hull = Shape::hull(ball, 0.5);
  ASSERT_GT(hull.core().mesh().points.size(), 256u);
  EXPECT_TRUE(touches(hull, {}, Shape::sphere(0.1), {}));
  EXPECT_FALSE(touches(hull, {}, Shape::sphere(0.1), Placement::translation({1.7, 0, 0})));
  EXPECT_TRUE(touches(hull, {}, Shape::half_space(), Placement::translation({0, 0, -1.4})));
  EXPECT_FALSE(touches(hull, {}, Shape::half_space(), Placement::translation({0, 0, -1.6})));
}

/// The side faces are no closer to the axis than the radius, and no corner is farther than radius and stray.
TEST(Cylinder, IsAroundTheRealOneAndStraysAsItSays) {
  for (const double radius : {0.05, 1.0, 1.0 / 3, 1e-30, 7e20})
    for (const double share : {0.5, 0.05, 1e-3, 1e-6}) {
      for (const Shape& shape :
           {Shape::cylinder(radius, 3 * radius, share * radius), Shape::cone(radius, 3 * radius, share * radius)}) {
        const Mesh& mesh = shape.core().mesh();
        EXPECT_TRUE(closedness_of(mesh).is_closed());
        EXPECT_TRUE(closedness_of(mesh).is_oriented());
        EXPECT_LE(shape.stray(), share * radius);
        EXPECT_GT(shape.stray(), 0);
        const Rational r = exactly(radius), most = r + exactly(shape.stray());
        for (const Vec3& p : mesh.points) {
          EXPECT_LE(exactly(p.x) * exactly(p.x) + exactly(p.y) * exactly(p.y), most * most);
          EXPECT_EQ(std::abs(p.z), 1.5 * radius);
        }
        for (const Edge& edge : edges_of(mesh)) {
          if (edge.from.z != edge.to.z) continue;
          const Rational x = exactly(edge.from.x), y = exactly(edge.from.y), dx = exactly(edge.to.x) - x,
                         dy = exactly(edge.to.y) - y, turned = x * dy - y * dx;
          // Edges of the border are as long as a side; others cross the end faces.
          const double side = length(mesh.points[1] - mesh.points[0]);
          const bool is_border = dx * dx + dy * dy < exactly(1.2 * side) * exactly(1.2 * side);
          if (is_border) {
            EXPECT_GE(turned * turned, r * r * (dx * dx + dy * dy));
          }
        }
        for (std::size_t i = 0; i < mesh.triangles.size() && mesh.points.size() < 60; ++i) {
          const auto [a, b, c] = mesh.corners(i);
          const Point normal = cross(minus(b, a), minus(c, a));
          for (const Vec3& p : mesh.points) EXPECT_LE(dot(normal, minus(p, a)), 0);
        }
      }
    }
  EXPECT_EQ(Shape::cylinder(1, 1).core().mesh().triangles.size(), 4u * 72 - 4);
  EXPECT_EQ(Shape::cylinder(0, 2).stray(), 0);
  EXPECT_TRUE(touches(Shape::cylinder(0, 2), {}, Shape::sphere(0), Placement::translation({0, 0, 0.5})));
  EXPECT_TRUE(touches(Shape::cylinder(1, 0), {}, Shape::sphere(0), Placement::translation({0.9, 0, 0})));
  EXPECT_FALSE(touches(Shape::cylinder(1, 0), {}, Shape::sphere(0), Placement::translation({0.9, 0, 0.1})));
  EXPECT_TRUE(touches(Shape::cone(1, 2), {}, Shape::sphere(0), Placement::translation({0, 0, 1})));
  EXPECT_THROW(Shape::cylinder(1, 1, 1e-9), Error);
  EXPECT_THROW(Shape::cylinder(1, 1, 0), Error);
  EXPECT_THROW(Shape::cone(1, 1, -1), Error);
}

TEST(HeightField, IsTheGroundUnderItsHeights) {
  Random random(1814);
  std::vector<double> heights;
  for (int i = 0; i < 7 * 5; ++i) heights.push_back(1 + static_cast<double>(random.below(8)) / 4);
  const HeightField field{7, 5, {6, 8}, heights, -1};
  const Shape ground = Shape::height_field(field);
  const Closedness closedness = closedness_of(ground.core().mesh());
  EXPECT_TRUE(closedness.is_closed());
  EXPECT_TRUE(closedness.is_oriented());
  EXPECT_EQ(ground.core().mesh().triangles.size(), 2u * 6 * 4 + 3u * 20);
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 7; ++column) {
      const Vec3 top{column - 3.0, 2 * row - 4.0, heights[row * 7 + column]};
      const auto holds = [&](const Vec3& p) {
        return touches(ground, {}, Shape::sphere(0), Placement::translation(p));
      };
      EXPECT_TRUE(holds(top));
      EXPECT_TRUE(holds({top.x, top.y, -1}));
      EXPECT_TRUE(holds({top.x, top.y, 0}));
      EXPECT_FALSE(holds({top.x, top.y, top.z + 0x1p-40}));
      EXPECT_FALSE(holds({top.x, top.y, -1 - 0x1p-40}));
    }
  heights.back() = -1;
  EXPECT_THROW(Shape::height_field(field), Error);
  heights.pop_back();
  EXPECT_THROW(Shape::height_field({7, 5, {6, 8}, heights, -1}), Error);
  EXPECT_THROW(Shape::height_field({1, 5, {6, 8}, std::span(heights).first(5), -1}), Error);
  EXPECT_THROW(Shape::height_field({2, 2, {0, 8}, std::span(heights).first(4), -1}), Error);
}

TEST(Boxes, AreTheUnionOfAllOfThem) {
  Random random(1815);
  for (int i = 0; i < tries(200); ++i) {
    const bool voxels = i % 2 == 0;
    std::vector<Bounds> boxes;
    for (std::uint64_t count = 1 + random.below(14); count > 0; --count) {
      const auto at = [&] { return static_cast<double>(random.below(4)); };
      const auto size = [&] { return voxels ? 1.0 : 1.0 + static_cast<double>(random.below(4)); };
      const Vec3 low{at(), at(), at()};
      boxes.push_back({low, low + Vec3{size(), size(), size()}});
    }
    const Shape shape = Shape::boxes(boxes);
    EXPECT_TRUE(closedness_of(shape.core().mesh()).is_closed());
    for (int k = 0; k < 60; ++k) {
      const auto place = [&] { return static_cast<double>(random.below(33)) / 4 - 0.25; };
      const Vec3 p{place(), place(), place()};
      const bool truth = std::any_of(boxes.begin(), boxes.end(), [&](const Bounds& box) {
        return min(p, box.low) == box.low && max(p, box.high) == box.high;
      });
      EXPECT_EQ(touches(shape, {}, Shape::sphere(0), Placement::translation(p)), truth) << i;
    }
  }
  EXPECT_EQ(Shape::boxes({}).kind(), ShapeKind::nothing);
  EXPECT_THROW(Shape::boxes(std::vector<Bounds>{{{0, 0, 0}, {1, 0, 1}}}), Error);
}

TEST(Shape, IsMadeAgainOfItsCore) {
  const std::vector<double> heights{1, 2, 1, 3};
  const std::vector<Bounds> voxels{{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}};
  for (const Shape& shape : {Shape::height_field({2, 2, {4, 4}, heights, 0}), Shape::boxes(voxels)}) {
    const Shape again = Shape::with_core(shape.kind(), shape.core());
    EXPECT_EQ(again.kind(), shape.kind());
    EXPECT_TRUE(again.is_solid());
    EXPECT_TRUE(touches(again, {}, Shape::sphere(0), Placement::translation({0.5, 0.5, 0.5})));
  }
  EXPECT_THROW(Shape::with_core(ShapeKind::box, Shape::box({1, 1, 1}).core()), Error);
}

TEST(Points, AreBalls) {
  const std::vector<Vec3> points{{0, 0, 0}, {5, 0, 0}, {0, 7, 0}};
  const Shape cloud = Shape::points(points, 0.5);
  EXPECT_TRUE(touches(cloud, {}, Shape::sphere(1), Placement::translation({6.5, 0, 0})));
  EXPECT_FALSE(touches(cloud, {}, Shape::sphere(1), Placement::translation({6.5 + 0x1p-50, 0, 0})));
  EXPECT_FALSE(touches(cloud, {}, Shape::box({1, 1, 1}), Placement::translation({2.5, 3, 0})));
  EXPECT_TRUE(touches(cloud, {}, Shape::box({1, 1, 1}), Placement::translation({0, 8, 0})));
  EXPECT_TRUE(touches(cloud, {}, Shape::box({20, 20, 20}), {}));
  EXPECT_TRUE(touches(cloud, {}, Shape(Solid(Model(shapes::box({9, 9, 9})))), {}));
  EXPECT_FALSE(touches(cloud, {}, Shape(Model(shapes::box({9, 9, 9}))), {}));
  EXPECT_TRUE(touches(cloud, {}, Shape::points(points, 0), Placement::translation({0, 7, 0})));
  EXPECT_EQ(Shape::points({}, 1).kind(), ShapeKind::nothing);
  EXPECT_THROW(Shape::points(points, -1), Error);
}

}  // namespace
}  // namespace abut
