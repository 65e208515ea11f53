#pragma once

#include "classic/tree/split.h"
#include <abut/classic.h>

#include <algorithm>
#include <vector>

namespace abut::classic {

/// A node: its volume, and either two children (at `child` and `child` + 1) or a run of triangles in Tree::order.
template <class V>
struct Node {
  static constexpr std::uint32_t children = 2;
  V volume;
  std::uint32_t child = 0;  ///< 0 for a leaf: the root is nobody's child
  std::uint32_t first = 0, count = 0;

  bool is_leaf() const { return child == 0; }
};

/// A binary tree of volumes over the triangles of a mesh, in its inner frame. Children come after their parents; what
/// lies below a node is a run of nodes, that of the first child before that of the second.
template <class V>
struct Tree {
  using Volume = V;
  static constexpr std::size_t most_children = 2;
  std::vector<Node<V>> nodes;        ///< nodes[0] is the root; none for an empty mesh
  std::vector<std::uint32_t> order;  ///< triangle ids; every node's triangles are a run
  int depth = 0;                     ///< levels below the root

  std::size_t bytes() const { return nodes.size() * sizeof(Node<V>) + order.size() * sizeof(std::uint32_t); }
};

struct BuildOptions {
  Fit fit = Fit::vertex_covariance;
  Split split = Split::surface_area;
  std::uint32_t leaf_size = 1;  ///< groups of this many triangles or fewer are not divided
};

}  // namespace abut::classic
