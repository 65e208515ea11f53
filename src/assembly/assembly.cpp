#include "assembly/placed_box.h"
#include "assembly/read_parts.h"
#include "base/shared_data.h"
#include "base/workers.h"
#include "query/model_data.h"
#include <abut/assembly.h>
#include <abut/error.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace abut {

namespace {

constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();

/// The triangles of some runs with the points that they name, in the order of the whole mesh.
Mesh extracted(const Mesh& whole, std::span<const Part* const> runs, std::vector<std::uint32_t>& new_index) {
  Mesh mesh;
  std::vector<std::uint32_t> used;
  for (const Part* run : runs)
    for (std::size_t i = run->first; i < std::size_t{run->first} + run->count; ++i) {
      mesh.triangles.push_back(whole.triangles[i]);
      for (std::uint32_t corner : whole.triangles[i])
        if (std::exchange(new_index[corner], 0) == unused) used.push_back(corner);
    }
  std::sort(used.begin(), used.end());
  for (std::size_t i = 0; i < used.size(); ++i) {
    new_index[used[i]] = static_cast<std::uint32_t>(i);
    mesh.points.push_back(whole.points[used[i]]);
  }
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& corner : triangle) corner = new_index[corner];
  for (std::uint32_t corner : used) new_index[corner] = unused;
  return mesh;
}

}  // namespace

struct Assembly::Names : detail::SharedData {
  std::unordered_map<std::string, std::size_t> index;
  std::unordered_map<std::string, std::size_t> copies;  ///< how many parts were added with a name
};

std::size_t Assembly::add(std::string name, Model model, const Placement& at, const Stray& stray,
                          const FinerMeshes& finer) {
  require_valid(at, ("the placement of '" + name + "'").c_str());
  if (!names_) names_ = detail::Shared<Names>(new Names);
  Names& names = own(names_);
  std::size_t& copies = names.copies[name];
  std::string unique = ++copies == 1 ? name : name + " #" + std::to_string(copies);
  while (names.index.contains(unique)) unique = name + " #" + std::to_string(++copies);
  names.index.emplace(unique, parts_.size());
  parts_.push_back({std::move(unique), std::move(model), at, stray, finer});
  return parts_.size() - 1;
}

void Assembly::estimate_strays() {
  std::map<const void*, Stray> known;  // by what models share
  for (AssemblyPart& part : parts_) {
    if (part.stray.kind() != StrayKind::none) continue;
    const auto [at, is_new] = known.try_emplace(&part.model.data());
    if (is_new) at->second = estimated_stray(part.model.mesh());
    part.stray = at->second;
  }
}

std::optional<std::size_t> Assembly::find(const std::string& name) const {
  if (!names_) return std::nullopt;
  const auto at = names_->index.find(name);
  return at == names_->index.end() ? std::nullopt : std::optional(at->second);
}

std::vector<NamedMesh> split_into_parts(const Mesh& mesh, const std::string& unnamed) {
  if (mesh.parts.empty()) return {{unnamed, mesh}};
  std::vector<std::pair<std::string, std::vector<const Part*>>> runs;
  std::map<std::string, std::size_t> place;
  for (const Part& run : mesh.parts) {
    if (run.count == 0) continue;
    const std::string& name = run.name.empty() ? unnamed : run.name;
    const auto [at, is_new] = place.emplace(name, runs.size());
    if (is_new) runs.emplace_back(name, std::vector<const Part*>{});
    runs[at->second].second.push_back(&run);
  }
  std::vector<std::uint32_t> new_index(mesh.points.size(), unused);
  std::vector<NamedMesh> result;
  for (const auto& [name, its] : runs) result.push_back({name, extracted(mesh, its, new_index)});
  return result;
}

double size_of(const AssemblyPart& part) {
  const Bounds box = placed_box(bounds_of(part.model.mesh().points), part.at);
  return part.model.mesh().points.empty() ? 0 : length(box.high - box.low);
}

double size_of(const Assembly& assembly) {
  Bounds all;
  for (const AssemblyPart& part : assembly.parts())
    if (!part.model.mesh().points.empty()) all = joined(all, placed_box(bounds_of(part.model.mesh().points), part.at));
  return all.low.x <= all.high.x ? length(all.high - all.low) : 0;
}

Assembly load_assembly(std::span<const std::string> files, const ModelOptions& options, int threads,
                       const StepOptions& step, const GltfOptions& gltf) {
  ReadParts all;
  for (const std::string& file : files) append(read_parts(file, options, step, gltf, files.size() > 1), all);
  require_several_parts(all.instances.size(), files);
  std::vector<Model> models(all.meshes.size());
  Workers(threads).for_each(models.size(), [&](std::size_t i) {
    const auto ready = all.ready.find(i);
    models[i] = ready != all.ready.end() ? ready->second : Model(std::move(all.meshes[i]), options);
  });
  Assembly assembly;
  assembly.other_files.assign(all.other_files.begin(), all.other_files.end());
  for (MeshInstance& part : all.instances)
    assembly.add(std::move(part.name), models[part.mesh], part.at, all.strays[part.mesh], all.finer[part.mesh]);
  return assembly;
}

}  // namespace abut
