#include "robot/kinematics_oracle.h"
#include "robot/robot_files.h"
#include <abut/error.h>
#include <abut/robot.h>

#include <gmock/gmock.h>
namespace abut {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A robot of two links; `inside` goes into the first link, `joint` into the joint, `more` behind them.
std::string urdf(const std::string& inside, const std::string& joint = "<axis xyz=\"0 0 1\"/>",
                 const std::string& type = "continuous", const std::string& more = "") {
  return "<?xml version=\"1.0\"?>\n<robot name=\"r\">\n<link name=\"a\">" + inside + "</link>\n<link name=\"b\"/>\n" +
         "<joint name=\"j\" type=\"" + type + "\"><parent link=\"a\"/><child link=\"b\"/>" + joint + "</joint>\n" +
         more + "</robot>\n";
}

std::string collision(const std::string& geometry, const std::string& origin = "") {
  return "<collision>" + origin + "<geometry>" + geometry + "</geometry></collision>";
}

class Urdf : public testing::Test {
 protected:
  Robot read(const std::string& text, RobotOptions options = {}) {
    return read_robot(folder.write("r/urdf/r.urdf", text), options);
  }
  std::string refusal(const std::string& text, const RobotOptions& options = {}) {
    try {
      read(text, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "taken";
  }

  TestFolder folder{"abut_urdf_test"};
};

TEST_F(Urdf, ReadsShapesWithTheirOrigins) {
  const Robot robot =
      read(urdf(collision("<box size=\"1 2 3\"/>", "<origin xyz=\"1 2 3\" rpy=\"0 0 0.5\"/>") +
                collision("<sphere radius=\"0.5\"/>") + collision("<cylinder radius=\"0.5\" length=\"2\"/>") +
                collision("<capsule radius=\"0.25\" length=\"1\"/>") + "<visual/><inertial/>"));
  EXPECT_EQ(robot.name, "r");
  const std::vector<LinkShape>& shapes = robot.figure.links()[0].shapes;
  ASSERT_EQ(shapes.size(), 4u);
  EXPECT_EQ(shapes[0].shape.kind(), ShapeKind::box);
  EXPECT_EQ(shapes[0].at.shift, (Vec3{1, 2, 3}));
  EXPECT_NEAR(shapes[0].at.linear(1, 0), std::sin(0.5), 1e-15);
  EXPECT_EQ(shapes[1].shape.radius(), 0.5);
  const Bounds cylinder = shapes[2].shape.bounds_at({});
  EXPECT_GE(cylinder.high.z, 1);
  EXPECT_GE(cylinder.high.y, 0.5);
  EXPECT_LE(cylinder.high.y, 0.501);
  EXPECT_EQ(shapes[2].shape.kind(), ShapeKind::cylinder);
  EXPECT_EQ(shapes[3].shape.kind(), ShapeKind::capsule);
  EXPECT_TRUE(robot.figure.links()[1].shapes.empty());
  EXPECT_THAT(robot.warnings, ElementsAre());
}

// Fixed axes: roll about x, then pitch about y, then yaw about z.
TEST_F(Urdf, TurnsByRollPitchAndYaw) {
  const Robot robot = read(urdf("", "<origin rpy=\"0.3 -0.7 1.9\" xyz=\"1 0 0\"/><axis xyz=\"0 0 1\"/>"));
  const LongPlacement expected = long_turn({0, 0, 1}, 1.9) * (long_turn({0, 1, 0}, -0.7) * long_turn({1, 0, 0}, 0.3));
  Placement turned = robot.figure.joints()[0].origin;
  EXPECT_EQ(turned.shift, (Vec3{1, 0, 0}));
  turned.shift = {};
  EXPECT_LT(largest_difference(expected, turned), 1e-15);
}

TEST_F(Urdf, ReadsJoints) {
  const Robot robot =
      read(urdf("", "<limit lower=\"-1\" upper=\"2.5\" effort=\"1\" velocity=\"1\"/>", "revolute",
                "<link name=\"c\"/><joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/>"
                "<axis xyz=\"0 3 0\"/><limit upper=\"1\" effort=\"1\" velocity=\"1\"/>"
                "<mimic joint=\"j\" multiplier=\"2\" offset=\"0.5\"/></joint>"));
  const Joint& j = robot.figure.joints()[0];
  EXPECT_EQ(j.kind, JointKind::revolute);
  EXPECT_EQ(j.axis, (Vec3{1, 0, 0}));
  EXPECT_EQ(j.limits.lower, -1);
  EXPECT_EQ(j.limits.upper, 2.5);
  const Joint& k = robot.figure.joints()[1];
  EXPECT_EQ(k.axis, (Vec3{0, 1, 0}));
  EXPECT_EQ(k.mimic->multiplier, 2);
  EXPECT_EQ(robot.figure.dof(), 1u);
}

TEST_F(Urdf, ReadsMeshesOfEveryFormat) {
  folder.write("r/meshes/t.obj", tetrahedron_obj());
  folder.write("r/urdf/beside.OBJ", tetrahedron_obj());
  folder.write("elsewhere/my meshes/t.obj", tetrahedron_obj());
  const std::string absolute = (folder.path() / "r/meshes/t.obj").string();
  RobotOptions options;
  options.packages = {{"other", (folder.path() / "elsewhere").string()}};
  for (const std::string& name :
       {std::string("package://r/meshes/t.obj"), std::string("package:///r/meshes/t.obj"),
        std::string("../meshes/t.obj"), std::string("beside.OBJ"), absolute, "file://" + absolute,
        std::string("package://other/my%20meshes/t.obj"), std::string("package://other/my meshes/t.obj")}) {
    const Robot robot = read(urdf(collision("<mesh filename=\"" + name + "\"/>")), options);
    const Shape& shape = robot.figure.links()[0].shapes[0].shape;
    EXPECT_EQ(shape.kind(), ShapeKind::solid) << name;
    EXPECT_EQ(shape.core().mesh().triangles.size(), 4u);
    EXPECT_EQ(robot.files.size(), 2u);
  }
}

TEST_F(Urdf, LooksForPackagesInTheEnvironment) {
  folder.write("ros/tools/meshes/t.obj", tetrahedron_obj());
  folder.write("ament/share/grips/t.obj", tetrahedron_obj());
  const std::string text = urdf(collision("<mesh filename=\"package://tools/meshes/t.obj\"/>") +
                                collision("<mesh filename=\"package://grips/t.obj\"/>"));
  EXPECT_THAT(refusal(text), HasSubstr("r.urdf: line 3: package 'tools' was not found. Say where it is"));
  ::setenv("ROS_PACKAGE_PATH", ("/nowhere::" + (folder.path() / "ros").string()).c_str(), 1);
  ::setenv("AMENT_PREFIX_PATH", (folder.path() / "ament").c_str(), 1);
  EXPECT_EQ(read(text).figure.links()[0].shapes.size(), 2u);
  ::setenv("ROS_PACKAGE_PATH", (folder.path() / "ros/tools").c_str(), 1);
  EXPECT_EQ(read(text).figure.links()[0].shapes.size(), 2u);
  ::unsetenv("ROS_PACKAGE_PATH");
  ::unsetenv("AMENT_PREFIX_PATH");
}

TEST_F(Urdf, ScalesAndMirrorsMeshes) {
  folder.write("r/urdf/t.obj", tetrahedron_obj());
  const auto mesh = [](const char* scale) {
    return collision("<mesh filename=\"t.obj\" scale=\"" + std::string(scale) + "\"/>");
  };
  const Robot robot = read(urdf(mesh("1 1 1") + mesh("0.5 2 -1") + mesh("1 1 1")));
  const std::vector<LinkShape>& shapes = robot.figure.links()[0].shapes;
  const Mesh& mirrored = shapes[1].shape.core().mesh();
  EXPECT_EQ(mirrored.points[1], (Vec3{0.5, 0, 0}));
  EXPECT_EQ(mirrored.points[3], (Vec3{0, 0, -3}));
  // Its normals point outward as before.
  EXPECT_EQ(mirrored.triangles[0], (Triangle{0, 1, 2}));
  EXPECT_TRUE(shapes[1].shape.is_solid());
  EXPECT_EQ(shapes[0].shape.core().stamp(), shapes[2].shape.core().stamp()) << "one model for equal meshes";
}

TEST_F(Urdf, SaysWhatItLeavesOutOrFindsOdd) {
  folder.write("r/urdf/open.obj", tetrahedron_obj(false));
  folder.write(
      "r/urdf/up.dae",
      "<COLLADA><asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id=\"g\"><mesh>"
      "<source id=\"s\"><float_array id=\"f\">0 0 0 1 0 0 0 1 0</float_array><technique_common>"
      "<accessor source=\"#f\" count=\"3\" stride=\"3\"/></technique_common></source><vertices id=\"v\">"
      "<input semantic=\"POSITION\" source=\"#s\"/></vertices><triangles><input semantic=\"VERTEX\" source=\"#v\" "
      "offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries></COLLADA>");
  const std::string text = urdf(collision("<mesh filename=\"open.obj\"/>") + collision("<mesh filename=\"up.dae\"/>"),
                                "", "continuous", "<transmission/>\n<gazebo/><transmission/>");
  RobotOptions options;
  const Robot robot = read(text, options);
  ASSERT_EQ(robot.warnings.size(), 5u);
  EXPECT_THAT(robot.warnings[0], HasSubstr("open.obj: the mesh is"));
  EXPECT_THAT(robot.warnings[1], HasSubstr("up.dae: y is up in this file"));
  EXPECT_THAT(robot.warnings[2], HasSubstr("Only its surface counts"));
  EXPECT_THAT(robot.warnings[3], HasSubstr("r.urdf: line 6: <transmission>, here and 1 time more, is left out"));
  EXPECT_THAT(robot.warnings[4], HasSubstr("<gazebo> is left out"));
  EXPECT_EQ(robot.figure.links()[0].shapes[0].shape.kind(), ShapeKind::surface);
  EXPECT_EQ(robot.figure.links()[0].shapes[1].shape.core().mesh().points[2], (Vec3{0, 1, 0}));
  options.turn_up_axis = true;
  options.solid = false;
  const Robot turned = read(text, options);
  EXPECT_EQ(turned.warnings.size(), 2u);
  EXPECT_EQ(turned.figure.links()[0].shapes[1].shape.core().mesh().points[2], (Vec3{0, 0, 1}));
}

TEST_F(Urdf, AllowsNeighboursUnlessTold) {
  const std::string box = collision("<box size=\"1 1 1\"/>");
  const std::string text = urdf(box, "", "continuous",
                                "<link name=\"c\">" + box + "</link><link name=\"d\">" + box +
                                    "</link>"
                                    "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"c\"/></joint>"
                                    "<joint name=\"l\" type=\"fixed\"><parent link=\"b\"/><child link=\"d\"/></joint>");
  const Robot robot = read(text);
  // c and d hang on b, which has no shape, and so on a; they are not neighbours of each other.
  ASSERT_EQ(robot.allowed.size(), 2u);
  EXPECT_EQ(robot.allowed[0].a, 0u);
  EXPECT_EQ(robot.allowed[0].b, 2u);
  EXPECT_EQ(robot.allowed[1].b, 3u);
  RobotOptions options;
  options.allow_neighbours = false;
  EXPECT_TRUE(read(text, options).allowed.empty());
}

TEST_F(Urdf, RefusesWhatCannotBeInOneSentence) {
  const auto with_mesh = [&](const std::string& name) {
    return refusal(urdf(collision("<mesh filename=\"" + name + "\"/>")));
  };
  EXPECT_THAT(with_mesh("gone.stl"), HasSubstr("r.urdf: line 3: "));
  EXPECT_THAT(with_mesh("gone.stl"), HasSubstr("gone.stl: "));
  EXPECT_THAT(with_mesh("http://x.org/a.stl"), HasSubstr("abut does not read 'http://x.org/a.stl'"));
  EXPECT_THAT(with_mesh("package://r"), HasSubstr("names no file of a package"));
  for (const char* name : {"file://a%00.stl", "package://r%00/a.stl", "file://a%0A.stl", "a&#9;b.stl"})
    EXPECT_THAT(with_mesh(name), HasSubstr("line 3: the name of the mesh file '"));
  EXPECT_THAT(with_mesh(std::string(1001, 'x')), HasSubstr("xxx...' is too long."));
  EXPECT_THAT(with_mesh(""), HasSubstr("'filename' of <mesh> is empty"));
  EXPECT_THAT(refusal(urdf(collision("<mesh filename=\"a\" scale=\"1 0 1\"/>"))), HasSubstr("flattens it"));
  EXPECT_THAT(refusal(urdf("", "<axis xyz=\"0 0 0\"/>")), HasSubstr("r.urdf: joint 'j': its axis is zero."));
  EXPECT_THAT(refusal(urdf("", "<axis xyz=\"0 0 1\"/><limit lower=\"nan\" upper=\"1\"/>", "revolute")),
              HasSubstr("line 5: attribute 'lower' of <limit>"));
  EXPECT_THAT(refusal(urdf(collision("<sphere radius=\"inf\"/>"))),
              HasSubstr("line 3: attribute 'radius' of <sphere>"));
  EXPECT_THAT(refusal(urdf("", "<axis xyz=\"0 nan 0\"/>")), HasSubstr("line 5: attribute 'xyz' of <axis> holds 'nan'"));
  EXPECT_THAT(refusal(urdf("", "", "revolving")), HasSubstr("line 5: joint 'j' has the type 'revolving'"));
  EXPECT_THAT(refusal(urdf("", "", "revolute")), HasSubstr("is revolute and has no <limit>"));
  EXPECT_THAT(refusal(urdf("", "<limit lower=\"1\" upper=\"-1\"/>", "revolute")),
              HasSubstr("line 5: the lower limit of joint 'j' is above its upper limit"));
  EXPECT_THAT(refusal(urdf("", "", "fixed", "<link name=\"c\"/>")), HasSubstr("two roots: neither 'a' nor 'c'"));
  EXPECT_THAT(refusal(urdf("", "", "fixed",
                           "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>")),
              HasSubstr("cycle through the links"));
  EXPECT_THAT(refusal(urdf("", "", "fixed", "<link name=\"a\"/>")), HasSubstr("two links are called 'a'"));
  const std::string long_name(300, 'x');
  EXPECT_THAT(refusal(urdf("", "<mimic joint=\"" + long_name + "\"/>")), HasSubstr("line 5: the name 'xxx"));
  EXPECT_THAT(refusal("<robot name=\"" + long_name + "\"/>"), HasSubstr("is too long."));
  std::string ring;
  for (int i = 0; i < 20; ++i)
    ring += "<link name=\"l" + std::to_string(i) + "\"/><joint name=\"k" + std::to_string(i) +
            "\" type=\"fixed\"><parent link=\"l" + std::to_string(i) + "\"/><child link=\"l" +
            std::to_string((i + 1) % 20) + "\"/></joint>";
  EXPECT_THAT(refusal(urdf("", "", "fixed", ring)), HasSubstr("through the links 'l0', 'l19', 'l18', 'l17', 'l16', "
                                                              "'l15' and 14 more. A figure is a tree"));
  EXPECT_THAT(refusal("<robot name=\"r\"/>"), HasSubstr("the robot has no links"));
  EXPECT_THAT(refusal("<sdf/>"), HasSubstr("the root is <sdf>, not <robot>"));
  EXPECT_THAT(refusal("<robot name=\"r\" xmlns:xacro=\"x\"><xacro:macro/></robot>"),
              HasSubstr("Run xacro on it first"));
  EXPECT_THAT(refusal(urdf(collision("<cone/>"))), HasSubstr("abut knows no geometry <cone>"));
  EXPECT_THAT(refusal(urdf(collision("<sphere radius=\"-1\"/>"))), HasSubstr("<sphere> has a negative radius"));
  EXPECT_THAT(refusal(urdf(collision("<box size=\"1 2\"/>"))), HasSubstr("has 2 numbers; it needs three"));
  EXPECT_THAT(refusal(urdf("<collision/>")), HasSubstr("<collision> has no <geometry>"));
  EXPECT_THAT(refusal(urdf("", "<origin rpy=\"1e9 0 0\"/>")), HasSubstr("beyond 2^20"));
  EXPECT_THROW(read_robot((folder.path() / "none.urdf").string()), Error);
}

}  // namespace
}  // namespace abut
