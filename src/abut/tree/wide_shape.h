#pragma once

#include <abut/mesh/mesh.h>

#include <memory>
#include <span>

namespace abut {

/// A division of triangles into two groups, again and again, down to leaves; and what it costs to visit each group as
/// one lane of a wide node or as several.
class BinaryShape {
 public:
  /// A group of triangles: a run of order().
  struct Group {
    std::uint32_t first, count;
    std::uint32_t node;  ///< where its division is stored, if it is not a leaf
  };
  static constexpr int most_lanes = 8;

  BinaryShape(std::span<const Vec3> points, std::span<const Triangle> triangles, std::uint32_t leaf_size);

  std::span<const std::uint32_t> order() const { return {order_.get(), size_}; }
  Group root() const { return {0, static_cast<std::uint32_t>(size_), 0}; }
  bool is_leaf(const Group& group) const { return group.count <= leaf_size_; }
  Group left(const Group& group) const { return {group.first, nodes_[group.node].left_count, group.node + 1}; }
  Group right(const Group& group) const {
    // The groups on the left are fewer than their triangles, which leaves room for their nodes.
    const std::uint32_t left_count = nodes_[group.node].left_count;
    return {group.first + left_count, group.count - left_count, group.node + left_count};
  }
  /// The least cost of visiting what is below when the group takes at most `lanes` lanes of its wide node.
  float cost(const Group& group, int lanes) const {
    return is_leaf(group) ? leaf_cost_[group.first] : nodes_[group.node].cost[lanes];
  }

 private:
  struct Node {
    float cost[most_lanes];  // by the number of lanes; [0] is unused
    std::uint32_t left_count;
  };
  struct Bounds;
  class Builder;

  std::size_t size_ = 0;
  std::uint32_t leaf_size_ = 1;
  std::unique_ptr<std::uint32_t[]> order_;
  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<float[]> leaf_cost_;
};

}  // namespace abut
