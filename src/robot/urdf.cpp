#include "robot/urdf.h"

#include "io/text.h"
#include "math/sine.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// Longer names would make unreadable messages.
constexpr std::size_t longest_name = 200;
/// Pairs of links are listed: more links than any robot has are refused before that takes all memory.
constexpr std::size_t most_links = 4096;

double size(const XmlFile& file, const XmlElement& of, std::string_view attribute) {
  const double number = file.number(of, attribute);
  if (number < 0) file.fail(of, tag(of.name) + " has a negative " + std::string(attribute) + ".");
  return number;
}

class UrdfReader {
 public:
  UrdfReader(const XmlFile& file, const MeshShape& mesh_shape, std::vector<std::string>& warnings)
      : file_(file), mesh_shape_(mesh_shape), warnings_(warnings) {}

  UrdfContent read() {
    const XmlElement& root = file_.root();
    if (root.name != "robot") file_.fail(root, "the root is " + tag(root.name) + ", not <robot>. Is it a URDF file?");
    UrdfContent content;
    content.name = name_in(file_, root, "name");
    for (const XmlElement& element : root.children) {
      if (element.name.starts_with("xacro:"))
        file_.fail(element, "this is a xacro file. Run xacro on it first, and read what it writes.");
      if (element.name == "link")
        content.links.push_back(link(element));
      else if (element.name == "joint")
        content.joints.push_back(joint(element));
      else if (element.name != "material")
        left_out_.add(element);
    }
    if (content.links.empty()) file_.fail(root, "the robot has no links.");
    if (content.links.size() > most_links)
      file_.fail(root, "the robot has more than " + std::to_string(most_links) + " links.");
    left_out_.append_to(warnings_, file_);
    return content;
  }

 private:
  Link link(const XmlElement& element) {
    Link result{name_in(file_, element, "name"), {}};
    for (const XmlElement& part : element.children) {
      if (part.name == "collision")
        result.shapes.push_back({geometry(part), origin_of(file_, part.child("origin"))});
      else if (part.name != "visual" && part.name != "inertial")
        left_out_.add(part);
    }
    return result;
  }

  Shape geometry(const XmlElement& collision) const {
    const XmlElement& outer = file_.required_child(collision, "geometry");
    if (outer.children.empty()) file_.fail(outer, "<geometry> is empty.");
    const XmlElement& of = outer.children.front();
    if (of.name == "box") return box(of);
    if (of.name == "sphere") return Shape::sphere(size(file_, of, "radius"));
    if (of.name == "capsule") return Shape::capsule(size(file_, of, "radius"), size(file_, of, "length"));
    if (of.name == "cylinder") return Shape::cylinder(size(file_, of, "radius"), size(file_, of, "length"));
    if (of.name == "mesh") return mesh(of);
    file_.fail(of, "abut knows no geometry " + tag(of.name) + "; it takes box, sphere, cylinder, capsule and mesh.");
  }

  Shape box(const XmlElement& of) const {
    const Vec3 sizes = file_.vector(of, "size");
    if (sizes.x < 0 || sizes.y < 0 || sizes.z < 0) file_.fail(of, "<box> has a negative size.");
    return Shape::box(sizes);
  }

  Shape mesh(const XmlElement& of) const {
    const Vec3 scale = file_.vector(of, "scale", Vec3{1, 1, 1});
    if (scale.x == 0 || scale.y == 0 || scale.z == 0) file_.fail(of, "the scale of <mesh> flattens it: it has a 0.");
    return mesh_shape_(of, file_.required(of, "filename"), scale);
  }

