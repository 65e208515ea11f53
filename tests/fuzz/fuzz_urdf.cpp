#include "fuzz.h"
#include "io/xml.h"
#include "robot/srdf.h"
#include "robot/urdf.h"

#include <algorithm>

using namespace abut;

namespace {

/// Meshes are not read: every name leads to a ball.
Shape any_mesh(const XmlElement&, const std::string&, const Vec3&) { return Shape::sphere(1); }

void require_sentence(std::string_view message) {
  require(message.ends_with('.') || message.ends_with('?'), "a message is a sentence");
}

/// A robot from the bytes, or nothing.
std::optional<Robot> robot_from(std::span<const std::byte> bytes) {
  try {
    const XmlFile file(bytes, "fuzzed");
    Robot robot;
    UrdfContent content = read_urdf(file, any_mesh, robot.warnings);
    robot.name = content.name;
    robot.figure = Figure(std::move(content.links), std::move(content.joints));
    return robot;
  } catch (const Error& error) {
    require_sentence(error.what());
    return std::nullopt;
  }
}

}  // namespace

/// The bytes are a URDF file and, behind a zero byte, an SRDF file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto zero = static_cast<std::size_t>(std::find(data, data + size, 0) - data);
  std::optional<Robot> robot = robot_from(bytes.first(zero));
  if (!robot) return 0;
  const std::size_t links = robot->figure.links().size();
  try {
    require(robot->figure.place(robot->figure.neutral()).size() == links, "every link has a placement");
  } catch (const Error& error) {  // a joint that follows another may be too far away
    require_sentence(error.what());
  }
  if (zero == size) return 0;
  try {
    const XmlFile srdf(bytes.subspan(zero + 1), "fuzzed");
    read_virtual_joint(srdf, robot->figure.links());
    read_srdf(srdf, *robot);
  } catch (const Error& error) {
    require_sentence(error.what());
    return 0;
  }
  for (const AllowedLinks& pair : robot->allowed) require(pair.a < pair.b && pair.b < links, "pairs are links");
  for (const JointGroup& group : robot->groups)
    for (std::size_t joint : group.joints) require(joint < robot->figure.joints().size(), "groups hold joints");
  return 0;
}
