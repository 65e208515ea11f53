// Winding numbers of open meshes whose corners lie on the rays that are cast: the turn that is not measured, and the
// angle that is rounded, must tell one story.

#include "leaf/point_distance.h"
#include "leaf/point_triangle.h"
#include "leaf/ray_crossing.h"
#include "math/arc_tangent.h"
#include "support/effort.h"
#include "support/placement_families.h"
#include "support/winding_oracle.h"
#include <abut/shapes.h>
#include <abut/solid.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

Solid open_solid(const Mesh& mesh) { return Solid(Model(mesh), {.holes = Holes::by_winding_number}); }

/// From the crossings and sides alone, along each of the six rays; NaN on the triangle.
double by_ray(const Mesh& mesh, const Placement& at, const Vec3& point, const AxisRay& ray) {
  const auto forms = classify_triangles(mesh.points, mesh.triangles);
  const LonePoint start(point);
  const Placement world;
  Mesh sides = mesh;
  sides.triangles.clear();
  for (const Triangle& t : mesh.triangles)
    for (int i = 0; i < 3; ++i) sides.triangles.push_back({t[i], t[(i + 1) % 3], t[(i + 1) % 3]});
  RayCrossingTest test({mesh.points, mesh.triangles, forms, {}}, at, start.geometry(), world);
  const auto side_forms = classify_triangles(sides.points, sides.triangles);
  RayCrossingTest rim({sides.points, sides.triangles, side_forms, {}}, at, start.geometry(), world);
  double sum = 0;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Crossing crossing = test.cross(i, ray);
    if (crossing == Crossing::starts_on) return std::numeric_limits<double>::quiet_NaN();
    sum += crossing == Crossing::through_back ? 1 : crossing == Crossing::through_front ? -1 : 0;
  }
  for (std::uint32_t i = 0; i < sides.triangles.size(); ++i) sum += rim.angle_of_side(i, ray) / (4 * pi);
  return sum;
}

/// How many of the six rays were compared.
int expect_truth_along_every_ray(const Mesh& mesh, const Placement& at, const Vec3& point, double tolerance) {
  double truth = 0;
  int compared = 0;
  for (int axis : {0, 1, 2})
    for (bool backwards : {false, true}) {
      const double found = by_ray(mesh, at, point, {axis, backwards});
      if (std::isnan(found)) continue;
      if (compared++ == 0) truth = true_winding_number(mesh, at, point);
      EXPECT_NEAR(found, truth, tolerance)
          << "ray " << axis << backwards << " from " << point.x << " " << point.y << " " << point.z;
    }
  return compared;
}

TEST(WindingNumber, IsRightWhenACornerOfAnOpenEdgeIsOnTheRay) {
  // It was -0.97664.
  const Mesh triangle{{{0, 0, 2}, {2, 0, -1}, {0, -2, 1}}, {{0, 1, 2}}, {}};
  const double found = winding_number(open_solid(triangle), {}, Vec3{0, -1.5, 1});
  EXPECT_NEAR(found, true_winding_number(triangle, {}, {0, -1.5, 1}), 1e-15);
  EXPECT_NEAR(found, -0.35164, 1e-5);
  expect_truth_along_every_ray(triangle, {}, {0, -1.5, 1}, 1e-15);
}

Mesh whole_triangle(Random& random, int reach) {
  const auto whole = [&] { return static_cast<double>(random.below(2 * reach + 1)) - reach; };
  Mesh mesh{{}, {{0, 1, 2}}, {}};
  for (int i = 0; i < 3; ++i) mesh.points.push_back({whole(), whole(), whole()});
  return mesh;
}

// Whole numbers up to 3 and halves: corners on the rays, sides in planes with them, points in the triangle's plane.
// 153 of 21,622 points were wrong.
TEST(WindingNumber, OfTrianglesWithCornersOnTheRaysIsTheSolidAngle) {
  Random random(151);
  int compared = 0;
  for (int i = 0; i < tries(4000); ++i) {
    const Mesh mesh = whole_triangle(random, 2);
    Vec3 point = random.chance(0.7) ? mesh.points[random.below(3)] : Vec3{};
    point[static_cast<int>(random.below(3))] += 0.5 * (static_cast<double>(random.below(9)) - 4);
    if (random.chance(0.3)) point[static_cast<int>(random.below(3))] += 1;
    compared += expect_truth_along_every_ray(mesh, {}, point, 1e-15);
  }
  EXPECT_GT(compared, tries(10000));
}

