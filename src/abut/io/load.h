#pragma once

#include <abut/mesh/mesh.h>

#include <filesystem>

namespace abut {

/// Reads a mesh; the format is told by the file's first bytes, else by its name's ending (.stl, .obj, .ply). Throws
/// Error, naming the file, the position and the reason, for anything that is not a valid mesh with at least one
/// triangle.
Mesh load(const std::filesystem::path& file);

/// Writes a mesh in the format of the name's ending: .stl (binary), .obj, .ply (binary). A file that cannot be written
/// in full is not left behind.
void save(const Mesh& mesh, const std::filesystem::path& file);

}  // namespace abut
