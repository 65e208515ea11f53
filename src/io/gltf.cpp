#include "io/gltf.h"

#include "io/gltf_data.h"
#include "io/text.h"
#include <abut/error.h>

#include <algorithm>
#include <array>
#include <map>

namespace abut {

namespace {

class GltfReader {
 public:
  GltfReader(std::span<const std::byte> bytes, const std::filesystem::path& file, const GltfOptions& options)
      : data_(bytes, file, options) {}

  MeshInstances read() {
    refuse_packed_geometry();
    mesh_of_.assign(data_.list("meshes").size(), unread);
    for (std::size_t root : roots()) walk(root);
    if (scene_.instances.empty()) data_.fail("has no triangles: no node of its scene has a mesh with any.");
    scene_.other_files = data_.buffer_files();
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
        data_.fail("needs the extension " + abut::in_quotes(name) +
                   ", which abut does not read. Export it without that.");
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
      const std::vector<Primitive> primitives = primitives_of(source, mesh);
      const auto [made, is_new] = mesh_from_.emplace(primitives, without_triangles);
      if (is_new) {
        Mesh triangles = mesh_from(primitives);
        if (!triangles.triangles.empty()) {
          made->second = scene_.meshes.size();
          scene_.meshes.push_back(std::move(triangles));
        }
      }
      mesh_of_[mesh] = made->second;
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

  /// What a primitive's triangles are made of: how corners follow each other, and the accessors of its points and
  /// indices.
  struct Primitive {
    std::size_t mode, points;
    std::optional<std::size_t> indices;
    friend auto operator<=>(const Primitive&, const Primitive&) = default;
  };

  std::vector<Primitive> primitives_of(const GltfJson& source, std::size_t index) const {
    std::vector<Primitive> result;
    const auto primitives = source.find("primitives");
    if (primitives == source.end() || !primitives->is_array())
      data_.fail("is a damaged glTF file: mesh " + std::to_string(index) + " has no list of primitives.");
    for (const GltfJson& primitive : *primitives) {
      const std::size_t mode = data_.whole(primitive, "mode").value_or(4);
      const auto attributes = primitive.find("attributes");
      if (mode > 6 || attributes == primitive.end())
        data_.fail("is a damaged glTF file: a primitive of mesh " + std::to_string(index) +
                   (mode > 6 ? " has a mode that glTF does not have." : " has no attributes."));
      if (mode < 4) continue;
      if (const auto points = data_.whole(*attributes, "POSITION"))
        result.push_back({mode, *points, data_.whole(primitive, "indices")});
    }
    return result;
  }

  Mesh mesh_from(const std::vector<Primitive>& primitives) {
    Mesh mesh;
    // The triangles of each accessor of points, which come in the order of their first use.
    std::vector<std::size_t> order;
    std::map<std::size_t, std::vector<std::pair<std::size_t, std::size_t>>> runs;
    for (const Primitive& primitive : primitives) {
      const std::size_t first = mesh.triangles.size();
      add_triangles(mesh, primitive);
      const auto [at, is_new] = runs.try_emplace(primitive.points);
      if (is_new) order.push_back(primitive.points);
      at->second.emplace_back(first, mesh.triangles.size());
    }
    for (const std::size_t accessor : order) add_points(mesh, accessor, runs[accessor]);
    return mesh;
  }

  /// The points that some runs of triangles name, which then name them by their place in the mesh.
  void add_points(Mesh& mesh, std::size_t accessor,
                  std::span<const std::pair<std::size_t, std::size_t>> runs_of_triangles) const {
    std::vector<std::uint32_t> used;
    for (const auto& [first, end] : runs_of_triangles)
      for (std::size_t i = first; i < end; ++i)
        used.insert(used.end(), mesh.triangles[i].begin(), mesh.triangles[i].end());
    sort_and_unite(used, data_.count(accessor));
    const std::vector<Vec3> points = data_.points(accessor, used);
    const auto base = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), points.begin(), points.end());
    const bool all = !used.empty() && used.back() + std::size_t{1} == used.size();
    const auto place = [&](std::uint32_t corner) {
      if (all) return base + corner;
      return base + static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), corner) - used.begin());
    };
    for (const auto& [first, end] : runs_of_triangles)
      for (std::size_t i = first; i < end; ++i)
        for (std::uint32_t& corner : mesh.triangles[i]) corner = place(corner);
  }

  /// Numbers below `limit`, sorted, each once.
  static void sort_and_unite(std::vector<std::uint32_t>& numbers, std::size_t limit) {
    if (limit > 4 * numbers.size()) {
      std::sort(numbers.begin(), numbers.end());
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
      return;
    }
    std::vector<char> is_there(limit, 0);
    for (const std::uint32_t number : numbers) is_there[number] = 1;
    numbers.clear();
    for (std::size_t i = 0; i < limit; ++i)
      if (is_there[i]) numbers.push_back(static_cast<std::uint32_t>(i));
  }

  void add_triangles(Mesh& mesh, const Primitive& primitive) {
    const std::size_t points = data_.count(primitive.points);
    count_corners(primitive.indices ? data_.count(*primitive.indices) : points);
    std::vector<std::uint32_t> corners;
    if (primitive.indices) {
      corners = data_.indices(*primitive.indices);
    } else {
      // Only as many as there are: the count is checked against the buffer where points are read.
      data_.points(primitive.points, {});
      for (std::size_t i = 0; i < points; ++i) corners.push_back(static_cast<std::uint32_t>(i));
    }
    for (const std::uint32_t corner : corners)
      if (corner >= points)
        data_.fail("is a damaged glTF file: a triangle names point " + std::to_string(corner) + ", but there are " +
                   std::to_string(points) + " points (counted from 0).");
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
      mesh.triangles.push_back({corners[a], corners[b], corners[c]});
    };
    for (std::size_t i = 2; i < corners.size(); ++i) {
      if (primitive.mode == 4 && i % 3 == 2) add(i - 2, i - 1, i);
      // Every other triangle of a strip is wound the other way.
      if (primitive.mode == 5) add(i - 2, i - (i % 2 ? 0 : 1), i - (i % 2 ? 1 : 0));
      if (primitive.mode == 6) add(0, i - 1, i);
    }
  }

  /// A corner takes a byte of the file at least, unless the file names the same bytes again and again: so a small file
  /// could ask for any amount of memory. Meshes of the same numbers were made one before.
  void count_corners(std::size_t count) {
    const std::size_t most = (std::size_t{1} << 20) + 16 * data_.bytes_read();
    corners_ = count > most ? most + 1 : corners_ + count;
    if (corners_ > most)
      data_.fail("repeats the same numbers in so many primitives that it has more than " + std::to_string(most) +
                 " corners of triangles in " + counted(data_.bytes_read(), "byte") +
                 ". Export it with nodes that share a mesh.");
  }

  GltfData data_;
  MeshInstances scene_;
  std::vector<std::size_t> mesh_of_;  ///< by the file's number of a mesh
  std::map<std::vector<Primitive>, std::size_t> mesh_from_;
  std::size_t corners_ = 0;  ///< of all primitives that were read
  std::vector<char> visited_;
};

}  // namespace

MeshInstances read_gltf(std::span<const std::byte> bytes, const std::filesystem::path& file,
                        const GltfOptions& options) {
  try {
    return GltfReader(bytes, file, options).read();
  } catch (const GltfJson::exception& error) {
    const std::string words = error.what();
    throw Error(file.string() + ": is a damaged glTF file: " + printable(words.substr(words.find("] ") + 2)) + ".");
  }
}

}  // namespace abut
