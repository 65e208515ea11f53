#include <abut/mesh.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(Topology, WeldsPointsToTheFirstAtTheirPosition) {
  const std::vector<Vec3> points{{1, 0, 0}, {0, 0, 0}, {1, -0.0, 0}, {0, 0, 1}, {-0.0, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(welded(points), (std::vector<std::uint32_t>{0, 1, 0, 3, 1, 0}));
}

TEST(Topology, CountsTrianglesAndTheirWindingAtAnEdge) {
  // Two triangles that agree at their common side, and a third one at it.
  const Mesh fan{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}, {}};
  const std::vector<Edge> edges = edges_of(fan);
  EXPECT_EQ(edges.size(), 7u);
  int common = 0;
  for (const Edge& edge : edges)
    if (edge.faces == 3) {
      ++common;
      EXPECT_EQ(edge.from, (Vec3{0, 0, 0}));
      EXPECT_EQ(edge.to, (Vec3{1, 0, 0}));
      EXPECT_EQ(edge.balance, 1);
      EXPECT_EQ(edge.triangle, 0u);
    }
  EXPECT_EQ(common, 1);
  const Closedness closedness = closedness_of(fan);
  EXPECT_EQ(closedness.open, 7u);
  EXPECT_EQ(closedness.crowded, 1u);
  EXPECT_EQ(closedness.report(),
            "not closed: 7 open edges, the first from (0, 0, 0) to (1, 0, 0) at triangle 0; 1 edge with more than two "
            "triangles, the first from (0, 0, 0) to (1, 0, 0) at triangle 0");
}

TEST(Topology, FindsClosedShapesClosedAndOpenOnesOpen) {
  for (const Mesh& mesh : {shapes::sphere(1, 3), shapes::torus(1, 0.3, 8, 6), shapes::cylinder(1, 1, 7)}) {
    EXPECT_TRUE(closedness_of(mesh).is_closed());
    EXPECT_TRUE(closedness_of(mesh).is_oriented());
    EXPECT_EQ(closedness_of(mesh).edges, mesh.triangles.size() * 3 / 2);
  }
  EXPECT_EQ(closedness_of(shapes::plate(1, 1, 3, 2)).open, 10u);
  EXPECT_TRUE(closedness_of({}).is_closed());
}

TEST(Topology, LeavesTrianglesWithTwoCornersInOnePlaceOut) {
  Mesh cube = shapes::box({1, 1, 1});
  cube.triangles.push_back({0, 0, 1});
  cube.triangles.push_back({2, 2, 2});
  EXPECT_TRUE(closedness_of(cube).is_closed());
  EXPECT_EQ(closedness_of(cube).degenerate, 2u);
}

TEST(Topology, NamesNeighboursThatWindAgainstEachOther) {
  Mesh cube = shapes::box({1, 1, 1});
  std::swap(cube.triangles[3][0], cube.triangles[3][1]);
  const Closedness closedness = closedness_of(cube);
  EXPECT_TRUE(closedness.is_closed());
  EXPECT_FALSE(closedness.is_oriented());
  EXPECT_EQ(closedness.unbalanced, 3u);
  EXPECT_EQ(closedness.report().find("closed; neighbours wind against each other at 3 edges"), 0u);
}

TEST(Topology, TellsThePiecesOfAMeshApart) {
  const Mesh cube = shapes::box({1, 1, 1});
  const std::vector<Mesh> apart{cube, transformed(cube, Placement::translation({5, 0, 0}))};
  EXPECT_EQ(pieces_of(joined(apart)), (std::vector<std::uint32_t>{0, 12}));
  // A corner in common makes one piece.
  const std::vector<Mesh> touching{cube, transformed(cube, Placement::translation({2, 2, 2}))};
  EXPECT_EQ(pieces_of(joined(touching)), (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(pieces_of({}).empty());
}

}  // namespace
}  // namespace abut
