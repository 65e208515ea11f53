#include "robot/figure_data.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

std::string named(const Joint& joint) { return "joint '" + joint.name + "'"; }

bool is_in_range(double number) { return std::abs(number) <= largest_input; }
bool is_in_range(const Vec3& v) { return is_in_range(v.x) && is_in_range(v.y) && is_in_range(v.z); }

bool has_axis(JointKind kind) { return kind != JointKind::fixed && kind != JointKind::floating; }
bool has_limits(JointKind kind) { return kind == JointKind::revolute || kind == JointKind::prismatic; }
/// The message for a number that is not finite or too large.
std::string out_of_range(const std::string& what) { return what + " has a number that is not finite or beyond 2^300."; }

/// An axis of length 1. One that has it already, but for rounding, stays as it is, so that a figure that is made again
/// of its own joints is the same.
Vec3 unit_axis(const Joint& joint) {
  if (!is_in_range(joint.axis)) throw Error(out_of_range(named(joint) + ": its axis"));
  const double size = largest(abs(joint.axis));
  if (size == 0) throw Error(named(joint) + ": its axis is zero. Give it a direction, such as 0 0 1.");
  if (std::abs(dot(joint.axis, joint.axis) - 1) <= 16 * unit_roundoff) return joint.axis;
  // Divided by its largest part first, so that neither tiny nor huge axes lose bits.
  const Vec3 axis{joint.axis.x / size, joint.axis.y / size, joint.axis.z / size};
  const double norm = length(axis);
  return {axis.x / norm, axis.y / norm, axis.z / norm};
}

void require_rigid_origin(const Joint& joint) {
  require_valid(joint.origin, (named(joint) + ": its origin").c_str());
  if (!is_rigid(joint.origin) || determinant(joint.origin.linear) < 0)
    throw Error(named(joint) + ": its origin is not a rotation and a shift.");
}

void require_limits(const Joint& joint) {
  const Bracket& limits = joint.limits;
  if (std::isnan(limits.lower) || std::isnan(limits.upper)) throw Error(named(joint) + ": a limit is not a number.");
  if (limits.lower > limits.upper)
    throw Error(named(joint) + ": its lower limit " + text_of(limits.lower) + " is above its upper limit " +
                text_of(limits.upper) + ". Swap them?");
}

/// A joint that can be, its axis of length 1.
Joint checked(Joint joint) {
  require_rigid_origin(joint);
  if (has_axis(joint.kind)) joint.axis = unit_axis(joint);
  if (has_limits(joint.kind)) require_limits(joint);
  if (joint.mimic && numbers_of(joint.kind) != 1)
    throw Error(named(joint) + " is " + std::string(name_of(joint.kind)) +
                ": only revolute, continuous and prismatic joints can follow another.");
  if (joint.mimic && !(is_in_range(joint.mimic->multiplier) && is_in_range(joint.mimic->offset)))
    throw Error(out_of_range(named(joint) + ": its mimic"));
  return joint;
}

using Names = std::map<std::string, std::size_t, std::less<>>;

template <class Things>
Names names_of(const Things& things, const char* kind) {
  Names names;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (things[i].name.empty()) throw Error(std::string(kind) + " " + std::to_string(i + 1) + " has no name.");
    if (!names.emplace(things[i].name, i).second)
      throw Error("two " + std::string(kind) + "s are called '" + things[i].name + "'.");
  }
  return names;
}

std::size_t link_of(const Joint& joint, const std::string& link, const char* role, const Names& links) {
  const auto found = links.find(link);
  if (found == links.end()) throw Error(named(joint) + ": its " + role + " link '" + link + "' does not exist.");
  return found->second;
}

void require_shapes(const std::vector<Link>& links) {
  for (const Link& link : links)
    for (const LinkShape& shape : link.shapes)
      require_valid(shape.at, ("link '" + link.name + "': the placement of a shape").c_str());
}

/// Fills the links of each joint and the joint of each link.
void connect(Figure::Data& data) {
  data.joint_of.resize(data.links.size());
  data.places.resize(data.joints.size());
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    const Joint& joint = data.joints[j];
    data.places[j].parent = link_of(joint, joint.parent, "parent", data.link_named);
    data.places[j].child = link_of(joint, joint.child, "child", data.link_named);
    std::optional<std::size_t>& above = data.joint_of[data.places[j].child];
    if (above)
      throw Error("link '" + joint.child + "' is the child of two joints, '" + data.joints[*above].name + "' and '" +
                  joint.name + "'. A figure is a tree: give each link one joint.");
    above = j;
  }
}

