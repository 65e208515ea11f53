#include "mesh/stored_mesh.h"

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

}  // namespace
}  // namespace abut
