// urdfdom, the reader of ROS, as the oracle of ours; built where it is installed.

#include <abut/robot.h>

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

namespace abut {
namespace {

void expect_near(const Placement& at, const urdf::Pose& pose) {
  double w = 0, x = 0, y = 0, z = 0;
  pose.rotation.getQuaternion(x, y, z, w);
  const Placement expected = Placement::rotation(w, x, y, z, {pose.position.x, pose.position.y, pose.position.z});
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(at.shift[i], expected.shift[i], 1e-15);
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(at.linear(i, j), expected.linear(i, j), 1e-14);
  }
}

JointKind kind_of(int type) {
  switch (type) {
    case urdf::Joint::REVOLUTE:
      return JointKind::revolute;
    case urdf::Joint::CONTINUOUS:
      return JointKind::continuous;
    case urdf::Joint::PRISMATIC:
      return JointKind::prismatic;
    case urdf::Joint::FLOATING:
      return JointKind::floating;
    case urdf::Joint::PLANAR:
      return JointKind::planar;
    default:
      return JointKind::fixed;
  }
}

ShapeKind kind_of(const urdf::Geometry& geometry) {
  constexpr ShapeKind kinds[] = {ShapeKind::sphere, ShapeKind::box, ShapeKind::cylinder, ShapeKind::solid};
  return kinds[geometry.type];
}

TEST(Urdfdom, ReadsTheSameRobots) {
  for (const char* file :
       {ABUT_ROBOTS "/arm/arm.urdf", ABUT_ROBOTS "/hand/hand.urdf", ABUT_ROBOTS "/humanoid/humanoid.urdf"}) {
    const Robot robot = read_robot(file);
    const urdf::ModelInterfaceSharedPtr model = urdf::parseURDFFile(file);
    ASSERT_TRUE(model);
    const Figure& figure = robot.figure;
    EXPECT_EQ(robot.name, model->getName());
    EXPECT_EQ(figure.links()[figure.root()].name, model->getRoot()->name);
    ASSERT_EQ(figure.joints().size(), model->joints_.size());
    for (const Joint& joint : figure.joints()) {
      const urdf::Joint& other = *model->getJoint(joint.name);
      EXPECT_EQ(joint.kind, kind_of(other.type));
      EXPECT_EQ(joint.parent, other.parent_link_name);
      EXPECT_EQ(joint.child, other.child_link_name);
      EXPECT_NEAR(length(joint.axis - Vec3{other.axis.x, other.axis.y, other.axis.z}), 0, 1e-15);
      EXPECT_EQ(joint.limits.lower, other.limits->lower);
      EXPECT_EQ(joint.limits.upper, other.limits->upper);
      expect_near(joint.origin, other.parent_to_joint_origin_transform);
    }
    ASSERT_EQ(figure.links().size(), model->links_.size());
    for (const Link& link : figure.links()) {
      const auto& others = model->getLink(link.name)->collision_array;
      ASSERT_EQ(link.shapes.size(), others.size());
      for (std::size_t i = 0; i < others.size(); ++i) {
        EXPECT_EQ(link.shapes[i].shape.kind(), kind_of(*others[i]->geometry));
        expect_near(link.shapes[i].at, others[i]->origin);
      }
    }
  }
}

}  // namespace
}  // namespace abut