/// Throws the Error about a cycle: from any joint that the root does not reach, going up ends in it.
[[noreturn]] void report_cycle(const Figure::Data& data, std::size_t link) {
  std::vector<char> seen(data.links.size());
  while (!std::exchange(seen[link], 1)) link = data.places[*data.joint_of[link]].parent;
  std::string way = "'" + data.links[link].name + "'";
  // A message that lists thousands is not read.
  std::size_t above = data.places[*data.joint_of[link]].parent, more = 0;
  for (int named = 1; above != link; above = data.places[*data.joint_of[above]].parent, ++named)
    if (named < 6)
      way += ", '" + data.links[above].name + "'";
    else
      ++more;
  if (more > 0) way += " and " + std::to_string(more) + " more";
  throw Error("the joints form a cycle through the links " + way + ". A figure is a tree: cut the cycle at one joint.");
}

/// Finds the root and the order of the joints.
void order_from_root(Figure::Data& data) {
  std::vector<std::size_t> roots;
  for (std::size_t link = 0; link < data.links.size(); ++link)
    if (!data.joint_of[link]) roots.push_back(link);
  if (roots.empty()) report_cycle(data, 0);
  if (roots.size() > 1)
    throw Error("there are two roots: neither '" + data.links[roots[0]].name + "' nor '" + data.links[roots[1]].name +
                "' is the child of a joint. Connect them by a joint, a fixed one perhaps.");
  data.root = roots[0];

  std::vector<std::vector<std::size_t>> below(data.links.size());
  for (std::size_t j = data.joints.size(); j-- > 0;) below[data.places[j].parent].push_back(j);
  std::vector<std::size_t> open = below[data.root];
  while (!open.empty()) {
    const std::size_t joint = open.back();
    open.pop_back();
    data.order.push_back(joint);
    const std::vector<std::size_t>& next = below[data.places[joint].child];
    open.insert(open.end(), next.begin(), next.end());
  }
  if (data.order.size() == data.joints.size()) return;
  std::vector<char> reached(data.links.size());
  reached[data.root] = 1;
  for (std::size_t joint : data.order) reached[data.places[joint].child] = 1;
  report_cycle(data, static_cast<std::size_t>(std::find(reached.begin(), reached.end(), 0) - reached.begin()));
}

/// The joint that a joint follows.
std::size_t leader_of(const Joint& joint, const Figure::Data& data) {
  const auto found = data.joint_named.find(joint.mimic->joint);
  if (found == data.joint_named.end())
    throw Error(named(joint) + " follows '" + joint.mimic->joint + "', which does not exist.");
  const Joint& leader = data.joints[found->second];
  if (numbers_of(leader.kind) != 1)
    throw Error(named(joint) + " follows '" + leader.name + "', which is " + std::string(name_of(leader.kind)) +
                ": only revolute, continuous and prismatic joints can be followed.");
  return found->second;
}

/// Replaces what follows a follower by what follows the joint that decides.
void resolve_mimics(Figure::Data& data) {
  std::vector<std::optional<Mimic>> resolved(data.joints.size());
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    if (!data.joints[j].mimic) continue;
    Mimic total = *data.joints[j].mimic;
    std::size_t leader = leader_of(data.joints[j], data);
    for (std::size_t steps = 0; data.joints[leader].mimic; ++steps) {
      if (steps == data.joints.size()) throw Error(named(data.joints[j]) + " follows itself.");
      const Mimic& next = *data.joints[leader].mimic;
      total = {next.joint, total.multiplier * next.multiplier, total.multiplier * next.offset + total.offset};
      leader = leader_of(data.joints[leader], data);
    }
    if (!is_in_range(total.multiplier) || !is_in_range(total.offset))
      throw Error(out_of_range(named(data.joints[j]) + ": its mimic"));
    resolved[j] = std::move(total);
  }
  for (std::size_t j = 0; j < data.joints.size(); ++j) data.joints[j].mimic = std::move(resolved[j]);
}

