#include "io/text.h"
#include "io/word_lines.h"
#include "math/sine.h"
#include "robot/mesh_files.h"
#include "robot/urdf.h"
#include <abut/error.h>
#include <abut/world_file.h>

#include <set>

namespace abut {

namespace {

class WorldReader {
 public:
  WorldReader(const std::string& file, const RobotOptions& options) : lines_(file), meshes_(file, options) {}

  World read() {
    while (lines_.next()) world_.bodies.push_back(body());
    if (world_.bodies.empty()) throw Error(lines_.name() + ": has no bodies. Give one per line: a name and a shape.");
    world_.files = meshes_.files();
    return std::move(world_);
  }

 private:
  CheckedBody body() {
    at_ = 0;
    CheckedBody body;
    body.name = word("a name").plain();
    if (body.name.empty()) lines_.fail("the name is empty.");
    if (!names_.insert(body.name).second) lines_.fail("there is a body " + in_quotes(body.name) + " already.");
    const std::string kind = word("a shape").plain();
    const std::string mesh = kind == "mesh" ? word("the file of the mesh").plain() : "";
    if (kind != "mesh") body.shape = simple_shape(kind);
    Vec3 scale{1, 1, 1};
    while (at_ < lines_.words().size()) {
      const std::string clause = word("").plain();
      if (clause == "at")
        body.at.shift = vector("at");
      else if (clause == "rpy")
        body.at.linear = turned_by(angles());
      else if (clause == "padding")
        body.padding = padding();
      else if (clause == "scale" && !mesh.empty())
        scale = nonzero(vector("scale"));
      else
        lines_.fail(in_quotes(clause) + " is not known here: 'at', 'rpy' and 'padding' are, and 'scale' of a mesh.");
    }
    if (!mesh.empty()) body.shape = mesh_shape(mesh, scale);
    return body;
  }

  Shape simple_shape(const std::string& kind) {
    if (kind == "box") return Shape::box(sizes<3>("box"));
    if (kind == "sphere") return Shape::sphere(sizes<1>("sphere").x);
    if (kind == "half-space") return Shape::half_space();
    const bool is_capsule = kind == "capsule";
    if (!is_capsule && kind != "cylinder")
      lines_.fail("the shape " + in_quotes(kind) +
                  " is not known; there are box, sphere, cylinder, capsule, half-space and mesh.");
    const Vec3 radius_and_length = sizes<2>(kind);
    return is_capsule ? Shape::capsule(radius_and_length.x, radius_and_length.y)
                      : Shape::cylinder(radius_and_length.x, radius_and_length.y);
  }

  Shape mesh_shape(const std::string& mesh, const Vec3& scale) {
    try {
      return meshes_.shape_of(mesh, scale, world_.warnings);
    } catch (const Error& error) {
      lines_.fail(error.what());
    }
  }

  const Word& word(const std::string& what) {
    if (at_ == lines_.words().size()) lines_.fail("the line ends before " + what + ".");
    return lines_.words()[at_++];
  }
  double number(const std::string& what) { return lines_.number(word(what), what); }
  double padding() {
    const double padding = number("the padding");
    if (padding < 0) lines_.fail("the padding is negative.");
    return padding;
  }
  Vec3 vector(const std::string& of) {
    Vec3 result;
    for (int axis = 0; axis < 3; ++axis) result[axis] = number("the three numbers of '" + of + "'");
    return result;
  }
  Vec3 angles() {
    const Vec3 rpy = vector("rpy");
    if (!(largest(abs(rpy)) <= largest_angle)) lines_.fail("abut takes no angles beyond 2^20 radians.");
    return rpy;
  }
  Vec3 nonzero(const Vec3& scale) const {
    if (scale.x == 0 || scale.y == 0 || scale.z == 0) lines_.fail("the scale flattens the mesh: it has a 0.");
    return scale;
  }
  template <int count>
  Vec3 sizes(const std::string& of) {
    Vec3 result;
    for (int i = 0; i < count; ++i) {
      result[i] = number("a size of the " + of);
      if (result[i] < 0) lines_.fail("a size of the " + of + " is negative.");
    }
    return result;
  }

  WordLines lines_;
  MeshFiles meshes_;
  World world_;
  std::set<std::string> names_;
  std::size_t at_ = 0;  ///< the next word of the line
};

}  // namespace

World read_world(const std::string& file, const RobotOptions& options) {
  const std::filesystem::path path(file);
  World world;
  if (path.extension() == ".txt" || path.extension() == ".scene") {
    world = WorldReader(file, options).read();
    world.files.insert(world.files.begin(), file);
    return world;
  }
  MeshFiles meshes(file, options);
  Shape shape = meshes.shape_of(path.filename().string(), {1, 1, 1}, world.warnings);
  world.bodies.push_back({path.stem().string(), std::move(shape), {}, 0});
  world.files = meshes.files();
  return world;
}

}  // namespace abut
