#pragma once

#include <abut/mesh.h>

#include <string>
#include <type_traits>

namespace abut {

// The bytes of a tree file: a head, then sections one after the other, all little-endian. What they mean is told in
// docs/concepts/tree-file.md.

/// Sections begin at multiples of this and are filled up with zeros.
inline constexpr std::size_t tree_file_alignment = 128;
/// A section's checksum is joined from those of chunks of this size: a multiple of the alignment and of the size of a
/// node, a point and a triangle, so that none of these is in two chunks.
inline constexpr std::size_t tree_file_chunk = 3 * 65536;
inline constexpr std::uint32_t tree_file_version = 2;

enum class TreeFileSection { nodes, order, inner_points, leaf_triangles, points, triangles, forms, parts, names };
inline constexpr std::size_t tree_file_sections = 9;

/// The first bytes of the file, as they are there.
struct TreeFileHead {
  struct Place {
    std::uint64_t offset, size;  ///< in bytes; the size without the zeros at the end
    std::uint64_t checksum;      ///< of all chunks, with the zeros
  };

  unsigned char magic[8];
  std::uint32_t byte_order, version;
  std::uint64_t file_size;
  std::uint64_t points, triangles, nodes, parts, name_bytes;  ///< how many there are
  double centre[3], unit;                                     ///< the inner frame
  double ratio_when_built;                                    ///< see MeshData
  std::uint32_t depth;                                        ///< of the tree
  std::uint32_t sections;
  Place places[tree_file_sections];
  unsigned char zeros[176];
  std::uint64_t checksum;  ///< of all before

  Place& place(TreeFileSection section) { return places[static_cast<std::size_t>(section)]; }
  const Place& place(TreeFileSection section) const { return places[static_cast<std::size_t>(section)]; }
};
static_assert(sizeof(TreeFileHead) == 512 && std::is_trivially_copyable_v<TreeFileHead>);

/// How the parts of the mesh are written. Their names follow each other in a section of their own.
struct TreeFilePart {
  std::uint32_t first, count, name_bytes, zero;
};

constexpr std::uint64_t with_zeros(std::uint64_t size) {
  return (size + tree_file_alignment - 1) / tree_file_alignment * tree_file_alignment;
}

/// "nodes", for messages.
const char* name_of(TreeFileSection section);

/// A head for so many items of each kind, all else of it still to be set.
TreeFileHead head_of_tree_file(std::uint64_t points, std::uint64_t triangles, std::uint64_t nodes, std::uint64_t parts,
                               std::uint64_t name_bytes);
/// Sets the checksum of the head itself, when all others are known.
void seal(TreeFileHead& head);

/// The checksum of a section, its zeros included.
std::uint64_t section_checksum(std::span<const std::byte> bytes);

/// Throws Error on a machine whose byte order is not the file's.
void require_little_endian(const std::string& name);

bool looks_like_tree_file(std::span<const std::byte> start);
/// The head of a file of this size, of which `start` are the first bytes. Throws Error, opening with the name, unless
/// it is whole, of this version, and its numbers agree with each other and with the size.
TreeFileHead read_tree_file_head(std::span<const std::byte> start, std::uint64_t size, const std::string& name);
/// Throws Error if a section's checksum is not the one that the head has.
void require_section_checksum(const TreeFileHead& head, TreeFileSection section, std::uint64_t checksum,
                              const std::string& name);
/// The mesh's parts. Throws Error if they do not cover the triangles. The head is sound, checksums are not looked at.
std::vector<Part> read_tree_file_parts(const TreeFileHead& head, std::span<const std::byte> file,
                                       const std::string& name);

/// The mesh alone, verified.
Mesh read_tree_file_mesh(std::span<const std::byte> bytes, const std::string& name);

/// A section's bytes, without its zeros.
inline std::span<const std::byte> bytes_of(const TreeFileHead& head, TreeFileSection section,
                                           std::span<const std::byte> file) {
  return file.subspan(head.place(section).offset, head.place(section).size);
}

/// A section as items. The file begins at a multiple of the alignment.
template <class T>
std::span<const T> items_of(const TreeFileHead& head, TreeFileSection section, std::span<const std::byte> file) {
  const std::span<const std::byte> bytes = bytes_of(head, section, file);
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace abut
