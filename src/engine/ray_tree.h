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

/// Up to four triangles side by side, as vector instructions read them; places that hold none repeat the last.
struct alignas(32) RayLeaf {
  static constexpr int lanes = 4;

  float corner[3][3][lanes];      ///< corner by corner, coordinate by coordinate: inner, rounded to nearest
  std::uint32_t triangle[lanes];  ///< ids
};
static_assert(WideChild::largest_leaf == RayLeaf::lanes);

/// The same triangles' corners as the model has them. What a ray meets is read once more, exactly; from the mesh that
/// would take three reads from memory, one after the other.
struct RayCorners {
  Vec3 corner[RayLeaf::lanes][3];
};

/// A tree of boxes along axes, for rays alone: such a box takes far fewer instructions than an oriented one. Children
/// come after their parents; a leaf's first() is a place in `leaves`.
struct RayTree {
  std::vector<RayNode> nodes;  ///< nodes[0] has one lane, the box around the whole model; none for an empty mesh
  std::vector<RayLeaf> leaves;
  std::vector<RayCorners> corners;  ///< of each leaf
  int depth = 0;                    ///< most lanes between the model's box and a leaf

  std::size_t bytes() const;
};

/// A mesh and its points in the model's inner frame.
struct RayMeshPoints {
  std::span<const Vec3> points, inner;
  std::span<const Triangle> triangles;
};
/// The same bytes for every number of threads.
RayTree build_ray_tree(const RayMeshPoints& mesh, int threads = 1);
/// Follows points that have moved, in linear time.
void refit_ray_tree(RayTree& tree, const RayMeshPoints& mesh);

}  // namespace abut
