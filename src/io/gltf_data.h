#pragma once

#include "io/gltf.h"
#include "io/pages.h"

#include <map>
#include <optional>

#include <nlohmann/json.hpp>

namespace abut {

using GltfJson = nlohmann::json;

/// A glTF file's JSON and the numbers in its buffers. Every access is checked: a number that should be there and is
/// not, an index that leads nowhere, bytes beyond a buffer's end are an Error that opens with the file.
class GltfData {
 public:
  GltfData(std::span<const std::byte> bytes, const std::filesystem::path& file, const GltfOptions& options);

  /// The files that its buffers are in.
  std::vector<std::filesystem::path> buffer_files() const;

  const GltfJson& json() const { return json_; }
  /// The elements of a list at the top; empty when the file does not have it.
  const GltfJson& list(const char* name) const;
  /// An element of a list at the top.
  const GltfJson& element(const char* list_name, std::size_t index) const;
  /// A whole number from 0 that the object has under this key; none when it lacks the key.
  std::optional<std::size_t> whole(const GltfJson& object, const char* key) const;
  std::size_t required_whole(const GltfJson& object, const char* key) const;
  /// A text that the object has under this key; empty when it has none.
  std::string text(const GltfJson& object, const char* key) const;

  /// How many bytes were read, each file's once.
  std::size_t bytes_read() const { return bytes_read_; }
  /// How many elements an accessor says it has.
  std::size_t count(std::size_t accessor) const { return required_whole(element("accessors", accessor), "count"); }
  /// Those points of a VEC3 accessor, as doubles. Each must be less than its count.
  std::vector<Vec3> points(std::size_t accessor, std::span<const std::uint32_t> wanted) const;
  /// The whole numbers of a SCALAR accessor.
  std::vector<std::uint32_t> indices(std::size_t accessor) const;

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  /// Where an accessor's elements are.
  struct Elements {
    std::span<const std::byte> bytes;  ///< from the first element to the end of the last
    std::size_t count = 0, stride = 0, component = 0;
    bool normalized = false;
  };
  Elements elements(std::size_t accessor, const std::string& type, std::size_t components) const;
  std::span<const std::byte> view(const GltfJson& accessor, std::size_t& stride) const;
  void read_container(std::span<const std::byte> bytes);
  void parse(std::span<const std::byte> text);
  void load_buffers();
  std::span<const std::byte> buffer_from(const std::string& address);
  std::span<const std::byte> buffer_in_file(const std::string& address);
  std::filesystem::path place_of(const std::string& address) const;

  std::filesystem::path file_;
  GltfOptions options_;
  GltfJson json_;
  std::span<const std::byte> chunk_;  ///< what a binary file brings along
  std::vector<std::vector<std::byte>> embedded_;
  std::map<std::filesystem::path, Pages> files_;  ///< a file that is named often is read once
  std::size_t bytes_read_;
  std::vector<std::span<const std::byte>> buffers_;
};

}  // namespace abut
