#pragma once

#include <abut/io/mesh_instances.h>

#include <filesystem>

namespace abut {

/// Reads a .gltf or .glb file's bytes; `file` opens every Error, and buffers that the file names are looked for beside
/// it. Of the default scene it takes all nodes with triangles (strips and fans included) under the node's name, else
/// its mesh's, else "node 7"; lines, points, skins, morph targets and everything about looks are left alone. Throws
/// Error for a damaged file, for one without a triangle, for nodes that flatten their mesh, and for required extensions
/// that pack the geometry.
MeshInstances read_gltf(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// Does it begin like a binary glTF file?
bool looks_like_glb(std::span<const std::byte> bytes);

}  // namespace abut
