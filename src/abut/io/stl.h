#pragma once

#include <abut/mesh/mesh.h>

namespace abut {

/// binary holds floats; ascii holds doubles and the parts' names.
enum class StlForm { binary, ascii };

/// Reads a binary or ASCII STL file's bytes; `name` opens every Error. Corners that are equal become one point; normals
/// are ignored. Named or several solids become parts. Fewer than 50 bytes behind a binary file's triangles, which can
/// hold no other, are ignored.
Mesh read_stl(std::span<const std::byte> bytes, const std::string& name);

/// The bytes of an STL file. The binary form rounds coordinates to float and drops the parts; it throws Error when a
/// coordinate is beyond the floats. The ASCII form keeps both, but not points that no triangle uses, nor empty parts.
std::string write_stl(const Mesh& mesh, StlForm form = StlForm::binary);

/// Do the bytes begin like an ASCII STL file, or is their number the one that a binary STL file of as many triangles
/// has?
bool looks_like_stl(std::span<const std::byte> bytes);

}  // namespace abut
