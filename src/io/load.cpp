#include "io/file.h"
#include "io/gltf.h"
#include "io/obj.h"
#include "io/ply.h"
#include "io/step.h"
#include "io/stl.h"
#include "io/tree_file.h"
#include <abut/error.h>
#include <abut/load.h>

#include <utility>

namespace abut {

namespace {

/// The name's ending in lower case, with its dot.
std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending;
}

Mesh read(std::span<const std::byte> bytes, const std::filesystem::path& file) {
  const std::string name = file.string(), ending = ending_of(file);
  if (looks_like_tree_file(bytes) || ending == ".abut") {
    Mesh mesh = read_tree_file_mesh(bytes, name);
    if (mesh.triangles.empty()) throw Error(name + ": is the tree file of a model without triangles.");
    return mesh;
  }
  if (looks_like_ply(bytes)) return read_ply(bytes, name);
  if (looks_like_stl(bytes)) return read_stl(bytes, name);
  if (looks_like_obj(bytes)) return read_obj(bytes, name);
  if (ending == ".stl") return read_stl(bytes, name);
  if (ending == ".obj") return read_obj(bytes, name);
  if (ending == ".ply") return read_ply(bytes, name);
  const bool is_step = looks_like_step(bytes) || ending == ".step" || ending == ".stp";
  if (is_step || looks_like_glb(bytes) || ending == ".gltf" || ending == ".glb")
    throw Error(name + ": is a " + (is_step ? "STEP" : "glTF") +
                " file, which holds an assembly. 'abut clash' and load_assembly() read it; for a single mesh, export "
                "it as STL, OBJ or PLY.");
  throw Error(name +
              ": is in no format that abut knows: it does not begin like an STL, OBJ, PLY, glTF, STEP or tree file, " +
              "nor does its name end in .stl, .obj, .ply, .gltf, .glb, .step, .stp or .abut.");
}

/// Binary STL files are the largest, so they are not read into memory as a whole.
Mesh load_binary_stl(const InputFile& input, const std::string& name) {
  std::vector<std::byte> buffer;
  std::uint64_t offset = 0;
  const NextBytes next = [&](std::size_t count) {
    buffer.resize(count);
    if (input.read(std::exchange(offset, offset + count), buffer) < count)
      throw Error(name + ": became shorter while it was read. Load it again when it is complete.");
    return std::span<const std::byte>(buffer);
  };
  return read_binary_stl(next, input.size(), name);
}

std::string written(const Mesh& mesh, const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  if (ending == ".stl") return write_stl(mesh);
  if (ending == ".obj") return write_obj(mesh);
  if (ending == ".ply") return write_ply(mesh);
  if (ending == ".abut") throw Error("a tree file holds a model. Save a Model of the mesh.");
  throw Error("the name does not tell the format. End it in .stl, .obj or .ply.");
}

}  // namespace

Mesh load(const std::string& file) {
  const InputFile input(file);
  std::byte head[84];
  const std::span<const std::byte> start(head, input.read(0, head));
  if (is_binary_stl(start, input.size())) {
    Mesh mesh = load_binary_stl(input, file);
    input.require_unchanged();
    return mesh;
  }
  const Pages content = input.read_all();
  Mesh mesh = read(content.bytes(), file);
  if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max())
    throw Error(file + ": has more than 2^32 - 1 triangles. Split it into several files.");
  return mesh;
}

void save(const Mesh& mesh, const std::string& file) {
  std::string bytes;
  try {
    validate(mesh);
    if (mesh.triangles.empty())
      throw Error("the mesh has no triangles, and a file without triangles cannot be read back.");
    bytes = written(mesh, file);
  } catch (const Error& error) {
    throw Error(file + ": cannot be written: " + error.what());
  }
  write_file(file, bytes);
}

}  // namespace abut
