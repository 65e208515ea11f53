#include "store/tree_check.h"

#include "engine/boxes.h"
#include "engine/split.h"
#include "leaf/degenerate.h"
#include "store/float_range.h"
#include <abut/error.h>

#include <algorithm>

namespace abut {

namespace {

// Coordinates of inner points are at most 1, so that boxes around them are no longer than the cube's diagonal, 2 sqrt
// 3, and have their centres that far from its middle at most, even where they are a little larger than need be.
// Axes are orthonormal within packet_axes_defect, 2^-22; products in float add four roundings of 2^-24.
constexpr BoxRange box_range{.centre = 4, .half = 4, .axis = 1 + 0x1p-20f, .defect = 0x1p-20f};
// What a build makes at most: groups are halved by their size below this depth, and 2^29 triangles are halved 29 times.
constexpr std::uint32_t largest_depth = deepest_by_area + 30;

/// Yes only if the corners are not on a line. A component of the product of two sides u and v is off by at most 4.001
/// 2^-53 of its two terms' sum (see leaf/degenerate.cpp), that is by 4.001 2^-53 (u.u + v.v), and by 2^-1073 where
/// terms underflow. All three of them and the sums round by less than 2^-48 (u.u + v.v) + 2^-1000.
bool surely_has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a, product = abs(cross(u, v));
  return product.x + product.y + product.z > 0x1p-40 * (dot(u, u) + dot(v, v)) + 0x1p-900;
}

/// What is below a node: the nodes up to `end`, the places from `first` to `last`, levels of nodes.
struct Below {
  std::uint32_t end, first, last, depth;
};

class StructureCheck {
 public:
  StructureCheck(std::span<const WideNode> nodes) : nodes_(nodes), below_(nodes.size()) {}

  /// Children come after their parents, so that all is known of them when the parents are looked at.
  Below whole() {
    for (auto node = static_cast<std::uint32_t>(nodes_.size()); node-- > 0;) below_[node] = look_at(node);
    return below_[0];
  }

 private:
  Below look_at(std::uint32_t index) const {
    const WideNode& node = nodes_[index];
    const std::uint32_t filled = filled_lanes(node);
    for (std::uint32_t lane = filled; lane < ObbPacket::lanes; ++lane)
      if (!node.child[lane].is_empty()) refuse(index, "has an empty lane before one that is filled");
    if (index == 0 ? filled != 1 : filled < 2) refuse(index, "has " + std::to_string(filled) + " lanes");
    Below all{index + 1, 0, 0, 0};
    for (std::uint32_t lane = 0; lane < filled; ++lane) {
      const Below one = look_at_child(node.child[lane], all.end);
      if (one.end == 0) refuse(index, "is not followed by what is below it");
      if (lane == 0) all.first = all.last = one.first;
      if (one.first != all.last) refuse(index, "does not have its triangles one after the other");
      all = {one.end, all.first, one.last, std::max(all.depth, one.depth)};
    }
    if (all.depth > largest_depth) refuse(index, "has more levels below it than any tree of abut");
    return all;
  }

  /// The end is 0 unless a node is the next one. Places are below 2^29: sums of them do not overflow.
  Below look_at_child(WideChild child, std::uint32_t next) const {
    if (child.is_leaf()) return {next, child.first(), child.first() + child.count(), 0};
    if (child.node() != next || next >= nodes_.size()) return {};
    Below below = below_[next];
    ++below.depth;
    return below;
  }

  [[noreturn]] static void refuse(std::uint32_t node, const std::string& fault) {
    throw Error("node " + std::to_string(node) + " " + fault + ".");
  }

  std::span<const WideNode> nodes_;
  std::vector<Below> below_;
};

}  // namespace

bool have_box_numbers(std::span<const WideNode> nodes) { return are_within(nodes, box_range); }

bool are_inner_numbers(std::span<const float> numbers) { return are_within(numbers, 1); }

bool have_points(std::span<const Triangle> triangles, std::uint64_t points) {
  std::uint32_t most = 0;
  for (const Triangle& t : triangles) most = std::max({most, t[0], t[1], t[2]});
  return triangles.empty() || most < points;
}

bool are_forms_of(std::span<const std::byte> forms, std::span<const Vec3> points, std::span<const Triangle> triangles) {
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Vec3 &a = points[triangles[i][0]], &b = points[triangles[i][1]], &c = points[triangles[i][2]];
    if (forms[i] == static_cast<std::byte>(TriangleForm::triangle) && surely_has_area(a, b, c)) continue;
    if (forms[i] != static_cast<std::byte>(classify_triangle(a, b, c))) return false;
  }
  return true;
}

bool are_in_order(std::span<const Triangle> leaves, std::span<const Triangle> triangles,
                  std::span<const std::uint32_t> order) {
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (leaves[i] != triangles[order[i]]) return false;
  return true;
}

void require_structure(std::span<const WideNode> nodes, std::uint64_t triangles, std::uint32_t depth) {
  if (nodes.empty() && triangles == 0 && depth == 0) return;
  if (nodes.empty() || triangles == 0) throw Error("there are triangles without a tree, or a tree without triangles.");
  const Below all = StructureCheck(nodes).whole();
  if (all.end != nodes.size()) throw Error("there are nodes after the tree's last.");
  if (all.first != 0 || all.last != triangles) throw Error("the tree does not have every triangle.");
  if (all.depth != depth) throw Error("the tree is not as deep as it should be.");
}

void require_permutation(std::span<const std::uint32_t> order) {
  std::vector<std::uint64_t> seen(order.size() / 64 + 1);
  for (const std::uint32_t id : order) {
    if (id >= order.size()) throw Error("the order names a triangle that does not exist.");
    const std::uint64_t bit = std::uint64_t{1} << id % 64;
    if (seen[id / 64] & bit) throw Error("the order names triangle " + std::to_string(id) + " twice.");
    seen[id / 64] |= bit;
  }
}

}  // namespace abut
