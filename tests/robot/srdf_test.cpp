#include "robot/robot_files.h"
#include <abut/error.h>
#include <abut/robot.h>

#include <gmock/gmock.h>
namespace abut {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Links a to f: a - b - c - d in a row, e on b, f (a mimic) on e. Joints are called after their child.
std::string chain_urdf() {
  std::string text = "<robot name=\"r\">";
  for (const char* link : {"a", "b", "c", "d", "e", "f"})
    text += "<link name=\"" + std::string(link) +
            "\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link>";
  const std::pair<const char*, const char*> joints[] = {{"a", "b"}, {"b", "c"}, {"c", "d"}, {"b", "e"}, {"e", "f"}};
  for (const auto& [parent, child] : joints)
    text += "<joint name=\"to_" + std::string(child) + "\" type=\"revolute\"><parent link=\"" + parent +
            "\"/><child link=\"" + child + "\"/><limit lower=\"-1\" upper=\"1\"/>" +
            (child[0] == 'f' ? "<mimic joint=\"to_e\"/>" : "") + "</joint>";
  return text + "</robot>";
}

class Srdf : public testing::Test {
 protected:
  Robot read(const std::string& inside) {
    RobotOptions options;
    options.srdf = folder.write("r.srdf", "<robot name=\"r\">\n" + inside + "</robot>");
    return read_robot(folder.write("r.urdf", chain_urdf()), options);
  }
  std::string refusal(const std::string& inside) {
    try {
      read(inside);
    } catch (const Error& error) {
      return error.what();
    }
    return "taken";
  }
  /// "ab ac": the pairs that may touch.
  std::string allowed(const std::string& inside) {
    std::string text;
    const Robot robot = read(inside);
    for (const AllowedLinks& pair : robot.allowed)
      text += (text.empty() ? "" : " ") + robot.figure.links()[pair.a].name + robot.figure.links()[pair.b].name;
    return text;
  }

