#pragma once

#include <abut/mesh.h>

#include <functional>

namespace abut {

/// binary holds floats; ascii holds doubles and the parts' names.
enum class StlForm { binary, ascii };

/// Reads a binary or ASCII STL file's bytes; `name` opens every Error. Corners that are equal become one point; normals
/// are ignored. Named or several solids become parts. Fewer than 50 bytes behind a binary file's triangles, which can
/// hold no other, are ignored.
Mesh read_stl(std::span<const std::byte> bytes, const std::string& name);

/// Is a file of this size that begins with these bytes (84 or more) as long as a binary STL file with its count of
/// triangles is?
bool is_binary_stl(std::span<const std::byte> head, std::uint64_t size);

/// Gives the next bytes of a file, which stay valid until the next call.
using NextBytes = std::function<std::span<const std::byte>(std::size_t count)>;

/// Reads a binary STL file piece by piece, so that it need not be in memory whole. `size` is the file's.
Mesh read_binary_stl(const NextBytes& next, std::uint64_t size, const std::string& name);

/// The bytes of an STL file. The binary form rounds coordinates to float and drops the parts; it throws Error when a
/// coordinate is beyond the floats. The ASCII form keeps both, but not points that no triangle uses, nor empty parts.
std::string write_stl(const Mesh& mesh, StlForm form = StlForm::binary);

/// Do the bytes begin like an ASCII STL file, or is their number the one that a binary STL file of as many triangles
/// has?
bool looks_like_stl(std::span<const std::byte> bytes);

}  // namespace abut
