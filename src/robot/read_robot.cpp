#include "io/file.h"
#include "io/text.h"
#include "robot/link_pairs.h"
#include "robot/mesh_files.h"
#include "robot/srdf.h"
#include "robot/urdf.h"
#include <abut/error.h>
#include <abut/robot.h>

#include <algorithm>

namespace abut {

namespace {

XmlFile read_xml(const std::string& file) { return {InputFile(file).read_all().bytes(), file}; }

/// The links and joints as a figure; the virtual joint comes first.
Figure figure_of(const std::string& urdf, UrdfContent content, const std::optional<XmlFile>& srdf) {
  if (const std::optional<Joint> above = srdf ? read_virtual_joint(*srdf, content.links) : std::nullopt) {
    content.links.insert(content.links.begin(), Link{above->parent, {}});
    content.joints.insert(content.joints.begin(), *above);
  }
  try {
    return {std::move(content.links), std::move(content.joints)};
  } catch (const Error& error) {
    throw Error(urdf + ": " + error.what());
  }
}

void add_neighbours(Robot& robot) {
  LinkPairs pairs(robot.figure.links().size());
  allow_neighbours(robot.figure, pairs);
  for (const AllowedLinks& pair : robot.allowed) pairs.allow(pair.a, pair.b, pair.reason);
  robot.allowed = pairs.list();
}

}  // namespace

Robot read_robot(const std::string& urdf, const RobotOptions& options) {
  const XmlFile file = read_xml(urdf);
  std::optional<XmlFile> srdf;
  if (!options.srdf.empty()) srdf.emplace(read_xml(options.srdf));

  Robot robot;
  MeshFiles meshes(urdf, options);
  const MeshShape mesh_shape = [&](const XmlElement& at, const std::string& name, const Vec3& scale) {
    try {
      return meshes.shape_of(name, scale, robot.warnings);
    } catch (const Error& error) {
      file.fail(at, error.what());
    }
  };
  UrdfContent content = read_urdf(file, mesh_shape, robot.warnings);
  robot.name = content.name;
  robot.figure = figure_of(urdf, std::move(content), srdf);
  if (srdf) read_srdf(*srdf, robot);
  if (options.allow_neighbours.value_or(!srdf)) add_neighbours(robot);
  robot.files.push_back(urdf);
  if (srdf) robot.files.push_back(options.srdf);
  robot.files.insert(robot.files.end(), meshes.files().begin(), meshes.files().end());
  return robot;
}

std::vector<double> Robot::configuration(std::string_view state, std::string_view group) const {
  const GroupState* found = nullptr;
  for (const GroupState& candidate : states) {
    if (candidate.name != state || (!group.empty() && candidate.group != group)) continue;
    if (found) throw Error("several groups have a state called " + in_quotes(state) + ". Name the group, too.");
    found = &candidate;
  }
  if (!found) throw Error("the robot has no state called " + in_quotes(state) + ".");
  std::vector<double> result = figure.neutral();
  for (const GroupState::Value& value : found->values)
    std::copy(value.numbers.begin(), value.numbers.end(),
              result.begin() + static_cast<std::ptrdiff_t>(figure.joint_places()[value.joint].first_number));
  figure.require_valid(result, ("the state " + in_quotes(state)).c_str());
  return result;
}

}  // namespace abut
