#pragma once

#include "io/mesh_instances.h"
#include <abut/assembly.h>

#include <map>

namespace abut {

/// What files hold, and models that need not be built, by the place of their meshes, which are empty.
struct ReadParts : MeshInstances {
  std::map<std::size_t, Model> ready;
  std::map<std::size_t, FinerMeshes> finer;  ///< by the same places
};

/// The parts of one file, named as load_assembly() says.
ReadParts read_parts(const std::filesystem::path& file, const ModelOptions& options, const StepOptions& step,
                     const GltfOptions& gltf, bool is_one_of_several);
void name_after_file(std::span<MeshInstance> parts, const std::filesystem::path& file, bool is_one_of_several);
void append(ReadParts&& parts, ReadParts& all);

/// Throws Error when there are fewer than two.
void require_several_parts(std::size_t parts, std::span<const std::string> files);

bool is_step_file(const std::filesystem::path& file);

}  // namespace abut
