#include "engine/ray_tree.h"

#include "base/threads.h"
#include "engine/collapse.h"
#include "math/rounding.h"
#include <abut/error.h>

#include <algorithm>

namespace abut {

namespace {

constexpr std::uint32_t leaf_size = WideChild::largest_leaf;

struct FloatBounds {
  float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
};

/// Around a run of triangles. Corners are rounded to the nearest float from inner points that are within 2^-53 of the
/// real ones, relative to each coordinate: less than a float's unit in the last place in all.
FloatBounds bounds_of(const float* corners, std::uint32_t first, std::uint32_t count) {
  FloatBounds bounds;
  for (const float* corner = corners + 9 * std::size_t{first}; corner != corners + 9 * std::size_t{first + count};
       corner += 3)
    for (int k = 0; k < 3; ++k) {
      bounds.low[k] = std::min(bounds.low[k], corner[k]);
      bounds.high[k] = std::max(bounds.high[k], corner[k]);
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

/// Children come after parents, so what a lane leads to is finished before the lane.
void fit(const WideTopology& topology, RayTree& tree) {
  tree.nodes.resize(topology.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    RayNode& node = tree.nodes[i];
    for (int lane = 0; lane < RayNode::lanes; ++lane) {
      const WideChild child = node.child[lane] = topology.nodes[i].child[lane];
      // Nothing meets an empty lane.
      const FloatBounds bounds = child.is_empty()  ? FloatBounds{}
                                 : child.is_leaf() ? bounds_of(tree.corners.data(), child.first(), child.count())
                                                   : bounds_of(tree.nodes[child.node()]);
      for (int k = 0; k < 3; ++k) node.bound[k][lane] = bounds.low[k], node.bound[3 + k][lane] = bounds.high[k];
    }
  }
}

RayTree build(std::span<const Vec3> points, std::span<const Triangle> triangles, int threads) {
  RayTree tree;
  const std::unique_ptr<FloatPoint[]> floats = rounded(points, threads);
  BinaryShape shape(floats.get(), triangles, leaf_size, threads);
  const WideTopology topology = collapse(shape, threads);
  tree.order = std::move(shape.order());
  tree.depth = topology.depth;
  tree.corners.resize(9 * tree.order.size());
  copy_corners(floats.get(), triangles, tree.order, tree.corners.data());
  fit(topology, tree);
  return tree;
}

}  // namespace

RayTree build_ray_tree(std::span<const Vec3> inner_points, std::span<const Triangle> triangles, int threads) {
  const int count = threads_meant(threads);
  RayTree tree;
  with_threads(count, [&] { tree = build(inner_points, triangles, count); });
  return tree;
}

std::size_t RayTree::bytes() const {
  return nodes.size() * sizeof(RayNode) + order.size() * sizeof(std::uint32_t) + corners.size() * sizeof(float);
}

}  // namespace abut
