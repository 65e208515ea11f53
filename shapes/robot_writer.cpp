#include "shapes/robot_writer.h"

#include "io/file.h"
#include "shapes/building.h"
#include <abut/error.h>
#include <abut/load.h>

#include <charconv>

namespace abut::shapes {

std::string text_of(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}
std::string text_of(const Vec3& v) { return text_of(v.x) + " " + text_of(v.y) + " " + text_of(v.z); }

namespace {

std::string origin(const Vec3& at, const Vec3& rpy) {
  if (at == Vec3{} && rpy == Vec3{}) return "";
  const std::string turn = rpy == Vec3{} ? "" : " rpy=\"" + text_of(rpy) + "\"";
  return "<origin xyz=\"" + text_of(at) + "\"" + turn + "/>";
}

}  // namespace

RobotShape mesh_shape(const std::string& robot, const std::string& file, const Vec3& scale) {
  const std::string scaled = scale == Vec3{1, 1, 1} ? "" : " scale=\"" + text_of(scale) + "\"";
  return {"<mesh filename=\"package://" + robot + "/" + file + "\"" + scaled + "/>"};
}
RobotShape box_shape(const Vec3& size, const Vec3& at) { return {"<box size=\"" + text_of(size) + "\"/>", at}; }
RobotShape sphere_shape(double radius, const Vec3& at) { return {"<sphere radius=\"" + text_of(radius) + "\"/>", at}; }
RobotShape cylinder_shape(double radius, double length, const Vec3& at) {
  return {"<cylinder radius=\"" + text_of(radius) + "\" length=\"" + text_of(length) + "\"/>", at};
}

RobotWriter::RobotWriter(const std::string& name) {
  files_.name = name;
  files_.urdf = "<?xml version=\"1.0\"?>\n<!-- Made by make_robots. -->\n<robot name=\"" + name + "\">\n";
  files_.srdf = files_.urdf;
}

void RobotWriter::link(const std::string& name, const std::vector<RobotShape>& shapes) {
  files_.urdf += "  <link name=\"" + name + "\"";
  if (shapes.empty()) {
    files_.urdf += "/>\n";
    return;
  }
  files_.urdf += ">\n";
  for (const char* use : {"visual", "collision"})
    for (const RobotShape& shape : shapes)
      files_.urdf += "    <" + std::string(use) + ">" + origin(shape.at, shape.rpy) + "<geometry>" + shape.geometry +
                     "</geometry></" + use + ">\n";
  files_.urdf += "  </link>\n";
}

void RobotWriter::joint(const RobotJoint& joint) {
  const bool limited = joint.lower != joint.upper;
  files_.urdf += "  <joint name=\"" + joint.name + "\" type=\"" + (limited ? "revolute" : "continuous") + "\">\n    " +
                 "<parent link=\"" + joint.parent + "\"/><child link=\"" + joint.child + "\"/>" +
                 origin(joint.at, joint.rpy) + "<axis xyz=\"" + text_of(joint.axis) + "\"/>\n";
  if (limited)
    files_.urdf += "    <limit lower=\"" + text_of(joint.lower) + "\" upper=\"" + text_of(joint.upper) +
                   "\" effort=\"100\" velocity=\"2\"/>\n";
  files_.urdf += "  </joint>\n";
}

void RobotWriter::rule(const std::string& line) { files_.srdf += "  " + line + "\n"; }
void RobotWriter::may_touch(const std::string& a, const std::string& b) {
  rule("<disable_collisions link1=\"" + a + "\" link2=\"" + b + "\" reason=\"Adjacent\"/>");
}

void RobotWriter::mesh(std::string file, Mesh mesh) {
  snap(mesh);
  files_.meshes.push_back({std::move(file), std::move(mesh)});
}

RobotFiles RobotWriter::finish() {
  files_.urdf += "</robot>\n";
  files_.srdf += "</robot>\n";
  return std::move(files_);
}

std::string write(const RobotFiles& robot, const std::string& folder) {
  const std::filesystem::path own = std::filesystem::path(folder) / robot.name;
  std::error_code problem;
  std::filesystem::create_directories(own / "meshes", problem);
  if (problem) throw Error(own.string() + ": the folder cannot be made: " + problem.message() + ".");
  const std::string urdf = (own / (robot.name + ".urdf")).string();
  write_file(urdf, robot.urdf);
  write_file(own / (robot.name + ".srdf"), robot.srdf);
  for (const RobotMesh& part : robot.meshes) save(part.mesh, (own / part.file).string());
  return urdf;
}

}  // namespace abut::shapes
