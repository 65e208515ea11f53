#include "mesh/stored_mesh.h"

#include "math/random.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

bool is_same(const Mesh& a, const Mesh& b) {
  return a.points == b.points && a.triangles == b.triangles && a.parts == b.parts;
}

Mesh box() {
  Mesh mesh = shapes::box({1, 2, 3});
  mesh.parts = {{"a", 0, 5}, {"b", 5, 7}};
  return mesh;
}

TEST(StoredMesh, OfItsOwnIsNotCopied) {
  Mesh mesh = box();
  const Vec3* points = mesh.points.data();
  const StoredMesh stored(std::move(mesh)), copy = stored;
  EXPECT_EQ(stored.points().data(), points);
  EXPECT_EQ(stored.mesh().points.data(), points);
  EXPECT_NE(copy.points().data(), points);
  EXPECT_EQ(copy.points().data(), copy.mesh().points.data());
  EXPECT_TRUE(is_same(copy.mesh(), box()));
}

TEST(StoredMesh, OfOthersIsCopiedWhenAskedFor) {
  const Mesh mesh = box();
  StoredMesh view(mesh.points, mesh.triangles, mesh.parts);
  EXPECT_TRUE(is_same(view.mesh(), mesh));
  EXPECT_EQ(&view.mesh(), &view.mesh());
  EXPECT_EQ(view.points().data(), mesh.points.data());
  const StoredMesh copy = view;
  EXPECT_EQ(copy.points().data(), mesh.points.data());
  EXPECT_EQ(copy.parts(), mesh.parts);
  view.own().points[0] = {7, 7, 7};
  EXPECT_EQ(view.points()[0], (Vec3{7, 7, 7}));
  EXPECT_NE(view.points().data(), mesh.points.data());
  EXPECT_TRUE(is_same(copy.mesh(), box()));
}

TEST(StoredMesh, HasThePointsOfAMesh) {
  const Mesh mesh = box();
  const StoredMesh view(mesh.points, mesh.triangles, {});
  const Placement at = Placement::rotation(0.5, 0.5, 0.5, 0.5, {1, 2, 3});
  EXPECT_EQ(point_on(view, at, 4, {0.5, 0.25, 0.25}), point_on(mesh, at, 4, {0.5, 0.25, 0.25}));
}

TEST(StoredMesh, PointsOfTwoMeshesAreThoseOfEachToTheLastBit) {
  const StoredMesh a(shapes::icosahedron(3)), b(shapes::torus(1, 0.25, 12, 8));
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto weights = [&] {
      const double x = random.between(0, 1), y = random.between(0, 1 - x);
      return std::array<double, 3>{1 - x - y, x, y};
    };
    // Far away, so that digits cancel.
    const Placement at_a = random.rotation(random.in_cube(i % 2 == 0 ? 1 : 1e9)), at_b = random.rotation();
    const std::array<double, 3> on_a = weights(), on_b = weights();
    const auto of_a = static_cast<std::uint32_t>(random.below(a.triangles().size())),
               of_b = static_cast<std::uint32_t>(random.below(b.triangles().size()));
    const auto [point_a, point_b] = points_on({a, at_a, of_a, on_a}, {b, at_b, of_b, on_b});
    EXPECT_EQ(point_a, point_on(a, at_a, of_a, on_a)) << i;
    EXPECT_EQ(point_b, point_on(b, at_b, of_b, on_b)) << i;
  }
  const std::array<double, 3> corner{1, 0, 0};
  EXPECT_THROW(points_on({a, {}, 0, corner}, {b, {}, 12 * 8 * 2, corner}), Error);
}

}  // namespace
}  // namespace abut
