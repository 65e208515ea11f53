#include "io/stl.h"

#include "io/polygon_list.h"
#include "io/text.h"
#include "io/weld.h"
#include <abut/error.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace abut {

namespace {

constexpr std::size_t header_bytes = 84;
constexpr std::size_t count_at = 80;
constexpr std::size_t triangle_bytes = 50;
constexpr std::size_t normal_bytes = 12;

std::uint32_t little_endian(const std::byte* at) {
  std::uint32_t value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  return value;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_word(std::string_view token, std::string_view word) {
  if (token.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (lower(token[i]) != word[i]) return false;
  return true;
}

/// Begins with the word solid. A binary file may begin with it too, but its count brings a NUL.
bool begins_like_ascii(std::span<const std::byte> bytes) {
  constexpr std::size_t enough = 512;
  for (std::byte byte : bytes.first(std::min(bytes.size(), enough)))
    if (byte == std::byte{0}) return false;
  const std::string unnamed;
  TextCursor text(bytes, unnamed);
  text.skip_blanks_and_lines();
  return is_word(text.peek(), "solid");
}

using FloatCorner = Welder<float>::Corner;

/// Reads the corners of consecutive triangles; false when one of them is not finite.
bool read_corners(const std::byte* triangle, std::size_t count, FloatCorner* corners) {
  constexpr std::uint32_t all_but_sign = 0x7fffffff, bits_of_infinity = 0x7f800000;
  std::uint32_t largest_bits = 0;
  for (std::size_t i = 0; i < count; ++i, triangle += triangle_bytes)
    for (std::size_t k = 0; k < 3; ++k, ++corners)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::uint32_t bits = little_endian(triangle + normal_bytes + 12 * k + 4 * axis);
        largest_bits = std::max(largest_bits, bits & all_but_sign);
        (*corners)[axis] = std::bit_cast<float>(bits);
      }
  return largest_bits < bits_of_infinity;
}

[[noreturn]] void fail_at_corner(std::span<const FloatCorner> corners, std::size_t first_triangle,
                                 const std::string& name) {
  for (std::size_t corner = 0; corner < corners.size(); ++corner)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::string flaw = flaw_of(corners[corner][axis], "xyz"[axis]);
      if (flaw.empty()) continue;
      const std::size_t triangle = first_triangle + corner / 3;
      const std::size_t at = header_bytes + triangle * triangle_bytes + normal_bytes + 12 * (corner % 3) + 4 * axis;
      throw Error(name + ": triangle " + std::to_string(triangle) + ", corner " + std::to_string(corner % 3) +
                  " (byte " + std::to_string(at) + "): " + flaw);
    }
  __builtin_unreachable();
}

void check_count(std::uint64_t said, std::uint64_t size, const std::string& name) {
  const std::uint64_t there = (size - header_bytes) / triangle_bytes;
  const std::uint64_t needed = header_bytes + said * triangle_bytes;
  if (said == 0 && there == 0) throw Error(name + ": has no triangles: its header counts 0. Was the export empty?");
  if (said > there)
    throw Error(name + ": the file says " + counted(said, "triangle") + " and ends after " + std::to_string(there) +
                " (byte " + std::to_string(size) + " of " + std::to_string(needed) + "). Was the download cut off?");
  if (said < there)
    throw Error(name + ": the file says " + counted(said, "triangle") + ", enough for " + std::to_string(needed) +
                " bytes, but goes on to byte " + std::to_string(size) +
                ". Is its count wrong? Export the model again.");
}

/// Reads the words of an ASCII file, which may be spread over lines in any way.
class AsciiReader {
 public:
  AsciiReader(std::span<const std::byte> bytes, const std::string& name) : text_(bytes, name), welder_(64, name) {}

  Mesh read() {
    for (text_.skip_blanks_and_lines(); !text_.at_end(); text_.skip_blanks_and_lines()) read_solid();
    if (mesh_.triangles.empty())
      text_.fail_whole("has no triangles: none of its solids has a facet. Was the export empty?");
    mesh_.points = welder_.take_points();
    if (const auto line = polygons_.cut(mesh_)) text_.fail_at(*line, std::string("the loop ") + crossing_polygon);
    if (mesh_.parts.size() == 1 && mesh_.parts[0].name.empty()) mesh_.parts.clear();
    return std::move(mesh_);
  }

 private:
  std::string_view next_word() {
    text_.skip_blanks_and_lines();
    if (text_.at_end()) text_.fail("the file ends inside a solid, before its 'endsolid'. Was the download cut off?");
    return text_.token();
  }

