#pragma once

#include "classic/tree/tree.h"
#include "classic/volume/extents.h"
#include <abut/mesh.h>

#include <array>
#include <type_traits>
#include <utility>

namespace abut::classic {

/// Where the triangles of a tree are now, in its inner frame.
template <class Point = Vec3>
struct MovedTriangles {
  std::span<const Point> points;
  std::span<const Triangle> triangles;  ///< by id
};

/// Fits the volumes of a tree to triangles that have moved, bottom-up in linear time; the tree keeps its shape (van den
/// Bergen 1998, section 4). Nodes are visited from the last to the first, so that children come before their parents;
/// there is no recursion. What a parent needs to know of its halves waits on a stack no deeper than the tree.
///
/// The nodes below different nodes are different runs of the array, and a volume depends on nothing but what lies below
/// it: parts may be refitted in any order or at once, with the same bytes.
template <class V, class Point = Vec3>
class TreeRefit {
 public:
  using Number = std::remove_cvref_t<decltype(std::declval<const Point&>()[0])>;
  using Ends = Extents<Number>;

  /// All nodes below one node: the run [first, last).
  struct Part {
    std::uint32_t first = 0, last = 0;
    std::array<Ends, 2> halves{};  ///< set by refit_part: the ends of the node's children
  };

  TreeRefit(Tree<V>& tree, const MovedTriangles<Point>& moved) : tree_(tree), moved_(moved) {}

  /// Cuts off the subtrees of at most `most` triangles, in the order of their nodes.
  std::vector<Part> parts(std::uint32_t most) const {
    std::vector<Part> result;
    if (tree_.nodes.empty()) return result;
    struct Task {
      std::uint32_t node, last;
    };
    std::vector<Task> tasks{{0, static_cast<std::uint32_t>(tree_.nodes.size())}};
    while (!tasks.empty()) {
      const auto [index, last] = tasks.back();
      tasks.pop_back();
      const Node<V>& node = tree_.nodes[index];
      if (node.is_leaf()) continue;
      if (node.count <= most) {
        result.push_back({node.child, last});
        continue;
      }
      const Node<V>& right = tree_.nodes[node.child + 1];
      tasks.push_back({node.child + 1, last});
      tasks.push_back({node.child, right.is_leaf() ? last : right.child});
    }
    return result;
  }

  void refit_part(Part& part) {
    Walk walk = refit_run(part.first, part.last, {});
    part.halves = {walk.take(), walk.take()};
  }

  /// What is left when all parts are refitted.
  void finish(std::span<const Part> parts) {
    if (tree_.nodes.empty()) return;
    Walk walk = refit_run(1, static_cast<std::uint32_t>(tree_.nodes.size()), parts);
    refit_node(tree_.nodes[0], walk);
  }

 private:
  static constexpr bool follows_from_ends = requires(const Ends& ends) { V::between(ends); };

  /// The state of one walk over a run of nodes.
  struct Walk {
    std::vector<Ends> waiting;             // of nodes whose parents are still to come, a left one above its right one
    std::vector<BuildTriangle> triangles;  // below the node at hand
    std::vector<V> pieces;                 // volumes below it

    Ends take() {
      const Ends ends = waiting.back();
      waiting.pop_back();
      return ends;
    }
  };

  /// From the last pair of siblings to the first; parts among them are done already.
  Walk refit_run(std::uint32_t first, std::uint32_t last, std::span<const Part> done) {
    Walk walk;
    walk.waiting.reserve(2 * static_cast<std::size_t>(tree_.depth) + 2);
    while (last > first) {
      Ends left, right;
      if (!done.empty() && done.back().last == last) {
        left = done.back().halves[0];
        right = done.back().halves[1];
        last = done.back().first;
        done = done.first(done.size() - 1);
      } else {
        // The left one's children lie before the right one's in the array, hence above them on the stack.
        left = refit_node(tree_.nodes[last - 2], walk);
        right = refit_node(tree_.nodes[last - 1], walk);
        last -= 2;
      }
      walk.waiting.push_back(right);
      walk.waiting.push_back(left);
    }
    return walk;
  }

  Ends refit_node(Node<V>& node, Walk& walk) {
    const Ends ends = node.is_leaf() ? ends_of_leaf(node) : take_both(walk);
    if constexpr (follows_from_ends) {
      node.volume = V::between(ends);
    } else if (node.is_leaf() || node.count <= (1u << V::refit_levels)) {
      gather_triangles(node, walk.triangles);
      node.volume = refitted(node.volume, ends, TriangleRun(walk.triangles));
    } else {
      gather_pieces(node, walk.pieces);
      node.volume = refitted(node.volume, ends, std::span<const V>(walk.pieces));
    }
    return ends;
  }

  static Ends take_both(Walk& walk) {
    const Ends left = walk.take();
    return merged(left, walk.take());
  }

  Ends ends_of(std::uint32_t place) const {
    const Triangle& t = moved_.triangles[tree_.order[place]];
    return extents_of<Number>(moved_.points[t[0]], moved_.points[t[1]], moved_.points[t[2]]);
  }
  Ends ends_of_leaf(const Node<V>& leaf) const {
    Ends ends = ends_of(leaf.first);
    for (std::uint32_t i = 1; i < leaf.count; ++i) ends = merged(ends, ends_of(leaf.first + i));
    return ends;
  }

  void gather_triangles(const Node<V>& node, std::vector<BuildTriangle>& triangles) const {
    triangles.clear();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const std::uint32_t id = tree_.order[node.first + i];
      const Triangle& t = moved_.triangles[id];
      triangles.push_back({{moved_.points[t[0]], moved_.points[t[1]], moved_.points[t[2]]}, id});
    }
  }

  /// The volumes refit_levels below the node, and those of leaves above them.
  void gather_pieces(const Node<V>& node, std::vector<V>& pieces) const {
    struct Task {
      std::uint32_t node;
      int levels;  // still to go down
    };
    std::array<Task, V::refit_levels + 1> tasks;
    tasks[0] = {node.child + 1, V::refit_levels - 1};
    tasks[1] = {node.child, V::refit_levels - 1};
    int waiting = 2;
    pieces.clear();
    while (waiting > 0) {
      const Task task = tasks[--waiting];
      const Node<V>& below = tree_.nodes[task.node];
      if (task.levels == 0 || below.is_leaf()) {
        pieces.push_back(below.volume);
        continue;
      }
      tasks[waiting++] = {below.child + 1, task.levels - 1};
      tasks[waiting++] = {below.child, task.levels - 1};
    }
  }

  Tree<V>& tree_;
  MovedTriangles<Point> moved_;
};

/// Refits a whole tree on this thread.
template <class V, class Point>
void refit(Tree<V>& tree, const MovedTriangles<Point>& moved) {
  TreeRefit<V, Point>(tree, moved).finish({});
}

/// The surface of a tree's inner volumes over that of its leaves. It grows when triangles that share a node move apart,
/// whereas scaling, turning and stretching act on both. 0 for a tree without inner nodes.
template <class V>
double inner_over_leaf_surface(const Tree<V>& tree) {
  double inner = 0, leaves = 0;
  for (const Node<V>& node : tree.nodes) (node.is_leaf() ? leaves : inner) += surface_of(node.volume);
  return inner > 0 ? inner / leaves : 0;
}

}  // namespace abut::classic
