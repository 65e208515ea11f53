// Common points of triangles that touch: found by their crossings alone where these are well clear of corners and
// sides.

#include "leaf/closest_points.h"
#include "leaf/common_point.h"
#include "leaf/triangle_distance.h"
#include "math/random.h"
#include "support/effort.h"
#include <abut/mesh.h>

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

// A mesh of one triangle, and its form.
struct MeshOfOne {
  Mesh mesh;
  std::vector<TriangleForm> forms;

  explicit MeshOfOne(const std::array<Vec3, 3>& corners) {
    mesh.points = {corners.begin(), corners.end()};
    mesh.triangles = {{0, 1, 2}};
    forms = {TriangleForm::triangle};
  }
  LeafGeometry geometry() const { return {mesh.points, mesh.triangles, forms, mesh.points[0]}; }
};

// Turned, mirrored, stretched, tiny, huge or far away, or with a row that nearly vanishes, so that digits cancel.
Placement any_placement(Random& random) {
  Placement at = random.rotation(random.in_cube(1));
  const double size = random.chance(0.5) ? 1 : std::pow(10, random.between(-80, 80));
  for (double& entry : at.linear.entries) entry *= random.chance(0.2) ? -size : size;
  if (random.chance(0.2))
    for (int j = 0; j < 3; ++j) at.linear.entries[3 + j] = at.linear.entries[j] * (1 + 1e-9 * random.between(-1, 1));
  at.shift = at.shift * (random.chance(0.5) ? size : std::pow(10, random.between(-20, 20)));
  return at;
}

// Both triangles placed at once, or one after the other by DistanceTest.
TEST(CommonPoints, OfASinglePairAreTheSameToTheLastBit) {
  Random random(82);
  int quick = 0, slow = 0;
  for (int i = 0; i < tries(100'000); ++i) {
    const auto triangle = [&] { return MeshOfOne({random.in_cube(1), random.in_cube(1), random.in_cube(1)}); };
    const MeshOfOne a = triangle(), b = triangle();
    const Placement at_a = any_placement(random);
    const Placement at_b = random.chance(0.6) ? at_a * random.rotation(random.in_cube(0.3)) : any_placement(random);
    const auto found = quick_common_point(a.geometry(), at_a, 0, b.geometry(), at_b, 0);
    ++(found ? quick : slow);
    if (!found) continue;
    const PairDistance measured = DistanceTest(a.geometry(), at_a, b.geometry(), at_b).measure_touching(0, 0);
    EXPECT_EQ(found->weights_a, measured.weights_a) << i;
    EXPECT_EQ(found->weights_b, measured.weights_b) << i;
    EXPECT_EQ(found->point_a, point_on(a.mesh, at_a, 0, measured.weights_a)) << i;
    EXPECT_EQ(found->point_b, point_on(b.mesh, at_b, 0, measured.weights_b)) << i;
  }
  EXPECT_GT(quick, 0);
  EXPECT_GT(slow, 0);
}

}  // namespace
}  // namespace abut
