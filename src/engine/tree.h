#pragma once

#include "base/stored.h"
#include "engine/obb_packet.h"
#include "leaf/leaf_triangles.h"

#include <cstddef>
#include <limits>
#include <memory>

namespace abut {

/// What hangs below one lane of a node: another node, a leaf's run of triangles, or nothing.
class WideChild {
 public:
  static constexpr std::uint32_t largest_leaf = 4;

  constexpr WideChild() = default;
  static constexpr WideChild node(std::uint32_t index) { return WideChild(static_cast<std::int32_t>(index)); }
  /// A run of 1 to largest_leaf triangles in leaf order.
  static constexpr WideChild leaf(std::uint32_t first, std::uint32_t count) {
    return WideChild(~static_cast<std::int32_t>(first * largest_leaf + count - 1));
  }

  constexpr bool is_empty() const { return code_ == empty; }
  constexpr bool is_leaf() const { return code_ < 0 && code_ != empty; }
  constexpr bool is_node() const { return code_ >= 0; }
  constexpr std::uint32_t node() const { return static_cast<std::uint32_t>(code_); }
  constexpr std::uint32_t first() const { return static_cast<std::uint32_t>(~code_) / largest_leaf; }
  constexpr std::uint32_t count() const { return static_cast<std::uint32_t>(~code_) % largest_leaf + 1; }

 private:
  static constexpr std::int32_t empty = std::numeric_limits<std::int32_t>::min();
  constexpr explicit WideChild(std::int32_t code) : code_(code) {}

  std::int32_t code_ = empty;
};

/// Eight boxes and what hangs below them; filled lanes come first.
struct alignas(64) WideNode {
  ObbPacket boxes;
  WideChild child[ObbPacket::lanes];
};
static_assert(sizeof(WideNode) == 512, "two nodes a kilobyte: queries are bound by memory");

struct WideRefitPlan;

/// A tree of oriented boxes with up to eight children a node: the fast engine. Children come after their parents.
struct WideTree {
  /// nodes[0] has one lane, the box around the whole model; no nodes for an empty mesh.
  Stored<WideNode> nodes;
  Stored<std::uint32_t> order;  ///< triangle ids in leaf order; a leaf's triangles are a run of it
  /// What filters look at, see LeafTriangles: the mesh's points, three floats each and one more, which is 0, at the
  /// end, and the points of each triangle in leaf order. Corners are shared: copies of them would take three times as
  /// much.
  Stored<float> points;
  Stored<Triangle> triangles;
  int depth = 0;  ///< most lanes between the model's box and a leaf

  /// Made by the first refit, shared by copies: it knows the shape alone.
  std::shared_ptr<const WideRefitPlan> refit_plan;

  /// Makes all that it views its own, so that it may be written to.
  void own() {
    nodes.own();
    order.own();
    points.own();
    triangles.own();
  }
  LeafTriangles leaf_triangles() const { return {points.data(), triangles.data()}; }

  std::size_t bytes() const;
};

}  // namespace abut
