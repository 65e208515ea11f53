// Points on the very border of a solid's bounding box: on every face, side and corner of it, and one step off.

#include "support/effort.h"
#include "support/placement_families.h"
#include "support/solid_oracle.h"
#include <abut/shapes.h>
#include <abut/solid.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

Mesh box_between(const Vec3& low, const Vec3& high) {
  Mesh mesh = shapes::box({1, 1, 1});
  for (Vec3& p : mesh.points)
    for (int axis = 0; axis < 3; ++axis) p[axis] = p[axis] < 0 ? low[axis] : high[axis];
  return mesh;
}

double step_away(double x, bool up) { return std::nextafter(x, up ? 1e300 : -1e300); }

/// The 26 faces, sides and corners of a box, as directions.
std::vector<std::array<int, 3>> borders() {
  std::vector<std::array<int, 3>> all;
  for (int x : {-1, 0, 1})
    for (int y : {-1, 0, 1})
      for (int z : {-1, 0, 1})
        if (x != 0 || y != 0 || z != 0) all.push_back({x, y, z});
  return all;
}

// The half extents were taken from the high side alone, and the middle of a box is rounded.
TEST(Contains, KnowsThePointsOnTheLowSideOfABox) {
  const Solid box{Model(box_between({8, 8, 8}, {8.1, 8.1, 8.1}))};
  EXPECT_EQ(contains(box, {}, Vec3{8, 8.05, 8.05}), Containment::on_surface);
  const SignedDistance found = signed_distance(box, {}, Vec3{8, 8.05, 8.05});
  EXPECT_EQ(found.side, Containment::on_surface);
  EXPECT_EQ(found.lower, 0);
  EXPECT_EQ(found.upper, 0);
}

void expect_borders(const Vec3& low, const Vec3& high) {
  const Solid box{Model(box_between(low, high))};
  for (const auto& border : borders()) {
    Vec3 on = low * 0.5 + high * 0.5, off = on, in = on;
    for (int axis = 0; axis < 3; ++axis) {
      if (border[axis] == 0) continue;
      const bool up = border[axis] > 0;
      on[axis] = up ? high[axis] : low[axis];
      off[axis] = step_away(on[axis], up), in[axis] = step_away(on[axis], !up);
    }
    const auto what = [&] {
      return ::testing::Message() << low.x << ".." << high.x << " at " << border[0] << border[1] << border[2];
    };
    EXPECT_EQ(contains(box, {}, on), Containment::on_surface) << what();
    EXPECT_EQ(contains(box, {}, off), Containment::outside) << what();
    EXPECT_EQ(contains(box, {}, in), Containment::inside) << what();
    EXPECT_EQ(signed_distance(box, {}, on).side, Containment::on_surface) << what();
  }
}

// 1872 of 8280 such boxes lost their low side.
TEST(Contains, KnowsTheBorderOfDecimalBoxes) {
  for (int i = 0; i < tries(400); ++i) {
    const double low = 8 + 0.23 * i;
    for (double size : {0.1, 0.3, 1.7}) expect_borders({low, -low, low / 3}, {low + size, size - low, low / 3 + size});
  }
}

Containment expected(const SolidOracle::Answer& answer) {
  return answer.on_surface           ? Containment::on_surface
         : answer.crossings % 2 == 1 ? Containment::inside
                                     : Containment::outside;
}

/// Own corners, and where the bounding box's border is met, all rounded into the world, and a step off.
std::vector<Vec3> border_points(const Mesh& mesh, const Placement& at) {
  std::vector<Vec3> points;
  for (const Vec3& p : mesh.points) points.push_back(at * p);
  const Bounds bounds = bounds_of(mesh.points);
  for (const auto& border : borders()) {
    Vec3 p = bounds.low * 0.5 + bounds.high * 0.5;
    for (int axis = 0; axis < 3; ++axis)
      if (border[axis] != 0) p[axis] = border[axis] > 0 ? bounds.high[axis] : bounds.low[axis];
    points.push_back(at * p);
  }
  for (std::size_t i = points.size(); i-- > 0;) {
    Vec3 near = points[i];
    const int axis = static_cast<int>(i % 3);
    near[axis] = step_away(near[axis], i % 2 == 0);
    points.push_back(near);
  }
  return points;
}

