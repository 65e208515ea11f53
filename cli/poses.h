#pragma once

#include <abut/collide.h>

#include <filesystem>
#include <string>
#include <vector>

namespace abut::cli {

/// Reads placement pairs, one per line: A's 3x4 matrix row by row, then B's, 24 numbers; '#' starts a comment, empty
/// lines do not count. The file may be a pipe; "-" is the standard input. Throws Error with file and line for anything
/// else, for placements that are not finite or singular, and for a file without a pose.
std::vector<PlacementPair> read_poses(const std::filesystem::path& file);

}  // namespace abut::cli
