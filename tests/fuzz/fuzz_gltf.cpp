#include "fuzz.h"
#include "io/gltf.h"
#include <abut/placement.h>

using namespace abut;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  looks_like_glb(bytes);
  MeshInstances scene;
  try {
    scene = read_gltf(bytes, "nowhere/fuzzed");
  } catch (const Error& error) {
    const std::string_view message = error.what();
    // A buffer that the file names is looked for beside it, or where its name says.
    require_good_message(message, message.starts_with('/') ? "/" : "nowhere/");
    return 0;
  }
  require(!scene.instances.empty(), "a scene that was read has nodes");
  for (const Mesh& mesh : scene.meshes) {
    validate(mesh);
    require(!mesh.triangles.empty(), "a mesh that was read has triangles");
  }
  for (const MeshInstance& node : scene.instances) {
    require(node.mesh < scene.meshes.size(), "a node has a mesh");
    require(!node.name.empty(), "a node has a name");
    require_valid(node.at, "the placement of a node");
  }
  return 0;
}
