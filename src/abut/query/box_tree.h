#pragma once

#include <abut/query/tree_holder.h>

namespace abut {

/// Any tree read as a tree of boxes, so that models of different kinds can meet. One way for all mixes: slower than a
/// kind's own test, the same answers.
class BoxTree {
 public:
  struct BoxNode {
    BoxView volume;
    std::uint32_t child, first, count;
    bool is_leaf() const { return child == 0; }
  };
  class Nodes {
   public:
    explicit Nodes(const TreeHolder& holder) : holder_(holder) {}
    bool empty() const {
      return std::visit([](const auto& tree) { return tree.nodes.empty(); }, holder_.get());
    }
    BoxNode operator[](std::uint32_t index) const {
      return std::visit(
          [index](const auto& tree) {
            const auto& node = tree.nodes[index];
            return BoxNode{node.volume.box(), node.child, node.first, node.count};
          },
          holder_.get());
    }

   private:
    const TreeHolder& holder_;
  };

  explicit BoxTree(const TreeHolder& holder)
      : nodes(holder), depth(std::visit([](const auto& tree) { return tree.depth; }, holder.get())) {}

  Nodes nodes;
  int depth;

  /// Bounds |entry of (axes' axes - I)| whatever the kind and storage.
  static constexpr double axes_defect = BasicObb<float>::axes_defect;
};

}  // namespace abut
