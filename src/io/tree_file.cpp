#include "io/tree_file.h"

#include "io/checksum.h"
#include <abut/error.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace abut {

namespace {

// As PNG's: a byte beyond ASCII, a line end of each kind and the end of text, so that a transfer as text shows.
constexpr unsigned char magic[8] = {0x89, 'A', 'B', 'U', 'T', '\r', '\n', 0x1a};
constexpr std::uint32_t byte_order_mark = 0x01020304, other_byte_order = 0x04030201;
constexpr const char* write_again = " Write it again from the mesh ('abut tree MODEL -o FILE').";

[[noreturn]] void refuse(const std::string& name, const std::string& reason) { throw Error(name + ": " + reason); }

struct SectionForm {
  const char* name;
  std::uint64_t item_bytes;
  std::uint64_t TreeFileHead::*count;
  std::uint64_t more_bytes = 0;  ///< after the items
};
constexpr SectionForm forms[tree_file_sections] = {
    {"nodes", 512, &TreeFileHead::nodes},           {"order", 4, &TreeFileHead::triangles},
    {"inner points", 12, &TreeFileHead::points, 4}, {"leaf triangles", 12, &TreeFileHead::triangles},
    {"points", 24, &TreeFileHead::points},          {"triangles", 12, &TreeFileHead::triangles},
    {"forms", 1, &TreeFileHead::triangles},         {"parts", sizeof(TreeFilePart), &TreeFileHead::parts},
    {"names", 1, &TreeFileHead::name_bytes}};

/// Where sections are in a file with so many items.
void lay_out(TreeFileHead& head) {
  std::uint64_t offset = sizeof(TreeFileHead);
  for (std::size_t i = 0; i < tree_file_sections; ++i) {
    const std::uint64_t size = head.*forms[i].count * forms[i].item_bytes + forms[i].more_bytes;
    head.places[i] = {offset, size, head.places[i].checksum};
    offset += with_zeros(size);
  }
  head.file_size = offset;
}

std::uint64_t own_checksum(const TreeFileHead& head) {
  return checksum_of(std::as_bytes(std::span(&head, 1)).first(offsetof(TreeFileHead, checksum)));
}

/// Do the numbers of the head agree with each other? File sizes are far below 2^63, and no count is larger than they
/// are, so that nothing overflows.
bool is_consistent(const TreeFileHead& head) {
  if (head.sections != tree_file_sections) return false;
  for (const SectionForm& form : forms)
    if (head.*form.count > head.file_size / form.item_bytes) return false;
  if (head.triangles > std::uint64_t{1} << 29 || head.points > std::uint64_t{1} << 32) return false;
  // Every node but the first has two lanes at least.
  if (head.nodes > head.triangles) return false;
  TreeFileHead laid_out = head;
  lay_out(laid_out);
  return std::memcmp(&laid_out, &head, sizeof(head)) == 0;
}

}  // namespace

const char* name_of(TreeFileSection section) { return forms[static_cast<std::size_t>(section)].name; }

TreeFileHead head_of_tree_file(std::uint64_t points, std::uint64_t triangles, std::uint64_t nodes, std::uint64_t parts,
                               std::uint64_t name_bytes) {
  TreeFileHead head{};
  std::copy(std::begin(magic), std::end(magic), head.magic);
  head.byte_order = byte_order_mark;
  head.version = tree_file_version;
  head.points = points;
  head.triangles = triangles;
  head.nodes = nodes;
  head.parts = parts;
  head.name_bytes = name_bytes;
  head.sections = tree_file_sections;
  lay_out(head);
  return head;
}

void seal(TreeFileHead& head) { head.checksum = own_checksum(head); }

std::uint64_t section_checksum(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += tree_file_chunk)
    sum = joined_checksum(sum, checksum_of(bytes.subspan(at, std::min(tree_file_chunk, bytes.size() - at))));
  return sum;
}

void require_little_endian(const std::string& name) {
  if (std::endian::native != std::endian::little)
    refuse(name, "tree files are little-endian, and this machine is not. Use the mesh.");
}

bool looks_like_tree_file(std::span<const std::byte> start) {
  return start.size() >= 5 && std::memcmp(start.data(), magic, 5) == 0;
}

