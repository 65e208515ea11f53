#include "io/obj.h"

#include "reading.h"

namespace abut {
namespace {

using testing::ElementsAre;

Mesh read(std::string_view text) { return read_obj(bytes_of(text), "part.obj"); }
std::string message(std::string_view text) {
  return message_of([&] { read(text); });
}

const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, ReadsPointsAndFacesOfEveryForm) {
  const Mesh mesh = read("# made by hand\nmtllib none.mtl\n" + square +
                         "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 4/1\nf 2//1 3//1 4//1\nf 1/1/1 3/1/1 4/1/1 # last\n");
  EXPECT_THAT(mesh.points, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 3}, Triangle{1, 2, 3}, Triangle{0, 2, 3}));
  EXPECT_TRUE(mesh.parts.empty());
}

TEST(Obj, CountsNegativeIndicesBackFromTheLastPoint) {
  EXPECT_THAT(read(square + "f -4 -3 -1\nv 5 5 5\nf -1/-1 -2//-3 1\n").triangles,
              ElementsAre(Triangle{0, 1, 3}, Triangle{4, 3, 0}));
}

// An L-shaped face touched a pin in its notch.
TEST(Obj, CutsConcavePolygons) {
  const std::string corners = "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 2 2 0\nv 2 4 0\nv 0 4 0\n";
  for (const std::string& text : {corners + "f 2 3 4 5 6 1\n", "f 2 3 4 5 6 1\n" + corners}) {
    const Mesh mesh = read(text);
    ASSERT_EQ(mesh.triangles.size(), 4u);
    double area = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto [a, b, c] = mesh.corners(i);
      EXPECT_GE(cross(b - a, c - a).z, 0);
      area += cross(b - a, c - a).z / 2;
    }
    EXPECT_EQ(area, 12);
  }
}

TEST(Obj, RefusesPolygonsThatCrossThemselvesByTheirLine) {
  EXPECT_EQ(
      message(square + "f 1 2 3 4\nf 1 3 2 4\n"),
      "part.obj: line 6: the face crosses itself, so that it bounds no surface. Repair it, or export the model as "
      "triangles.");
}

// The first vertex was dropped, and all indices moved.
TEST(Obj, MayBeginWithAByteOrderMark) {
  const std::string mark = "\xef\xbb\xbf";
  EXPECT_TRUE(looks_like_obj(bytes_of(mark + square)));
  EXPECT_EQ(read(mark + square + "f 1 2 3\n"), read(square + "f 1 2 3\n"));
  EXPECT_EQ(read(square + mark + "f 1 2 3\n" + mark + mark + "v 5 5 5\nf 1 2 5\n"),
            read(square + "f 1 2 3\nv 5 5 5\nf 1 2 5\n"));
  EXPECT_EQ(message(mark + "v 0 0"), "part.obj: line 1: the vertex ends before its z.");
}

TEST(Obj, TurnsPolygonsIntoFans) {
  EXPECT_THAT(read(square + "v 0 0 1\nf 1 2 3 4 5\n").triangles,
              ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}));
}

TEST(Obj, IgnoresColoursWeightsLinesPointsAndUnknownStatements) {
  const Mesh mesh = read("v 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 what\nl 1 2\np 3\ns off\ncurv 0 1 1 2\nf 1 2 3\n");
  EXPECT_EQ(mesh.points.size(), 3u);
  EXPECT_EQ(mesh.triangles.size(), 1u);
}

TEST(Obj, TakesFacesBeforeTheirPoints) {
  EXPECT_THAT(read("f 1 2 3\n" + square).triangles, ElementsAre(Triangle{0, 1, 2}));
}

TEST(Obj, MayHaveCarriageReturnsTabsContinuedLinesAndNoLastLineBreak) {
  const std::string text = square + "g left side\nf 1 2 3";
  const Mesh mesh = read(text);
  EXPECT_EQ(read(with_crlf(text)), mesh);
  EXPECT_EQ(read(square + "g left\\\nside\nf 1 \\\n 2\\\n3\n"), mesh);
  EXPECT_EQ(read(with_crlf(square + "g left\\\nside\nf 1 2\\\n3\n")), mesh);
  EXPECT_EQ(read("\n\n\t" + square + "g\tleft side\t\nf\t1\t2\t3"), mesh);
  EXPECT_EQ(read("# not a face: \\\nf 9 9 9\n" + text), mesh);
}

TEST(Obj, MakesPartsOfGroupsAndObjects) {
  const Mesh mesh = read(square + "f 1 2 3\no lid\ng lid\nf 1 2 3 4\ng empty\ng part#2\nf 1 2 3\ng lid\nf 1 2 4\n");
  EXPECT_THAT(mesh.parts, ElementsAre(Part{"", 0, 1}, Part{"lid", 1, 2}, Part{"part#2", 3, 1}, Part{"lid", 4, 1}));
}

