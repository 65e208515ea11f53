#include "robot/robot_files.h"
#include <abut/error.h>
#include <abut/world_file.h>

#include <cmath>

#include <gmock/gmock.h>
namespace abut {
namespace {

using testing::HasSubstr;

class WorldFile : public testing::Test {
 protected:
  World read(const std::string& text) { return read_world(folder.write("cell/cell.txt", text)); }
  std::string refusal(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "taken";
  }

  TestFolder folder{"abut_world_test"};
};

TEST_F(WorldFile, ReadsBodiesAndWhereTheyAre) {
  folder.write("cell/part.obj", tetrahedron_obj());
  folder.write("cell/open.obj", tetrahedron_obj(false));
  const World world = read(
      "# a cell\n"
      "table  box 1.2 0.8 0.05  at 0.5 0 -0.03\n"
      "\"the part\"  mesh part.obj  scale 2 1 -1  rpy 0 0 1.5  at 1 2 3  # mirrored\r\n"
      "sheet mesh open.obj\n\n"
      "ball sphere 0.1 padding 0.01 at 1 0 0\n"
      "post cylinder 0.05 1.2\nrail capsule 0.02 1\nfloor half-space at 0 0 -0.05");
  ASSERT_EQ(world.bodies.size(), 7u);
  EXPECT_EQ(world.bodies[0].name, "table");
  EXPECT_EQ(world.bodies[0].shape.kind(), ShapeKind::box);
  EXPECT_EQ(world.bodies[0].at.shift, (Vec3{0.5, 0, -0.03}));
  const CheckedBody& part = world.bodies[1];
  EXPECT_EQ(part.name, "the part");
  EXPECT_TRUE(part.shape.is_solid());
  EXPECT_EQ(part.shape.core().mesh().points[1], (Vec3{2, 0, 0}));
  EXPECT_EQ(part.shape.core().mesh().points[3], (Vec3{0, 0, -3}));
  EXPECT_EQ(part.shape.core().mesh().triangles[0], (Triangle{0, 1, 2})) << "a mirrored mesh faces outward";
  EXPECT_NEAR(part.at.linear(1, 0), std::sin(1.5), 1e-15);
  EXPECT_EQ(part.at.shift, (Vec3{1, 2, 3}));
  EXPECT_EQ(world.bodies[2].shape.kind(), ShapeKind::surface);
  EXPECT_EQ(world.bodies[3].shape.radius(), 0.1);
  EXPECT_EQ(world.bodies[3].padding, 0.01);
  EXPECT_EQ(world.bodies[4].shape.kind(), ShapeKind::cylinder);
  EXPECT_EQ(world.bodies[5].shape.kind(), ShapeKind::capsule);
  EXPECT_EQ(world.bodies[6].shape.kind(), ShapeKind::half_space);
  ASSERT_EQ(world.warnings.size(), 1u);
  EXPECT_THAT(world.warnings[0], HasSubstr("open.obj: the mesh is"));
  EXPECT_EQ(world.files.size(), 3u);
}

TEST_F(WorldFile, TakesAMeshForOneBody) {
  const World world = read_world(folder.write("block.obj", tetrahedron_obj()));
  ASSERT_EQ(world.bodies.size(), 1u);
  EXPECT_EQ(world.bodies[0].name, "block");
  EXPECT_TRUE(world.bodies[0].shape.is_solid());
  EXPECT_EQ(world.files.size(), 1u);
}

TEST_F(WorldFile, RefusesWhatCannotBeInOneSentence) {
  EXPECT_THAT(refusal("a cube 1\n"), HasSubstr("cell.txt: line 1: the shape 'cube' is not known"));
  EXPECT_THAT(refusal("\na box 1 2\n"), HasSubstr("line 2: the line ends before a size of the box."));
  EXPECT_THAT(refusal("a box 1 2 -3"), HasSubstr("line 1: a size of the box is negative."));
  EXPECT_THAT(refusal("a sphere nan"), HasSubstr("'nan', which is not a number"));
  EXPECT_THAT(refusal("a sphere 1 at 1e91 0 0"), HasSubstr("which is not a number from -2^300 to 2^300"));
  EXPECT_THAT(refusal("a sphere 1 rpy 1e9 0 0"), HasSubstr("line 1: abut takes no angles beyond 2^20 radians."));
  EXPECT_THAT(refusal("a sphere 1 padding -0.1"), HasSubstr("line 1: the padding is negative."));
  EXPECT_THAT(refusal("a sphere 1 to 1 2 3"), HasSubstr("'to' is not known here"));
  EXPECT_THAT(refusal("a sphere 1 scale 1 1 1"), HasSubstr("'scale' is not known here"));
  EXPECT_THAT(refusal("a mesh gone.stl"), HasSubstr("line 1: "));
  EXPECT_THAT(refusal("a mesh gone.stl"), HasSubstr("gone.stl: "));
  EXPECT_THAT(refusal("a mesh b.obj scale 1 0 1"), HasSubstr("the scale flattens the mesh"));
  EXPECT_THAT(refusal("a sphere 1\n\"a\" sphere 2\n"), HasSubstr("line 2: there is a body 'a' already."));
  EXPECT_THAT(refusal("\"\" sphere 1"), HasSubstr("line 1: the name is empty."));
  EXPECT_THAT(refusal("\"a sphere 1"), HasSubstr("line 1: a quote is opened and not closed."));
  EXPECT_THAT(refusal(std::string("a sphere 1\nb mesh c.obj\0.stl\n", 29)), HasSubstr("line 2: there is a zero byte."));
  EXPECT_THAT(refusal("a mesh " + std::string(1001, 'x')), HasSubstr("line 1: the name of the mesh file 'xxx"));
  EXPECT_THAT(refusal("# none\n"), HasSubstr("cell.txt: has no bodies."));
}

}  // namespace
}  // namespace abut
