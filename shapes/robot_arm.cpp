#include "shapes/building.h"
#include "shapes/robot_writer.h"

#include <cmath>

namespace abut::shapes {

namespace {

/// Half of the gap between a link and the next one, along the axis of the joint.
constexpr double half_gap = 0.001;
constexpr Vec3 up{0, 0, 1}, left{0, 1, 0}, right{0, -1, 0};

/// A pipe that leaves its joint along one direction and ends along another, square to it, or goes straight on.
struct Pipe {
  Vec3 from, to;         ///< unit directions
  double first, second;  ///< lengths of the legs up to the corner and from there on
  double radius, bend;   ///< of the pipe and of its axis' bend
  Vec3 corner() const { return from * first; }
  Vec3 end() const { return corner() + to * second; }
};

/// A point of the pipe's axis and the direction there.
struct AxisPoint {
  Vec3 at, along;
};

double arc_length(const Pipe& pipe) { return pipe.from == pipe.to ? 0 : pipe.bend * 0x1.921fb54442d18p0; }
double straight_before(const Pipe& pipe) { return pipe.first - (pipe.from == pipe.to ? 0 : pipe.bend) - half_gap; }
double axis_length(const Pipe& pipe) {
  const double cut = pipe.from == pipe.to ? 0 : pipe.bend;
  return straight_before(pipe) + arc_length(pipe) + pipe.second - cut - half_gap;
}

AxisPoint axis_point(const Pipe& pipe, double way) {
  const double before = straight_before(pipe), arc = arc_length(pipe);
  if (way <= before) return {pipe.from * (half_gap + way), pipe.from};
  if (way >= before + arc) return {pipe.end() - pipe.to * (half_gap + axis_length(pipe) - way), pipe.to};
  const Turn t = turn((way - before) / arc / 4);
  const Vec3 centre = pipe.corner() + (pipe.to - pipe.from) * pipe.bend;
  return {centre + (pipe.from * t.sine - pipe.to * t.cosine) * pipe.bend, pipe.from * t.cosine + pipe.to * t.sine};
}

/// Wider towards its ends, whose edges are cut off; `part` is from 0 to 1.
double radius_at(const Pipe& pipe, double part, bool at_face) {
  const double m = 2 * part - 1;
  return pipe.radius * (at_face ? 0.92 : 0.88 + 0.12 * m * m * m * m);
}

Mesh pipe_mesh(const Pipe& pipe, int triangles) {
  const int sides = std::max(4, static_cast<int>(std::lround(std::sqrt(triangles / 2.0))));
  const int rings = std::max(5, triangles / (2 * sides));
  const double whole = axis_length(pipe), edge = 0.08 * pipe.radius;
  const Vec3 across{1, 0, 0};
  const auto ring_point = [&](int ring, int side) {
    const bool at_face = ring == 0 || ring == rings - 1;
    const double between = edge + (whole - 2 * edge) * (ring - 1) / (rings - 3);
    const double way = ring == 0 ? 0 : ring == rings - 1 ? whole : between;
    const AxisPoint p = axis_point(pipe, way);
    const Turn t = turn(static_cast<double>(side) / sides);
    const Vec3 other = cross(p.along, across);
    return p.at + (across * t.cosine + other * t.sine) * radius_at(pipe, way / whole, at_face);
  };
  Mesh mesh;
  add_tube(mesh, axis_point(pipe, 0).at, rings, sides, axis_point(pipe, whole).at, ring_point);
  return mesh;
}

}  // namespace

RobotFiles arm(int triangles) {
  require(triangles >= 100, "an arm needs 100 triangles or more for each link");
  const Pipe pipes[] = {
      {up, up, 0.08, 0.08, 0.11, 0},          {up, left, 0.12, 0.10, 0.075, 0.08},
      {left, up, 0.09, 0.30, 0.072, 0.078},   {up, right, 0.12, 0.09, 0.066, 0.072},
      {right, up, 0.085, 0.28, 0.062, 0.068}, {up, left, 0.11, 0.08, 0.056, 0.062},
      {left, up, 0.075, 0.085, 0.052, 0.058}, {up, up, 0.08, 0.14, 0.05, 0},
  };
  constexpr double limits[] = {2.9, 2.3, 2.9, 2.8, 2.9, 2.4, 3.05};
  RobotWriter robot("arm");
  for (int i = 0; i < 8; ++i) {
    const std::string link = "link" + std::to_string(i), file = "meshes/" + link + ".stl";
    robot.mesh(file, pipe_mesh(pipes[i], triangles));
    robot.link(link, {mesh_shape("arm", file)});
    if (i == 0) continue;
    const std::string parent = "link" + std::to_string(i - 1), number = std::to_string(i);
    const Vec3 axis = i % 2 == 1 ? up : left;
    robot.joint({"joint" + number, parent, link, pipes[i - 1].end(), axis, -limits[i - 1], limits[i - 1]});
    robot.may_touch(parent, link);
  }
  robot.rule("<group name=\"arm\"><chain base_link=\"link0\" tip_link=\"link7\"/></group>");
  std::string ready;
  constexpr double angles[] = {0, 0.6, 0, 1.4, 0, 0.8, 0};
  for (int i = 0; i < 7; ++i)
    ready += "<joint name=\"joint" + std::to_string(i + 1) + "\" value=\"" + text_of(angles[i]) + "\"/>";
  robot.rule("<group_state name=\"ready\" group=\"arm\">" + ready + "</group_state>");
  robot.rule("<virtual_joint name=\"mount\" type=\"fixed\" parent_frame=\"world\" child_link=\"link0\"/>");
  return robot.finish();
}

}  // namespace abut::shapes
