#pragma once

#include "engine/tree.h"
#include <abut/mesh.h>

#include <span>

namespace abut {

/// Eight boxes along the axes of the model's inner frame, rounded outward to float, and what hangs below them; filled
/// lanes come first.
struct alignas(64) RayNode {
  static constexpr int lanes = 8;

  float bound[6][lanes];  ///< the least x, y and z, then the largest
  WideChild child[lanes];
};

/// A tree of boxes along axes, for rays alone: they test such a box in a third of the time of an oriented one. Children
/// come after their parents.
struct RayTree {
  std::vector<RayNode> nodes;        ///< none for an empty mesh
  std::vector<std::uint32_t> order;  ///< triangle ids in leaf order; a leaf's triangles are a run of it
  std::vector<float> corners;        ///< as those of WideTree
  int depth = 0;                     ///< most lanes between the model's box and a leaf

  std::size_t bytes() const;
};

/// Points are in the model's inner frame. The same bytes for every number of threads.
RayTree build_ray_tree(std::span<const Vec3> inner_points, std::span<const Triangle> triangles, int threads = 1);

}  // namespace abut
