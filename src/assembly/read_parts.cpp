#include "assembly/read_parts.h"

#include "io/file.h"
#include "io/gltf.h"
#include "io/step.h"
#include "query/model_data.h"
#include <abut/error.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <cctype>
#include <memory>

namespace abut {

namespace {

bool has_ending(const std::filesystem::path& file, std::initializer_list<std::string_view> endings) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

ReadParts parts_of_step(const std::filesystem::path& file, const StepOptions& options) {
  const auto reader = std::make_shared<StepReader>(file, options);
  ReadParts parts{reader->take_parts(), {}, {}};
  for (std::size_t i = 0; i < parts.meshes.size(); ++i)
    parts.finer[i] = [reader, i](double stray, const Budget& budget) -> std::optional<FinerMesh> {
      std::optional<StepMesh> made = reader->remesh(i, stray, budget);
      if (!made) return std::nullopt;
      return FinerMesh{std::move(made->mesh), std::move(made->stray)};
    };
  return parts;
}

bool is_step(const std::filesystem::path& file, std::span<const std::byte> head) {
  return looks_like_step(head) || has_ending(file, {".step", ".stp"});
}

/// The parts of one file under the names that the file has for them.
ReadParts parts_of(const std::filesystem::path& file, const ModelOptions& options, const StepOptions& step,
                   const GltfOptions& gltf) {
  std::byte bytes[64];
  const std::span<const std::byte> head(bytes, InputFile(file).read(0, bytes));
  if (looks_like_glb(head) || has_ending(file, {".gltf", ".glb"}))
    return {read_gltf(InputFile(file).read_all().bytes(), file, gltf), {}, {}};
  if (is_step(file, head)) return parts_of_step(file, step);
  ReadParts parts;
  if (is_tree_file(file)) {
    Model model = open_model(file, options);
    // The tree of a file with parts is that of all of them together.
    if (model.data().mesh.parts().empty() && !model.data().mesh.triangles().empty()) {
      parts.instances.push_back({file.stem().string(), 0, {}});
      parts.meshes.emplace_back();
      parts.ready.emplace(0, std::move(model));
      return parts;
    }
  }
  for (NamedMesh& part : split_into_parts(load(file), file.stem().string())) {
    parts.instances.push_back({std::move(part.name), parts.meshes.size(), {}});
    parts.meshes.push_back(std::move(part.mesh));
  }
  return parts;
}

}  // namespace

bool is_step_file(const std::filesystem::path& file) {
  std::byte bytes[64];
  return is_step(file, std::span(bytes, InputFile(file).read(0, bytes)));
}

ReadParts read_parts(const std::filesystem::path& file, const ModelOptions& options, const StepOptions& step,
                     const GltfOptions& gltf, bool is_one_of_several) {
  ReadParts parts = parts_of(file, options, step, gltf);
  name_after_file(parts.instances, file, is_one_of_several);
  return parts;
}

void name_after_file(std::span<MeshInstance> parts, const std::filesystem::path& file, bool is_one_of_several) {
  if (!is_one_of_several) return;
  const std::string stem = file.stem().string();
  for (MeshInstance& part : parts) part.name = parts.size() == 1 ? stem : stem + "/" + part.name;
}

void append(ReadParts&& parts, ReadParts& all) {
  for (MeshInstance& instance : parts.instances) {
    instance.mesh += all.meshes.size();
    all.instances.push_back(std::move(instance));
  }
  for (auto& [place, model] : parts.ready) all.ready.emplace(all.meshes.size() + place, std::move(model));
  for (auto& [place, finer] : parts.finer) all.finer.emplace(all.meshes.size() + place, std::move(finer));
  for (std::size_t i = 0; i < parts.meshes.size(); ++i) {
    all.strays.push_back(i < parts.strays.size() ? parts.strays[i] : Stray());
    all.meshes.push_back(std::move(parts.meshes[i]));
  }
  all.other_files.insert(all.other_files.end(), parts.other_files.begin(), parts.other_files.end());
}

void require_several_parts(std::size_t parts, std::span<const std::string> files) {
  if (parts == 0) throw Error("the assembly has no parts. Name a file with several parts, or several files.");
  if (parts == 1)
    throw Error(files[0] +
                ": has only one part, so there is nothing to check it against. Give several files, or one with several "
                "named parts (OBJ groups, glTF nodes, STEP products).");
}

}  // namespace abut
