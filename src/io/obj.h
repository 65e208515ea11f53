#pragma once

#include <abut/mesh.h>

namespace abut {

/// Reads a Wavefront OBJ file's bytes; `name` opens every Error. Points keep the file's order, polygons become
/// triangles as PolygonCutter cuts them, g and o statements start parts; values behind x, y, z and all other statements
/// are ignored.
Mesh read_obj(std::span<const std::byte> bytes, const std::string& name);

/// The text of an OBJ file. Coordinates read back as the same doubles; parts become groups, those without triangles are
/// left out.
std::string write_obj(const Mesh& mesh);

/// Is the first statement one that OBJ files begin with?
bool looks_like_obj(std::span<const std::byte> bytes);

}  // namespace abut
