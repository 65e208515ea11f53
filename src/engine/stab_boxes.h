#pragma once

#include "base/bounded_stack.h"
#include "engine/segment_box.h"

namespace abut {

/// Takes the runs of triangles whose boxes a segment may meet, as places in the tree's leaf order.
class StabSink {
 public:
  virtual ~StabSink() = default;
  /// False ends the visit.
  virtual bool take(std::uint32_t first, std::uint32_t count) = 0;
};

/// Visits the leaves of a tree whose boxes, and all boxes above them, the segment may meet; nodes read as boxes.
/// Returns the number of box tests.
template <class Tree>
std::uint64_t visit_stabbed(const Tree& tree, const InnerSegment& segment, StabSink& sink) {
  if (tree.nodes.empty()) return 0;
  BoundedStack<std::uint32_t> stack((static_cast<std::size_t>(tree.depth) + 1) * Tree::most_children);
  stack.push(0);
  std::uint64_t tests = 0;
  while (!stack.empty()) {
    const auto node = tree.nodes[stack.pop()];
    ++tests;
    if (!may_meet(segment, node.volume)) continue;
    if (!node.is_leaf())
      for (std::uint32_t child = node.child; child < node.child + node.children; ++child) stack.push(child);
    else if (!sink.take(node.first, node.count))
      break;
  }
  return tests;
}

}  // namespace abut