void expect_oracle(const Mesh& mesh, const Placement& at, Random& random, const std::string& what) {
  const Solid solid{Model(mesh)};
  const SolidOracle oracle(mesh, at);
  for (const Vec3& point : border_points(mesh, at)) {
    const Containment truth = expected(oracle.ask(point, random));
    EXPECT_EQ(contains(solid, at, point), truth) << what << ", " << point.x << " " << point.y << " " << point.z;
    const SignedDistance signed_one = signed_distance(solid, at, point);
    EXPECT_EQ(signed_one.side, truth) << what;
    EXPECT_EQ(signed_one.lower < 0, truth == Containment::inside) << what;
  }
}

// 13 to 18 in a hundred of a tetrahedron's own corners were outside of it, once it was 100 sizes from the origin; under
// affine placements also points strictly inside.
TEST(Contains, KnowsTheCornersOfFarTetrahedraUnderEveryPlacement) {
  Random random(141);
  for (double sizes : {1e2, 1e6})
    for (const PlacementFamily& family : placement_families())
      for (int i = 0; i < tries(12); ++i) {
        Mesh mesh{{}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {}};
        const Vec3 away = random.direction() * sizes;
        for (int k = 0; k < 4; ++k) mesh.points.push_back(away + random.in_cube(1));
        expect_oracle(mesh, family.next(random), random, family.name + ", try " + std::to_string(i));
      }
}

TEST(Contains, KnowsTheBorderOfDecimalBoxesUnderEveryPlacement) {
  Random random(142);
  for (const PlacementFamily& family : placement_families())
    for (int i = 0; i < tries(6); ++i) {
      const double low = 8 + 0.1 * static_cast<double>(random.below(920));
      const Mesh box = box_between({low, low, low}, {low + 0.1, low + 0.3, low + 0.7});
      expect_oracle(box, family.next(random), random, family.name + ", try " + std::to_string(i));
    }
}

// A power of two changes nothing: below 2^-512 the square of a way's length was infinite, and every point outside.
TEST(Contains, IsTheSameAtEveryScaleOfTheWorld) {
  Random random(143);
  const Mesh torus = shapes::torus(4, 2, 8, 6);
  Mesh whole = torus;
  for (Vec3& p : whole.points) p = {std::nearbyint(p.x * 8), std::nearbyint(p.y * 8), std::nearbyint(p.z * 8)};
  const Solid solid{Model(whole)};
  int inside = 0;
  for (int i = 0; i < tries(15); ++i) {
    const Placement at = whole_numbered(random);
    for (int k = 0; k < 20; ++k) {
      Vec3 point = at * (k % 2 == 0 ? random.in_cube(40) : whole.points[random.below(whole.points.size())]);
      for (int axis = 0; axis < 3; ++axis) point[axis] = std::nearbyint(point[axis]);
      const Containment truth = contains(solid, at, point);
      inside += truth == Containment::inside;
      for (double scale : {0x1p-1074, 0x1p-1040, 0x1p-1000, 0x1p-700, 0x1p-520, 0x1p-300, 0x1p200, 0x1p280}) {
        const SignedDistance found = signed_distance(solid, enlarged(at, scale), point * scale);
        EXPECT_EQ(contains(solid, enlarged(at, scale), point * scale), truth) << scale;
        EXPECT_EQ(found.side, truth) << scale;
        EXPECT_EQ(found.lower == 0 && found.upper == 0, truth == Containment::on_surface) << scale;
      }
    }
  }
  EXPECT_GT(inside, tries(15));
}

}  // namespace
}  // namespace abut
