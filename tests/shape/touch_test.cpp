#include "support/effort.h"
#include "support/placement_families.h"
#include "support/rational_distance.h"
#include "support/rational_solids.h"
#include "support/shape_cases.h"
#include "support/solid_oracle.h"
#include <abut/error.h>
#include <abut/shape.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

using oracle::dot;
using oracle::exactly;
using oracle::minus;
using oracle::Point;
using oracle::Rational;

Point image(const Placement& at, const Vec3& point) {
  Point result;
  for (int i = 0; i < 3; ++i) {
    result[i] = exactly(at.shift[i]);
    for (int j = 0; j < 3; ++j) result[i] += exactly(at.linear(i, j)) * exactly(point[j]);
  }
  return result;
}

/// Of cores on a lattice whose surfaces do not touch: is the first corner of one inside the other?
bool is_enclosed(const ShapeCase& a, const Placement& at_a, const ShapeCase& b, const Placement& at_b, Random& random) {
  return b.is_solid && SolidOracle(b.core, at_b).ask(at_a * a.core.points[0], random).crossings % 2 == 1;
}

bool touches_exactly(const ShapeCase& a, const Placement& at_a, const ShapeCase& b, const Placement& at_b,
                     double margin, Random& random) {
  return RationalDistance({"", a.core, b.core, at_a, at_b}).compare(a.radius + b.radius + margin) <= 0 ||
         is_enclosed(a, at_a, b, at_b, random) || is_enclosed(b, at_b, a, at_a, random);
}

TEST(ShapeTouches, OnALatticeIsThatOfRationalNumbers) {
  Random random(1801);
  int touching = 0, count = 0;
  for (int i = 0; i < long_tries(1200); ++i) {
    const ShapeCase a = whole_numbered_shape(random), b = whole_numbered_shape(random);
    const Placement at_a = on_lattice(random, 4), at_b = on_lattice(random, 4);
    const double margin = random.chance(0.5) ? 0 : 0.5 * static_cast<double>(random.below(4));
    const bool truth = touches_exactly(a, at_a, b, at_b, margin, random);
    EXPECT_EQ(touches(a.shape, at_a, b.shape, at_b, margin), truth) << a.name << " " << b.name << " " << i;
    EXPECT_EQ(touches(b.shape, at_b, a.shape, at_a, margin), truth) << b.name << " " << a.name << " " << i;
    touching += truth, ++count;
  }
  EXPECT_GT(touching, count / 4);
  EXPECT_LT(touching, 3 * count / 4);
}

/// The real distance of the cores, rounded, or a neighbour of it, as the margin: rounding alone could not tell.
TEST(ShapeTouches, IsExactWhereTheMarginIsTheDistance) {
  Random random(1802);
  for (const PlacementFamily& family : placement_families())
    for (int i = 0; i < long_tries(30); ++i) {
      ShapeCase a = whole_numbered_shape(random), b = whole_numbered_shape(random);
      if (a.radius != 0 || b.radius != 0) continue;
      const Placement at_a = family.next(random);
      Placement at_b = random.chance(0.5) ? at_a : family.next(random);
      at_b.shift += random.direction() * 9;
      const RationalDistance truth({"", a.core, b.core, at_a, at_b});
      if (truth.touching()) continue;
      for (const double margin :
           {truth.rounded(), std::nextafter(truth.rounded(), 0.0), std::nextafter(truth.rounded(), 1e9)})
        EXPECT_EQ(touches(Shape(Model(a.core)), at_a, Shape(Model(b.core)), at_b, margin), truth.compare(margin) <= 0)
            << family.name << " " << a.name << " " << b.name << " " << i;
    }
}

TEST(ShapeTouches, BallsThatTouchInDecimalNumbersAreThoseOfTheirDoubles) {
  Random random(1803);
  int yes = 0, no = 0;
  for (int i = 0; i < tries(3000); ++i) {
    const auto decimal = [&](int most) { return static_cast<double>(random.below(most)) / 10; };
    const double x = decimal(1000), first = decimal(50), second = decimal(50), margin = decimal(3);
    const Placement at_a = Placement::translation({x, 0.3, 0.7});
    const Placement at_b = Placement::translation({x + (first + second + margin), 0.3, 0.7});
    const Point way = minus(image(at_b, {}), image(at_a, {}));
    const Rational sum = exactly(first) + exactly(second) + exactly(margin);
    const bool truth = dot(way, way) <= sum * sum;
    ++(truth ? yes : no);
    EXPECT_EQ(touches(Shape::sphere(first), at_a, Shape::sphere(second), at_b, margin), truth) << i;
    EXPECT_EQ(touches(Shape::sphere(second), at_b, Shape::sphere(first), at_a, margin), truth) << i;
  }
  EXPECT_GT(yes, 100);
  EXPECT_GT(no, 100);
}

