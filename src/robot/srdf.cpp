#include "robot/srdf.h"

#include "io/text.h"
#include "robot/link_pairs.h"
#include "robot/urdf.h"

#include <algorithm>
#include <map>
#include <set>

namespace abut {

namespace {

class SrdfReader {
 public:
  SrdfReader(const XmlFile& file, Robot& robot) : file_(file), robot_(robot), figure_(robot.figure) {}

  void read() {
    const XmlElement& root = file_.root();
    if (root.name != "robot") file_.fail(root, "the root is " + tag(root.name) + ", not <robot>. Is it an SRDF file?");
    if (const std::string* name = root.attribute("name"); name && *name != robot_.name)
      warn(root,
           "the file is about the robot " + in_quotes(*name) + ", the URDF file about " + in_quotes(robot_.name) + ".");
    for (const XmlElement& element : root.children) {
      const std::string* name = element.attribute("name");
      if (element.name == "virtual_joint" && name) virtual_joints_.insert(*name);
      if (element.name != "group") continue;
      if (!groups_.emplace(file_.required(element, "name"), &element).second)
        file_.fail(element, "two groups are called " + in_quotes(*name) + ".");
    }
    for (const XmlElement& element : root.children) read_element(element);
    read_pairs();
    left_out_.append_to(robot_.warnings, file_);
  }

 private:
  void warn(const XmlElement& at, const std::string& reason) {
    robot_.warnings.push_back(warning_at(file_, at, reason));
  }

  void read_element(const XmlElement& element) {
    const std::string& name = element.name;
    if (name == "group")
      read_group(element);
    else if (name == "group_state")
      read_state(element);
    else if (name == "passive_joint")
      read_passive(element);
    else if (name != "virtual_joint" && name != "disable_collisions" && name != "enable_collisions" &&
             name != "disable_default_collisions")
      left_out_.add(element);
  }

  /// The index of a link or joint that an attribute names; none, with a warning, when the robot has no such thing.
  std::optional<std::size_t> link(const XmlElement& element, const char* attribute) {
    const std::string& name = file_.required(element, attribute);
    const std::optional<std::size_t> found = figure_.find_link(name);
    if (!found) warn(element, "the robot has no link " + in_quotes(name) + "; " + tag(element.name) + " is left out.");
    return found;
  }
  std::optional<std::size_t> joint(const XmlElement& element, const char* attribute) {
    const std::string& name = file_.required(element, attribute);
    const std::optional<std::size_t> found = figure_.find_joint(name);
    // A virtual joint that does not move is no joint of the figure.
    if (!found && !virtual_joints_.contains(name))
      warn(element, "the robot has no joint " + in_quotes(name) + "; " + tag(element.name) + " is left out.");
    return found;
  }
  void read_passive(const XmlElement& element) {
    if (const auto found = joint(element, "name")) robot_.passive.push_back(*found);
  }

  void read_group(const XmlElement& element) {
    const std::string& name = file_.required(element, "name");
    std::set<std::string> seen{name};
    std::set<std::size_t> joints;
    collect(element, joints, seen);
    JointGroup group{name, {joints.begin(), joints.end()}, {}};
    for (std::size_t j : group.joints) group.links.push_back(figure_.joint_places()[j].child);
    std::sort(group.links.begin(), group.links.end());
    robot_.groups.push_back(std::move(group));
  }

  void collect(const XmlElement& group, std::set<std::size_t>& joints, std::set<std::string>& seen) {
    for (const XmlElement& part : group.children) {
      if (part.name == "joint") {
        if (const auto found = joint(part, "name")) joints.insert(*found);
      } else if (part.name == "link") {
        if (const auto found = link(part, "name"))
          if (const auto above = figure_.joint_of(*found)) joints.insert(*above);
      } else if (part.name == "chain") {
        const auto base = link(part, "base_link"), tip = link(part, "tip_link");
        if (base && tip) add_way(*base, *tip, joints);
      } else if (part.name == "group") {
        collect_named(part, joints, seen);
      }
    }
  }

  void collect_named(const XmlElement& part, std::set<std::size_t>& joints, std::set<std::string>& seen) {
    const std::string& name = file_.required(part, "name");
    const auto group = groups_.find(name);
    if (group == groups_.end())
      warn(part, "there is no group " + in_quotes(name) + "; <group> is left out.");
    else if (seen.insert(name).second)
      collect(*group->second, joints, seen);
  }

