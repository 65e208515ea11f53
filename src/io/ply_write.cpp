#include "io/ply.h"
#include "io/text.h"

#include <bit>

namespace abut {

namespace {

void append_bits(std::string& bytes, std::uint64_t value, int size, PlyForm form) {
  for (int i = 0; i < size; ++i) {
    const int shift = 8 * (form == PlyForm::big_endian ? size - 1 - i : i);
    bytes += static_cast<char>(value >> shift & 0xff);
  }
}

std::string header_of(const Mesh& mesh, PlyForm form) {
  const char* format = form == PlyForm::ascii        ? "ascii"
                       : form == PlyForm::big_endian ? "binary_big_endian"
                                                     : "binary_little_endian";
  // Some readers know signed indices only.
  const char* index = mesh.points.size() <= std::size_t{1} << 31 ? "int" : "uint";
  return std::string("ply\nformat ") + format + " 1.0\ncomment written by abut\nelement vertex " +
         std::to_string(mesh.points.size()) +
         "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
         std::to_string(mesh.triangles.size()) + "\nproperty list uchar " + index + " vertex_indices\nend_header\n";
}

void append_text(std::string& text, const Mesh& mesh) {
  for (const Vec3& point : mesh.points)
    for (int axis = 0; axis < 3; ++axis) {
      append_number(text, point[axis]);
      text += axis < 2 ? ' ' : '\n';
    }
  for (const Triangle& triangle : mesh.triangles) {
    text += '3';
    for (std::uint32_t corner : triangle) {
      text += ' ';
      append_number(text, std::uint64_t{corner});
    }
    text += '\n';
  }
}

void append_binary(std::string& bytes, const Mesh& mesh, PlyForm form) {
  bytes.reserve(bytes.size() + 24 * mesh.points.size() + 13 * mesh.triangles.size());
  for (const Vec3& point : mesh.points)
    for (int axis = 0; axis < 3; ++axis) append_bits(bytes, std::bit_cast<std::uint64_t>(point[axis]), 8, form);
  for (const Triangle& triangle : mesh.triangles) {
    bytes += '\3';
    for (std::uint32_t corner : triangle) append_bits(bytes, corner, 4, form);
  }
}

}  // namespace

std::string write_ply(const Mesh& mesh, PlyForm form) {
  std::string bytes = header_of(mesh, form);
  if (form == PlyForm::ascii)
    append_text(bytes, mesh);
  else
    append_binary(bytes, mesh, form);
  return bytes;
}

}  // namespace abut
