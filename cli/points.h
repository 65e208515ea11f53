#pragma once

#include <abut/vec3.h>

#include <filesystem>
#include <vector>

namespace abut::cli {

/// Reads points, one per line: x, y and z, with commas or blanks between them. '#' starts a comment, empty lines do not
/// count, and the first line may be the head "x,y,z". The file may be a pipe; "-" is the standard input. Throws Error
/// with file and line for anything else, for coordinates that are not finite or beyond 2^300, and for a file without a
/// point.
std::vector<Vec3> read_points(const std::filesystem::path& file);

}  // namespace abut::cli
