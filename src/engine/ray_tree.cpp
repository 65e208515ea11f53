#include "engine/ray_tree.h"

#include "base/threads.h"
#include "engine/collapse.h"
#include "math/rounding.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr std::uint32_t leaf_size = 4;

struct FloatBounds {
  float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
};

/// Corners are rounded to the nearest float from inner points that are within 2^-53 of the real ones, relative to each
/// coordinate: less than a float's unit in the last place in all.
FloatBounds bounds_of(const RayLeaf& leaf) {
  FloatBounds bounds;
  for (const auto& corner : leaf.corner)
    for (int k = 0; k < 3; ++k)
      for (const float x : corner[k]) {
        bounds.low[k] = std::min(bounds.low[k], x);
        bounds.high[k] = std::max(bounds.high[k], x);
      }
  for (int k = 0; k < 3; ++k) bounds.low[k] = next_down(bounds.low[k]), bounds.high[k] = next_up(bounds.high[k]);
  return bounds;
}

/// Around all lanes of a node.
FloatBounds bounds_of(const RayNode& node) {
  FloatBounds bounds;
  for (int lane = 0; lane < RayNode::lanes && !node.child[lane].is_empty(); ++lane)
    for (int k = 0; k < 3; ++k) {
      bounds.low[k] = std::min(bounds.low[k], node.bound[k][lane]);
      bounds.high[k] = std::max(bounds.high[k], node.bound[3 + k][lane]);
    }
  return bounds;
}

void fill(RayLeaf& leaf, RayCorners& corners, const RayMeshPoints& mesh, const FloatPoint* floats) {
  for (int lane = 0; lane < RayLeaf::lanes; ++lane)
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t point = mesh.triangles[leaf.triangle[lane]][i];
      corners.corner[lane][i] = mesh.points[point];
      for (int k = 0; k < 3; ++k) leaf.corner[i][k][lane] = floats[point].at[k];
    }
}

/// Children come after parents, so what a lane leads to is finished before the lane.
void fit(RayTree& tree, const RayMeshPoints& mesh, const FloatPoint* floats) {
  for (std::size_t i = 0; i < tree.leaves.size(); ++i) fill(tree.leaves[i], tree.corners[i], mesh, floats);
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    RayNode& node = tree.nodes[i];
    for (int lane = 0; lane < RayNode::lanes; ++lane) {
      const WideChild child = node.child[lane];
      // Nothing meets an empty lane.
      const FloatBounds bounds = child.is_empty()  ? FloatBounds{}
                                 : child.is_leaf() ? bounds_of(tree.leaves[child.first()])
                                                   : bounds_of(tree.nodes[child.node()]);
      for (int k = 0; k < 3; ++k) node.bound[k][lane] = bounds.low[k], node.bound[3 + k][lane] = bounds.high[k];
    }
  }
}

RayTree build(const RayMeshPoints& mesh, int threads) {
  RayTree tree;
  const std::unique_ptr<FloatPoint[]> floats = rounded(mesh.inner, threads);
  BinaryShape shape(floats.get(), mesh.triangles, leaf_size, threads);
  const WideTopology topology = collapse(shape, threads);
  const std::vector<std::uint32_t>& order = shape.order();
  tree.depth = topology.depth;
  tree.nodes.resize(topology.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    for (int lane = 0; lane < RayNode::lanes; ++lane) {
      WideChild child = topology.nodes[i].child[lane];
      if (child.is_leaf()) {
        RayLeaf leaf{};
        for (std::uint32_t k = 0; k < RayLeaf::lanes; ++k)
          leaf.triangle[k] = order[child.first() + std::min(k, child.count() - 1)];
        child = WideChild::leaf(static_cast<std::uint32_t>(tree.leaves.size()), child.count());
        tree.leaves.push_back(leaf);
      }
      tree.nodes[i].child[lane] = child;
    }
  tree.corners.resize(tree.leaves.size());
  fit(tree, mesh, floats.get());
  return tree;
}

}  // namespace

RayTree build_ray_tree(const RayMeshPoints& mesh, int threads) {
  const int count = threads_meant(threads);
  RayTree tree;
  with_threads(count, [&] { tree = build(mesh, count); });
  return tree;
}

void refit_ray_tree(RayTree& tree, const RayMeshPoints& mesh) { fit(tree, mesh, rounded(mesh.inner, 1).get()); }

std::size_t RayTree::bytes() const {
  return nodes.size() * sizeof(RayNode) + leaves.size() * (sizeof(RayLeaf) + sizeof(RayCorners));
}

}  // namespace abut
