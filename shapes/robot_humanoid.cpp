#include "shapes/building.h"
#include "shapes/robot_writer.h"

#include <cmath>

namespace abut::shapes {

namespace {

constexpr double gap = 0.004;

/// A station of a limb or a trunk along z: the half widths there and how far its middle is from the axis.
struct Station {
  double z, x, y, shift_y = 0;
};

/// A closed body through stations from the highest to the lowest. Its sections are round, or |x/a|^4 + |y/b|^4 = 1.
Mesh body_mesh(const std::vector<Station>& stations, bool is_round, int around) {
  const int rings = static_cast<int>(stations.size());
  const auto middle = [&](int ring) {
    const Station& s = stations[static_cast<std::size_t>(ring)];
    return Vec3{0, s.shift_y, s.z};
  };
  const auto ring_point = [&](int ring, int side) {
    const Station& s = stations[static_cast<std::size_t>(ring)];
    // Counterclockwise about -z, along which the stations go.
    const Turn t = turn(-static_cast<double>(side) / around);
    const double c = t.cosine * t.cosine, d = t.sine * t.sine;
    const double reach = is_round ? 1 : 1 / std::sqrt(std::sqrt(c * c + d * d));
    return middle(ring) + Vec3{s.x * reach * t.cosine, s.y * reach * t.sine, 0};
  };
  Mesh mesh;
  add_tube(mesh, middle(0), rings, around, middle(rings - 1), ring_point);
  return mesh;
}

/// A limb that hangs down from z = `top` to `bottom`, with a bulge of `outward` to the left; round at the top if it
/// begins with a half ball around its joint.
Mesh limb_mesh(double top, double bottom, double wide, double narrow, double outward, bool ball) {
  std::vector<Station> stations;
  if (ball)
    for (int i = 1; i <= 3; ++i) {
      const Turn t = turn(i / 16.0);
      stations.push_back({wide * t.cosine, wide * t.sine, wide * t.sine});
    }
  else
    stations.push_back({top, 0.8 * wide, 0.8 * wide});
  const double first = ball ? 0 : top - 0.1 * wide, last = bottom + 0.1 * narrow;
  for (int i = 0; i <= 6; ++i) {
    const double part = i / 6.0, hump = 4 * part * (1 - part);
    const double half = wide + (narrow - wide) * part;
    stations.push_back({first + (last - first) * part, half, half + 0.5 * outward * hump, 0.5 * outward * hump});
  }
  stations.push_back({bottom, 0.8 * narrow, 0.8 * narrow});
  return body_mesh(stations, true, 16);
}

/// Names of the left or the right side; what is on the right is mirrored.
struct Side {
  std::string name;
  double sign;
  std::string operator()(const char* part) const { return name + "_" + part; }
  Vec3 operator()(const Vec3& v) const { return {v.x, sign * v.y, v.z}; }
  RobotShape mesh(const char* part) const {
    return mesh_shape("humanoid", "meshes/" + std::string(part) + ".stl", {1, sign, 1});
  }
};

/// A hinge whose limits are mirrored where its axis is along the body: what opens to the left opens to the right.
RobotJoint hinge(const Side& side, const char* name, const std::string& parent, const char* child, const Vec3& at,
                 const Vec3& axis, double lower, double upper) {
  const bool mirrored = side.sign < 0 && axis.y == 0;
  return {side(name), parent, side(child), side(at), axis, mirrored ? -upper : lower, mirrored ? -lower : upper};
}

void add_arm(RobotWriter& robot, const Side& side) {
  constexpr Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  robot.joint(hinge(side, "shoulder_pitch", "torso", "shoulder", {0, 0.185, 0.33}, y, -3, 1));
  robot.link(side("shoulder"), {sphere_shape(0.05, side(Vec3{0, 0.055, 0}))});
  robot.joint(hinge(side, "shoulder_roll", side("shoulder"), "shoulder_frame", {0, 0.055, 0}, x, -0.2, 2.6));
  robot.link(side("shoulder_frame"), {});
  robot.joint(hinge(side, "shoulder_yaw", side("shoulder_frame"), "upper_arm", {0, 0, 0}, z, -1.5, 1.5));
  robot.link(side("upper_arm"), {side.mesh("upper_arm")});
  robot.joint(hinge(side, "elbow", side("upper_arm"), "forearm", {0, 0, -0.27}, y, -2, 0));
  robot.link(side("forearm"), {side.mesh("forearm")});
  robot.joint(hinge(side, "wrist", side("forearm"), "hand", {0, 0, -0.24}, z, -1.5, 1.5));
  robot.link(side("hand"), {box_shape({0.03, 0.07, 0.12}, {0, 0, -0.065})});
  robot.may_touch("torso", side("shoulder"));
  robot.may_touch(side("shoulder"), side("upper_arm"));
  robot.may_touch(side("upper_arm"), side("forearm"));
  robot.may_touch(side("forearm"), side("hand"));
}

void add_leg(RobotWriter& robot, const Side& side) {
  constexpr Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  robot.joint(hinge(side, "hip_yaw", "pelvis", "hip", {0, 0.085, -0.08}, z, -0.8, 0.8));
  robot.link(side("hip"), {sphere_shape(0.055, {0, 0, -0.06})});
  robot.joint(hinge(side, "hip_roll", side("hip"), "hip_frame", {0, 0, -0.06}, x, -0.4, 0.8));
  robot.link(side("hip_frame"), {});
  robot.joint(hinge(side, "hip_pitch", side("hip_frame"), "thigh", {0, 0, 0}, y, -1.8, 0.6));
  robot.link(side("thigh"), {side.mesh("thigh")});
  robot.joint(hinge(side, "knee", side("thigh"), "shin", {0, 0, -0.38}, y, 0, 2.2));
  robot.link(side("shin"), {side.mesh("shin")});
  robot.joint(hinge(side, "ankle_pitch", side("shin"), "ankle", {0, 0, -0.4}, y, -0.7, 0.7));
  robot.link(side("ankle"), {});
  robot.joint(hinge(side, "ankle_roll", side("ankle"), "foot", {0, 0, 0}, x, -0.3, 0.3));
  robot.link(side("foot"), {box_shape({0.22, 0.09, 0.05}, {0.04, 0, -0.06})});
  robot.may_touch("pelvis", side("hip"));
  robot.may_touch(side("hip"), side("thigh"));
  robot.may_touch(side("thigh"), side("shin"));
  robot.may_touch(side("shin"), side("foot"));
}

void add_trunk(RobotWriter& robot) {
  robot.link("pelvis", {mesh_shape("humanoid", "meshes/pelvis.stl")});
  robot.joint({"waist_yaw", "pelvis", "waist", {0, 0, 0.075}, {0, 0, 1}, -1.2, 1.2});
  robot.link("waist", {cylinder_shape(0.07, 0.04, {0, 0, 0.025})});
  robot.joint({"waist_pitch", "waist", "torso", {0, 0, 0.05}, {0, 1, 0}, -0.2, 0.6});
  robot.link("torso", {mesh_shape("humanoid", "meshes/torso.stl")});
  robot.joint({"neck_yaw", "torso", "neck", {0, 0, 0.4}, {0, 0, 1}, -1.2, 1.2});
  robot.link("neck", {cylinder_shape(0.04, 0.05, {0, 0, 0.03})});
  robot.joint({"neck_pitch", "neck", "head", {0, 0, 0.06}, {0, 1, 0}, -0.4, 0.6});
  robot.link("head", {sphere_shape(0.1, {0.01, 0, 0.105})});
  robot.may_touch("pelvis", "waist");
  robot.may_touch("waist", "torso");
  robot.may_touch("torso", "neck");
  robot.may_touch("neck", "head");
}

}  // namespace

RobotFiles humanoid() {
  RobotWriter robot("humanoid");
  robot.mesh(
      "meshes/pelvis.stl",
      body_mesh({{0.07, 0.07, 0.11}, {0.06, 0.085, 0.13}, {0, 0.09, 0.14}, {-0.05, 0.085, 0.135}, {-0.07, 0.07, 0.11}},
                false, 24));
  robot.mesh("meshes/torso.stl", body_mesh({{0.385, 0.06, 0.1},
                                            {0.37, 0.08, 0.15},
                                            {0.3, 0.105, 0.165},
                                            {0.2, 0.105, 0.155},
                                            {0.1, 0.09, 0.135},
                                            {0.02, 0.08, 0.12},
                                            {0.004, 0.065, 0.1}},
                                           false, 24));
  robot.mesh("meshes/upper_arm.stl", limb_mesh(-0.05 - gap, -0.27 + 0.042 + gap, 0.045, 0.04, 0.008, false));
  robot.mesh("meshes/forearm.stl", limb_mesh(0, -0.24 + gap, 0.042, 0.03, 0.006, true));
  robot.mesh("meshes/thigh.stl", limb_mesh(-0.055 - gap, -0.38 + 0.05 + gap, 0.06, 0.05, 0.016, false));
  robot.mesh("meshes/shin.stl", limb_mesh(0, -0.4 + 0.03, 0.05, 0.035, 0.01, true));
  add_trunk(robot);
  for (const Side& side : {Side{"left", 1}, Side{"right", -1}}) {
    add_arm(robot, side);
    add_leg(robot, side);
    robot.rule("<group name=\"" + side("arm") + "\"><chain base_link=\"torso\" tip_link=\"" + side("hand") +
               "\"/></group>");
    robot.rule("<group name=\"" + side("leg") + "\"><chain base_link=\"pelvis\" tip_link=\"" + side("foot") +
               "\"/></group>");
  }
  robot.rule("<virtual_joint name=\"world\" type=\"floating\" parent_frame=\"odom\" child_link=\"pelvis\"/>");
  return robot.finish();
}

}  // namespace abut::shapes