// The same a little off: a corner beside the ray by 1 to the least subnormal number.
TEST(WindingNumber, OfTrianglesWithCornersNearTheRaysIsTheSolidAngle) {
  Random random(152);
  int compared = 0;
  for (int i = 0; i < tries(3000); ++i) {
    const Mesh exact = whole_triangle(random, 2);
    const int corner = static_cast<int>(random.below(3)), axis = static_cast<int>(random.below(3));
    // Seen from the origin, so that what is tiny is not rounded away.
    Mesh mesh = exact;
    for (Vec3& p : mesh.points) {
      p -= exact.points[corner];
      p[axis] += 0.5 * (static_cast<double>(random.below(4)) + 1);
    }
    const int exponents[] = {-3, -20, -52, -60, -200, -540, -1000, -1070};
    for (int k = 1; k < 3; ++k)
      if (random.chance(0.7))
        mesh.points[corner][(axis + k) % 3] = std::ldexp(random.chance(0.5) ? 1.0 : -1.5, exponents[random.below(8)]);
    // Next to a side the angle turns so quickly that rounding shows.
    bool near = false;
    for (int k = 0; k < 3; ++k) near |= distance_to_segment({}, mesh.points[k], mesh.points[(k + 1) % 3]) < 0.01;
    if (near) continue;
    compared += expect_truth_along_every_ray(mesh, {}, {}, 1e-13);
  }
  EXPECT_GT(compared, tries(10000));
}

// A placement whose rounding is as large as the corner's way from the ray.
TEST(WindingNumber, OfPlacedTrianglesIsTheSolidAngleOfTheExactImage) {
  Random random(153);
  for (const PlacementFamily& family : placement_families())
    for (int i = 0; i < tries(70); ++i) {
      const Mesh mesh = whole_triangle(random, 2);
      const Placement at = family.next(random);
      Vec3 point = at * mesh.points[random.below(3)];
      // Off the corner, so that no side is close.
      const double size = largest_magnitude(at.linear);
      point[static_cast<int>(random.below(3))] += random.chance(0.5) ? size : -0.75 * size;
      const Vec3 middle = at * ((mesh.points[0] + mesh.points[1] + mesh.points[2]) * (1.0 / 3));
      const double winding = true_winding_number(mesh, at, point);
      // Where the solid angle turns quickly the point is near a side.
      const Vec3 nudge = (middle - point) * 1e-7;
      if (!(std::abs(true_winding_number(mesh, at, point + nudge) - winding) < 1e-6)) continue;
      expect_truth_along_every_ray(mesh, at, point, 1e-13);
    }
}

TEST(WindingNumber, IsTheSameAtEveryScaleOfTheWorld) {
  Random random(154);
  for (int i = 0; i < tries(300); ++i) {
    const Mesh mesh = whole_triangle(random, 3);
    const Placement at = whole_numbered(random);
    const Solid solid = open_solid(mesh);
    Vec3 point = at * mesh.points[0];
    point[static_cast<int>(random.below(3))] += 2;
    const double truth = winding_number(solid, at, point);
    for (double scale : {0x1p-1074, 0x1p-1000, 0x1p-600, 0x1p-300, 0x1p200, 0x1p280}) {
      const double found = winding_number(solid, enlarged(at, scale), point * scale);
      EXPECT_TRUE((std::isnan(found) && std::isnan(truth)) || std::abs(found - truth) <= 1e-15) << scale << " " << i;
    }
  }
}

TEST(WindingNumber, OfAnOpenBodyIsTheSolidAngleOnTheGridOfItsCorners) {
  Random random(155);
  Mesh open = shapes::box({1, 1, 1});
  open.triangles.resize(9);
  const Solid solid = open_solid(open);
  for (const PlacementFamily& family : placement_families()) {
    const Placement at = family.next(random);
    for (double x : {-2.0, -1.0, 0.0, 0.5, 1.0})
      for (double y : {-1.0, 0.0, 3.0})
        for (double z : {-2.0, 0.0, 1.0}) {
          const Vec3 point = at * Vec3{x, y, z};
          const double found = winding_number(solid, at, point);
          // Some of these are on the surface or beside an open side by a rounding.
          if (std::isnan(found) || closest_point(solid.model(), at, point).upper < 1e-6 * largest_magnitude(at.linear))
            continue;
          EXPECT_NEAR(found, true_winding_number(open, at, point), 1e-13) << family.name;
        }
  }
}

}  // namespace
}  // namespace abut
