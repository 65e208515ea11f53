#pragma once

#include "io/mesh_instances.h"
#include <abut/load.h>
#include <abut/query.h>

#include <filesystem>
#include <memory>
#include <optional>

namespace abut {

/// Reads the parts of a STEP file under the names of their products, where its assemblies put them; lengths become
/// millimetres. A file with a single part gives that part's solids. A file is read whole or not at all: throws Error,
/// which opens with the file, for a damaged file, for one of which OpenCASCADE leaves out a face, a shell, a solid or a
/// component, and for one without surfaces.
///
/// OpenCASCADE does it, in a program of its own (abut-step-reader), because it crashes on some damaged files. It is
/// built where OpenCASCADE is installed; where it is not found, an Error says what to do. It is looked for in the
/// folder that ABUT_MODULES names; else beside the program, beside the library or Python extension, and where all of
/// them are installed.
MeshInstances read_step(const std::filesystem::path& file, const StepOptions& options = {});

/// One mesh of a STEP file.
struct StepMesh {
  Mesh mesh;
  Stray stray;
};

/// A STEP file whose reader stays alive, with the surfaces, so that meshes can be made anew. Threads may share it.
class StepReader {
 public:
  /// Reads the file, as read_step() does.
  explicit StepReader(const std::filesystem::path& file, const StepOptions& options = {});
  ~StepReader();
  /// What read_step() gives; once.
  MeshInstances take_parts();
  /// One of the meshes, by its index, made anew with another deflection, in millimetres. None when the budget is over
  /// before; when OpenCASCADE cannot do it; when the reader has ended, and the file has changed since it was read.
  std::optional<StepMesh> remesh(std::size_t mesh, double deflection, const Budget& budget = {});

 private:
  class Session;
  std::unique_ptr<Session> session_;
  MeshInstances parts_;
};

/// Does it begin like a STEP file?
bool looks_like_step(std::span<const std::byte> bytes);

}  // namespace abut