  TestFolder folder{"abut_srdf_test"};
};

TEST_F(Srdf, ReadsPairsThatMayTouch) {
  EXPECT_EQ(allowed(""), "");
  EXPECT_EQ(allowed("<disable_collisions link1=\"d\" link2=\"a\" reason=\"Never\"/>"
                    "<disable_collisions link1=\"a\" link2=\"b\"/><disable_collisions link1=\"a\" link2=\"d\"/>"),
            "ab ad");
  EXPECT_EQ(read("<disable_collisions link1=\"d\" link2=\"a\" reason=\"Never\"/>").allowed[0].reason, "Never");
  EXPECT_EQ(allowed("<disable_default_collisions link=\"c\"/>"), "ac bc cd ce cf");
  EXPECT_EQ(allowed("<disable_default_collisions link=\"c\"/><enable_collisions link1=\"d\" link2=\"c\"/>"),
            "ac bc ce cf");
  // What is disabled by name stays so.
  EXPECT_EQ(allowed("<disable_collisions link1=\"c\" link2=\"d\"/><enable_collisions link1=\"d\" link2=\"c\"/>"), "cd");
}

TEST_F(Srdf, ReadsGroups) {
  const Robot robot = read(
      "<group name=\"all\"><group name=\"row\"/><joint name=\"to_e\"/></group>"
      "<group name=\"row\"><chain base_link=\"b\" tip_link=\"d\"/><group name=\"all\"/></group>"
      "<group name=\"bent\"><chain base_link=\"d\" tip_link=\"f\"/></group>"
      "<group name=\"links\"><link name=\"a\"/><link name=\"c\"/></group>");
  ASSERT_EQ(robot.groups.size(), 4u);
  EXPECT_THAT(robot.groups[0].joints, ElementsAre(1, 2, 3));
  EXPECT_THAT(robot.groups[1].joints, ElementsAre(1, 2, 3)) << "groups that hold each other";
  EXPECT_THAT(robot.groups[2].joints, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(robot.groups[2].links, ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(robot.groups[3].joints, ElementsAre(1)) << "the root has no joint";
}

TEST_F(Srdf, ReadsStates) {
  const Robot robot = read(
      "<group_state name=\"home\" group=\"g\"><joint name=\"to_c\" value=\"0.5\"/><joint name=\"to_f\" "
      "value=\"1\"/></group_state>"
      "<group_state name=\"home\" group=\"h\"><joint name=\"to_b\" value=\"-1\"/></group_state>"
      "<group_state name=\"far\" group=\"g\"><joint name=\"to_c\" value=\"1.5\"/></group_state>"
      "<passive_joint name=\"to_d\"/>");
  EXPECT_THAT(robot.configuration("home", "g"), ElementsAre(0, 0.5, 0, 0));
  EXPECT_THAT(robot.configuration("home", "h"), ElementsAre(-1, 0, 0, 0));
  EXPECT_THAT(robot.passive, ElementsAre(2));
  EXPECT_THAT(robot.warnings[0], HasSubstr("joint 'to_f' follows another"));
  EXPECT_THROW(robot.configuration("home"), Error) << "two groups have it";
  EXPECT_THROW(robot.configuration("away"), Error);
  EXPECT_THROW(robot.configuration("far"), Error) << "beyond its limits";
}

TEST_F(Srdf, PutsAVirtualJointThatMovesAboveTheRoot) {
  const Robot robot = read(
      "<virtual_joint name=\"v\" type=\"planar\" parent_frame=\"world\" child_link=\"a\"/>"
      "<disable_collisions link1=\"a\" link2=\"b\"/>"
      "<group_state name=\"away\" group=\"g\"><joint name=\"v\" value=\"1 2 0\"/></group_state>");
  EXPECT_EQ(robot.figure.dof(), 7u);
  EXPECT_EQ(robot.figure.numbers()[0].name, "v/x");
  EXPECT_EQ(robot.figure.links()[robot.figure.root()].name, "world");
  EXPECT_EQ(robot.figure.place(robot.configuration("away"))[1].shift, (Vec3{1, 2, 0}));
  EXPECT_EQ(robot.allowed[0].a, 1u);

  const Robot still = read(
      "<virtual_joint name=\"v\" type=\"fixed\" parent_frame=\"world\" child_link=\"a\"/>"
      "<group name=\"g\"><joint name=\"v\"/></group>");
  EXPECT_EQ(still.figure.dof(), 4u);
  EXPECT_TRUE(still.warnings.empty());
}

TEST_F(Srdf, SaysWhatItLeavesOut) {
  const Robot robot = read(
      "<disable_collisions link1=\"a\" link2=\"gone\"/>\n<end_effector name=\"e\"/>\n"
      "<group name=\"g\"><joint name=\"none\"/><group name=\"no\"/></group>");
  ASSERT_EQ(robot.warnings.size(), 4u);
  EXPECT_THAT(robot.warnings[0], HasSubstr("r.srdf: line 4: the robot has no joint 'none'"));
  EXPECT_THAT(robot.warnings[1], HasSubstr("there is no group 'no'"));
  EXPECT_THAT(robot.warnings[2], HasSubstr("line 2: the robot has no link 'gone'; <disable_collisions> is left out."));
  EXPECT_THAT(robot.warnings[3], HasSubstr("<end_effector> is left out"));
}

TEST_F(Srdf, RefusesWhatCannotBe) {
  EXPECT_THAT(refusal("<disable_collisions link1=\"a\"/>"),
              HasSubstr("r.srdf: line 2: <disable_collisions> has no attribute 'link2'"));
  EXPECT_THAT(refusal("<group name=\"g\"/><group name=\"g\"/>"), HasSubstr("two groups are called 'g'"));
  EXPECT_THAT(refusal("<group_state name=\"s\" group=\"g\"><joint name=\"to_b\" value=\"1 2\"/></group_state>"),
              HasSubstr("joint 'to_b' is given 2 numbers; it takes 1"));
  EXPECT_THAT(refusal("<group_state name=\"s\" group=\"g\"><joint name=\"to_b\" value=\"nan\"/></group_state>"),
              HasSubstr("not a number"));
  EXPECT_THAT(refusal("<virtual_joint name=\"v\" type=\"planar\" parent_frame=\"b\" child_link=\"a\"/>"),
              HasSubstr("is a link of the robot"));
  EXPECT_THAT(refusal("<virtual_joint name=\"v\" type=\"ball\" parent_frame=\"w\" child_link=\"a\"/>"),
              HasSubstr("'ball'"));
  EXPECT_THAT(refusal("<virtual_joint name=\"v\" type=\"planar\" parent_frame=\"w\" child_link=\"c\"/>"),
              HasSubstr("'c' is the child of two joints"));
}

}  // namespace
}  // namespace abut
