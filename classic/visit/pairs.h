#pragma once

#include "base/bounded_stack.h"
#include "base/budget_watch.h"
#include "base/visited.h"
#include "classic/tree/tree.h"

#include <array>
#include <type_traits>
#include <vector>

namespace abut::classic {

using PairStack = BoundedStack<NodePair>;

/// How many pairs wait at most while the trees are visited: a pair that is opened leaves at most its siblings behind
/// (of both nodes for `both`) on each of the depth_a + depth_b levels below it.
template <class TreeA, class TreeB>
std::size_t pair_stack_bound(const TreeA& a, const TreeB& b) {
  constexpr std::size_t siblings = TreeA::most_children * TreeB::most_children;
  return (siblings - 1) * static_cast<std::size_t>(a.depth + b.depth) + siblings;
}

/// How trees are searched for contacts, and how that goes.
struct ContactVisit {
  Sat sat = Sat::full;
  Descent descent = Descent::larger_diameter;
  BudgetWatch watch{};
  Visited visited{};  ///< who takes leaves adds the triangle tests
};

/// Visits the pairs of leaves below `start` whose volumes, and all volumes above them up to the start, may overlap.
/// Iterative; the stack is empty before and, unless the visit was ended, after.
/// `on_leaves(node_a, node_b)` returns false to end the visit.
template <class TreeA, class TreeB, class Test, class OnLeaves>
void visit_pairs_below(const NodePair& start, const TreeA& a, const TreeB& b, const Test& test, ContactVisit& visit,
                       PairStack& stack, OnLeaves&& on_leaves) {
  const Descent descent = visit.descent;
  std::uint64_t tests = 1;
  bool go_on = true;
  const auto keep = [&](std::uint32_t node_a, std::uint32_t node_b) {
    if (a.nodes[node_a].is_leaf() && b.nodes[node_b].is_leaf())
      go_on = on_leaves(a.nodes[node_a], b.nodes[node_b]);
    else
      stack.push({node_a, node_b});
  };
  const auto open_a = [&](std::uint32_t node_a, std::uint32_t node_b) {
    const typename Test::ClosedB closed(test, b.nodes[node_b].volume);
    const auto& opened = a.nodes[node_a];
    tests += opened.children;
    for (std::uint32_t child = opened.child + opened.children; go_on && child-- > opened.child;)
      if (closed.may_overlap(a.nodes[child].volume)) keep(child, node_b);
  };
  const auto open_b = [&](std::uint32_t node_a, std::uint32_t node_b) {
    const typename Test::ClosedA closed(test, a.nodes[node_a].volume);
    const auto& opened = b.nodes[node_b];
    tests += opened.children;
    for (std::uint32_t child = opened.child + opened.children; go_on && child-- > opened.child;)
      if (closed.may_overlap(b.nodes[child].volume)) keep(node_a, child);
  };
  const auto a_is_larger = [&](const auto& volume_a, const auto& volume_b) {
    const double scale = test.relative().scale;
    return descent == Descent::larger_volume
               ? volume_of(volume_a) > volume_of(volume_b) * (scale * scale * scale)
               : squared_diameter(volume_a) > squared_diameter(volume_b) * (scale * scale);
  };

  const auto is_over = [&] {
    return visit.watch.is_over(visit.visited.volume_tests + tests + visit.visited.triangle_tests);
  };

  if (test.may_overlap(a.nodes[start.a].volume, b.nodes[start.b].volume)) keep(start.a, start.b);
  while (go_on && !stack.empty()) {
    if (is_over()) {
      go_on = false;
      break;
    }
    const NodePair pair = stack.pop();
    const auto &node_a = a.nodes[pair.a], &node_b = b.nodes[pair.b];
    if (node_b.is_leaf()) {
      open_a(pair.a, pair.b);
    } else if (node_a.is_leaf()) {
      open_b(pair.a, pair.b);
    } else if (descent == Descent::both) {
      for (std::uint32_t child = node_a.child + node_a.children; go_on && child-- > node_a.child;)
        open_b(child, pair.b);
    } else if (a_is_larger(node_a.volume, node_b.volume)) {
      open_a(pair.a, pair.b);
    } else {
      open_b(pair.a, pair.b);
    }
  }
  visit.visited.volume_tests += tests;
  visit.visited.complete = go_on;
}

/// The same for all leaves of both trees.
template <class TreeA, class TreeB, class Test, class OnLeaves>
void visit_pairs(const TreeA& a, const TreeB& b, const Test& test, ContactVisit& visit, OnLeaves&& on_leaves) {
  if (a.nodes.empty() || b.nodes.empty()) return;
  PairStack stack(pair_stack_bound(a, b));
  visit_pairs_below({0, 0}, a, b, test, visit, stack, on_leaves);
}

}  // namespace abut::classic
