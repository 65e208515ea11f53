#pragma once

#include <abut/math/placement.h>
#include <abut/mesh/mesh.h>

#include <filesystem>

namespace abut {

/// A mesh of a glTF file, where a node of the file's scene has it (world <- mesh).
struct GltfNode {
  std::string name;  ///< the node's, else its mesh's, else "node 7"
  std::size_t mesh = 0;
  Placement at;
};

/// The triangles of a glTF 2.0 file. Nodes that share a mesh name the same one.
struct GltfScene {
  std::vector<Mesh> meshes;
  std::vector<GltfNode> nodes;
};

/// Reads a .gltf or .glb file's bytes; `file` opens every Error, and buffers that the file names are looked for beside
/// it. Of the default scene it takes all nodes with triangles (strips and fans included); lines, points, skins, morph
/// targets and everything about looks are left alone. Throws Error for a damaged file, for one without a triangle, for
/// nodes that flatten their mesh, and for required extensions that pack the geometry.
GltfScene read_gltf(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// Does it begin like a binary glTF file?
bool looks_like_glb(std::span<const std::byte> bytes);

}  // namespace abut
