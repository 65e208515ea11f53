#pragma once

#include "assembly/placed_box.h"
#include <abut/clash.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// Is it the box of a part that has points?
inline bool is_there(const Bounds& box) { return box.low.x <= box.high.x; }

/// A tree over the boxes of parts, to find those near a given box. Boxes are those of may_be_within(), so what it
/// leaves out is surely farther away. Inverted boxes, those of empty parts, are near none.
class BoxIndex {
 public:
  explicit BoxIndex(std::span<const Bounds> boxes);

  /// The parts that have a box, in the order of the tree's leaves: neighbours are close to each other.
  const std::vector<std::uint32_t>& order() const { return order_; }

  /// visit(part) for every part, from a place in the order on, that may be within reach of the box; false ends it.
  template <class Visit>
  void visit_near(const Bounds& box, double reach, std::size_t from, Visit&& visit) const {
    if (!nodes_.empty()) visit_node(0, box, reach, from, visit);
  }

 private:
  static constexpr std::size_t leaf_size = 4;
  /// The children of a node that is no leaf are the next node and `second`.
  struct Node {
    Bounds box;
    std::uint32_t first = 0, last = 0;  ///< places in the order, `last` excluded
    std::uint32_t second = 0;           ///< 0 for a leaf
  };

  std::uint32_t build(std::span<const Bounds> boxes, std::uint32_t first, std::uint32_t last);

  template <class Visit>
  bool visit_node(std::uint32_t index, const Bounds& box, double reach, std::size_t from, Visit& visit) const {
    const Node& node = nodes_[index];
    if (node.last <= from || !may_be_within(node.box, box, reach)) return true;
    if (node.second != 0)
      return visit_node(index + 1, box, reach, from, visit) && visit_node(node.second, box, reach, from, visit);
    for (std::size_t place = std::max<std::size_t>(node.first, from); place < node.last; ++place)
      if (may_be_within(boxes_[place], box, reach) && !visit(order_[place])) return false;
    return true;
  }

  std::vector<std::uint32_t> order_;
  std::vector<Bounds> boxes_;  ///< in that order
  std::vector<Node> nodes_;    ///< the root first
};

}  // namespace abut
