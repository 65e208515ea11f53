#pragma once

#include <abut/motion.h>

#include <filesystem>
#include <vector>

namespace abut::cli {

/// How A and B move, over the same time.
struct MotionPair {
  Motion a, b;
};

/// Reads motions: a line per placement that a motion passes through, with 25 numbers: the time, A's 3x4 matrix row by
/// row, then B's. An empty line ends a motion; '#' starts a comment. The file may be a pipe; "-" is the standard input.
/// Throws Error with file and line for anything else, for what is no rigid motion, for times that do not increase, and
/// for a file without a motion.
std::vector<MotionPair> read_motions(const std::filesystem::path& file, Way way);

}  // namespace abut::cli
