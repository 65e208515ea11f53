#pragma once

#include "io/mesh_instances.h"
#include <abut/load.h>

#include <filesystem>

namespace abut {

/// Reads a .gltf or .glb file's bytes; `file` opens every Error, and buffers that the file names are looked for beside
/// it or in folders below. Of the default scene it takes all nodes with triangles (strips and fans included) under the
/// node's name, else its mesh's, else "node 7"; lines, points, skins, morph targets and everything about looks are left
/// alone. Meshes of the same numbers are one; points that no triangle uses are left out. Throws Error for a damaged
/// file, for one without a triangle, for nodes that flatten their mesh, for required extensions that pack the geometry,
/// and for one that repeats its numbers so often that it is many times as large as it looks.
MeshInstances read_gltf(std::span<const std::byte> bytes, const std::filesystem::path& file,
                        const GltfOptions& options = {});

/// Does it begin like a binary glTF file?
bool looks_like_glb(std::span<const std::byte> bytes);

}  // namespace abut
