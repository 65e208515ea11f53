#pragma once

#include "classic/visit/pairs.h"

namespace abut::classic {

/// Visits a tree against itself, as far as the nodes [first, last) are concerned: two different leaves have one lowest
/// node above both, and that node's turn brings the pair, once, if the volumes between allow it; a leaf's own turn
/// brings the leaf. So runs of nodes that cover the tree bring every pair exactly once, in any order and on any thread.
/// `on_leaf(node)` and `on_leaves(node, node)` return false to end the visit.
template <class Tree, class Test, class OnLeaf, class OnLeaves>
void visit_self_pairs(const Tree& tree, std::uint32_t first, std::uint32_t last, const Test& test, ContactVisit& visit,
                      OnLeaf&& on_leaf, OnLeaves&& on_leaves) {
  PairStack stack(pair_stack_bound(tree, tree));
  bool& go_on = visit.visited.complete;
  for (std::uint32_t index = first; go_on && index < last; ++index) {
    if (visit.watch.is_over(visit.visited.volume_tests + visit.visited.triangle_tests)) {
      go_on = false;
      break;
    }
    const auto& node = tree.nodes[index];
    if (node.is_leaf()) {
      go_on = on_leaf(node);
      continue;
    }
    for (std::uint32_t b = node.child + 1; b < node.child + node.children; ++b)
      for (std::uint32_t a = node.child; go_on && a < b; ++a)
        visit_pairs_below({a, b}, tree, tree, test, visit, stack, on_leaves);
  }
}

}  // namespace abut::classic
