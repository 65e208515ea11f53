#include "fuzz.h"
#include <abut/robot.h>

#include <algorithm>

using namespace abut;

namespace {

/// Messages may quote several names of up to 200 bytes each.
constexpr std::size_t longest_message = 2500;

void require_sound(const Robot& robot) {
  const std::size_t links = robot.figure.links().size(), joints = robot.figure.joints().size();
  for (const AllowedLinks& pair : robot.allowed) require(pair.a < pair.b && pair.b < links, "pairs are links");
  for (const JointGroup& group : robot.groups) {
    for (const std::size_t joint : group.joints) require(joint < joints, "groups hold joints");
    for (const std::size_t link : group.links) require(link < links, "groups hold links");
  }
  for (const std::size_t joint : robot.passive) require(joint < joints, "passive joints are joints");
  for (const std::string& warning : robot.warnings) require_good_message(warning, "", longest_message);
}

/// Every link has a placement, in all states that the files name, unless a state is beyond the limits.
void place(const Robot& robot) {
  std::vector<std::pair<std::string, std::string>> states;
  for (const GroupState& state : robot.states) states.emplace_back(state.name, state.group);
  try {
    require(robot.figure.place(robot.figure.neutral()).size() == robot.figure.links().size(), "all links are placed");
  } catch (const Error& error) {  // a joint that follows another may be too far away
    require_good_message(error.what(), "", longest_message);
  }
  for (const auto& [state, group] : states) try {
      robot.figure.place(robot.configuration(state, group));
    } catch (const Error& error) {
      require_good_message(error.what(), "", longest_message);
    }
}

}  // namespace

/// The bytes are a URDF file and, behind a zero byte, an SRDF file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FuzzFolder folder;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = std::min(bytes.find('\0'), size);
  const std::string urdf = folder.write("r.urdf", bytes.substr(0, zero));
  RobotOptions options;
  if (zero < size) options.srdf = folder.write("r.srdf", bytes.substr(zero + 1));
  options.turn_up_axis = size % 2 == 0;
  try {
    const Robot robot = read_robot(urdf, options);
    require_sound(robot);
    place(robot);
  } catch (const Error& error) {
    const std::string_view message = error.what();
    require_good_message(message, message.starts_with(urdf) ? urdf + ": " : options.srdf + ": ", longest_message);
  }
  return 0;
}
