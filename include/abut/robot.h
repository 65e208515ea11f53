#pragma once

#include <abut/figure.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// Where the files of a ROS package are.
struct RobotPackage {
  std::string name, folder;
};

struct RobotOptions {
  /// The SRDF file that says what may touch; empty: none.
  std::string srdf{};
  /// Where "package://name/..." leads. A package that is not here is looked for in the folders of the environment
  /// variables ROS_PACKAGE_PATH and AMENT_PREFIX_PATH (under share/), and among the folders that the URDF file is in.
  std::vector<RobotPackage> packages{};
  /// Meshes that are closed are solid: what they enclose belongs to them. Otherwise all are surfaces.
  bool solid = true;
  /// Turns .dae and .gltf meshes whose files say that another axis than z is up. ROS tools do not.
  bool turn_up_axis = false;
  /// May neighbours touch: a link with shapes and the next one with shapes that carries it? If unset: only without an
  /// SRDF file, which names them itself.
  std::optional<bool> allow_neighbours{};
};

/// Two links that may touch, a < b, and why: "Adjacent", "Never", as the SRDF file says.
struct AllowedLinks {
  std::size_t a = 0, b = 0;
  std::string reason{};
};

/// A named set of joints and of the links that they move, ascending.
struct JointGroup {
  std::string name;
  std::vector<std::size_t> joints, links;
};

/// Numbers of some joints that have a name together.
struct GroupState {
  std::string name, group;
  struct Value {
    std::size_t joint = 0;
    std::vector<double> numbers;
  };
  std::vector<Value> values;
};

/// What URDF and SRDF files say about a robot.
struct Robot {
  std::string name;
  Figure figure;
  std::vector<AllowedLinks> allowed{};  ///< sorted, each pair once
  std::vector<JointGroup> groups{};
  std::vector<GroupState> states{};
  std::vector<std::size_t> passive{};   ///< joints without a motor; they are numbers of a configuration all the same
  std::vector<std::string> warnings{};  ///< what the files hold and abut leaves out or finds odd, one sentence each
  std::vector<std::string> files{};     ///< all files that were read, each once

  /// The configuration of a state of the SRDF file; joints that it does not name are neutral. Throws Error when there
  /// is none, or several of that name and `group` does not choose, or when it is not valid.
  std::vector<double> configuration(std::string_view state, std::string_view group = {}) const;
};

/// Reads a robot: links with their collision shapes (box, sphere, cylinder, capsule, and meshes in STL, OBJ, PLY, glTF
/// or COLLADA with a scale, also a mirroring one), joints with limits and mimics, and of the SRDF file groups, states,
/// passive joints and pairs that may touch. Joints and links keep the order of the URDF file. A virtual joint of the
/// SRDF file that moves becomes the first joint, from a new root link called as its parent frame. Looks, masses, motors
/// and sensors are left alone. Throws Error, naming the file, the line and the reason, for anything that is damaged,
/// missing or impossible.
Robot read_robot(const std::string& urdf, const RobotOptions& options = {});

}  // namespace abut
