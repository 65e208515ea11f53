#include "leaf/ray_crossing.h"

#include "leaf/point_distance.h"
#include "math/arc_tangent.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

struct Count {
  int through_front = 0, through_back = 0, starts_on = 0;
};

Count crossings(const Mesh& mesh, const Vec3& start, const AxisRay& ray) {
  const auto forms = classify_triangles(mesh.points, mesh.triangles);
  const Placement here;
  const LonePoint point(start);
  RayCrossingTest test({mesh.points, mesh.triangles, forms, {}}, here, point.geometry(), here);
  Count count;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Crossing crossing = test.cross(i, ray);
    count.through_front += crossing == Crossing::through_front;
    count.through_back += crossing == Crossing::through_back;
    count.starts_on += crossing == Crossing::starts_on;
  }
  return count;
}

// Corners on the axes and sides in the coordinate planes: rays along an axis meet corners, sides, and planes of faces.
const Mesh octahedron{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                      {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
                      {}};

TEST(RayCrossing, GoesOutOnceFromEveryInnerPointAlongEveryAxis) {
  for (const Mesh& mesh : {octahedron, shapes::box({1, 1, 1})})
    for (double x : {-0.25, 0.0, 0.25})
      for (double y : {-0.25, 0.0, 0.25})
        for (double z : {-0.25, 0.0, 0.25})
          for (int axis : {0, 1, 2})
            for (bool backwards : {false, true}) {
              const Count count = crossings(mesh, {x, y, z}, {axis, backwards});
              EXPECT_EQ(count.through_back, 1);
              EXPECT_EQ(count.through_front, 0);
              EXPECT_EQ(count.starts_on, 0);
            }
}

TEST(RayCrossing, GoesInAsOftenAsOutFromEveryOuterPoint) {
  for (const Mesh& mesh : {octahedron, shapes::box({1, 1, 1})})
    for (double x : {-2.0, -1.0, 0.0, 0.5, 1.0, 2.0})
      for (double y : {-2.0, -1.0, 0.0, 0.5, 1.0, 2.0})
        for (int axis : {0, 1, 2})
          for (bool backwards : {false, true}) {
            Vec3 start{x, y, 3};
            std::swap(start.z, start[axis]);
            const Count count = crossings(mesh, start, {axis, backwards});
            EXPECT_EQ(count.through_back, count.through_front);
            EXPECT_EQ(count.starts_on, 0);
          }
}

TEST(RayCrossing, NoticesAStartOnACornerASideOrAFace) {
  const Mesh cube = shapes::box({1, 1, 1});
  for (int axis : {0, 1, 2})
    for (bool backwards : {false, true}) {
      EXPECT_GE(crossings(cube, {1, 1, 1}, {axis, backwards}).starts_on, 3);
      EXPECT_GE(crossings(cube, {1, 1, 0.5}, {axis, backwards}).starts_on, 2);
      EXPECT_GE(crossings(cube, {1, 0.25, 0.5}, {axis, backwards}).starts_on, 1);
      // In the plane of a face, beside it.
      EXPECT_EQ(crossings(cube, {1, 1.5, 0.5}, {axis, backwards}).starts_on, 0);
    }
}

TEST(RayCrossing, SeesSidesOfALoopAsItsSolidAngle) {
  // A square around the x axis, one away from the start: a sixth of all directions, whichever way the ray goes, less a
  // whole turn when it goes through.
  const Mesh loop{{{1, 1, 1}, {1, -1, 1}, {1, -1, -1}, {1, 1, -1}}, {{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {3, 0, 0}}, {}};
  const auto forms = classify_triangles(loop.points, loop.triangles);
  const Placement here;
  const LonePoint start({0, 0, 0});
  for (int axis : {0, 1, 2})
    for (bool backwards : {false, true}) {
      RayCrossingTest test({loop.points, loop.triangles, forms, {}}, here, start.geometry(), here);
      double sum = 0;
      for (std::uint32_t i = 0; i < 4; ++i) sum += test.angle_of_side(i, {axis, backwards});
      const double share = std::abs(sum) / (4 * pi), expected = axis == 0 && !backwards ? 5.0 / 6 : 1.0 / 6;
      EXPECT_NEAR(share, expected, 1e-14) << axis << backwards;
    }
}

}  // namespace
}  // namespace abut