  /// The joints between two links, up to the nearest common link and down again.
  void add_way(std::size_t a, std::size_t b, std::set<std::size_t>& joints) const {
    std::set<std::size_t> above_a, above_b;
    for (auto j = figure_.joint_of(a); j; j = figure_.joint_of(figure_.joint_places()[*j].parent)) above_a.insert(*j);
    for (auto j = figure_.joint_of(b); j; j = figure_.joint_of(figure_.joint_places()[*j].parent)) above_b.insert(*j);
    std::set_symmetric_difference(above_a.begin(), above_a.end(), above_b.begin(), above_b.end(),
                                  std::inserter(joints, joints.end()));
  }

  void read_state(const XmlElement& element) {
    GroupState state{file_.required(element, "name"), file_.required(element, "group"), {}};
    for (const XmlElement& part : element.children) {
      if (part.name != "joint") continue;
      const std::optional<std::size_t> found = joint(part, "name");
      if (!found) continue;
      const Joint& of = figure_.joints()[*found];
      std::vector<double> numbers = file_.numbers(part, file_.required(part, "value"), "attribute 'value'");
      if (numbers.size() != numbers_of(of.kind))
        file_.fail(part, "joint " + in_quotes(of.name) + " is given " + counted(numbers.size(), "number") +
                             "; it takes " + std::to_string(numbers_of(of.kind)) + ".");
      if (of.mimic)
        warn(part, "joint " + in_quotes(of.name) + " follows another; its value in a state is left out.");
      else
        state.values.push_back({*found, std::move(numbers)});
    }
    robot_.states.push_back(std::move(state));
  }

  /// As MoveIt does: links whose pairs are off by default, then pairs that are on, then pairs that are off.
  void read_pairs() {
    LinkPairs allowed(figure_.links().size());
    const auto for_all = [&](std::string_view name, const auto& action) {
      for (const XmlElement& element : file_.root().children)
        if (element.name == name) action(element);
    };
    for_all("disable_default_collisions", [&](const XmlElement& element) {
      if (const auto a = link(element, "link"))
        for (std::size_t b = 0; b < figure_.links().size(); ++b) allowed.allow(*a, b, "Default");
    });
    for_all("enable_collisions", [&](const XmlElement& element) {
      const auto a = link(element, "link1"), b = link(element, "link2");
      if (a && b) allowed.forbid(*a, *b);
    });
    for_all("disable_collisions", [&](const XmlElement& element) {
      const auto a = link(element, "link1"), b = link(element, "link2");
      const std::string* reason = element.attribute("reason");
      if (a && b) allowed.allow(*a, *b, reason ? *reason : "");
    });
    for (const AllowedLinks& pair : allowed.list()) robot_.allowed.push_back(pair);
  }

  const XmlFile& file_;
  Robot& robot_;
  const Figure& figure_;
  std::set<std::string> virtual_joints_;
  std::map<std::string, const XmlElement*> groups_;
  LeftOut left_out_;
};

}  // namespace

std::optional<Joint> read_virtual_joint(const XmlFile& srdf, const std::vector<Link>& links) {
  std::optional<Joint> result;
  for (const XmlElement& element : srdf.root().children) {
    if (element.name != "virtual_joint") continue;
    if (result) srdf.fail(element, "there are two virtual joints; a robot has one root.");
    Joint joint;
    joint.name = name_in(srdf, element, "name");
    joint.parent = name_in(srdf, element, "parent_frame");
    joint.child = name_in(srdf, element, "child_link");
    joint.axis = {0, 0, 1};
    const std::string& type = srdf.required(element, "type");
    if (type == "fixed") continue;
    if (type != "planar" && type != "floating")
      srdf.fail(element,
                "the virtual joint has the type " + in_quotes(type) + "; it can be fixed, planar or floating.");
    joint.kind = type == "planar" ? JointKind::planar : JointKind::floating;
    for (const Link& link : links)
      if (link.name == joint.parent)
        srdf.fail(element,
                  "the parent frame " + in_quotes(joint.parent) + " of the virtual joint is a link of the robot.");
    result = std::move(joint);
  }
  return result;
}

void read_srdf(const XmlFile& srdf, Robot& robot) { SrdfReader(srdf, robot).read(); }

}  // namespace abut
