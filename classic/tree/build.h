#pragma once

#include "classic/tree/cluster.h"
#include "classic/tree/tree.h"
#include "classic/volume/obb.h"

namespace abut::classic {

/// Builds top-down without recursion; the triangles are reordered. Bottom-up trees get their shape first, then volumes.
template <class V>
class TreeBuilder {
 public:
  TreeBuilder(std::span<BuildTriangle> triangles, const BuildOptions& options)
      : triangles_(triangles), options_(options) {}

  Tree<V> build() {
    if (!triangles_.empty()) options_.split == Split::bottom_up ? grow_from_clusters() : grow();
    tree_.order.reserve(triangles_.size());
    for (const BuildTriangle& t : triangles_) tree_.order.push_back(t.id);
    return std::move(tree_);
  }

 private:
  struct Task {
    std::uint32_t node;
    int level;
  };

  std::span<BuildTriangle> run(const Node<V>& node) const { return triangles_.subspan(node.first, node.count); }

  void grow() {
    tree_.nodes.reserve(2 * triangles_.size() / std::max(1u, options_.leaf_size));
    tree_.nodes.push_back({{}, 0, 0, static_cast<std::uint32_t>(triangles_.size())});
    std::vector<Task> tasks{{0, 0}};
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      const std::uint32_t first_half = fit_and_divide(tree_.nodes[task.node]);
      tree_.depth = std::max(tree_.depth, task.level);
      if (first_half == 0) continue;
      const Node<V> parent = tree_.nodes[task.node];
      const auto child = static_cast<std::uint32_t>(tree_.nodes.size());
      tree_.nodes[task.node].child = child;
      tree_.nodes.push_back({{}, 0, parent.first, first_half});
      tree_.nodes.push_back({{}, 0, parent.first + first_half, parent.count - first_half});
      tasks.push_back({child + 1, task.level + 1});
      tasks.push_back({child, task.level + 1});
    }
  }

  std::uint32_t fit_and_divide(Node<V>& node) const {
    node.volume = V::around(run(node), options_.fit);
    if (node.count <= std::max(1u, options_.leaf_size)) return 0;
    return static_cast<std::uint32_t>(divide(run(node), box_to_divide(node), options_.split));
  }

  // A ball's box is a cube without a longest axis: the oriented box that is fitted first guides the split, as it does
  // for the other swept spheres (Larsen et al. 1999, section 4.1). A hybrid may be a ball.
  BoxView box_to_divide(const Node<V>& node) const {
    if (options_.split == Split::surface_area) return {};  // which looks at no box
    if constexpr (V::kind == VolumeKind::sphere || V::kind == VolumeKind::hybrid)
      return Obb::around(run(node), options_.fit).box();
    else
      return node.volume.box();
  }

  void grow_from_clusters() {
    const std::vector<Cluster> clusters = cluster_bottom_up(triangles_);
    tree_.nodes.push_back({});
    std::vector<std::pair<std::uint32_t, Task>> tasks{{0, {0, 0}}};
    while (!tasks.empty()) {
      const auto [cluster_index, task] = tasks.back();
      tasks.pop_back();
      const Cluster& cluster = clusters[cluster_index];
      tree_.depth = std::max(tree_.depth, task.level);
      Node<V> node{{}, 0, cluster.first, cluster.count};
      node.volume = V::around(run(node), options_.fit);
      const bool divided = cluster.child != 0 && cluster.count > options_.leaf_size;
      if (divided) node.child = static_cast<std::uint32_t>(tree_.nodes.size());
      tree_.nodes[task.node] = node;
      if (!divided) continue;
      tree_.nodes.resize(tree_.nodes.size() + 2);
      tasks.push_back({cluster.child + 1, {node.child + 1, task.level + 1}});
      tasks.push_back({cluster.child, {node.child, task.level + 1}});
    }
  }

  std::span<BuildTriangle> triangles_;
  BuildOptions options_;
  Tree<V> tree_;
};

template <class V>
Tree<V> build_tree(std::span<BuildTriangle> triangles, const BuildOptions& options) {
  return TreeBuilder<V>(triangles, options).build();
}

}  // namespace abut::classic
