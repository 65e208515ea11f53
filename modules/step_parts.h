#pragma once

#include "io/mesh_instances.h"
#include "io/step.h"

namespace abut {

/// What read_step() of io/step.h gives. Throws Error without the file's name, and whatever OpenCASCADE throws.
MeshInstances step_parts(const std::filesystem::path& file, const StepOptions& options);

}  // namespace abut
