#include "io/obj.h"

#include "io/polygon_list.h"
#include "io/text.h"

namespace abut {

namespace {

class ObjReader {
 public:
  ObjReader(std::span<const std::byte> bytes, const std::string& name)
      : text_(bytes, name, TextCursor::Continuation::backslash) {}

  Mesh read() {
    for (; !text_.at_end(); text_.skip_line()) read_statement();
    if (mesh_.triangles.empty())
      text_.fail_whole("has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?");
    if (furthest_ > mesh_.points.size())
      text_.fail_at(furthest_line_, "the face names point " + std::to_string(furthest_) + ", but the file has " +
                                        counted(mesh_.points.size(), "point") + " (counted from 1).");
    if (const auto line = polygons_.cut(mesh_)) text_.fail_at(*line, std::string("the face ") + crossing_polygon);
    end_part();
    if (mesh_.parts.size() == 1 && mesh_.parts[0].name.empty()) mesh_.parts.clear();
    return std::move(mesh_);
  }

 private:
  void read_statement() {
    text_.skip_mark();
    const std::string_view word = text_.token();
    if (word == "v") {
      const double x = text_.coordinate('x', "the vertex"), y = text_.coordinate('y', "the vertex");
      mesh_.points.push_back({x, y, text_.coordinate('z', "the vertex")});
    } else if (word == "f") {
      read_face();
    } else if (word == "g" || word == "o") {
      end_part();
      part_name_ = text_.rest_of_line();
    }
  }

  void read_face() {
    const std::size_t line = text_.line();
    polygon_.clear();
    for (text_.skip_blanks(); !text_.at_line_end() && !text_.at('#'); text_.skip_blanks())
      polygon_.push_back(read_corner());
    if (polygon_.size() < 3)
      text_.fail_at(line, "the face has " + counted(polygon_.size(), "corner") + "; it needs three or more.");
    polygons_.add(mesh_, polygon_, line);
  }

  /// Reads i, i/j, i//k or i/j/k and gives the point's index, counted from 0.
  std::uint32_t read_corner() {
    const std::int64_t index = text_.whole_number("the face's corner");
    if (const std::string_view rest = text_.peek(); !rest.empty()) {
      if (rest[0] != '/' || rest.find_first_not_of("/+-0123456789") != rest.npos)
        text_.fail("the face's corner goes on with " + in_quotes(rest) + ", but corners are i, i/j, i//k or i/j/k.");
      text_.token();
    }
    const auto count = static_cast<std::int64_t>(mesh_.points.size());
    if (index == 0) text_.fail("the face names point 0, but OBJ files count points from 1.");
    if (index < -count)
      text_.fail("the face names point " + std::to_string(index) + ", but only " +
                 counted(mesh_.points.size(), "point") + " came before it.");
    if (index < 0) return static_cast<std::uint32_t>(count + index);
    // Points may follow their faces, so only the end of the file tells whether the furthest one came.
    if (static_cast<std::uint64_t>(index) > furthest_) {
      furthest_ = static_cast<std::uint64_t>(index);
      furthest_line_ = text_.line();
    }
    return static_cast<std::uint32_t>(index - 1);
  }

  void end_part() {
    const std::size_t first =
        mesh_.parts.empty() ? 0 : std::size_t{mesh_.parts.back().first} + mesh_.parts.back().count;
    const std::size_t count = mesh_.triangles.size() - first;
    if (count > 0)
      mesh_.parts.push_back({part_name_, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
  }

  TextCursor text_;
  Mesh mesh_;
  std::string part_name_;
  std::vector<std::uint32_t> polygon_;
  PolygonList polygons_;
  std::uint64_t furthest_ = 0;
  std::size_t furthest_line_ = 0;
};

void append_faces(std::string& text, const Mesh& mesh, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    text += 'f';
    for (std::uint32_t corner : mesh.triangles[i]) {
      text += ' ';
      append_number(text, std::uint64_t{corner} + 1);
    }
    text += '\n';
  }
}

}  // namespace

Mesh read_obj(std::span<const std::byte> bytes, const std::string& name) { return ObjReader(bytes, name).read(); }

std::string write_obj(const Mesh& mesh) {
  std::string text;
  for (const Vec3& point : mesh.points) {
    text += 'v';
    for (int axis = 0; axis < 3; ++axis) {
      text += ' ';
      append_number(text, point[axis]);
    }
    text += '\n';
  }
  if (mesh.parts.empty()) append_faces(text, mesh, 0, mesh.triangles.size());
  for (const Part& part : mesh.parts) {
    if (part.count == 0) continue;
    const std::string name = on_one_line(part.name);
    // A backslash at the line's end would join the next line to it; readers trim the blank.
    text += "g " + name + (name.ends_with('\\') ? " \n" : "\n");
    append_faces(text, mesh, part.first, part.count);
  }
  return text;
}

bool looks_like_obj(std::span<const std::byte> bytes) {
  if (!looks_like_text(bytes)) return false;
  const std::string unnamed;
  TextCursor text(bytes, unnamed, TextCursor::Continuation::backslash);
  for (text.skip_blanks_and_lines(); text.at('#'); text.skip_blanks_and_lines()) text.skip_line();
  const std::string_view word = text.token();
  for (std::string_view known : {"v", "vn", "vt", "vp", "f", "g", "o", "s", "l", "p", "mtllib", "usemtl"})
    if (word == known) return true;
  return false;
}

}  // namespace abut
