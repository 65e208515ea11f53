#pragma once

#include <abut/robot_models.h>
#include <abut/vec3.h>

#include <optional>

namespace abut::shapes {

/// A collision shape of a link as URDF text.
struct RobotShape {
  std::string geometry;
  Vec3 at{}, rpy{};
};
RobotShape mesh_shape(const std::string& robot, const std::string& file, const Vec3& scale = {1, 1, 1});
RobotShape box_shape(const Vec3& size, const Vec3& at);
RobotShape sphere_shape(double radius, const Vec3& at);
RobotShape cylinder_shape(double radius, double length, const Vec3& at);

/// A joint as URDF text; with equal limits it is continuous.
struct RobotJoint {
  std::string name, parent, child;
  Vec3 at{}, axis{0, 0, 1};
  double lower = 0, upper = 0;
  Vec3 rpy{};
};

/// Writes the two files of a robot, piece by piece.
class RobotWriter {
 public:
  explicit RobotWriter(const std::string& name);

  void link(const std::string& name, const std::vector<RobotShape>& shapes);
  void joint(const RobotJoint& joint);
  /// A line of the SRDF file.
  void rule(const std::string& line);
  void may_touch(const std::string& a, const std::string& b);
  void mesh(std::string file, Mesh mesh);

  RobotFiles finish();

 private:
  RobotFiles files_;
};

std::string text_of(double number);
std::string text_of(const Vec3& v);

}  // namespace abut::shapes
