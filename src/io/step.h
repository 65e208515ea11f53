#pragma once

#include "io/mesh_instances.h"
#include <abut/load.h>

#include <filesystem>

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

/// Does it begin like a STEP file?
bool looks_like_step(std::span<const std::byte> bytes);

}  // namespace abut
