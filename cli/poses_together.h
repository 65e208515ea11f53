#pragma once

#include <abut/collide.h>

#include <filesystem>
#include <vector>

namespace abut::cli {

/// As read_poses(), by all ranks: the first one reads the file, all make numbers of its lines. On the first rank the
/// poses; on the others one pose that nobody looks at. Throws Followed on the others when the first one ends the run,
/// and Interrupted when the interrupt comes.
std::vector<PlacementPair> read_poses_together(const std::filesystem::path& file);

}  // namespace abut::cli
