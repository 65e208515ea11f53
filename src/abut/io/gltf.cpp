#include <abut/error.h>
#include <abut/io/gltf.h>
#include <abut/io/gltf_data.h>
#include <abut/io/text.h>

#include <array>
#include <map>

namespace abut {

namespace {

class GltfReader {
 public:
  GltfReader(std::span<const std::byte> bytes, const std::filesystem::path& file) : data_(bytes, file) {}

  MeshInstances read() {
    refuse_packed_geometry();
    mesh_of_.assign(data_.list("meshes").size(), unread);
    for (std::size_t root : roots()) walk(root);
    if (scene_.instances.empty()) data_.fail("has no triangles: no node of its scene has a mesh with any.");
    return std::move(scene_);
  }

 private:
  static constexpr std::size_t unread = std::numeric_limits<std::size_t>::max(), without_triangles = unread - 1;

  void refuse_packed_geometry() const {
    for (const GltfJson& extension : data_.list("extensionsRequired")) {
      const std::string name = extension.is_string() ? extension.get<std::string>() : "";
      bool harmless = name == "KHR_mesh_quantization";
      for (const char* looks : {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_"})
        harmless |= name.starts_with(looks);
      if (!harmless)
        data_.fail("needs the extension " + abut::quoted(name) + ", which abut does not read. Export it without that.");
    }
  }

  std::vector<std::size_t> list_of_indices(const GltfJson& object, const char* key) const {
    std::vector<std::size_t> result;
    const auto at = object.find(key);
    if (at == object.end()) return result;
    for (const GltfJson& index : *at) {
      if (!index.is_number_unsigned())
        data_.fail(std::string("is a damaged glTF file: '") + key + "' lists no numbers.");
      result.push_back(index.get<std::size_t>());
    }
    return result;
  }

  /// The roots of the default scene; without scenes, all nodes that are not below another one.
  std::vector<std::size_t> roots() const {
    if (!data_.list("scenes").empty())
      return list_of_indices(data_.element("scenes", data_.whole(data_.json(), "scene").value_or(0)), "nodes");
    std::vector<char> below(data_.list("nodes").size(), 0);
    for (std::size_t i = 0; i < below.size(); ++i)
      for (std::size_t child : list_of_indices(data_.element("nodes", i), "children"))
        if (child < below.size()) below[child] = 1;
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < below.size(); ++i)
      if (!below[i]) result.push_back(i);
    return result;
  }

  /// A root and everything below it, in the order of the file.
  void walk(std::size_t root) {
    visited_.resize(data_.list("nodes").size(), 0);
    std::vector<std::pair<std::size_t, Placement>> waiting{{root, {}}};
    while (!waiting.empty()) {
      const auto [index, above] = waiting.back();
      waiting.pop_back();
      const GltfJson& node = data_.element("nodes", index);
      if (std::exchange(visited_[index], 1))
        data_.fail("is a damaged glTF file: node " + std::to_string(index) + " is below two others, or below itself.");
      const Placement at = above * placement_of(node, index);
      if (const auto mesh = data_.whole(node, "mesh")) add(node, index, *mesh, at);
      const std::vector<std::size_t> children = list_of_indices(node, "children");
      for (std::size_t i = children.size(); i-- > 0;) waiting.emplace_back(children[i], at);
    }
  }

  void add(const GltfJson& node, std::size_t index, std::size_t mesh, const Placement& at) {
    const GltfJson& source = data_.element("meshes", mesh);
    if (mesh_of_[mesh] == unread) {
      Mesh triangles = mesh_from(source, mesh);
      mesh_of_[mesh] = triangles.triangles.empty() ? without_triangles : scene_.meshes.size();
      if (!triangles.triangles.empty()) scene_.meshes.push_back(std::move(triangles));
    }
    if (mesh_of_[mesh] == without_triangles) return;
    std::string name = on_one_line(data_.text(node, "name"));
    if (name.empty()) name = on_one_line(data_.text(source, "name"));
    if (name.empty()) name = "node " + std::to_string(index);
    try {
      require_valid(at, ("the placement of '" + name + "'").c_str());
    } catch (const Error& error) {
      data_.fail(error.what());
    }
    scene_.instances.push_back({std::move(name), mesh_of_[mesh], at});
  }

  /// So many numbers, or what stands for them when the node has none.
  template <std::size_t n>
  std::array<double, n> numbers(const GltfJson& node, std::size_t index, const char* key,
                                std::array<double, n> values) const {
    const auto at = node.find(key);
    if (at == node.end()) return values;
    bool good = at->is_array() && at->size() == n;
    for (std::size_t i = 0; good && i < n; ++i) {
      good = (*at)[i].is_number();
      if (good) values[i] = (*at)[i].get<double>();
    }
    if (!good)
      data_.fail("is a damaged glTF file: the " + std::string(key) + " of node " + std::to_string(index) + " is not " +
                 std::to_string(n) + " numbers.");
    return values;
  }

  Placement placement_of(const GltfJson& node, std::size_t index) const {
    if (node.contains("matrix")) {
      // Column by column.
      const auto m = numbers<16>(node, index, "matrix", {});
      return {Matrix3::from_columns({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}),
              {m[12], m[13], m[14]}};
    }
    const auto shift = numbers<3>(node, index, "translation", {0, 0, 0});
    const auto turn = numbers<4>(node, index, "rotation", {0, 0, 0, 1});
    const auto scale = numbers<3>(node, index, "scale", {1, 1, 1});
    if (!(turn[0] != 0 || turn[1] != 0 || turn[2] != 0 || turn[3] != 0))
      data_.fail("is a damaged glTF file: the rotation of node " + std::to_string(index) + " is zero.");
    Placement at = Placement::rotation(turn[3], turn[0], turn[1], turn[2], {shift[0], shift[1], shift[2]});
    at.linear = Matrix3::from_columns(at.linear.column(0) * scale[0], at.linear.column(1) * scale[1],
                                      at.linear.column(2) * scale[2]);
    return at;
  }

  Mesh mesh_from(const GltfJson& source, std::size_t index) {
    Mesh mesh;
    std::map<std::size_t, std::size_t> first_point;  // of each accessor of points
    const auto primitives = source.find("primitives");
    if (primitives == source.end() || !primitives->is_array())
      data_.fail("is a damaged glTF file: mesh " + std::to_string(index) + " has no list of primitives.");
    for (const GltfJson& primitive : *primitives) {
      const std::size_t mode = data_.whole(primitive, "mode").value_or(4);
      const auto attributes = primitive.find("attributes");
      if (mode < 4 || attributes == primitive.end()) continue;
      const auto accessor = data_.whole(*attributes, "POSITION");
      if (!accessor) continue;
      const auto [at, is_new] = first_point.emplace(*accessor, mesh.points.size());
      if (is_new) {
        const std::vector<Vec3> points = data_.points(*accessor);
        mesh.points.insert(mesh.points.end(), points.begin(), points.end());
      }
      add_triangles(mesh, primitive, mode, at->second,
                    data_.required_whole(data_.element("accessors", *accessor), "count"));
    }
    return mesh;
  }

  void add_triangles(Mesh& mesh, const GltfJson& primitive, std::size_t mode, std::size_t first,
                     std::size_t points) const {
    std::vector<std::uint32_t> corners;
    if (const auto accessor = data_.whole(primitive, "indices"))
      corners = data_.indices(*accessor);
    else
      for (std::size_t i = 0; i < points; ++i) corners.push_back(static_cast<std::uint32_t>(i));
    for (std::uint32_t& corner : corners) {
      if (corner >= points)
        data_.fail("is a damaged glTF file: a triangle names point " + std::to_string(corner) + ", but there are " +
                   std::to_string(points) + " points (counted from 0).");
      corner += static_cast<std::uint32_t>(first);
    }
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
      mesh.triangles.push_back({corners[a], corners[b], corners[c]});
    };
    for (std::size_t i = 2; i < corners.size(); ++i) {
      if (mode == 4 && i % 3 == 2) add(i - 2, i - 1, i);
      // Every other triangle of a strip is wound the other way.
      if (mode == 5) add(i - 2, i - (i % 2 ? 0 : 1), i - (i % 2 ? 1 : 0));
      if (mode == 6) add(0, i - 1, i);
    }
  }

  GltfData data_;
  MeshInstances scene_;
  std::vector<std::size_t> mesh_of_;  ///< by the file's number of a mesh
  std::vector<char> visited_;
};

}  // namespace

MeshInstances read_gltf(std::span<const std::byte> bytes, const std::filesystem::path& file) {
  try {
    return GltfReader(bytes, file).read();
  } catch (const GltfJson::exception& error) {
    const std::string words = error.what();
    throw Error(file.string() + ": is a damaged glTF file: " + printable(words.substr(words.find("] ") + 2)) + ".");
  }
}

}  // namespace abut
