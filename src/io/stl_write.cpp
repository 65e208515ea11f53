#include "io/stl.h"
#include "io/text.h"
#include <abut/error.h>

#include <bit>
#include <limits>

namespace abut {

namespace {

/// Length 1, or 0 for a degenerate triangle. Edges are scaled first, so that nothing overflows.
Vec3 unit_normal(const std::array<Vec3, 3>& corners) {
  const auto scaled = [](const Vec3& v) {
    const double size = largest(abs(v));
    return size > 0 ? Vec3{v.x / size, v.y / size, v.z / size} : Vec3{};
  };
  const Vec3 normal = scaled(cross(scaled(corners[1] - corners[0]), scaled(corners[2] - corners[0])));
  const double size = length(normal);
  return size > 0 ? normal * (1 / size) : Vec3{};
}

void append_little_endian(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xff);
}

void append_floats(std::string& bytes, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis)
    append_little_endian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(v[axis])));
}

void check_fits_float(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      if (std::abs(mesh.points[i][axis]) > std::numeric_limits<float>::max())
        throw Error("point " + std::to_string(i) + ": " + "xyz"[axis] +
                    " is beyond the floats of a binary STL file. Save as .ply or .obj, which hold doubles.");
}

std::string write_binary(const Mesh& mesh) {
  check_fits_float(mesh);
  std::string bytes = "abut, binary STL";
  bytes.reserve(84 + 50 * mesh.triangles.size());
  bytes.resize(80, ' ');
  append_little_endian(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::array<Vec3, 3> corners = mesh.corners(i);
    append_floats(bytes, unit_normal(corners));
    for (const Vec3& corner : corners) append_floats(bytes, corner);
    bytes += std::string_view("\0\0", 2);
  }
  return bytes;
}

void append_vector(std::string& text, std::string_view words, const Vec3& v) {
  text += words;
  for (int axis = 0; axis < 3; ++axis) {
    text += ' ';
    append_number(text, v[axis]);
  }
  text += '\n';
}

void append_solid(std::string& text, const Mesh& mesh, const Part& part) {
  const std::string name = on_one_line(part.name);
  text += "solid " + name + "\n";
  for (std::size_t i = part.first; i < std::size_t{part.first} + part.count; ++i) {
    const std::array<Vec3, 3> corners = mesh.corners(i);
    append_vector(text, "facet normal", unit_normal(corners));
    text += "outer loop\n";
    for (const Vec3& corner : corners) append_vector(text, "vertex", corner);
    text += "endloop\nendfacet\n";
  }
  text += "endsolid " + name + "\n";
}

std::string write_ascii(const Mesh& mesh) {
  std::string text;
  for (const Part& part : mesh.parts)
    if (part.count > 0) append_solid(text, mesh, part);
  if (mesh.parts.empty()) append_solid(text, mesh, {"", 0, static_cast<std::uint32_t>(mesh.triangles.size())});
  return text;
}

}  // namespace

std::string write_stl(const Mesh& mesh, StlForm form) {
  return form == StlForm::binary ? write_binary(mesh) : write_ascii(mesh);
}

}  // namespace abut
