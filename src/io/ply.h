#pragma once

#include <abut/mesh.h>

namespace abut {

/// little_endian and big_endian are the binary forms.
enum class PlyForm { ascii, little_endian, big_endian };

/// Reads an ASCII or binary PLY file's bytes; `name` opens every Error. Points keep the file's order, polygons become
/// triangles as PolygonCutter cuts them, other elements and properties are ignored. Triangle strips are refused.
Mesh read_ply(std::span<const std::byte> bytes, const std::string& name);

/// The bytes of a PLY file, with coordinates that read back as the same doubles. Parts are dropped.
std::string write_ply(const Mesh& mesh, PlyForm form = PlyForm::little_endian);

/// Is the first line 'ply'?
bool looks_like_ply(std::span<const std::byte> bytes);

}  // namespace abut
