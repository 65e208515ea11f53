#include "io/dae_geometry.h"

#include "io/polygon_list.h"
#include "io/text.h"

namespace abut {

namespace {

void collect_ids(const XmlElement& element, DaeIds& ids) {
  if (const std::string* id = element.attribute("id")) ids.emplace(*id, &element);
  for (const XmlElement& child : element.children) collect_ids(child, ids);
}

/// The positions that an <input semantic="VERTEX"> leads to, once for each element of <vertices>.
class Positions {
 public:
  Positions(const XmlFile& file, const DaeIds& ids) : file_(file), ids_(ids) {}

  /// Where the positions of a <vertices> begin in the mesh, and how many they are.
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run of(const XmlElement& vertices, Mesh& mesh) {
    const auto [at, is_new] = known_.emplace(&vertices, Run());
    if (is_new) at->second = read(vertices, mesh);
    return at->second;
  }

 private:
  Run read(const XmlElement& vertices, Mesh& mesh) const {
    for (const XmlElement& input : vertices.children) {
      const std::string* semantic = input.attribute("semantic");
      if (input.name == "input" && semantic && *semantic == "POSITION")
        return read_source(element_of_url(file_, ids_, input, "source", "source"), mesh);
    }
    file_.fail(vertices, "<vertices> has no input of positions.");
  }

  Run read_source(const XmlElement& source, Mesh& mesh) const {
    const XmlElement* common = source.child("technique_common");
    if (!common) file_.fail(source, "<source> has no <technique_common>.");
    const XmlElement& accessor = file_.required_child(*common, "accessor");
    const XmlElement& array = element_of_url(file_, ids_, accessor, "source", "float_array");
    const std::vector<double> numbers = file_.numbers(array, array.text, "<float_array>");
    const std::size_t count = whole(accessor, "count"), stride = whole(accessor, "stride", 1),
                      offset = whole(accessor, "offset", 0);
    if (stride < 3) file_.fail(accessor, "positions have a stride of " + std::to_string(stride) + "; they need three.");
    // No product of them overflows: each is below 2^31.
    if (count > 0 && offset + (count - 1) * stride + 3 > numbers.size())
      file_.fail(accessor, "the accessor reads beyond the " + counted(numbers.size(), "number") + " of its array.");
    const Run run{static_cast<std::uint32_t>(mesh.points.size()), static_cast<std::uint32_t>(count)};
    for (std::size_t i = 0; i < count; ++i) {
      const double* p = &numbers[offset + i * stride];
      mesh.points.push_back({p[0], p[1], p[2]});
    }
    return run;
  }

  std::size_t whole(const XmlElement& of, std::string_view attribute, std::optional<std::size_t> otherwise = {}) const {
    const std::string* value = of.attribute(attribute);
    if (!value && otherwise) return *otherwise;
    const auto read = file_.indices(of, file_.required(of, attribute), "attribute '" + std::string(attribute) + "'");
    if (read.size() != 1) file_.fail(of, "attribute '" + std::string(attribute) + "' is not one number.");
    return read[0];
  }

  const XmlFile& file_;
  const DaeIds& ids_;
  std::map<const XmlElement*, Run> known_;
};

/// Reads the primitives of one <mesh>.
class Primitives {
 public:
  Primitives(const XmlFile& file, const DaeIds& ids) : file_(file), ids_(ids), positions_(file, ids) {}

  Mesh read(const XmlElement& mesh) {
    for (const XmlElement& element : mesh.children) read_primitive(element);
    if (const auto line = polygons_.cut(mesh_)) {
      XmlElement at;
      at.line = *line;
      file_.fail(at, std::string("a polygon ") + crossing_polygon);
    }
    return std::move(mesh_);
  }

 private:
  void read_primitive(const XmlElement& element) {
    const std::string& name = element.name;
    if (name != "triangles" && name != "polylist" && name != "polygons" && name != "trifans" && name != "tristrips")
      return;
    if (element.child("ph"))
      file_.fail(element, "a polygon has a hole (<ph>), which abut does not read. Export triangles.");
    find_vertices(element);
    if (name == "polylist") return read_polylist(element);
    for (const XmlElement& p : element.children) {
      if (p.name != "p") continue;
      const std::vector<std::uint32_t> corners = corners_of(p);
      if (name == "triangles") add_runs(p, corners, 3);
      if (name == "polygons") add(p, corners);
      if (name == "trifans") add_fan(corners);
      if (name == "tristrips") add_strip(corners);
    }
  }

