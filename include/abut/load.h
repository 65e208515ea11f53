#pragma once

#include <abut/mesh.h>

#include <filesystem>

namespace abut {

/// Reads a mesh; the format is told by the file's first bytes, else by its name's ending (.stl, .obj, .ply). Throws
/// Error, naming the file, the position and the reason, for anything that is not a valid mesh with at least one
/// triangle.
Mesh load(const std::filesystem::path& file);

/// Writes a mesh in the format of the name's ending: .stl (binary), .obj, .ply (binary). A file that cannot be written
/// in full is not left behind.
void save(const Mesh& mesh, const std::filesystem::path& file);

/// How the surfaces of a STEP file become triangles.
struct StepOptions {
  /// How far triangles may stray from the surfaces, in millimetres; 0 for a thousandth of the diagonal of each part's
  /// box.
  double deflection = 0;
};

/// Where a glTF file may have its numbers from.
struct GltfOptions {
  /// May it name buffers outside of its own folder, by "..", an absolute path or a link? Such a file reads whatever the
  /// user may read.
  bool outside_files = false;
};

}  // namespace abut
