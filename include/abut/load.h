#pragma once

#include <abut/mesh.h>

#include <string>

namespace ABUT_API abut {

/// Reads a mesh. The file's first bytes tell the format; if they do not, the extension does (.stl, .obj, .ply). Of a
/// tree file (.abut) it takes the mesh; open_model() takes all of it. Throws Error, naming the file, the position and
/// the reason, for anything that is not a valid mesh with at least one triangle.
Mesh load(const std::string& file);

/// Writes a mesh in the format that the extension names: .stl (binary), .obj, .ply (binary). A file that cannot be
/// written in full is not left behind.
void save(const Mesh& mesh, const std::string& file);

/// How the surfaces of a STEP file become triangles.
struct StepOptions {
  /// How far the triangles may be from the surfaces, in millimetres: what is asked of OpenCASCADE, which strays up to
  /// three times as far. How far they do stray is measured: see Stray. 0: a thousandth of the diagonal of each part's
  /// box.
  double deflection = 0;
};

/// Which files a glTF file may read its buffers from.
struct GltfOptions {
  /// Allow buffers outside the file's own folder, named by "..", an absolute path or a link. Such a file can read
  /// anything that the user may read.
  bool outside_files = false;
};

}  // namespace abut
