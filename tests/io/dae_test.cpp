#include "io/dae.h"

#include <abut/error.h>
#include <abut/placement.h>

#include <gmock/gmock.h>

namespace abut {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A file with a square whose corners are (0,0,0), (1,0,0), (1,1,0), (0,1,0), as `primitives` say, in `nodes`.
std::string dae(const std::string& primitives, const std::string& nodes, const std::string& asset = "") {
  return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
         "<asset>" +
         asset +
         "</asset><library_geometries><geometry id=\"g\"><mesh>"
         "<source id=\"s\"><float_array id=\"f\" count=\"12\">0 0 0 1 0 0 1 1 0\n0 1 0</float_array><technique_common>"
         "<accessor source=\"#f\" count=\"4\" stride=\"3\"/></technique_common></source>"
         "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>" +
         primitives +
         "</mesh></geometry></library_geometries>"
         "<library_nodes><node id=\"twice\"><instance_geometry url=\"#g\"/><node><translate>0 0 5</translate>"
         "<instance_geometry url=\"#g\"/></node></node></library_nodes>"
         "<library_visual_scenes><visual_scene id=\"vs\">" +
         nodes +
         "</visual_scene></library_visual_scenes>"
         "<scene><instance_visual_scene url=\"#vs\"/></scene></COLLADA>";
}

const std::string input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
const std::string polylist = "<polylist count=\"1\">" + input + "<vcount>4</vcount><p>0 1 2 3</p></polylist>";
const std::string here = "<node><instance_geometry url=\"#g\"/></node>";

DaeMesh read(const std::string& text) { return read_dae(std::as_bytes(std::span(text)), "file.dae"); }

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

TEST(Dae, ReadsEveryKindOfPrimitive) {
  const Triangle first{0, 1, 2}, second{0, 2, 3};
  EXPECT_THAT(read(dae(polylist, here)).mesh.triangles, ElementsAre(first, second));
  EXPECT_THAT(read(dae("<polygons count=\"1\">" + input + "<p>0 1 2 3</p></polygons>", here)).mesh.triangles,
              ElementsAre(first, second));
  EXPECT_THAT(read(dae("<trifans count=\"1\">" + input + "<p>0 1 2 3</p></trifans>", here)).mesh.triangles,
              ElementsAre(first, second));
  EXPECT_THAT(read(dae("<tristrips count=\"1\">" + input + "<p>1 2 0 3</p></tristrips>", here)).mesh.triangles,
              ElementsAre(Triangle{1, 2, 0}, Triangle{0, 2, 3}));
  // Normals between the positions, whose offset is the second one.
  EXPECT_THAT(
      read(dae("<triangles count=\"2\"><input semantic=\"NORMAL\" source=\"#n\" offset=\"0\"/>"
               "<input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/><p>9 0 9 1 9 2 9 0 9 2 9 3</p></triangles>",
               here))
          .mesh.triangles,
      ElementsAre(first, second));
  EXPECT_THAT(read(dae("<lines count=\"1\"><p>0 1</p></lines>" + polylist, here)).mesh.triangles,
              ElementsAre(first, second));
}

TEST(Dae, PlacesGeometriesWhereTheirNodesAreInMetres) {
  const std::string nodes =
      "<node><translate>10 0 0</translate><rotate>0 0 2 90</rotate><scale>2 2 2</scale>"
      "<node><matrix>1 0 0 0 0 1 0 0 0 0 1 3 0 0 0 1</matrix><instance_geometry url=\"#g\"/></node></node>";
  const DaeMesh read_one = read(dae(polylist, nodes, "<unit meter=\"0.5\"/><up_axis>Z_UP</up_axis>"));
  EXPECT_EQ(read_one.up, 2);
  // (1, 0, 0), then three up, twice as large, turned, ten along x, in half metres.
  EXPECT_EQ(read_one.mesh.points[1], (Vec3{5, 1, 3}));
  EXPECT_EQ(read_one.mesh.points[2], (Vec3{4, 1, 3}));
  EXPECT_EQ(read(dae(polylist, here)).up, 1);
}

TEST(Dae, RepeatsNodesAndTurnsMirroredTriangles) {
  const Mesh twice = read(dae(polylist, "<node><instance_node url=\"#twice\"/></node>")).mesh;
  ASSERT_EQ(twice.triangles.size(), 4u);
  EXPECT_EQ(twice.points[4], (Vec3{0, 0, 5}));
  const Mesh mirrored = read(dae(polylist, "<node><scale>-1 1 1</scale><instance_geometry url=\"#g\"/></node>")).mesh;
  EXPECT_EQ(mirrored.points[1], (Vec3{-1, 0, 0}));
  EXPECT_EQ(mirrored.triangles[0], (Triangle{0, 2, 1}));
}

TEST(Dae, WithoutASceneTakesAllGeometries) {
  std::string text = dae(polylist, here);
  text.erase(text.find("<library_visual_scenes>"), text.find("</COLLADA>") - text.find("<library_visual_scenes>"));
  EXPECT_EQ(read(text).mesh.triangles.size(), 2u);
}

TEST(Dae, KeepsRightUpAndInWhenItTurnsTheUpAxis) {
  EXPECT_EQ(turned_up(2), Placement());
  EXPECT_EQ(turned_up(1) * Vec3({0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(turned_up(1) * Vec3({0, 0, 1}), (Vec3{0, -1, 0}));
  EXPECT_EQ(turned_up(0) * Vec3({1, 0, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(turned_up(0) * Vec3({0, -1, 0}), (Vec3{1, 0, 0}));
  for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(determinant(turned_up(axis).linear), 1);
}

TEST(Dae, RefusesWhatIsDamaged) {
  const auto with = [](const std::string& primitives) { return refusal(dae(primitives, here)); };
  EXPECT_THAT(refusal("<robot/>"), HasSubstr("the root is not <COLLADA>"));
  EXPECT_THAT(with(""), HasSubstr("file.dae: has no triangles in its scene."));
  EXPECT_THAT(with("<triangles count=\"1\">" + input + "<p>0 1 4</p></triangles>"), HasSubstr("names point 4 of 4"));
  EXPECT_THAT(with("<triangles count=\"1\">" + input + "<p>0 1 2 3</p></triangles>"),
              HasSubstr("ends within a triangle"));
  EXPECT_THAT(with("<triangles count=\"1\"><p>0 1 2</p></triangles>"), HasSubstr("no input of vertices"));
  EXPECT_THAT(with("<polylist count=\"1\">" + input + "<vcount>5</vcount><p>0 1 2 3</p></polylist>"),
              HasSubstr("ends before"));
  EXPECT_THAT(with("<polylist count=\"1\">" + input + "<vcount>2</vcount><p>0 1 2 3</p></polylist>"),
              HasSubstr("has 2 corners"));
  EXPECT_THAT(with("<polygons count=\"1\">" + input + "<ph><p>0 1 2</p><h>1 2 3</h></ph></polygons>"),
              HasSubstr("hole"));
  EXPECT_THAT(with("<polygons count=\"1\">" + input + "<p>0 2 1 3</p></polygons>"), HasSubstr("crosses itself"));
  EXPECT_THAT(with("<triangles><input semantic=\"VERTEX\" source=\"#s\" offset=\"0\"/><p>0</p></triangles>"),
              HasSubstr("no <vertices> with the id 's'"));
  EXPECT_THAT(refusal(dae(polylist, "<node><lookat>1</lookat></node>")), HasSubstr("does not read <lookat>"));
  EXPECT_THAT(refusal(dae(polylist, "<node><rotate>0 0 0 90</rotate></node>")), HasSubstr("axis of <rotate> is zero"));
  EXPECT_THAT(refusal(dae(polylist, "<node><matrix>1 2</matrix></node>")), HasSubstr("has 2 numbers instead of 16"));
  EXPECT_THAT(refusal(dae(polylist, here, "<unit meter=\"0\"/>")), HasSubstr("unit"));
  EXPECT_THAT(refusal(dae(polylist, here, "<up_axis>W_UP</up_axis>")), HasSubstr("'W_UP'"));
  EXPECT_THAT(refusal(dae(polylist,
                          "<node><scale>1e299 1 1</scale><scale>1e299 1 1</scale>"
                          "<instance_geometry url=\"#g\"/></node>")),
              HasSubstr("beyond 2^300"));
}

// Forty lines that ask for 2^40 squares.
TEST(Dae, RefusesFilesThatRepeatThemselvesTooOften) {
  std::string nodes = "<node id=\"n0\"><instance_geometry url=\"#g\"/></node>";
  for (int i = 1; i <= 40; ++i) {
    const std::string inner = "<instance_node url=\"#n" + std::to_string(i - 1) + "\"/>";
    nodes += "<node id=\"n" + std::to_string(i) + "\">" + inner + inner + "</node>";
  }
  EXPECT_THAT(refusal(dae(polylist, nodes)), HasSubstr("too often"));
  EXPECT_THAT(refusal(dae(polylist, "<node id=\"self\"><instance_node url=\"#self\"/></node>")),
              HasSubstr("hold themselves"));
}

}  // namespace
}  // namespace abut
