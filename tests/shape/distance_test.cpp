#include "support/effort.h"
#include "support/placement_families.h"
#include "support/rational_distance.h"
#include "support/shape_cases.h"
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/penetration.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

using std::nextafter;

std::vector<Vec3> placed_points(const Mesh& mesh, const Placement& at) {
  std::vector<Vec3> points;
  for (const Vec3& point : mesh.points) points.push_back(at * point);
  return points;
}

/// How far a plane across the unit vector has the points of B beyond those of A.
double gap_along(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& unit) {
  double most = -1e300, least = 1e300;
  for (const Vec3& p : a) most = std::max(most, dot(p, unit));
  for (const Vec3& p : b) least = std::min(least, dot(p, unit));
  return least - most;
}

/// The largest gap of two convex bodies over all directions that can be the best: across faces, and across two edges.
double separation(const Mesh& mesh_a, const Placement& at_a, const Mesh& mesh_b, const Placement& at_b) {
  const std::vector<Vec3> a = placed_points(mesh_a, at_a), b = placed_points(mesh_b, at_b);
  double best = -1e300;
  const auto try_both = [&](const Vec3& v) {
    if (const double size = length(v); size > 1e-9)
      for (const double sign : {1.0, -1.0}) best = std::max(best, gap_along(a, b, v * (sign / size)));
  };
  for (const auto& [mesh, points] : {std::pair(&mesh_a, &a), std::pair(&mesh_b, &b)})
    for (const Triangle& t : mesh->triangles)
      try_both(cross((*points)[t[1]] - (*points)[t[0]], (*points)[t[2]] - (*points)[t[0]]));
  for (const Triangle& s : mesh_a.triangles)
    for (const Triangle& t : mesh_b.triangles)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) try_both(cross(a[s[(i + 1) % 3]] - a[s[i]], b[t[(j + 1) % 3]] - b[t[j]]));
  return best;
}

void expect_unit(const Vec3& normal) { EXPECT_NEAR(length(normal), 1, 1e-15); }

TEST(ShapeDistance, HoldsTheRealDistanceAndItsNormalParts) {
  Random random(1821);
  int apart = 0;
  for (int i = 0; i < long_tries(200); ++i) {
    const ShapeCase a = whole_numbered_shape(random), b = whole_numbered_shape(random);
    const bool turned = random.chance(0.5);
    const Placement at_a = turned ? random.rotation(random.in_cube(9)) : on_lattice(random, 9);
    const Placement at_b = turned ? random.rotation(random.in_cube(9)) : on_lattice(random, 9);
    const RationalDistance truth({"", a.core, b.core, at_a, at_b});
    const double sum = a.radius + b.radius;
    const ShapeDistance found = distance(a.shape, at_a, b.shape, at_b);
    const std::string what = a.name + " " + b.name + " " + std::to_string(i);
    EXPECT_EQ(found.touching, touches(a.shape, at_a, b.shape, at_b)) << what;
    EXPECT_EQ(found.upper <= 0, found.touching) << what;
    expect_unit(found.normal);
    if (found.touching) continue;
    ++apart;
    EXPECT_GE(truth.compare(nextafter(found.lower + sum, 0.0)), 0) << what;
    EXPECT_LE(truth.compare(nextafter(found.upper + sum, 1e9)), 0) << what;
    // No side is longer than 7 sqrt(3), nor any shape farther away than 32: see distance().
    EXPECT_LE(found.upper - found.lower, 64 * 0x1p-53 * (2 * 12.2 + 32)) << what;
    // All cores are convex here: the plane across the normal parts them by as much.
    EXPECT_NEAR(gap_along(placed_points(a.core, at_a), placed_points(b.core, at_b), found.normal), found.upper + sum,
                1e-12)
        << what;
    EXPECT_NEAR(length(found.point_b - found.point_a - found.normal * found.upper), 0, 1e-12) << what;
    const ShapeDistance swapped = distance(b.shape, at_b, a.shape, at_a);
    EXPECT_NEAR(swapped.upper, found.upper, 1e-13) << what;
    EXPECT_NEAR(length(swapped.normal + found.normal), 0, 1e-7) << what;
  }
  EXPECT_GT(apart, 50);
}

