#pragma once

#include "engine/tree.h"
#include <abut/mesh.h>

#include <cstring>
#include <span>

namespace abut {

/// Eight boxes along the axes of the model's inner frame, rounded outward to float, and what hangs below them; filled
/// lanes come first.
struct alignas(64) RayNode {
  static constexpr int lanes = 8;

  float bound[6][lanes];  ///< the least x, y and z, then the largest; nothing meets the bounds of an empty lane
  WideChild child[lanes];
};

/// A cache line of leaves.
struct alignas(64) RayLine {
  double value[8];
};

/// Up to four triangles in some lines of their own: their ids, which corner is which point, and the points as the model
/// has them, each once. Places that hold no triangle repeat the last. A view; see RayTree::leaf().
class RayLeaf {
 public:
  static constexpr int lanes = 4, most_points = 3 * lanes;

  explicit RayLeaf(const RayLine* lines) : begin_(reinterpret_cast<const double*>(lines)) {}
  /// So many lines hold a leaf of `points` points: whoever reads a point may read one number more.
  static constexpr std::size_t lines_for(std::size_t points) { return (header + 3 * points + 1 + 7) / 8; }

  std::uint32_t triangle(int lane) const {
    std::uint32_t id;
    std::memcpy(&id, reinterpret_cast<const char*>(begin_) + 4 * lane, sizeof id);
    return id;
  }
  /// The three coordinates of a corner.
  const double* corner(int corner, int lane) const {
    return begin_ + header + reinterpret_cast<const std::uint8_t*>(begin_ + 2)[lanes * corner + lane];
  }

 private:
  friend class RayLeafWriter;
  static constexpr std::size_t header = 4;  // doubles: four ids, and where twelve corners are, a byte each

  const double* begin_;
};
static_assert(WideChild::largest_leaf == RayLeaf::lanes);

/// A tree of boxes along axes, for rays alone: such a box takes far fewer instructions than an oriented one, and with
/// all that a ray reads side by side, it seldom waits for memory. Children come after their parents; a leaf's first()
/// is its first line.
struct RayTree {
  std::vector<RayNode> nodes;  ///< nodes[0] has one lane, the box around the whole model; none for an empty mesh
  std::vector<RayLine> lines;
  int depth = 0;  ///< most lanes between the model's box and a leaf

  RayLeaf leaf(WideChild child) const { return RayLeaf(&lines[child.first()]); }
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