/// The numbers of one joint, named as MoveIt names them where it has names for them.
void append_numbers(const Joint& joint, std::size_t index, std::vector<JointNumber>& numbers) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  constexpr Bracket free{-endless, endless};
  const auto add = [&](const std::string& part, const Bracket& limits, bool wraps) {
    numbers.push_back({joint.name + part, index, limits, wraps});
  };
  if (numbers_of(joint.kind) == 1)
    add("", has_limits(joint.kind) ? joint.limits : free, joint.kind == JointKind::continuous);
  if (joint.kind == JointKind::planar)
    for (const char* part : {"/x", "/y", "/theta"}) add(part, free, part[1] == 't');
  if (joint.kind == JointKind::floating) {
    for (const char* part : {"/trans_x", "/trans_y", "/trans_z"}) add(part, free, false);
    for (const char* part : {"/rot_x", "/rot_y", "/rot_z", "/rot_w"}) add(part, free, false);
  }
}

void count_numbers(Figure::Data& data) {
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    if (data.joints[j].mimic || data.joints[j].kind == JointKind::fixed) continue;
    data.places[j].first_number = data.numbers.size();
    append_numbers(data.joints[j], j, data.numbers);
  }
  for (std::size_t j = 0; j < data.joints.size(); ++j)
    if (const std::optional<Mimic>& mimic = data.joints[j].mimic) {
      data.places[j].first_number = data.places[data.joint_named.find(mimic->joint)->second].first_number;
      data.places[j].multiplier = mimic->multiplier;
      data.places[j].offset = mimic->offset;
    }
}

std::optional<std::size_t> found(const Names& names, std::string_view name) {
  const auto at = names.find(name);
  return at == names.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace

Figure::Figure() : data_(new Data) {}
Figure::Figure(detail::Shared<Data> data) : data_(std::move(data)) {}

Figure::Figure(std::vector<Link> links, std::vector<Joint> joints) : Figure() {
  Data& data = *data_;
  data.links = std::move(links);
  data.link_named = names_of(data.links, "link");
  data.joint_named = names_of(joints, "joint");
  require_shapes(data.links);
  if (data.links.empty()) {
    if (joints.empty()) return;
    throw Error(named(joints.front()) + " has no links to connect: the figure has none.");
  }
  for (Joint& joint : joints) data.joints.push_back(checked(std::move(joint)));
  connect(data);
  order_from_root(data);
  resolve_mimics(data);
  count_numbers(data);
  for (std::size_t joint : data.order) data.maps.push_back(map_of(data.joints[joint], data.places[joint]));
  for (const JointMap& map : data.maps) data.has_floating |= map.kind == JointKind::floating;
}

const std::vector<Link>& Figure::links() const { return data_->links; }
const std::vector<Joint>& Figure::joints() const { return data_->joints; }
const std::vector<JointPlace>& Figure::joint_places() const { return data_->places; }
const std::vector<JointNumber>& Figure::numbers() const { return data_->numbers; }
const std::vector<std::size_t>& Figure::order() const { return data_->order; }

std::size_t Figure::root() const {
  if (data_->links.empty()) throw Error("a figure without links has no root.");
  return data_->root;
}

std::optional<std::size_t> Figure::joint_of(std::size_t link) const {
  if (link >= data_->links.size())
    throw Error("there is no link " + std::to_string(link) + ": the figure has " + std::to_string(data_->links.size()) +
                ".");
  return data_->joint_of[link];
}

std::optional<std::size_t> Figure::find_link(std::string_view name) const { return found(data_->link_named, name); }
std::optional<std::size_t> Figure::find_joint(std::string_view name) const { return found(data_->joint_named, name); }

std::vector<double> Figure::neutral() const {
  std::vector<double> configuration;
  for (const JointNumber& number : data_->numbers)
    configuration.push_back(std::clamp(0.0, number.limits.lower, number.limits.upper));
  for (std::size_t j = 0; j < data_->joints.size(); ++j)
    if (data_->joints[j].kind == JointKind::floating) configuration[data_->places[j].first_number + 6] = 1;
  return configuration;
}

Figure Figure::without_limits() const {
  constexpr double endless = std::numeric_limits<double>::infinity();
  detail::Shared<Data> data(new Data(*data_));
  for (Joint& joint : data->joints) joint.limits = {-endless, endless};
  for (JointNumber& number : data->numbers) number.limits = {-endless, endless};
  return Figure(std::move(data));
}

}  // namespace abut