TEST(ShapeDistance, OfConvexShapesThatOverlapIsMinusTheShortestWayOut) {
  Random random(1822);
  int deep = 0;
  for (int i = 0; i < long_tries(900); ++i) {
    const ShapeCase a = whole_numbered_shape(random), b = whole_numbered_shape(random);
    if (a.name == "surface" || b.name == "surface") continue;
    const bool turned = random.chance(0.7);
    const Placement at_a = turned ? random.rotation(random.in_cube(3)) : on_lattice(random, 3);
    const Placement at_b = turned ? random.rotation(random.in_cube(3)) : on_lattice(random, 3);
    const ShapeDistance found = distance(a.shape, at_a, b.shape, at_b, {.depth = true});
    const double parted = separation(a.core, at_a, b.core, at_b);
    if (parted >= 0 || a.core.points.size() < 3 || b.core.points.size() < 3) continue;
    ++deep;
    const double truth = parted - (a.radius + b.radius);
    const std::string what = a.name + " " + b.name + " " + std::to_string(i);
    EXPECT_TRUE(found.touching) << what;
    EXPECT_LE(found.lower, truth + 1e-9) << what;
    EXPECT_GE(found.upper, truth - 1e-9) << what;
    EXPECT_LE(found.upper - found.lower, 1e-6) << what;
    expect_unit(found.normal);
    Placement out = at_b;
    out.shift += found.normal * (-found.lower + 1e-9);
    EXPECT_FALSE(touches(a.shape, at_a, b.shape, out)) << what;
  }
  EXPECT_GT(deep, 50);
}

TEST(ShapeDistance, OfBallsInABoxIsKnown) {
  const Shape box = Shape::box({4, 6, 8}), ball = Shape::sphere(0.5);
  const auto at = [&](const Vec3& p) { return distance(box, {}, ball, Placement::translation(p), {.depth = true}); };
  EXPECT_NEAR(at({3, 0, 0}).upper, 0.5, 1e-15);
  EXPECT_NEAR(at({2.25, 0, 0}).lower, -0.25, 1e-15);
  EXPECT_NEAR(at({1, 0, 0}).lower, -1.5, 1e-6);
  EXPECT_NEAR(at({1, 0, 0}).upper, -1.5, 1e-6);
  EXPECT_NEAR(at({1, 0, 0}).normal.x, 1, 1e-9);
  EXPECT_NEAR(at({0.5, -2.75, 0}).upper, -0.75, 1e-6);
  EXPECT_NEAR(at({0.5, -2.75, 0}).normal.y, -1, 1e-9);
  EXPECT_NEAR(distance(ball, Placement::translation({1, 0, 0}), box, {}, {.depth = true}).normal.x, -1, 1e-9);
  const ShapeDistance touching = at({2.5, 0, 0});
  EXPECT_TRUE(touching.touching);
  EXPECT_EQ(touching.upper, 0);
  EXPECT_NEAR(touching.normal.x, 1, 1e-15);
  // In one place.
  const ShapeDistance same = distance(ball, {}, ball, {}, {.depth = true});
  EXPECT_NEAR(same.upper, -1, 1e-12);
  expect_unit(same.normal);
  EXPECT_EQ(distance(ball, {}, ball, {}).lower, 0);
}

