#include "engine/swept_tree.h"

#include "math/power_of_two.h"

#include <algorithm>
#include <limits>

namespace abut {

namespace {

// Rounded coordinates are off by at most 2^-25 and what the difference and the scale in doubles lose, as is this sum.
constexpr float outward = 0x1p-23f;

float larger(float a, float b) { return a < b ? b : a; }

void grow(SweptBox& box, const SweptBox& by) {
  for (int k = 0; k < SweptBox::sides; ++k) box.side[k] = larger(box.side[k], by.side[k]);
}

// An inverted box, which grows into any other and meets none.
constexpr SweptBox nothing = [] {
  SweptBox box{};
  box.side.fill(-std::numeric_limits<float>::infinity());
  return box;
}();

SweptBox box_of(const Vec3& from, const Vec3& to, const SweptFrame& frame) {
  SweptBox box;
  for (int axis = 0; axis < 3; ++axis) {
    const auto at_0 = static_cast<float>((from[axis] - frame.centre[axis]) * frame.scale);
    const auto at_1 = static_cast<float>((to[axis] - frame.centre[axis]) * frame.scale);
    box.side[SweptBox::low(0, axis)] = -at_0, box.side[SweptBox::high(0, axis)] = at_0;
    box.side[SweptBox::low(1, axis)] = -at_1, box.side[SweptBox::high(1, axis)] = at_1;
  }
  return box;
}

SweptBox rounded_outward(SweptBox box) {
  for (float& side : box.side) side += outward;
  return box;
}

// Half way, doubled.
Vec3 middle_of(const SweptBox& point) {
  const auto& side = point.side;
  return {static_cast<double>(side[SweptBox::high(0, 0)]) + side[SweptBox::high(1, 0)],
          static_cast<double>(side[SweptBox::high(0, 1)]) + side[SweptBox::high(1, 1)],
          static_cast<double>(side[SweptBox::high(0, 2)]) + side[SweptBox::high(1, 2)]};
}

/// The points of a leaf, each once.
struct LeafPoints {
  std::uint32_t index[3 * WideChild::largest_leaf];
  int count = 0;

  void add(std::uint32_t point) {
    for (int i = 0; i < count; ++i)
      if (index[i] == point) return;
    index[count++] = point;
  }
};

}  // namespace

SweptFrame SweptFrame::around(std::span<const std::span<const Vec3>> all) {
  Bounds bounds;
  for (std::span<const Vec3> points : all) {
    const Bounds part = bounds_of(points);
    bounds = {min(bounds.low, part.low), max(bounds.high, part.high)};
  }
  if (!(bounds.low.x <= bounds.high.x)) return {};
  const Vec3 centre = bounds.low * 0.5 + bounds.high * 0.5;
  const double reach = largest(max(abs(bounds.low - centre), abs(bounds.high - centre)));
  return {centre, reach > 0 ? 1 / power_of_two_at_least(std::max(reach, 0x1p-1000)) : 1};
}

SweptBox SweptTree::triangle(std::uint32_t place) const {
  const auto [i, j, k] = triangles_[tree_->order[place]];
  SweptBox box = points_[i];
  grow(box, points_[j]);
  grow(box, points_[k]);
  return rounded_outward(box);
}

SweptBox SweptTree::add_leaf(WideChild child) {
  LeafPoints used;
  Vec3 normals;
  for (std::uint32_t place = child.first(); place < child.first() + child.count(); ++place) {
    const auto [i, j, k] = triangles_[tree_->order[place]];
    used.add(i), used.add(j), used.add(k);
    const Vec3 p = middle_of(points_[i]);
    normals += cross(middle_of(points_[j]) - p, middle_of(points_[k]) - p);
  }
  SweptBox box = nothing;
  for (int i = 0; i < used.count; ++i) grow(box, points_[used.index[i]]);
  SweptLeaf& leaf = leaves_.emplace_back();
  // Triangles that hang together share points; others have no slab.
  if (used.count <= SweptLeaf::most_points) {
    for (int i = 0; i < SweptLeaf::most_points; ++i) {
      const SweptBox& point = points_[used.index[i < used.count ? i : 0]];
      for (int end = 0; end < 2; ++end)
        for (int axis = 0; axis < 3; ++axis) leaf.at[end][axis][i] = point.side[SweptBox::high(end, axis)];
    }
    set_slab(leaf, normals);
  }
  return rounded_outward(box);
}

SweptTree::SweptTree(const WideTree& tree, std::span<const Triangle> triangles, std::span<const Vec3> from,
                     std::span<const Vec3> to, const SweptFrame& frame)
    : tree_(&tree),
      triangles_(triangles),
      points_(from.size()),
      packets_(tree.nodes.size()),
      leaf_of_(tree.nodes.size() * lanes) {
  for (std::size_t i = 0; i < from.size(); ++i) points_[i] = box_of(from[i], to[i], frame);
  std::size_t leaves = 0;
  for (const WideNode& node : tree.nodes)
    for (const WideChild& child : node.child) leaves += child.is_leaf();
  leaves_.reserve(leaves);
  // Children come after their parents.
  std::vector<SweptBox> whole(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    whole[n] = nothing;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const WideChild child = tree.nodes[n].child[lane];
      if (child.is_leaf()) leaf_of_[n * lanes + lane] = static_cast<std::uint32_t>(leaves_.size());
      const SweptBox box = child.is_leaf() ? add_leaf(child) : child.is_node() ? whole[child.node()] : nothing;
      for (int k = 0; k < SweptBox::sides; ++k) packets_[n].side[k][lane] = box.side[k];
      grow(whole[n], box);
    }
  }
}

}  // namespace abut
