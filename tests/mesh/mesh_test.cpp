#include <abut/error.h>
#include <abut/mesh/mesh.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

using testing::ElementsAre;

std::string message_of(const Mesh& mesh) {
  try {
    validate(mesh);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Mesh one_triangle() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}}; }

TEST(Mesh, TriangulatesPolygonsAsFans) {
  Mesh mesh;
  const std::uint32_t pentagon[] = {4, 0, 1, 2, 3};
  mesh.add_polygon(pentagon);
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{4, 0, 1}, Triangle{4, 1, 2}, Triangle{4, 2, 3}));
}

TEST(Mesh, AcceptsAnEmptyOneAndDegenerateTriangles) {
  EXPECT_EQ(message_of({}), "");
  Mesh mesh = one_triangle();
  mesh.triangles.push_back({1, 1, 1});
  EXPECT_EQ(message_of(mesh), "");
}

TEST(Mesh, RefusesPointsThatAreNotFiniteOrTooLarge) {
  Mesh mesh = one_triangle();
  mesh.points[1].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of(mesh), "point 1: y is not a number.");
  mesh.points[1].y = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of(mesh), "point 1: y is infinite.");
  mesh.points[1].y = 0x1.0000000000001p300;
  EXPECT_EQ(message_of(mesh), "point 1: y is beyond 2^300, the largest coordinate that abut takes.");
  mesh.points[1].y = -0x1p300;
  EXPECT_EQ(message_of(mesh), "");
}

TEST(Mesh, RefusesIndicesThatNameNoPoint) {
  Mesh mesh = one_triangle();
  mesh.triangles.push_back({0, 3, 1});
  EXPECT_EQ(message_of(mesh), "triangle 1 names point 3, but there are 3 points (counted from 0).");
}

TEST(Mesh, RefusesPartsThatDoNotCoverTheTriangles) {
  Mesh mesh = one_triangle();
  mesh.parts = {{"lid", 0, 2}};
  EXPECT_EQ(message_of(mesh), "the parts cover 2 of 1 triangles.");
  mesh.parts = {{"lid", 1, 1}};
  EXPECT_EQ(message_of(mesh), "part 'lid' starts at triangle 1 instead of 0.");
}

TEST(Mesh, JoinsSoupsAndKeepsTheirParts) {
  Mesh named = one_triangle();
  named.parts = {{"lid", 0, 1}};
  const Mesh both[] = {one_triangle(), named};
  const Mesh sum = joined(both);
  EXPECT_THAT(sum.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 4, 5}));
  EXPECT_THAT(sum.parts, ElementsAre(Part{"", 0, 1}, Part{"lid", 1, 1}));
  EXPECT_EQ(message_of(sum), "");
}

}  // namespace
}  // namespace abut