/// Is a corner of the core within the reach of the points whose preimages have z <= 0?
bool is_in_reach(const Placement& half_space, const Mesh& core, const Placement& at, const Rational& reach) {
  const Point origin = image(half_space, {}), x = minus(image(half_space, {1, 0, 0}), origin),
              y = minus(image(half_space, {0, 1, 0}), origin), z = minus(image(half_space, {0, 0, 1}), origin);
  Point normal{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  if (dot(normal, z) < 0) normal = {-normal[0], -normal[1], -normal[2]};
  return std::any_of(core.points.begin(), core.points.end(), [&](const Vec3& point) {
    const Rational value = dot(normal, minus(image(at, point), origin));
    return value <= 0 || value * value <= reach * reach * dot(normal, normal);
  });
}

TEST(ShapeTouches, HalfSpacesAreThoseOfRationalNumbers) {
  Random random(1804);
  int yes = 0, no = 0;
  for (int i = 0; i < tries(2000); ++i) {
    const ShapeCase a = whole_numbered_shape(random);
    const bool turned = random.chance(0.3);
    const Placement at_a = turned ? random.rotation(random.in_cube(6)) : on_lattice(random, 6);
    Placement at = turned ? random.rotation(random.in_cube(2)) : on_lattice(random, 6);
    if (random.chance(0.3)) at.linear = at.linear * Matrix3{{1, 3, 0.5, 0, 2, 0.25, 0.125, 0, 0.0625}};
    const double margin = 0.5 * static_cast<double>(random.below(3));
    const bool truth = is_in_reach(at, a.core, at_a, exactly(a.radius) + exactly(margin));
    ++(truth ? yes : no);
    EXPECT_EQ(touches(Shape::half_space(), at, a.shape, at_a, margin), truth) << a.name << " " << i;
    EXPECT_EQ(touches(a.shape, at_a, Shape::half_space(), at, margin), truth) << a.name << " " << i;
  }
  EXPECT_GT(yes, 300);
  EXPECT_GT(no, 300);
}

TEST(ShapeTouches, AHalfSpaceFindsTheLowestCornerOfALargeMesh) {
  const Mesh mesh = shapes::wrinkled_torus({.around = 60, .across = 20});
  const Shape torus{Model(mesh)};
  Random random(1805);
  for (int i = 0; i < tries(60); ++i) {
    Placement at = random.rotation();
    const Placement at_torus = random.rotation(random.in_cube(3));
    // Through a corner, as near as rounding allows.
    at.shift = at_torus * mesh.points[random.below(mesh.points.size())];
    const double margin = i % 2 == 0 ? 0 : 0.125;
    EXPECT_EQ(touches(Shape::half_space(), at, torus, at_torus, margin),
              is_in_reach(at, mesh, at_torus, exactly(margin)));
    double lowest = 1e9;
    for (const Vec3& point : mesh.points)
      lowest = std::min(lowest, dot(at.linear.column(2), at_torus * point - at.shift));
    for (const double off : {-1e-9, -1e-15, 0.0, 1e-15, 1e-9}) {
      Placement moved = at;
      moved.shift += at.linear.column(2) * (lowest + off);
      EXPECT_EQ(touches(Shape::half_space(), moved, torus, at_torus), is_in_reach(moved, mesh, at_torus, 0)) << off;
    }
  }
}

TEST(ShapeTouches, HalfSpacesMissEachOtherOnlyIfTheyFaceEachOtherExactly) {
  const Shape below = Shape::half_space();
  Placement over;  // z turned down
  over.linear = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
  for (const double gap : {-1.0, 0.0, 0x1p-1074, 1e-9, 1.0}) {
    over.shift = {3, 4, gap};
    EXPECT_EQ(touches(below, {}, below, over), gap <= 0);
    EXPECT_EQ(touches(below, over, below, {}), gap <= 0);
    EXPECT_EQ(touches(below, over, below, {}, 1e-9), gap <= 1e-9);
  }
  over.linear(2, 0) = 0x1p-60;
  EXPECT_TRUE(touches(below, {}, below, over));
  EXPECT_TRUE(touches(below, {}, below, Placement::translation({0, 0, 1e9})));
}

TEST(ShapeTouches, NothingTouchesNothing) {
  for (const Shape& other : {Shape(), Shape(Model()), Shape::sphere(1), Shape::half_space(), Shape::box({1, 1, 1})}) {
    EXPECT_FALSE(touches(Shape(), {}, other, {}, 1e9));
    EXPECT_FALSE(touches(other, {}, Shape(Model()), {}, 1e9));
  }
}

TEST(ShapeTouches, ASolidTouchesWhatItEnclosesASurfaceDoesNot) {
  const Mesh torus = shapes::torus(3, 1, 40, 20);
  const Shape solid{Solid(Model(torus))}, surface{Model(torus)};
  const Placement in_the_ring = Placement::translation({3, 0, 0});
  for (const Shape& small : {Shape::sphere(0.1), Shape::box({0.1, 0.1, 0.1}), Shape::capsule(0.1, 0.1),
                             Shape(Model(shapes::icosahedron(0.1))), Shape(Model(shapes::plate(0.1, 0.1, 2, 2)))}) {
    EXPECT_TRUE(touches(solid, {}, small, in_the_ring));
    EXPECT_TRUE(touches(small, in_the_ring, solid, {}));
    EXPECT_FALSE(touches(surface, {}, small, in_the_ring));
    EXPECT_FALSE(touches(solid, {}, small, {}));
    EXPECT_TRUE(touches(Shape::box({9, 9, 9}), {}, small, in_the_ring));
  }
  // One of two pieces is enough.
  Mesh two = shapes::icosahedron(0.1);
  const Mesh other = transformed(two, in_the_ring);
  two = joined(std::array{two, other});
  EXPECT_TRUE(touches(solid, {}, Shape(Model(two)), {}));
  EXPECT_FALSE(touches(surface, {}, Shape(Model(two)), {}));
}

TEST(Shape, BoundsHoldTheExactImage) {
  Random random(1806);
  for (int i = 0; i < tries(500); ++i) {
    const ShapeCase a = whole_numbered_shape(random);
    const Placement at = random.rotation(random.in_cube(i % 2 == 0 ? 10 : 1e9));
    const Bounds bounds = a.shape.bounds_at(at);
    for (const Vec3& point : a.core.points)
      for (int axis = 0; axis < 3; ++axis) {
        const Rational x = image(at, point)[axis];
        EXPECT_LE(exactly(bounds.low[axis]), x - exactly(a.radius));
        EXPECT_GE(exactly(bounds.high[axis]), x + exactly(a.radius));
      }
  }
  const Bounds ball = Shape::sphere(2).bounds_at(Placement::translation({1, 2, 3}));
  EXPECT_NEAR(ball.low.x, -1, 1e-14);
  EXPECT_NEAR(ball.high.z, 5, 1e-14);
  EXPECT_GT(Shape().bounds_at({}).low.x, Shape().bounds_at({}).high.x);
  EXPECT_EQ(Shape::half_space().bounds_at({}).high.x, std::numeric_limits<double>::infinity());
}

TEST(Shape, SaysWhatItIs) {
  EXPECT_EQ(Shape().kind(), ShapeKind::nothing);
  EXPECT_EQ(Shape(Model(shapes::box({1, 1, 1}))).kind(), ShapeKind::surface);
  EXPECT_FALSE(Shape(Model(shapes::box({1, 1, 1}))).is_solid());
  const Shape capsule = Shape::capsule(0.5, 2);
  EXPECT_EQ(capsule.kind(), ShapeKind::capsule);
  EXPECT_EQ(capsule.radius(), 0.5);
  EXPECT_EQ(capsule.stray(), 0);
  const auto lengths = [](const Shape& shape) { return std::vector(shape.lengths().begin(), shape.lengths().end()); };
  EXPECT_EQ(lengths(capsule), (std::vector<double>{0.5, 2}));
  EXPECT_EQ(lengths(Shape::rounded_box({1, 2, 3}, 4)), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(lengths(Shape::cylinder(1, 2, 0.25)), (std::vector<double>{1, 2, 0.25}));
  EXPECT_EQ(lengths(Shape::half_space()), std::vector<double>());
  EXPECT_TRUE(capsule.is_solid());
  EXPECT_EQ(capsule.core().mesh().points, (std::vector<Vec3>{{0, 0, -1}, {0, 0, 1}}));
  EXPECT_EQ(Shape::half_space().core().mesh().triangles.size(), 0u);
  EXPECT_NE(Shape::box({1, 2, 3}).solid_core(), nullptr);
  EXPECT_EQ(Shape::box({1, 0, 3}).solid_core(), nullptr);
}

TEST(Shape, RefusesLengthsAndPlacementsThatMakeNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, nan, infinity, 0x1p301}) {
    EXPECT_THROW(Shape::sphere(bad), Error);
    EXPECT_THROW(Shape::capsule(bad, 1), Error);
    EXPECT_THROW(Shape::capsule(1, bad), Error);
    EXPECT_THROW(Shape::box({1, bad, 1}), Error);
    EXPECT_THROW(Shape::rounded_box({1, 1, 1}, bad), Error);
    if (bad != 0x1p301) {
      EXPECT_THROW(touches(Shape(), {}, Shape(), {}, bad), Error);
    }
  }
  Placement scaled;
  scaled.linear = scaled.linear * 1.01;
  const Shape box = Shape::box({1, 1, 1});
  EXPECT_THROW(touches(Shape::sphere(1), scaled, box, {}), Error);
  EXPECT_THROW(touches(box, {}, Shape::capsule(1, 1), scaled), Error);
  EXPECT_THROW(Shape::sphere(1).bounds_at(scaled), Error);
  EXPECT_TRUE(touches(box, scaled, Shape::sphere(1), {}));
  Placement singular;
  singular.linear = {{1, 0, 0, 0, 1, 0, 0, 0, 0}};
  EXPECT_THROW(touches(box, singular, box, {}), Error);
  EXPECT_THROW(touches(Shape(), singular, box, {}), Error);
  // A matrix from a file with six digits is a rotation.
  Placement digits;
  digits.linear = {{0.866025, -0.5, 0, 0.5, 0.866025, 0, 0, 0, 1}};
  EXPECT_TRUE(touches(Shape::sphere(1), digits, box, {}));
}

}  // namespace
}  // namespace abut
