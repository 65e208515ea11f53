#pragma once

#include "engine/tree.h"
#include <abut/mesh.h>

#include <span>

namespace abut {

/// What the refits of a wide tree need to know of its shape, which they keep: made by the first of them.
struct WideRefitPlan {
  /// A run of nodes: a subtree, as nodes are stored depth first.
  struct Nodes {
    std::uint32_t first, end;
    std::size_t first_point;   ///< in `points`
    std::uint32_t parent = 0;  ///< the top node that has it
    int lane = -1;             ///< in its parent; -1: it has none
  };
  /// What hangs below the lanes of a node, as bits, and how many points its leaves have.
  struct NodeSummary {
    std::uint8_t leaves, groups, points;
  };
  /// Some boxes of a node, by its index.
  struct Source {
    std::uint32_t node, lanes;
  };
  /// A node above the units. Those of its groups that are no units are measured by boxes of top nodes below, which
  /// keeps the time linear.
  struct TopNode {
    Nodes node;
    std::uint32_t units[ObbPacket::lanes];  ///< by number; no_unit for leaves and other groups
    std::size_t first_source;
    std::uint32_t sources[ObbPacket::lanes];  ///< how many each lane has, one lane's after the other's
  };
  static constexpr std::uint32_t no_unit = ~std::uint32_t{0};

  explicit WideRefitPlan(const WideTree& tree);
  std::size_t bytes() const;

  static constexpr std::uint32_t unit_size = 128;  ///< most nodes of a unit
  /// Subtrees that one thread refits by itself. Their boxes, and the one around all of it, are measured by points.
  std::vector<Nodes> units;
  /// In rounds: the sources of a round are in units and earlier rounds.
  std::vector<TopNode> top;
  std::vector<std::size_t> round_ends;
  std::vector<Source> sources;

  std::vector<NodeSummary> nodes;
  /// Node after node, the points of its leaves, each once.
  std::vector<std::uint32_t> points;
  /// What boxes of leaves are measured by, where no leaf of a node has more than four points. Which of the node's
  /// points, doubled: the triangle or triangles are 0 1 2 and 0 1 3.
  struct FourPoints {
    std::uint8_t which[4][ObbPacket::lanes] = {};
    bool usable() const { return which[0][0] != no; }
    static constexpr std::uint8_t no = 255;
  };
  std::vector<FourPoints> fours;
  std::size_t most_points = 0;  ///< of a unit or top node

 private:
  void add_top(const WideTree& tree, const Nodes& node, std::uint32_t end, const std::vector<std::uint32_t>& unit_at);
};

/// The lanes of a node whose child is wanted, as bits.
template <class Wanted>
std::uint32_t lane_bits(const WideNode& node, Wanted wanted) {
  std::uint32_t bits = 0;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) bits |= std::uint32_t{wanted(node.child[lane])} << lane;
  return bits;
}

}  // namespace abut