  void expect(std::string_view word) {
    const std::string_view found = next_word();
    if (!is_word(found, word)) text_.fail("expected '" + std::string(word) + "', found " + in_quotes(found) + ".");
  }

  void read_solid() {
    expect("solid");
    const std::string name = text_.rest_of_line();
    const std::size_t first = mesh_.triangles.size();
    for (std::string_view word = next_word(); !is_word(word, "endsolid"); word = next_word()) {
      if (!is_word(word, "facet")) text_.fail("expected 'facet' or 'endsolid', found " + in_quotes(word) + ".");
      read_facet();
    }
    text_.skip_line();
    const std::size_t count = mesh_.triangles.size() - first;
    if (count > 0) mesh_.parts.push_back({name, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
  }

  void read_facet() {
    expect("normal");
    for (int i = 0; i < 3; ++i) next_word();  // exporters write NaN here, and nobody needs it
    expect("outer");
    expect("loop");
    const std::size_t line = text_.line();
    loop_.clear();
    std::string_view word = next_word();
    for (; is_word(word, "vertex"); word = next_word())
      loop_.push_back({coordinate('x'), coordinate('y'), coordinate('z')});
    if (!is_word(word, "endloop")) text_.fail("expected 'vertex' or 'endloop', found " + in_quotes(word) + ".");
    if (loop_.size() < 3)
      text_.fail_at(line, "the loop has " + std::to_string(loop_.size()) + " vertices; a facet needs three.");
    for (std::size_t i = 2; i < loop_.size(); ++i)
      welder_.add(std::array{loop_[0], loop_[i - 1], loop_[i]}, mesh_.triangles);
    polygons_.add_fan(mesh_, loop_.size() - 2, line);
    expect("endfacet");
  }

  double coordinate(char axis) {
    text_.skip_blanks_and_lines();
    return text_.coordinate(axis, "the vertex");
  }

  TextCursor text_;
  Welder<double> welder_;
  Mesh mesh_;
  std::vector<Welder<double>::Corner> loop_;
  PolygonList polygons_;
};

}  // namespace

bool is_binary_stl(std::span<const std::byte> head, std::uint64_t size) {
  return head.size() >= header_bytes &&
         size == header_bytes + std::uint64_t{triangle_bytes} * little_endian(&head[count_at]);
}

Mesh read_binary_stl(const NextBytes& next, std::uint64_t size, const std::string& name) {
  if (size < header_bytes)
    throw Error(name + ": is not an STL file: it does not begin with 'solid', and its " + counted(size, "byte") +
                " are fewer than the 84 of a binary header.");
  const std::size_t count = little_endian(&next(header_bytes)[count_at]);
  check_count(count, size, name);
  // Pieces that fit the processor's second cache.
  constexpr std::size_t piece = 2048;
  std::vector<FloatCorner> corners(3 * std::min(piece, count));
  // A closed mesh has half as many points as triangles.
  Welder<float> welder(count / 2 + 2, name);
  Mesh mesh;
  mesh.triangles.reserve(count);
  prefer_huge_pages(mesh.triangles.data(), count * sizeof(Triangle));
  for (std::size_t first = 0; first < count; first += piece) {
    const std::size_t now = std::min(piece, count - first);
    const std::span<const FloatCorner> read(corners.data(), 3 * now);
    if (!read_corners(next(now * triangle_bytes).data(), now, corners.data())) fail_at_corner(read, first, name);
    welder.add(read, mesh.triangles);
  }
  mesh.points = welder.take_points();
  return mesh;
}

bool looks_like_stl(std::span<const std::byte> bytes) {
  return is_binary_stl(bytes, bytes.size()) || begins_like_ascii(bytes);
}

Mesh read_stl(std::span<const std::byte> bytes, const std::string& name) {
  if (!is_binary_stl(bytes, bytes.size()) && begins_like_ascii(bytes)) return AsciiReader(bytes, name).read();
  if (!is_binary_stl(bytes, bytes.size()) && bytes.size() >= header_bytes && looks_like_text(bytes))
    throw Error(name + ": is not an STL file: it is text, but does not begin with 'solid'. Was the right thing saved?");
  std::size_t at = 0;
  const NextBytes next = [&](std::size_t count) { return bytes.subspan(std::exchange(at, at + count), count); };
  return read_binary_stl(next, bytes.size(), name);
}

}  // namespace abut
