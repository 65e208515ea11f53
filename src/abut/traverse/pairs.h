#pragma once

#include <abut/tree/tree.h>

#include <array>
#include <type_traits>
#include <vector>

namespace abut {

/// Which node of an overlapping pair is opened.
enum class Descent { larger_diameter, larger_volume, both };
inline constexpr std::array all_descents{Descent::larger_diameter, Descent::larger_volume, Descent::both};
constexpr std::string_view name_of(Descent descent) {
  constexpr std::string_view names[] = {"diameter", "volume", "both"};
  return names[static_cast<int>(descent)];
}

/// A stack that allocates only for trees of extraordinary depth. Items are plain data and not set before they are
/// pushed.
template <class T, std::size_t ordinary = 512>
class BoundedStack {
  static_assert(std::is_trivially_default_constructible_v<T>,
                "or every query would pay for setting what it may not use");

 public:
  explicit BoundedStack(std::size_t bound) {
    if (bound > ordinary) {
      large_.resize(bound);
      top_ = large_.data();
    }
  }
  BoundedStack(const BoundedStack&) = delete;
  BoundedStack& operator=(const BoundedStack&) = delete;

  bool empty() const { return count_ == 0; }
  void push(const T& item) { top_[count_++] = item; }
  /// As push, or not at all; without a branch. There must be room in either case.
  void push_if(const T& item, bool wanted) {
    top_[count_] = item;
    count_ += wanted;
  }
  T pop() { return top_[--count_]; }

  /// From the bottom to the top.
  const T* begin() const { return top_; }
  const T* end() const { return top_ + count_; }

 private:
  std::array<T, ordinary> small_;
  std::vector<T> large_;
  T* top_ = small_.data();
  std::size_t count_ = 0;
};

/// Visits the pairs of leaves whose volumes, and all volumes above them, may overlap. Iterative: a pair that is opened
/// leaves at most its other children behind, of one node or of both, on each of the depth_a + depth_b levels below it,
/// which bounds the stack.
/// `on_leaves(node_a, node_b)` returns false to end the visit. Returns the number of volume tests.
template <class TreeA, class TreeB, class Test, class OnLeaves>
std::uint64_t visit_pairs(const TreeA& a, const TreeB& b, const Test& test, Descent descent, OnLeaves&& on_leaves) {
  if (a.nodes.empty() || b.nodes.empty()) return 0;
  struct Pair {
    std::uint32_t a, b;
  };
  constexpr std::size_t most = TreeA::most_children * TreeB::most_children;
  BoundedStack<Pair> stack((most - 1) * static_cast<std::size_t>(a.depth + b.depth) + most);
  std::uint64_t tests = 1;
  bool go_on = true;
  const auto keep = [&](std::uint32_t node_a, std::uint32_t node_b) {
    if (a.nodes[node_a].is_leaf() && b.nodes[node_b].is_leaf())
      go_on = on_leaves(a.nodes[node_a], b.nodes[node_b]);
    else
      stack.push({node_a, node_b});
  };
  const auto open_a = [&](const auto& node_a, std::uint32_t node_b) {
    const typename Test::ClosedB closed(test, b.nodes[node_b].volume);
    tests += node_a.children;
    for (std::uint32_t i = node_a.children; go_on && i-- > 0;)
      if (closed.may_overlap(a.nodes[node_a.child + i].volume)) keep(node_a.child + i, node_b);
  };
  const auto open_b = [&](std::uint32_t node_a, const auto& node_b) {
    const typename Test::ClosedA closed(test, a.nodes[node_a].volume);
    tests += node_b.children;
    for (std::uint32_t i = node_b.children; go_on && i-- > 0;)
      if (closed.may_overlap(b.nodes[node_b.child + i].volume)) keep(node_a, node_b.child + i);
  };
  const auto a_is_larger = [&](const auto& volume_a, const auto& volume_b) {
    const double scale = test.relative().scale;
    return descent == Descent::larger_volume
               ? volume_of(volume_a) > volume_of(volume_b) * (scale * scale * scale)
               : squared_diameter(volume_a) > squared_diameter(volume_b) * (scale * scale);
  };

  if (!test.may_overlap(a.nodes[0].volume, b.nodes[0].volume)) return tests;
  keep(0, 0);
  while (go_on && !stack.empty()) {
    const Pair pair = stack.pop();
    const auto &node_a = a.nodes[pair.a], &node_b = b.nodes[pair.b];
    if (node_b.is_leaf()) {
      open_a(node_a, pair.b);
    } else if (node_a.is_leaf()) {
      open_b(pair.a, node_b);
    } else if (descent == Descent::both) {
      for (std::uint32_t i = node_a.children; go_on && i-- > 0;) open_b(node_a.child + i, node_b);
    } else if (a_is_larger(node_a.volume, node_b.volume)) {
      open_a(node_a, pair.b);
    } else {
      open_b(pair.a, node_b);
    }
  }
  return tests;
}

}  // namespace abut
