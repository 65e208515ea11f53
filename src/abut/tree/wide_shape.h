#pragma once

#include <abut/tree/wide_split.h>

#include <memory>

namespace abut {

/// A division of triangles into two groups, again and again, down to leaves; and what it costs to visit each group as
/// one lane of a wide node or as several.
class BinaryShape {
 public:
  using Group = SplitGroup;
  static constexpr int most_lanes = SplitNode::most_lanes;

  BinaryShape(std::span<const Vec3> points, std::span<const Triangle> triangles, std::uint32_t leaf_size);

  std::span<const std::uint32_t> order() const { return {order_.get(), size_}; }
  Group root() const { return {0, static_cast<std::uint32_t>(size_), 0}; }
  bool is_leaf(const Group& group) const { return group.count <= leaf_size_; }
  Group left(const Group& group) const { return left_half(arrays(), group); }
  Group right(const Group& group) const { return right_half(arrays(), group); }
  /// The least cost of visiting what is below when the group takes at most `lanes` lanes of its wide node.
  float cost(const Group& group, int lanes) const {
    return is_leaf(group) ? leaf_cost_[group.first] : nodes_[group.node].cost[lanes];
  }

 private:
  SplitArrays arrays() const { return {leaf_size_, order_.get(), nodes_.get(), leaf_cost_.get()}; }

  std::size_t size_ = 0;
  std::uint32_t leaf_size_ = 1;
  std::unique_ptr<std::uint32_t[]> order_;
  std::unique_ptr<SplitNode[]> nodes_;
  std::unique_ptr<float[]> leaf_cost_;
};

}  // namespace abut
