#pragma once

#include <abut/error.h>
#include <abut/mesh.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <unistd.h>

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
inline void require_good_message(std::string_view message, std::string_view opening, std::size_t most = 400) {
  require(message.starts_with(opening), "a message opens with the file's name");
  require(message.ends_with('.') || message.ends_with('?'), "a message is a sentence");
  require(message.size() < most, "a message is short, whatever the file holds");
}

/// A folder for readers that take files, in memory where there is one; gone when the program ends.
class FuzzFolder {
 public:
  FuzzFolder() : path_(parent() / ("abut_fuzz_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_ / "r");
    write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    write("triangle.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 3 2\n");
  }
  ~FuzzFolder() { std::filesystem::remove_all(path_); }
  FuzzFolder(const FuzzFolder&) = delete;
  FuzzFolder& operator=(const FuzzFolder&) = delete;

  /// Writes a file of the package "r" and gives its name.
  std::string write(const std::string& name, std::string_view bytes) const {
    const std::string file = path_ / "r" / name;
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }

 private:
  static std::filesystem::path parent() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
  }

  std::filesystem::path path_;
};

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
