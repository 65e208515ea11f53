#pragma once

#include <abut/collide.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace abut::cli {

/// Reads placement pairs, one per line: A's 3x4 matrix row by row, then B's, 24 numbers; '#' starts a comment, empty
/// lines do not count. The file may be a pipe; "-" is the standard input. Throws Error with file and line for anything
/// else, for placements that are not finite or singular, and for a file without a pose.
std::vector<PlacementPair> read_poses(const std::filesystem::path& file);

/// Appends the pose of a line, if there is one. The line is that of a file with such a name, counted from 1.
void append_pose(std::vector<PlacementPair>& poses, std::string_view text, const std::string& file, std::size_t line);

/// Throws Error for a file without a pose.
void require_poses(const std::vector<PlacementPair>& poses, const std::string& file);

}  // namespace abut::cli