TEST(Obj, RefusesIndicesThatNameNoPoint) {
  EXPECT_EQ(message(square + "f 1 2 3\nf 1 2 5\nf 1 2 4\n"),
            "part.obj: line 6: the face names point 5, but the file has 4 points (counted from 1).");
  EXPECT_EQ(message(square + "f 1 2 4294967297\n"),
            "part.obj: line 5: the face names point 4294967297, but the file has 4 points (counted from 1).");
  EXPECT_EQ(message(square + "f 1 2 -5\n"),
            "part.obj: line 5: the face names point -5, but only 4 points came before it.");
  EXPECT_EQ(message(square + "f 0 1 2\n"),
            "part.obj: line 5: the face names point 0, but OBJ files count points from 1.");
  EXPECT_EQ(message(square + "f 1 2 99999999999999999999\n"),
            "part.obj: line 5: the face's corner is '99999999999999999999', which is beyond 64 bits.");
}

TEST(Obj, RefusesFacesThatAreNone) {
  EXPECT_EQ(message(square + "f 1 2\n"), "part.obj: line 5: the face has 2 corners; it needs three or more.");
  EXPECT_EQ(message(square + "f"), "part.obj: line 5: the face has 0 corners; it needs three or more.");
  EXPECT_EQ(message(square + "f 1 2 x\n"), "part.obj: line 5: the face's corner is 'x', which is not a whole number.");
  EXPECT_EQ(message(square + "f 1 2 3.5\n"),
            "part.obj: line 5: the face's corner goes on with '.5', but corners are i, i/j, i//k or i/j/k.");
  EXPECT_EQ(message(square + "f 1 \\\n2 3/a\n"),
            "part.obj: line 6: the face's corner goes on with '/a', but corners are i, i/j, i//k or i/j/k.");
}

TEST(Obj, RefusesPointsThatAreNoneNotFiniteOrTooLarge) {
  EXPECT_EQ(message("v 0 0\n"), "part.obj: line 1: the vertex ends before its z.");
  EXPECT_EQ(message("v 0 0 0\nv 0 zero 0\n"), "part.obj: line 2: y is 'zero', which is not a number.");
  EXPECT_EQ(message("v 0 0 0\r\nv 0 1e 0\r\n"), "part.obj: line 2: y is '1e', which is not a number.");
  EXPECT_EQ(message("v nan 0 0\n"), "part.obj: line 1: x is not a number (NaN). Repair the model or export it again.");
  EXPECT_EQ(message("v 0 -INF 0\n"), "part.obj: line 1: y is infinite. Repair the model or export it again.");
  EXPECT_EQ(message("v 0 0 2.1e90\n"),
            "part.obj: line 1: z is beyond 2^300, the largest coordinate that abut takes. Scale the model down.");
}

TEST(Obj, ThatIsCutOffInsideAStatementIsRefused) {
  EXPECT_EQ(message(square + "f 1 2 3\nf 1"), "part.obj: line 6: the face has 1 corner; it needs three or more.");
  EXPECT_EQ(message("v 0 0 0\nv 1 "), "part.obj: line 2: the vertex ends before its y.");
}

TEST(Obj, WithoutTrianglesIsRefused) {
  EXPECT_EQ(message(square), "part.obj: has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?");
  EXPECT_EQ(message("\x7f\x45\x4c\x46\x01\x02"),
            "part.obj: has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?");
}

TEST(Obj, ComesBackWithEveryDoubleAndPart) {
  const Mesh mesh = awkward_tetrahedron();
  EXPECT_EQ(read(write_obj(mesh)), mesh);
}

TEST(Obj, ComesBackWithoutPartsWhenItHadNone) {
  Mesh mesh = awkward_tetrahedron();
  mesh.parts.clear();
  EXPECT_EQ(read(write_obj(mesh)), mesh);
}

TEST(Obj, KeepsNamesThatLookLikeSyntax) {
  Mesh mesh = awkward_tetrahedron();
  mesh.parts = {{"ends in a backslash\\", 0, 2}, {"\\", 2, 1}, {"# f 1 2 3", 3, 1}};
  EXPECT_EQ(read(write_obj(mesh)), mesh);
  mesh.parts[0].name = " two\nlines ";
  EXPECT_EQ(read(write_obj(mesh)).parts[0].name, "two lines");
}

TEST(Obj, LeavesOutPartsWithoutTriangles) {
  Mesh mesh = awkward_tetrahedron();
  mesh.parts = {{"a", 0, 0}, {"b", 0, 4}, {"c", 4, 0}};
  EXPECT_THAT(read(write_obj(mesh)).parts, ElementsAre(Part{"b", 0, 4}));
}

}  // namespace
}  // namespace abut