TEST(ShapeDistance, KnowsTheNormalAtContactAndAtGapsDownToRounding) {
  Random random(1823);
  // Not convex: two boxes that overlap, in one mesh.
  Mesh two = shapes::box({0.5, 0.5, 0.5});
  two = joined(std::array{two, transformed(two, Placement::translation({0.25, 0.25, 0.25}))});
  const Shape notched{Solid(Model(two))};
  for (int i = 0; i < tries(100); ++i) {
    // A box on another, both turned; they overlap by part of a face.
    const Placement turn = random.rotation();
    const Shape a = Shape::box({2, 2, 2}), b = Shape::box({1, 1, 1});
    for (const double gap : {0.0, 0x1p-52, 1e-14, 1e-12, 1e-9, 1e-3}) {
      Placement at_b = turn;
      at_b.shift = turn.linear * Vec3{random.between(-1, 1), random.between(-1, 1), 1.5 + gap};
      for (const Shape& upper : {b, Shape(Solid(Model(shapes::box({0.5, 0.5, 0.5})))), notched})
        for (const bool depth : {false, true}) {
          const ShapeDistance found = distance(a, turn, upper, at_b, {.depth = depth});
          EXPECT_NEAR(length(found.normal - turn.linear.column(2)), 0, gap > 1e-6 ? 1e-9 : 1e-3)
              << gap << " " << found.lower << " " << found.upper;
          EXPECT_NEAR(found.upper, gap, 1e-13);
        }
    }
  }
  // Exactly: corners, sides and faces of unturned boxes.
  const Shape cube = Shape::box({2, 2, 2});
  const auto at = [&](const Vec3& p) { return distance(cube, {}, cube, Placement::translation(p)).normal; };
  EXPECT_EQ(at({0.25, 0.5, 2}), (Vec3{0, 0, 1}));
  EXPECT_EQ(at({0.25, 0.5, 2 + 0x1p-51}), (Vec3{0, 0, 1}));
  EXPECT_EQ(at({-2, 0.5, 0.25}), (Vec3{-1, 0, 0}));
  EXPECT_NEAR(length(at({2 + 0x1p-51, 2 + 0x1p-51, 0}) - Vec3{std::sqrt(0.5), std::sqrt(0.5), 0}), 0, 1e-15);
}

TEST(ShapeDistance, OfHalfSpacesIsThatOfTheLowestPoint) {
  Random random(1824);
  for (int i = 0; i < tries(300); ++i) {
    const ShapeCase a = whole_numbered_shape(random);
    const Placement at = random.rotation(random.in_cube(3)), at_a = random.rotation(random.in_cube(8));
    const Vec3 up = at.linear.column(2);
    double lowest = 1e300;
    for (const Vec3& point : placed_points(a.core, at_a)) lowest = std::min(lowest, dot(up, point - at.shift));
    const double truth = lowest - a.radius;
    const ShapeDistance found = distance(Shape::half_space(), at, a.shape, at_a, {.depth = true});
    const ShapeDistance swapped = distance(a.shape, at_a, Shape::half_space(), at);
    EXPECT_EQ(found.touching, touches(Shape::half_space(), at, a.shape, at_a));
    EXPECT_NEAR(length(found.normal - up), 0, 1e-14);
    EXPECT_NEAR(length(swapped.normal + up), 0, 1e-14);
    EXPECT_NEAR(swapped.upper, std::max(truth, 0.0), 1e-13);
    if (found.touching && !a.shape.is_solid()) continue;
    EXPECT_NEAR(found.lower, truth, 1e-13);
    EXPECT_NEAR(found.upper, truth, 1e-13);
    EXPECT_NEAR(dot(up, found.point_a - at.shift), 0, 1e-12);
    EXPECT_NEAR(dot(up, found.point_b - at.shift), truth, 1e-12);
  }
  Placement over;
  over.linear = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
  over.shift = {0, 0, 2};
  EXPECT_EQ(distance(Shape::half_space(), {}, Shape::half_space(), over).upper, 2);
  over.shift = {0, 0, -2};
  EXPECT_EQ(distance(Shape::half_space(), {}, Shape::half_space(), over, {.depth = true}).lower, -2);
  EXPECT_EQ(distance(Shape::half_space(), {}, Shape::half_space(), {}).upper, 0);
  EXPECT_EQ(distance(Shape::half_space(), {}, Shape::half_space(), {}, {.depth = true}).upper,
            -std::numeric_limits<double>::infinity());
}

TEST(ShapeDistance, OfACylinderHoldsThatOfTheRealOne) {
  Random random(1825);
  for (const double stray : {0.1, 0.01, 1e-4}) {
    const Shape cylinder = Shape::cylinder(1, 2, stray);
    for (int i = 0; i < tries(200); ++i) {
      const Vec3 p = random.in_cube(4);
      const double across = std::sqrt(p.x * p.x + p.y * p.y) - 1, along = std::abs(p.z) - 1;
      const double truth =
          across > 0 && along > 0 ? std::sqrt(across * across + along * along) : std::max(across, along);
      const ShapeDistance found = distance(cylinder, {}, Shape::sphere(0), Placement::translation(p), {.depth = true});
      EXPECT_LE(found.lower, truth + 1e-12);
      EXPECT_GE(found.upper, truth - 1e-12);
      EXPECT_LE(found.upper - found.lower, stray + 1e-6);
      EXPECT_TRUE(found.touching || truth > 0);
    }
  }
}