  /// Which of the interleaved indices names the position, and where those begin.
  void find_vertices(const XmlElement& element) {
    bool found = false;
    stride_ = 1;
    for (const XmlElement& input : element.children) {
      if (input.name != "input") continue;
      const auto offset = file_.indices(input, file_.required(input, "offset"), "attribute 'offset'");
      if (offset.size() != 1 || offset[0] > 255) file_.fail(input, "attribute 'offset' is not a small number.");
      stride_ = std::max<std::size_t>(stride_, offset[0] + 1);
      if (file_.required(input, "semantic") != "VERTEX") continue;
      found = true;
      vertex_offset_ = offset[0];
      run_ = positions_.of(element_of_url(file_, ids_, input, "source", "vertices"), mesh_);
    }
    if (!found) file_.fail(element, "<" + element.name + "> has no input of vertices.");
  }

  std::vector<std::uint32_t> corners_of(const XmlElement& p) const {
    const std::vector<std::uint32_t> all = file_.indices(p, p.text, "<p>");
    if (all.size() % stride_ != 0)
      file_.fail(
          p, "<p> has " + counted(all.size(), "index") + ", which is no multiple of " + std::to_string(stride_) + ".");
    std::vector<std::uint32_t> corners;
    for (std::size_t i = vertex_offset_; i < all.size(); i += stride_) {
      if (all[i] >= run_.count)
        file_.fail(p, "<p> names point " + std::to_string(all[i]) + " of " + std::to_string(run_.count) + ".");
      corners.push_back(run_.first + all[i]);
    }
    return corners;
  }

  void add(const XmlElement& at, std::span<const std::uint32_t> polygon) {
    if (polygon.size() < 3)
      file_.fail(at, "a polygon has " + counted(polygon.size(), "corner") + "; it needs three or more.");
    polygons_.add(mesh_, polygon, at.line);
  }
  void add_runs(const XmlElement& at, std::span<const std::uint32_t> corners, std::size_t length) {
    if (corners.size() % length != 0) file_.fail(at, "<p> ends within a triangle.");
    for (std::size_t i = 0; i < corners.size(); i += length) add(at, corners.subspan(i, length));
  }
  void add_fan(std::span<const std::uint32_t> corners) {
    for (std::size_t i = 2; i < corners.size(); ++i)
      mesh_.triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
  void add_strip(std::span<const std::uint32_t> corners) {
    for (std::size_t i = 2; i < corners.size(); ++i)
      mesh_.triangles.push_back(i % 2 == 0 ? Triangle{corners[i - 2], corners[i - 1], corners[i]}
                                           : Triangle{corners[i - 1], corners[i - 2], corners[i]});
  }

  void read_polylist(const XmlElement& element) {
    const XmlElement* p = element.child("p");
    const XmlElement* sizes = element.child("vcount");
    if (!p || !sizes) return;  // count="0"
    const std::vector<std::uint32_t> corners = corners_of(*p);
    std::size_t at = 0;
    for (std::uint32_t size : file_.indices(*sizes, sizes->text, "<vcount>")) {
      if (size > corners.size() - at) file_.fail(*p, "<p> ends before the polygons of <vcount> do.");
      add(*p, std::span(corners).subspan(at, size));
      at += size;
    }
  }

  const XmlFile& file_;
  const DaeIds& ids_;
  Positions positions_;
  Mesh mesh_;
  PolygonList polygons_;
  std::size_t stride_ = 1, vertex_offset_ = 0;
  Positions::Run run_;
};

}  // namespace

DaeIds ids_of(const XmlElement& root) {
  DaeIds ids;
  collect_ids(root, ids);
  return ids;
}

const XmlElement& element_of_url(const XmlFile& file, const DaeIds& ids, const XmlElement& at,
                                 std::string_view attribute, std::string_view name) {
  const std::string& url = file.required(at, attribute);
  if (!url.starts_with('#')) file.fail(at, in_quotes(url) + " is not in this file. Export the model as one file.");
  const auto found = ids.find(std::string_view(url).substr(1));
  if (found == ids.end() || found->second->name != name)
    file.fail(at, "there is no <" + std::string(name) + "> with the id " + in_quotes(url.substr(1)) + ".");
  return *found->second;
}

Mesh geometry_of(const XmlFile& file, const DaeIds& ids, const XmlElement& geometry) {
  const XmlElement* mesh = geometry.child("mesh");
  return mesh ? Primitives(file, ids).read(*mesh) : Mesh();
}

}  // namespace abut
