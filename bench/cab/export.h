#pragma once

#include <filesystem>
#include <string>

namespace abut::bench::cab {

/// Writes the recordings of Tables 1 to 5, every tenth frame: the meshes of their links (binary STL) and a frames file
/// each, whose header explains it. Returns the lines of the README about them. Throws Error when a file cannot be
/// written.
std::string export_recordings(const std::filesystem::path& folder);

}  // namespace abut::bench::cab
