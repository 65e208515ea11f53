#pragma once

#include "engine/split.h"

#include <memory>
#include <vector>

namespace abut {

/// A division of triangles into two groups, again and again, down to leaves; and what it costs to visit each group as
/// one lane of a wide node or as several.
class BinaryShape {
 public:
  using Group = SplitGroup;
  static constexpr int most_lanes = SplitNode::most_lanes;

  /// The same for every number of threads.
  BinaryShape(const FloatPoint* points, std::span<const Triangle> triangles, std::uint32_t leaf_size, int threads);

  /// Triangle ids; groups are runs of it. May be moved from.
  std::vector<std::uint32_t>& order() { return order_; }
  Group root() const { return {0, static_cast<std::uint32_t>(size_), 0}; }
  bool is_leaf(const Group& group) const { return group.count <= leaf_size_; }
  Group left(const Group& group) const { return left_half(nodes_.get(), group); }
  Group right(const Group& group) const { return right_half(nodes_.get(), group); }
  /// The least cost of visiting what is below when the group takes at most `lanes` lanes of its wide node.
  float cost(const Group& group, int lanes) const {
    return is_leaf(group) ? leaf_cost_[group.first] : nodes_[group.node].cost[lanes - 1];
  }

 private:
  std::size_t size_ = 0;
  std::uint32_t leaf_size_ = 1;
  std::vector<std::uint32_t> order_;
  std::unique_ptr<SplitNode[]> nodes_;
  std::unique_ptr<float[]> leaf_cost_;
};

}  // namespace abut