TEST(ShapeDistance, OfWhatIsInsideASolidMeshIsADepth) {
  const Shape torus{Solid(Model(shapes::torus(3, 1, 60, 30)))};
  const Placement in_ring = Placement::translation({3.25, 0, 0});
  for (const Shape& inner : {Shape::sphere(0.125), Shape::capsule(0.125, 0.25), Shape::box({0.1, 0.1, 0.1}),
                             Shape::points(std::vector<Vec3>{{0, 0, 0}, {0, 0, 0.1}}, 0.1)}) {
    const ShapeDistance found = distance(torus, {}, inner, in_ring, {.depth = true});
    EXPECT_TRUE(found.touching);
    EXPECT_LT(found.upper, -0.5) << name_of(inner.kind());
    EXPECT_LE(found.lower, found.upper);
    Placement out = in_ring;
    out.shift += found.normal * (1e-9 - found.lower);
    EXPECT_FALSE(touches(torus, {}, inner, out)) << name_of(inner.kind());
    EXPECT_EQ(distance(torus, {}, inner, in_ring).lower, 0);
    // The ends of a capsule's core leave askew.
    EXPECT_GT(distance(torus, {}, inner, in_ring).normal.x, inner.kind() == ShapeKind::sphere ? 0.99 : 0.8);
  }
  // A surface has no depth.
  const Shape surface{Model(shapes::torus(3, 1, 60, 30))};
  EXPECT_GT(distance(surface, {}, Shape::sphere(0.125), in_ring, {.depth = true}).lower, 0);
  EXPECT_EQ(distance(surface, {}, Shape::sphere(0.9), in_ring, {.depth = true}).lower, 0);
}

TEST(ShapeDistance, StopsAtTheCutOff) {
  const Shape ball = Shape::sphere(1), box = Shape::box({2, 2, 2});
  for (const double x : {2.5, 3.0, 5.0, 50.0}) {
    const Placement at = Placement::translation({x, 0, 0});
    const ShapeDistance whole = distance(ball, {}, box, at);
    for (const double cut_off : {0.0, 0.25, 1.0, 3.0, 10.0}) {
      const ShapeDistance found = distance(ball, {}, box, at, {.cut_off = cut_off});
      if (whole.upper <= cut_off) {
        EXPECT_EQ(found.lower, whole.lower);
        EXPECT_EQ(found.upper, whole.upper);
      } else {
        EXPECT_GE(found.lower, cut_off);
        EXPECT_GE(found.upper, whole.upper);
      }
    }
  }
  EXPECT_THROW(distance(ball, {}, box, {}, {.cut_off = -1}), Error);
  EXPECT_EQ(distance(Shape(), {}, box, {}).lower, std::numeric_limits<double>::infinity());
}

TEST(ShapeDistance, ABatchGivesTheSameOnEveryNumberOfThreads) {
  Random random(1826);
  const Shape a = Shape::capsule(0.5, 2), b{Solid(Model(shapes::torus(2, 0.5, 20, 10)))};
  std::vector<PlacementPair> placements;
  for (int i = 0; i < 60; ++i) placements.push_back({random.rotation(random.in_cube(3)), random.rotation()});
  const std::vector<ShapeDistance> one = distance(a, b, placements), two = distance(a, b, placements, {.threads = 2});
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const ShapeDistance alone = distance(a, placements[i].a, b, placements[i].b);
    for (const ShapeDistance& other : {one[i], two[i]}) {
      EXPECT_EQ(other.lower, alone.lower);
      EXPECT_EQ(other.upper, alone.upper);
      EXPECT_EQ(other.normal, alone.normal);
      EXPECT_EQ(other.point_a, alone.point_a);
    }
  }
}

}  // namespace
}  // namespace abut
