#pragma once

#include <abut/figure.h>

#include <filesystem>
#include <vector>

namespace abut::cli {

/// Reads configurations, one per line, one after the other into one list: a number for each of the figure's, with
/// commas or blanks between them. '#' starts a comment, empty lines do not count. The first line may be a head with the
/// names of the numbers; then they may be in any order. The file may be a pipe; "-" is the standard input. Throws Error
/// with file and line for anything else, for configurations that the figure refuses, and for a file without one.
std::vector<double> read_configurations(const std::filesystem::path& file, const Figure& figure);

}  // namespace abut::cli
