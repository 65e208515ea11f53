#pragma once

#include <abut/mesh/mesh.h>
#include <abut/tree/wide_tree.h>

#include <span>

namespace abut {

/// What the refits of a wide tree need to know of its shape, which they keep: made by the first of them.
struct WideRefitPlan {
  /// A run of nodes: a subtree, as nodes are stored depth first.
  struct Nodes {
    std::uint32_t first, end;
    std::size_t first_point;  ///< in `points`
  };
  /// Some boxes of a node, by its index.
  struct Source {
    std::uint32_t node, lanes;
  };
  /// A node above the units. Its groups are measured by boxes below, which keeps the time linear.
  struct TopNode {
    Nodes node;
    std::size_t first_source;
    std::uint32_t sources[ObbPacket::lanes];  ///< how many each lane has, one lane's after the other's; 0: no group
  };

  WideRefitPlan(const WideTree& tree, std::span<const Triangle> triangles);
  std::size_t bytes() const;

  static constexpr std::uint32_t unit_size = 128;  ///< most nodes of a unit
  /// Subtrees that one thread refits by itself, their boxes measured by the points below.
  std::vector<Nodes> units;
  /// In rounds: the sources of a round are in units and earlier rounds.
  std::vector<TopNode> top;
  std::vector<std::size_t> round_ends;
  std::vector<Source> sources;

  /// Node after node, the points of its leaves, each once: how many of them, and which.
  std::vector<std::uint8_t> point_counts;
  std::vector<std::uint32_t> points;
  /// Three a triangle in leaf order: which of its node's points.
  std::vector<std::uint8_t> corners;
  std::size_t most_points = 0;  ///< in a unit or top node, those of each node rounded up to threes
};

/// The lanes of a node whose child is wanted, as bits.
template <class Wanted>
std::uint32_t lane_bits(const WideNode& node, Wanted wanted) {
  std::uint32_t bits = 0;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) bits |= std::uint32_t{wanted(node.child[lane])} << lane;
  return bits;
}

}  // namespace abut
