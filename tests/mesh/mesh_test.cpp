#include <abut/error.h>
#include <abut/mesh.h>
#include <abut/placement.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

using testing::ElementsAre;

std::string complaint_of(const Mesh& mesh) {
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
  EXPECT_EQ(complaint_of({}), "");
  Mesh mesh = one_triangle();
  mesh.triangles.push_back({1, 1, 1});
  EXPECT_EQ(complaint_of(mesh), "");
}

TEST(Mesh, RefusesPointsThatAreNotFiniteOrTooLarge) {
  Mesh mesh = one_triangle();
  mesh.points[1].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(complaint_of(mesh), "point 1: y is not a number.");
  mesh.points[1].y = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(complaint_of(mesh), "point 1: y is infinite.");
  mesh.points[1].y = 0x1.0000000000001p300;
  EXPECT_EQ(complaint_of(mesh), "point 1: y is beyond 2^300, the largest coordinate that abut takes.");
  mesh.points[1].y = -0x1p300;
  EXPECT_EQ(complaint_of(mesh), "");
}

TEST(Mesh, RefusesIndicesThatNameNoPoint) {
  Mesh mesh = one_triangle();
  mesh.triangles.push_back({0, 3, 1});
  EXPECT_EQ(complaint_of(mesh), "triangle 1 names point 3, but there are 3 points (counted from 0).");
}

TEST(Mesh, RefusesPartsThatDoNotCoverTheTriangles) {
  Mesh mesh = one_triangle();
  mesh.parts = {{"lid", 0, 2}};
  EXPECT_EQ(complaint_of(mesh), "the parts cover 2 of 1 triangles.");
  mesh.parts = {{"lid", 1, 1}};
  EXPECT_EQ(complaint_of(mesh), "part 'lid' starts at triangle 1 instead of 0.");
}

TEST(Mesh, JoinsSoupsAndKeepsTheirParts) {
  Mesh named = one_triangle();
  named.parts = {{"lid", 0, 1}};
  const Mesh both[] = {one_triangle(), named};
  const Mesh sum = joined(both);
  EXPECT_THAT(sum.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 4, 5}));
  EXPECT_THAT(sum.parts, ElementsAre(Part{"", 0, 1}, Part{"lid", 1, 1}));
  EXPECT_EQ(complaint_of(sum), "");
}

// Weights that sum to 1 - 2^-53 move a plain sum by 1e9 * 2^-53: eight times the distance that was asked about.
TEST(PointOn, KeepsItsDigitsFarFromTheOrigin) {
  const Vec3 far{1e9, -1e9, 1e9};
  const Mesh mesh{{far, far + Vec3{1, 0, 0}, far + Vec3{0, 1, 0}}, {{0, 1, 2}}, {}};
  const double third = 1.0 / 3;
  const std::array<double, 3> weights{third, third, third};
  const Vec3 point = point_on(mesh, 0, weights);
  const double step = 0x1p-23;  // of doubles near 1e9
  EXPECT_NEAR(point.x - far.x, third, step / 2);
  EXPECT_NEAR(point.y - far.y, third, step / 2);
  EXPECT_EQ(point.z, far.z) << "the triangle is flat, and its point is in its plane";
  // Brought back by the placement, nothing is lost at all.
  const Vec3 back = point_on(mesh, Placement::translation(-far), 0, weights);
  EXPECT_EQ(back, (Vec3{third, third, 0}));
}

TEST(PointOn, GivesTheCornersAndRefusesATriangleThatIsNotThere) {
  const Mesh mesh = one_triangle();
  const Placement at = Placement::rotation(0.8, 0.1, 0.5, 0.3, {1e6, 2, 3});
  for (int i = 0; i < 3; ++i) {
    std::array<double, 3> weights{};
    weights[i] = 1;
    EXPECT_EQ(point_on(mesh, 0, weights), mesh.points[i]);
    const Vec3 placed = point_on(mesh, at, 0, weights), plain = at * mesh.points[i];
    EXPECT_LE(largest(abs(placed - plain)), 0x1p-32);
  }
  try {
    point_on(mesh, 1, {1, 0, 0});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "there is no triangle 1: the mesh has 1 (counted from 0).");
  }
}

}  // namespace
}  // namespace abut
