#include "shapes/building.h"
#include "shapes/robot_writer.h"

#include <cmath>

namespace abut::shapes {

namespace {

constexpr int sides = 14;
constexpr double gap = 0.0015;

/// A part of a finger along x: it begins with a half ball around its joint and ends before the next joint, which has a
/// ball of `next` around it; the last part ends with a half ball.
struct Phalanx {
  const char* name;
  double radius, length, next;
};
constexpr Phalanx phalanges[] = {{"knuckle", 0.0095, 0.024, 0.009},
                                 {"proximal", 0.009, 0.045, 0.0085},
                                 {"middle", 0.0085, 0.029, 0.008},
                                 {"distal", 0.008, 0.018, 0}};

Mesh phalanx_mesh(const Phalanx& part) {
  constexpr int steps = 4;
  std::vector<ProfilePoint> profile;
  for (int i = 0; i <= steps; ++i) {
    const Turn t = turn(0.25 * i / steps);
    profile.push_back({-part.radius * t.cosine, part.radius * t.sine});
  }
  const bool is_last = part.next == 0;
  const double end = is_last ? part.length : part.length - part.next - gap;
  for (int i = 1; i <= 2; ++i) profile.push_back({end * i / 3, part.radius * (1 - 0.04 * i)});
  if (is_last) {
    for (int i = steps; i >= 0; --i) {
      const Turn t = turn(0.25 * i / steps);
      profile.push_back({end + 0.85 * part.radius * t.cosine, 0.88 * part.radius * t.sine});
    }
  } else {
    profile.push_back({end - 0.1 * part.radius, 0.9 * part.radius});
    profile.push_back({end, 0.8 * part.radius});
    profile.push_back({end, 0});
  }
  profile.front().radius = 0;
  profile.back().radius = 0;
  Mesh mesh;
  add_revolved(mesh, profile, sides);
  return mesh;
}

/// A rounded block along x, wider at the fingers. Its section is |y/a|^4 + |z/b|^4 = 1.
Mesh palm_mesh(double length) {
  constexpr int rings = 9, around = 24;
  const auto half_width = [&](double part) { return 0.034 + 0.007 * part; };
  const auto ring_point = [&](int ring, int side) -> Vec3 {
    const bool at_face = ring == 0 || ring == rings - 1;
    const double part = ring == 0 ? 0 : ring == rings - 1 ? 1 : 0.04 + 0.92 * (ring - 1) / (rings - 3);
    const Turn t = turn(static_cast<double>(side) / around);
    const double c = t.cosine * t.cosine, s = t.sine * t.sine;
    const double reach = (at_face ? 0.85 : 1) / std::sqrt(std::sqrt(c * c + s * s));
    return {length * part, half_width(part) * reach * t.cosine, 0.014 * reach * t.sine};
  };
  Mesh mesh;
  add_tube(mesh, {0, 0, 0}, rings, around, {length, 0, 0}, ring_point);
  return mesh;
}

/// Where a digit begins on the palm, and how it moves there.
struct Digit {
  const char* name;
  Vec3 at, rpy;
  double scale;
  Vec3 first_axis;
  double first_lower, first_upper;
};

void add_digit(RobotWriter& robot, const Digit& digit) {
  std::string parent = "palm";
  Vec3 at = digit.at;
  for (int i = 0; i < 4; ++i) {
    const Phalanx& part = phalanges[i];
    const std::string link = std::string(digit.name) + "_" + part.name;
    const Vec3 scale = Vec3{1, 1, 1} * digit.scale;
    robot.link(link, {mesh_shape("hand", "meshes/" + std::string(part.name) + ".stl", scale)});
    RobotJoint joint{digit.name + std::string("_") + std::to_string(i), parent, link, at, {0, 1, 0}, -0.2, 1.57};
    if (i == 0) {
      joint.axis = digit.first_axis;
      joint.lower = digit.first_lower;
      joint.upper = digit.first_upper;
      joint.rpy = digit.rpy;
    }
    robot.joint(joint);
    robot.may_touch(parent, link);
    parent = link;
    at = {part.length * digit.scale, 0, 0};
  }
}

}  // namespace

RobotFiles hand() {
  RobotWriter robot("hand");
  constexpr double palm_length = 0.09;
  robot.mesh("meshes/palm.stl", palm_mesh(palm_length));
  for (const Phalanx& part : phalanges) robot.mesh("meshes/" + std::string(part.name) + ".stl", phalanx_mesh(part));
  robot.link("palm", {mesh_shape("hand", "meshes/palm.stl")});
  const double out = palm_length + phalanges[0].radius + gap;
  add_digit(robot, {"index", {out, 0.028, 0}, {0, 0, 0.06}, 1, {0, 0, 1}, -0.25, 0.25});
  add_digit(robot, {"middle", {out + 0.004, 0, 0}, {}, 1.06, {0, 0, 1}, -0.25, 0.25});
  add_digit(robot, {"ring", {out, -0.028, 0}, {0, 0, -0.06}, 1, {0, 0, 1}, -0.25, 0.25});
  add_digit(
      robot,
      {"thumb", {0.03, 0.052, -0.004}, {0, 0, 0.8}, 1.12, {-0.6967067093471654, 0.7173560908995228, 0}, -0.2, 1.4});
  std::string fingers, grip;
  for (const char* digit : {"index", "middle", "ring"}) {
    const std::string name = digit;
    fingers += "<chain base_link=\"palm\" tip_link=\"" + name + "_distal\"/>";
    for (const char* joint : {"_1", "_2", "_3"}) grip += "<joint name=\"" + name + joint + "\" value=\"0.8\"/>";
  }
  robot.rule("<group name=\"fingers\">" + fingers + "</group>");
  robot.rule("<group name=\"thumb\"><chain base_link=\"palm\" tip_link=\"thumb_distal\"/></group>");
  robot.rule("<group name=\"hand\"><group name=\"fingers\"/><group name=\"thumb\"/></group>");
  robot.rule("<group_state name=\"grip\" group=\"fingers\">" + grip + "</group_state>");
  return robot.finish();
}

}  // namespace abut::shapes