  Joint joint(const XmlElement& element) {
    Joint result;
    result.name = name_in(file_, element, "name");
    result.kind = kind(element, result.name);
    result.parent = name_in(file_, file_.required_child(element, "parent"), "link");
    result.child = name_in(file_, file_.required_child(element, "child"), "link");
    result.origin = origin_of(file_, element.child("origin"));
    if (const XmlElement* axis = element.child("axis")) result.axis = file_.vector(*axis, "xyz");
    if (const XmlElement* mimic = element.child("mimic"))
      result.mimic = Mimic{name_in(file_, *mimic, "joint"), file_.number(*mimic, "multiplier", 1.0),
                           file_.number(*mimic, "offset", 0.0)};
    read_limits(element, result);
    if (const XmlElement* soft = element.child("safety_controller")) left_out_.add(*soft);
    return result;
  }

  JointKind kind(const XmlElement& element, const std::string& name) const {
    const std::string& type = file_.required(element, "type");
    std::string known;
    for (JointKind kind : all_joint_kinds) {
      if (type == abut::name_of(kind)) return kind;
      known.append(known.empty() ? "" : ", ").append(abut::name_of(kind));
    }
    file_.fail(element, "joint " + in_quotes(name) + " has the type " + in_quotes(type) +
                            ", which abut does not know. Known are: " + known + ".");
  }

  void read_limits(const XmlElement& element, Joint& joint) const {
    if (joint.kind != JointKind::revolute && joint.kind != JointKind::prismatic) return;
    const XmlElement* limit = element.child("limit");
    if (!limit && joint.mimic) return;
    if (!limit)
      file_.fail(element, "joint " + in_quotes(joint.name) + " is " + std::string(abut::name_of(joint.kind)) +
                              " and has no <limit>. A joint that turns without limits is 'continuous'.");
    joint.limits = {file_.number(*limit, "lower", 0.0), file_.number(*limit, "upper", 0.0)};
    if (joint.limits.lower > joint.limits.upper)
      file_.fail(*limit, "the lower limit of joint " + in_quotes(joint.name) + " is above its upper limit. Swap them?");
  }

  const XmlFile& file_;
  const MeshShape& mesh_shape_;
  std::vector<std::string>& warnings_;
  LeftOut left_out_;
};

}  // namespace

Matrix3 turned_by(const Vec3& rpy) {
  const auto [sr, cr] = sine_and_cosine(rpy.x);
  const auto [sp, cp] = sine_and_cosine(rpy.y);
  const auto [sy, cy] = sine_and_cosine(rpy.z);
  return {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
           sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,  //
           -sp, cp * sr, cp * cr}};
}

const std::string& name_in(const XmlFile& file, const XmlElement& of, std::string_view attribute) {
  const std::string& name = file.required(of, attribute);
  if (name.size() > longest_name) file.fail(of, "the name " + in_quotes(name) + " is too long.");
  return name;
}

Placement origin_of(const XmlFile& file, const XmlElement* origin) {
  if (!origin) return {};
  const Vec3 rpy = file.vector(*origin, "rpy", Vec3{});
  if (!(largest(abs(rpy)) <= largest_angle)) file.fail(*origin, "abut takes no angles beyond 2^20 radians.");
  return {turned_by(rpy), file.vector(*origin, "xyz", Vec3{})};
}

std::string warning_at(const XmlFile& file, const XmlElement& at, const std::string& reason) {
  return file.file() + ": line " + std::to_string(at.line) + ": " + reason;
}

void LeftOut::add(const XmlElement& element) {
  const auto known =
      std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return kind.first->name == element.name; });
  if (known != kinds_.end())
    ++known->count;
  else if (kinds_.size() < 100)
    kinds_.push_back({&element, 1});
}

void LeftOut::append_to(std::vector<std::string>& warnings, const XmlFile& file) const {
  for (const Kind& kind : kinds_)
    warnings.push_back(warning_at(
        file, *kind.first,
        tag(kind.first->name) + (kind.count > 1 ? ", here and " + counted(kind.count - 1, "time") + " more," : "") +
            " is left out: abut does not use it."));
}

UrdfContent read_urdf(const XmlFile& file, const MeshShape& mesh_shape, std::vector<std::string>& warnings) {
  return UrdfReader(file, mesh_shape, warnings).read();
}

}  // namespace abut
