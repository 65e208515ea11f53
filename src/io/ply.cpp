#include "io/ply.h"

#include "io/ply_source.h"
#include "io/polygon_list.h"

namespace abut {

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& reason) { throw Error(name + ": " + reason); }

const PlyElement* find(const PlyHeader& header, std::string_view name) {
  for (const PlyElement& element : header.elements)
    if (element.name == name) return &element;
  return nullptr;
}

void check_points(const PlyElement* vertex, const std::string& name) {
  if (!vertex) fail(name, "the header has no 'vertex' element. Export the model again.");
  const std::string where = "line " + std::to_string(vertex->line) + ": ";
  for (std::string_view axis : {"x", "y", "z"}) {
    int found = 0;
    for (const PlyProperty& property : vertex->properties) found += property.name == axis && !property.is_list;
    if (found != 1)
      fail(name, where + "element 'vertex' has " + (found ? "several properties '" : "no property '") +
                     std::string(axis) + "'. Export the model again.");
  }
  if (vertex->count > std::numeric_limits<std::uint32_t>::max())
    fail(name, where + "the header says " + std::to_string(vertex->count) + " vertices; abut takes at most 2^32 - 1.");
}

bool is_corner_list(const PlyProperty& property) {
  return property.name == "vertex_indices" || property.name == "vertex_index";
}

void check_faces(const PlyElement* face, const std::string& name) {
  if (!face || face->count == 0)
    fail(name, std::string("has no triangles: ") +
                   (face ? "its header counts 0 faces." : "its header has no 'face' element.") +
                   " Is it a point cloud?");
  const std::string where = "line " + std::to_string(face->line) + ": ";
  int found = 0;
  for (const PlyProperty& property : face->properties) {
    if (!is_corner_list(property)) continue;
    ++found;
    if (!property.is_list || !is_whole(property.type))
      fail(name, where + "property '" + property.name + "' of element 'face' is not a list of whole numbers.");
  }
  if (found != 1)
    fail(name, where + "element 'face' has " + (found ? "several lists" : "no list") +
                   " 'vertex_indices' (or 'vertex_index'). Export the model again.");
}

void check_header(const PlyHeader& header, const std::string& name) {
  if (const PlyElement* strips = find(header, "tristrips"); strips && strips->count > 0)
    fail(name, "line " + std::to_string(strips->line) +
                   ": the file holds triangle strips, which abut does not read. Export it with faces.");
  check_faces(find(header, "face"), name);
  check_points(find(header, "vertex"), name);
}

/// What a property is to abut; the first three are coordinates by axis.
enum class Role { x, y, z, corners, ignored };

std::vector<Role> roles_in(const PlyElement& element) {
  std::vector<Role> roles;
  for (const PlyProperty& property : element.properties) {
    const std::size_t axis = std::string_view("xyz").find(property.name);
    Role role = Role::ignored;
    if (element.name == "vertex" && !property.is_list && property.name.size() == 1 && axis < 3)
      role = static_cast<Role>(axis);
    if (element.name == "face" && is_corner_list(property)) role = Role::corners;
    roles.push_back(role);
  }
  return roles;
}

template <class Source>
class BodyReader {
 public:
  BodyReader(std::span<const std::byte> bytes, const PlyHeader& header, const std::string& name)
      : header_(header), name_(name), source_(bytes, header, name), point_count_(find(header, "vertex")->count) {}

  Mesh read() {
    for (const PlyElement& element : header_.elements) {
      check_room(element);
      if (element.name == "vertex") mesh_.points.reserve(element.count);
      // Records without a property take no bytes, however many the header says there are.
      if (!element.properties.empty()) read_records(element);
    }
    source_.finish();
    if (const auto place = polygons_.cut(mesh_)) source_.fail_at(*place, std::string("the face ") + crossing_polygon);
    return std::move(mesh_);
  }

 private:
  /// A count that the rest of the file cannot hold is refused before memory is asked for.
  void check_room(const PlyElement& element) const {
    std::size_t least = 0;
    for (const PlyProperty& property : element.properties) least += source_.least_bytes(property);
    // The last line of a text file may end without a line break.
    if (least > 0 && element.count > (source_.bytes_left() + 1) / least)
      fail(name_, "line " + std::to_string(element.line) + ": the header says " + std::to_string(element.count) +
                      " records of " + in_quotes(element.name) + " with " + std::to_string(least) +
                      " or more bytes each, but only " + counted(source_.bytes_left(), "byte") +
                      " are left. Was the download cut off?");
  }

  void read_records(const PlyElement& element) {
    const std::vector<Role> roles = roles_in(element);
    for (std::uint64_t i = 0; i < element.count; ++i) {
      source_.begin_record(element, i);
      Vec3 point;
      for (std::size_t k = 0; k < roles.size(); ++k) {
        const PlyProperty& property = element.properties[k];
        if (roles[k] == Role::corners)
          read_corners(property);
        else if (property.is_list)
          source_.skip(property.type, list_size(property));
        else if (roles[k] == Role::ignored)
          source_.skip(property.type, 1);
        else
          point[static_cast<int>(roles[k])] = source_.coordinate(property);
      }
      source_.end_record();
      if (element.name == "vertex") mesh_.points.push_back(point);
    }
  }

  std::uint64_t list_size(const PlyProperty& property) {
    const std::int64_t count = source_.whole(property.count_type, "the list's count");
    if (count < 0) source_.fail("has a list of " + std::to_string(count) + " values.");
    return static_cast<std::uint64_t>(count);
  }

  void read_corners(const PlyProperty& property) {
    const std::uint64_t count = list_size(property);
    if (count < 3) source_.fail("has " + counted(count, "corner") + "; it needs three or more.");
    source_.check_list(property.type, count);
    polygon_.clear();
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::int64_t corner = source_.whole(property.type, "a corner");
      if (corner < 0 || static_cast<std::uint64_t>(corner) >= point_count_)
        source_.fail("names point " + std::to_string(corner) + ", but there are " + std::to_string(point_count_) +
                     " points (counted from 0).");
      polygon_.push_back(static_cast<std::uint32_t>(corner));
    }
    polygons_.add(mesh_, polygon_, source_.place());
  }

  const PlyHeader& header_;
  const std::string& name_;
  Source source_;
  std::uint64_t point_count_;
  Mesh mesh_;
  std::vector<std::uint32_t> polygon_;
  PolygonList polygons_;
};

}  // namespace

Mesh read_ply(std::span<const std::byte> bytes, const std::string& name) {
  const PlyHeader header = read_ply_header(bytes, name);
  check_header(header, name);
  if (header.format == PlyForm::ascii) return BodyReader<PlyText>(bytes, header, name).read();
  return BodyReader<PlyBinary>(bytes, header, name).read();
}

bool looks_like_ply(std::span<const std::byte> bytes) {
  const std::string_view start = without_mark({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return start.starts_with("ply\n") || start.starts_with("ply\r");
}

}  // namespace abut
