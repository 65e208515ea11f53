#include "io/dae.h"

#include "io/dae_geometry.h"
#include "io/text.h"
#include "math/arc_tangent.h"
#include "math/sine.h"
#include <abut/error.h>
#include <abut/placement.h>

#include <cmath>

namespace abut {

namespace {

/// Sine and cosine of degrees: exact for right angles.
SineCosine of_degrees(double degrees) {
  const double within = std::remainder(degrees, 360), quarters = std::nearbyint(within / 90);
  const auto [s, c] = sine_and_cosine((within - 90 * quarters) * (pi / 180));
  switch (static_cast<int>(quarters) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

class DaeReader {
 public:
  DaeReader(std::span<const std::byte> bytes, const std::string& name)
      : file_(bytes, name), size_(bytes.size()), ids_(ids_of(file_.root())) {}

  DaeMesh read() {
    if (file_.root().name != "COLLADA") file_.fail(file_.root(), "the root is not <COLLADA>. Is it a .dae file?");
    DaeMesh result;
    const double unit = read_asset(result.up);
    Placement scaled;
    scaled.linear = scaled.linear * unit;
    if (const XmlElement* scene = visual_scene())
      for (const XmlElement& node : scene->children)
        if (node.name == "node") add_node(node, scaled, 1);
    if (!visual_scene())
      for (const XmlElement& library : file_.root().children)
        for (const XmlElement& geometry : library.children)
          if (library.name == "library_geometries" && geometry.name == "geometry") add(geometry, geometry, scaled);
    if (mesh_.triangles.empty()) throw Error(file_.file() + ": has no triangles in its scene.");
    result.mesh = std::move(mesh_);
    return result;
  }

 private:
  double read_asset(int& up) const {
    const XmlElement* asset = file_.root().child("asset");
    if (!asset) return 1;
    if (const XmlElement* axis = asset->child("up_axis")) {
      const std::string name = on_one_line(axis->text);
      up = name == "X_UP" ? 0 : name == "Y_UP" ? 1 : name == "Z_UP" ? 2 : -1;
      if (up < 0) file_.fail(*axis, "the up axis is " + in_quotes(name) + ", not X_UP, Y_UP or Z_UP.");
    }
    const XmlElement* unit = asset->child("unit");
    const double metres = unit ? file_.number(*unit, "meter", 1.0) : 1;
    if (!(metres > 0)) file_.fail(*unit, "the unit is not longer than zero.");
    return metres;
  }

  /// The scene that the file shows, or its first; null if it has none.
  const XmlElement* visual_scene() const {
    if (const XmlElement* scene = file_.root().child("scene"))
      if (const XmlElement* instance = scene->child("instance_visual_scene"))
        return &element_of_url(file_, ids_, *instance, "url", "visual_scene");
    const XmlElement* library = file_.root().child("library_visual_scenes");
    return library ? library->child("visual_scene") : nullptr;
  }

  void add_node(const XmlElement& node, const Placement& parent, int depth) {
    if (depth > 200 || ++visits_ > size_) file_.fail(node, "nodes hold themselves, or others too often.");
    Placement at = parent;
    for (const XmlElement& child : node.children) at = at * step_of(child);
    for (const XmlElement& child : node.children) {
      if (child.name == "node") add_node(child, at, depth + 1);
      if (child.name == "instance_node") add_node(element_of_url(file_, ids_, child, "url", "node"), at, depth + 1);
      if (child.name == "instance_geometry") add(element_of_url(file_, ids_, child, "url", "geometry"), child, at);
    }
  }

  /// What an element of a node does to its frame: nothing, for most.
  Placement step_of(const XmlElement& element) const {
    const std::string& name = element.name;
    if (name == "lookat" || name == "skew") file_.fail(element, "abut does not read <" + name + ">. Export matrices.");
    const std::size_t count = name == "matrix"                         ? 16
                              : name == "rotate"                       ? 4
                              : name == "translate" || name == "scale" ? 3
                                                                       : 0;
    if (count == 0) return {};
    const std::vector<double> n = file_.numbers(element, element.text, "<" + name + ">");
    if (n.size() != count)
      file_.fail(element,
                 "<" + name + "> has " + counted(n.size(), "number") + " instead of " + std::to_string(count) + ".");
    if (name == "translate") return Placement::translation({n[0], n[1], n[2]});
    if (name == "scale") return {Matrix3{{n[0], 0, 0, 0, n[1], 0, 0, 0, n[2]}}, {}};
    if (name == "rotate") return rotation(element, {n[0], n[1], n[2]}, n[3]);
    if (n[12] != 0 || n[13] != 0 || n[14] != 0 || n[15] != 1)
      file_.fail(element, "the last row of <matrix> is not 0 0 0 1.");
    return Placement::from_rows(std::span(n).first<12>());
  }

  Placement rotation(const XmlElement& at, const Vec3& axis, double degrees) const {
    const double size = largest(abs(axis));
    if (!(size > 0)) file_.fail(at, "the axis of <rotate> is zero.");
    const Vec3 a{axis.x / size, axis.y / size, axis.z / size};
    const double norm = length(a);
    const double x = a.x / norm, y = a.y / norm, z = a.z / norm;
    const auto [s, c] = of_degrees(degrees);
    const double d = 1 - c;
    return {Matrix3{{c + d * x * x, d * x * y - s * z, d * x * z + s * y, d * x * y + s * z, c + d * y * y,
                     d * y * z - s * x, d * x * z - s * y, d * y * z + s * x, c + d * z * z}},
            {}};
  }

  void add(const XmlElement& geometry, const XmlElement& at, const Placement& placed) {
    const auto [known, is_new] = geometries_.emplace(&geometry, Mesh());
    if (is_new) known->second = geometry_of(file_, ids_, geometry);
    const Mesh& mesh = known->second;
    if (mesh_.triangles.size() + mesh.triangles.size() > size_ || mesh_.points.size() + mesh.points.size() > size_)
      file_.fail(at, "the file repeats its geometries too often: it is many times as large as it looks.");
    const auto first = static_cast<std::uint32_t>(mesh_.points.size());
    for (const Vec3& point : mesh.points) {
      const Vec3 image = placed * point;
      if (!is_finite(image) || largest(abs(image)) > largest_input) file_.fail(at, "a point is placed beyond 2^300.");
      mesh_.points.push_back(image);
    }
    const bool mirrored = determinant(placed.linear) < 0;
    for (const Triangle& t : mesh.triangles)
      mesh_.triangles.push_back({first + t[0], first + t[mirrored ? 2 : 1], first + t[mirrored ? 1 : 2]});
  }

  XmlFile file_;
  std::size_t size_;
  DaeIds ids_;
  std::map<const XmlElement*, Mesh> geometries_;
  Mesh mesh_;
  std::size_t visits_ = 0;
};

}  // namespace

DaeMesh read_dae(std::span<const std::byte> bytes, const std::string& file) { return DaeReader(bytes, file).read(); }

Placement turned_up(int axis) {
  // The images of x, y and z are the columns.
  if (axis == 0) return {Matrix3{{0, -1, 0, 0, 0, -1, 1, 0, 0}}, {}};
  if (axis == 1) return {Matrix3{{1, 0, 0, 0, 0, -1, 0, 1, 0}}, {}};
  return {};
}

}  // namespace abut
