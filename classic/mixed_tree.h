#pragma once

#include "classic/volume/mixed.h"
#include "engine/boxes.h"
#include "engine/obb_packet_axes.h"

#include <span>

namespace abut::classic {

/// A node of any tree; its volume is read as what it is.
struct ViewedNode {
  VolumeView volume;
  std::uint32_t child, children, first, count;
  bool is_leaf() const { return child == 0; }
};

/// The nodes of any tree.
class ViewedNodes {
 public:
  virtual ~ViewedNodes() = default;
  virtual std::uint32_t size() const = 0;
  virtual ViewedNode node(std::uint32_t index) const = 0;
  /// Bounds |entry of (axes' axes - I)| of its volumes.
  virtual double axes_defect() const = 0;
  virtual int depth() const = 0;
  /// Triangle ids in the order of the leaves.
  virtual std::span<const std::uint32_t> order() const = 0;
};

/// The engine's tree: lanes are counted through as nodes, as the lanes of a node follow each other; empty ones read as
/// leaves without triangles.
class EngineNodes final : public ViewedNodes {
 public:
  explicit EngineNodes(const WideTree& tree) : tree_(tree) {}
  std::uint32_t size() const override { return static_cast<std::uint32_t>(tree_.nodes.size()) * lanes; }
  ViewedNode node(std::uint32_t index) const override {
    const WideNode& node = tree_.nodes[index / lanes];
    const WideChild child = node.child[index % lanes];
    if (child.is_empty()) return {};
    const VolumeView box = view_of(box_view(node.boxes, static_cast<int>(index % lanes)));
    if (child.is_leaf()) return {box, 0, 0, child.first(), child.count()};
    return {box, child.node() * lanes, filled_lanes(tree_.nodes[child.node()]), 0, 0};
  }
  double axes_defect() const override { return packet_axes_defect; }
  int depth() const override { return tree_.depth; }
  std::span<const std::uint32_t> order() const override { return tree_.order; }

 private:
  static constexpr std::uint32_t lanes = ObbPacket::lanes;
  const WideTree& tree_;
};

/// Any tree in the form that visits take, so that models of different kinds can meet. One way for all mixes: slower
/// than a kind's own test, the same answers.
class MixedTree {
 public:
  class Nodes {
   public:
    explicit Nodes(const ViewedNodes& nodes) : nodes_(nodes) {}
    bool empty() const { return nodes_.size() == 0; }
    std::uint32_t size() const { return nodes_.size(); }
    ViewedNode operator[](std::uint32_t index) const { return nodes_.node(index); }

   private:
    const ViewedNodes& nodes_;
  };
  static constexpr std::size_t most_children = ObbPacket::lanes;

  explicit MixedTree(const ViewedNodes& any) : nodes(any), depth(any.depth()) {}

  Nodes nodes;
  int depth;
};

}  // namespace abut::classic
