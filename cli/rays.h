#pragma once

#include <abut/ray.h>

#include <filesystem>
#include <vector>

namespace abut::cli {

/// The segment between two points, each of three numbers with commas or blanks between them, as options give them.
/// Throws Error for anything else.
Ray ray_between(const std::string& from, const std::string& to);

/// Reads segments, one per line: six numbers, where it begins and where it ends, with commas or blanks between them.
/// '#' starts a comment, empty lines do not count. The file may be a pipe; "-" is the standard input. Throws Error with
/// file and line for anything else, and for a file without a ray.
std::vector<Ray> read_rays(const std::filesystem::path& file);

}  // namespace abut::cli
