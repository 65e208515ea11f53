#include "stored_assembly.h"

#include "assembly/read_parts.h"
#include "base/workers.h"
#include "cluster/bytes.h"
#include "io/checksum.h"
#include "io/file.h"
#include "tree_cache.h"
#include <abut/error.h>

#include <map>

#include <fmt/format.h>

namespace abut::cli {

namespace {

namespace fs = std::filesystem;

/// The parts of one file, as they are kept.
struct StoredParts {
  struct Mesh {
    std::string tree;  ///< the name of its file in the folder
    BodyFacts facts;
    std::uint64_t bytes = 0;
  };
  std::vector<Mesh> meshes;
  std::vector<MeshInstance> instances;
  std::vector<fs::path> other_files;  ///< not kept: of a file with such nothing is
};

std::string packed(const StoredParts& parts) {
  ByteWriter writer;
  writer.put(parts.meshes.size());
  for (const StoredParts::Mesh& mesh : parts.meshes) {
    writer.put_text(mesh.tree);
    writer.put(mesh.facts);
    writer.put(mesh.bytes);
  }
  writer.put(parts.instances.size());
  for (const MeshInstance& instance : parts.instances) {
    writer.put_text(instance.name);
    writer.put(instance.mesh);
    writer.put(instance.at);
  }
  writer.put(checksum_of(std::as_bytes(std::span(writer.bytes))));
  return std::move(writer.bytes);
}

StoredParts unpacked(std::string_view bytes) {
  StoredParts parts;
  ByteReader reader(bytes);
  for (auto count = reader.get<std::size_t>(); count > 0; --count) {
    StoredParts::Mesh& mesh = parts.meshes.emplace_back();
    mesh.tree = reader.get_text();
    mesh.facts = reader.get<BodyFacts>();
    mesh.bytes = reader.get<std::uint64_t>();
  }
  for (auto count = reader.get<std::size_t>(); count > 0; --count) {
    MeshInstance& instance = parts.instances.emplace_back();
    instance.name = reader.get_text();
    instance.mesh = reader.get<std::size_t>();
    instance.at = reader.get<Placement>();
  }
  return parts;
}

/// None unless the file is whole, and all trees are there.
std::optional<StoredParts> kept(const fs::path& list, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(list, ignored)) return std::nullopt;
  const Pages content = InputFile(list).read_all();
  const std::string_view bytes(reinterpret_cast<const char*>(content.bytes().data()), content.bytes().size());
  constexpr std::size_t at_end = sizeof(std::uint64_t);
  if (bytes.size() < at_end) return std::nullopt;
  const std::string_view before = bytes.substr(0, bytes.size() - at_end);
  if (ByteReader(bytes.substr(before.size())).get<std::uint64_t>() != checksum_of(std::as_bytes(std::span(before))))
    return std::nullopt;
  StoredParts parts = unpacked(before);
  for (const StoredParts::Mesh& mesh : parts.meshes)
    if (!fs::exists(folder / mesh.tree, ignored)) return std::nullopt;
  return parts;
}

/// Makes the tree file of a mesh, unless it is there.
StoredParts::Mesh stored(const Model& model, const fs::path& folder) {
  const Mesh& mesh = model.mesh();
  ContentName content;
  content.add(std::as_bytes(std::span(mesh.points)));
  content.add(std::as_bytes(std::span(mesh.triangles)));
  StoredParts::Mesh result{fmt::format("{}-part-{}.abut", ABUT_VERSION, content.text()), {}, 0};
  const fs::path tree = folder / result.tree;
  if (!mapped(tree)) save_whole(model, tree);
  result.facts = BodyContent(model).facts();
  result.bytes = bytes_of_body(model, fs::file_size(tree));
  return result;
}

StoredParts stored_parts_of(const fs::path& file, const fs::path& folder, int threads, const GltfOptions& gltf) {
  ReadParts read = read_parts(file, {}, {}, gltf, false);
  StoredParts parts{std::vector<StoredParts::Mesh>(read.meshes.size()), std::move(read.instances),
                    std::move(read.other_files)};
  Workers(threads).for_each(read.meshes.size(), [&](std::size_t i) {
    const auto ready = read.ready.find(i);
    parts.meshes[i] = stored(ready != read.ready.end() ? ready->second : Model(std::move(read.meshes[i])), folder);
  });
  return parts;
}

/// As they are kept, or kept from now on.
StoredParts parts_of(const fs::path& file, const fs::path& folder, int threads, const GltfOptions& gltf) {
  ContentName content;
  content.add_file(file);
  // Parts without a name are called what their file is.
  const std::string stem = file.stem().string();
  content.add(std::as_bytes(std::span(stem)));
  const fs::path list = folder / fmt::format("{}{}-{}.parts", ABUT_VERSION, file.extension().string(), content.text());
  if (auto parts = kept(list, folder)) return *std::move(parts);
  const Lock lock(folder / "lock");
  if (auto parts = kept(list, folder)) return *std::move(parts);
  StoredParts parts = stored_parts_of(file, folder, threads, gltf);
  // What other files hold, the list would not tell.
  if (parts.other_files.empty()) {
    const std::string bytes = packed(parts);
    save_whole(std::as_bytes(std::span(bytes)), list);
  }
  return parts;
}

void require_storable(const fs::path& file, std::size_t memory) {
  if (is_step_file(file))
    throw Error(fmt::format("{}: --memory does not work with STEP files, which are read as a whole.", file.string()));
  if (const std::uint64_t size = InputFile(file).size(); size > memory)
    throw Error(
        fmt::format("{}: has {} bytes, more than --memory, and is read as a whole. Divide it, or run this once "
                    "with more memory: what is kept in the folder of ABUT_CACHE serves later runs.",
                    file.string(), size));
}

}  // namespace

StoredAssembly store_assembly(std::span<const std::string> files, int threads, const GltfOptions& gltf,
                              std::size_t memory) {
  const fs::path folder = cache_folder();
  if (folder.empty())
    throw Error(
        "--memory keeps the parts in tree files, and there is no folder for them. Set ABUT_CACHE to one that "
        "belongs to you and that nobody else can write to.");
  StoredAssembly result;
  std::map<std::string, std::size_t> known;  // by the names of tree files
  const Model none;
  for (const std::string& name : files) {
    const fs::path file(name);
    require_storable(file, memory);
    StoredParts parts = parts_of(file, folder, threads, gltf);
    std::vector<std::size_t> place_of;
    for (const StoredParts::Mesh& mesh : parts.meshes) {
      const auto [at, is_new] = known.emplace(mesh.tree, result.meshes.size());
      if (is_new) result.meshes.push_back({mesh.facts, (folder / mesh.tree).string(), mesh.bytes});
      place_of.push_back(at->second);
    }
    name_after_file(parts.instances, file, files.size() > 1);
    for (MeshInstance& instance : parts.instances) {
      result.assembly.add(std::move(instance.name), none, instance.at);
      result.mesh_of.push_back(place_of.at(instance.mesh));
    }
    for (const fs::path& other : parts.other_files) result.assembly.other_files.push_back(other.string());
  }
  require_several_parts(result.assembly.parts().size(), files);
  return result;
}

}  // namespace abut::cli
