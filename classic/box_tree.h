#pragma once

#include "classic/tree_holder.h"
#include "engine/boxes.h"

namespace abut {

/// Any tree read as a tree of boxes, so that models of different kinds can meet. One way for all mixes: slower than a
/// kind's own test, the same answers.
class BoxTree {
 public:
  struct BoxNode {
    BoxView volume;
    std::uint32_t child, children, first, count;
    bool is_leaf() const { return child == 0; }
  };
  class Nodes {
   public:
    explicit Nodes(const TreeHolder& holder) : holder_(holder) {}
    bool empty() const { return size() == 0; }
    /// Of a wide tree, the lanes are the nodes: empty ones read as leaves without triangles.
    std::uint32_t size() const {
      const std::size_t nodes = std::visit([](const auto& tree) { return tree.nodes.size(); }, holder_.get());
      return static_cast<std::uint32_t>(holder_.wide() ? nodes * ObbPacket::lanes : nodes);
    }
    BoxNode operator[](std::uint32_t index) const {
      return std::visit([index](const auto& tree) { return node_of(tree, index); }, holder_.get());
    }

   private:
    template <class V>
    static BoxNode node_of(const Tree<V>& tree, std::uint32_t index) {
      const Node<V>& node = tree.nodes[index];
      return {node.volume.box(), node.child, node.children, node.first, node.count};
    }
    // Lanes are counted through: the lanes of a node follow each other.
    static BoxNode node_of(const WideTree& tree, std::uint32_t index) {
      constexpr std::uint32_t lanes = ObbPacket::lanes;
      const WideNode& node = tree.nodes[index / lanes];
      const WideChild child = node.child[index % lanes];
      if (child.is_empty()) return {};
      const BoxView box = box_view(node.boxes, static_cast<int>(index % lanes));
      if (child.is_leaf()) return {box, 0, 0, child.first(), child.count()};
      return {box, child.node() * lanes, filled_lanes(tree.nodes[child.node()]), 0, 0};
    }

    const TreeHolder& holder_;
  };
  static constexpr std::size_t most_children = ObbPacket::lanes;

  explicit BoxTree(const TreeHolder& holder)
      : nodes(holder), depth(std::visit([](const auto& tree) { return tree.depth; }, holder.get())) {}

  Nodes nodes;
  int depth;

  /// Bounds |entry of (axes' axes - I)| whatever the kind and storage.
  static constexpr double axes_defect = BasicObb<float>::axes_defect;
};

}  // namespace abut
