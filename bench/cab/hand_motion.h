#pragma once

#include "cab/hand.h"

#include <string>
#include <string_view>

/// The recorded motion of the hand of Table 5: a text file with a line per frame.
namespace abut::bench::cab {

/// As bench/cab/hand_motion.csv has it.
std::string_view recorded_hand_motion();

/// Poses as text, with six digits behind the point: a line that names the columns, then a line for each.
std::string hand_motion_text(std::span<const HandPose> poses);
/// The poses of such a text. Error for a line that has not a number in each column.
std::vector<HandPose> poses_of(std::string_view text);

/// What is recorded: the poses of a flicking hand in as many frames as the paper's.
std::vector<HandPose> flicking_hand_poses();

}  // namespace abut::bench::cab