TreeFileHead read_tree_file_head(std::span<const std::byte> start, std::uint64_t size, const std::string& name) {
  require_little_endian(name);
  if (!looks_like_tree_file(start))
    refuse(name, "is not a tree file of abut. 'abut tree MODEL -o FILE' makes one from a mesh.");
  TreeFileHead head;
  if (start.size() < sizeof(head))
    refuse(name,
           "ends after " + std::to_string(size) + " bytes, within the head of a tree file. Was it copied in full?");
  std::memcpy(&head, start.data(), sizeof(head));
  if (std::memcmp(head.magic, magic, sizeof(magic)) != 0)
    refuse(name, "its first bytes are damaged, as by a transfer as text. Copy it as binary.");
  if (head.byte_order == other_byte_order)
    refuse(name, std::string("is big-endian; abut's tree files are little-endian.") + write_again);
  if (head.byte_order == byte_order_mark && head.version > tree_file_version)
    refuse(name, "is a tree file of version " + std::to_string(head.version) + "; this abut reads version " +
                     std::to_string(tree_file_version) + ". Update abut, or make the file anew with this one.");
  if (head.byte_order == byte_order_mark && head.version > 0 && head.version < tree_file_version)
    refuse(name, "is a tree file of version " + std::to_string(head.version) +
                     ", which an older abut wrote; this one reads version " + std::to_string(tree_file_version) + "." +
                     write_again);
  if (head.byte_order == byte_order_mark && size < head.file_size)
    refuse(name, "ends after " + std::to_string(size) + " of " + std::to_string(head.file_size) +
                     " bytes. Was it copied in full?");
  if (own_checksum(head) != head.checksum || head.byte_order != byte_order_mark || head.version == 0)
    refuse(name, std::string("its head is damaged: the checksum is wrong.") + write_again);
  if (size > head.file_size)
    refuse(name, "has " + std::to_string(size) + " bytes, but should have " + std::to_string(head.file_size) + "." +
                     write_again);
  if (!is_consistent(head)) refuse(name, std::string("the numbers in its head contradict each other.") + write_again);
  return head;
}

void require_section_checksum(const TreeFileHead& head, TreeFileSection section, std::uint64_t checksum,
                              const std::string& name) {
  if (checksum != head.place(section).checksum)
    refuse(name,
           std::string("its section '") + name_of(section) + "' is damaged: the checksum is wrong." + write_again);
}

std::vector<Part> read_tree_file_parts(const TreeFileHead& head, std::span<const std::byte> file,
                                       const std::string& name) {
  const auto names = bytes_of(head, TreeFileSection::names, file);
  std::vector<Part> parts;
  std::uint64_t covered = 0, used = 0;
  for (const TreeFilePart& part : items_of<TreeFilePart>(head, TreeFileSection::parts, file)) {
    if (part.first != covered || part.name_bytes > names.size() - used)
      refuse(name, "part " + std::to_string(parts.size()) + " does not continue the ones before." + write_again);
    parts.push_back(
        {std::string(reinterpret_cast<const char*>(names.data()) + used, part.name_bytes), part.first, part.count});
    covered += part.count;
    used += part.name_bytes;
  }
  if (used != names.size() || (!parts.empty() && covered != head.triangles))
    refuse(name, std::string("its parts do not cover its triangles and names.") + write_again);
  return parts;
}

Mesh read_tree_file_mesh(std::span<const std::byte> bytes, const std::string& name) {
  const TreeFileHead head = read_tree_file_head(bytes, bytes.size(), name);
  for (const TreeFileSection section :
       {TreeFileSection::points, TreeFileSection::triangles, TreeFileSection::parts, TreeFileSection::names}) {
    const TreeFileHead::Place& place = head.place(section);
    require_section_checksum(head, section, section_checksum(bytes.subspan(place.offset, with_zeros(place.size))),
                             name);
  }
  const auto points = items_of<Vec3>(head, TreeFileSection::points, bytes);
  const auto triangles = items_of<Triangle>(head, TreeFileSection::triangles, bytes);
  Mesh mesh{
      {points.begin(), points.end()}, {triangles.begin(), triangles.end()}, read_tree_file_parts(head, bytes, name)};
  try {
    validate(mesh);
  } catch (const Error& error) {
    refuse(name, error.what());
  }
  return mesh;
}

}  // namespace abut
