#pragma once

#include <abut/error.h>
#include <abut/mesh.h>

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace abut {

/// Ends the program, which libFuzzer reports with the input that led here.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

inline std::span<const std::byte> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

/// What a reader says of bytes that it refuses.
inline void require_good_message(std::string_view message, std::string_view opening) {
  require(message.starts_with(opening), "a message opens with the file's name");
  require(message.ends_with('.') || message.ends_with('?'), "a message is a sentence");
  require(message.size() < 400, "a message is short, whatever the file holds");
}

/// What a reader makes of any bytes: an Error with a message that opens with the name (then nothing), or a valid mesh
/// with triangles whose memory is a small multiple of the input's.
template <class Reader>
std::optional<Mesh> read_any(Reader&& reader, std::span<const std::byte> bytes) {
  Mesh mesh;
  try {
    mesh = reader(bytes, "fuzzed");
  } catch (const Error& error) {
    require_good_message(error.what(), "fuzzed: ");
    return std::nullopt;
  }
  validate(mesh);
  require(!mesh.triangles.empty(), "a mesh that was read has triangles");
  const std::size_t memory = mesh.points.capacity() * sizeof(Vec3) + mesh.triangles.capacity() * sizeof(Triangle);
  require(memory <= 64 * bytes.size(), "memory is bounded by the file's size");
  return mesh;
}

/// The same points, triangles and parts.
inline bool is_same(const Mesh& a, const Mesh& b) {
  return a.points == b.points && a.triangles == b.triangles && a.parts == b.parts;
}

}  // namespace abut
