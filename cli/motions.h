#pragma once

#include <abut/motion.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace abut::cli {

/// How A and B move, over the same time.
struct MotionPair {
  Motion a, b;
  std::vector<TimedPlacement> through_a{}, through_b{};  ///< what they are made of
};

// Motions as bytes, for other ranks.
struct UnpackedMotions {
  std::vector<MotionPair> items;
};
std::string packed_motions(std::span<const MotionPair> motions);
UnpackedMotions unpacked_motions(std::string_view bytes, Way way);

/// Reads motions: a line per placement that a motion passes through, with 25 numbers: the time, A's 3x4 matrix row by
/// row, then B's. An empty line ends a motion; '#' starts a comment. The file may be a pipe; "-" is the standard input.
/// Throws Error with file and line for anything else, for what is no rigid motion, for times that do not increase, and
/// for a file without a motion.
std::vector<MotionPair> read_motions(const std::filesystem::path& file, Way way);

}  // namespace abut::cli
