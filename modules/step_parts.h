#pragma once

#include "io/mesh_instances.h"
#include "io/step.h"
#include "io/step_stream.h"

#include <memory>

namespace abut {

/// The parts of a STEP file. All throw Error without the file's name, and whatever OpenCASCADE throws.
class StepParts {
 public:
  StepParts(const std::filesystem::path& file, const StepOptions& options);
  ~StepParts();
  /// What read_step() of io/step.h gives; once, and first.
  MeshInstances read();
  /// One of its meshes with other triangles.
  MeshInstances remesh(const StepRequest& request);

 private:
  class Document;
  std::unique_ptr<Document> document_;
};

}  // namespace abut
