#pragma once

#include "classic/tree/tree.h"
#include "classic/volume/sphere.h"
#include "engine/boxes.h"
#include <abut/vec3.h>

#include <array>
#include <limits>
#include <span>

namespace abut::classic {

// How well volumes fit what they bound (Gottschalk et al. 1996, section 6). Lengths are in the tree's inner frame.

/// A volume as a set of points: a box, cut with a ball around its centre when `radius` is finite.
struct SolidShape {
  BoxView box;
  double radius = std::numeric_limits<double>::infinity();
};

template <class V>
SolidShape solid_shape(const V& volume) {
  if constexpr (V::kind == VolumeKind::sphere)
    return {volume.box(), static_cast<double>(volume.radius)};
  else
    return {volume.box()};
}

/// A tree of any kind, as it is measured. Children come after their parents.
struct MeasuredTree {
  struct Node {
    SolidShape shape;
    std::uint32_t child = 0, children = 0;  ///< consecutive nodes; `child` is 0 for a leaf
    std::uint32_t first = 0, count = 0;
    int level = 0;
    bool is_leaf() const { return child == 0; }
  };
  std::vector<Node> nodes;                         ///< nodes[0] is the root
  std::vector<std::array<Vec3, 3>> triangles;      ///< in the tree's order
  double axes_defect = 0;                          ///< bounds |entry of (axes' axes - I)| of the boxes
  std::vector<std::vector<std::uint32_t>> levels;  ///< the nodes of each level, the root's first
};

/// Fills `levels` and the levels of the nodes.
void set_levels(MeasuredTree& tree);

/// Triangles by id, in the tree's inner frame.
template <class V>
MeasuredTree measured(const Tree<V>& tree, std::span<const std::array<Vec3, 3>> triangles_by_id) {
  MeasuredTree result;
  result.axes_defect = V::axes_defect;
  for (const auto& node : tree.nodes)
    result.nodes.push_back({solid_shape(node.volume), node.child, node.children, node.first, node.count});
  for (std::uint32_t id : tree.order) result.triangles.push_back(triangles_by_id[id]);
  set_levels(result);
  return result;
}
/// Every filled lane is a node.
MeasuredTree measured(const WideTree& tree, std::span<const std::array<Vec3, 3>> triangles_by_id);

/// The farthest that two points of the triangles below the node are apart, to a relative tolerance.
Bracket diameter(const MeasuredTree& tree, std::uint32_t node, double tolerance);

/// The farthest that a point of the node's volume is from the triangles below `geometry`, to a relative tolerance or to
/// 10^-6 of the volume's size. With `geometry` = `node` this is the paper's tightness; with the root it says how far
/// the volume reaches away from the model's whole surface. A search that has not come so far after 20000 cells ends
/// with a wider bracket, which is true nevertheless: for a flat patch that fills its volume, [0, a few 10^-4 of its
/// size].
Bracket farthest_from_surface(const MeasuredTree& tree, std::uint32_t node, std::uint32_t geometry, double tolerance);

/// The triangle below a node that is nearest to a point, as an index into MeasuredTree::triangles, and its distance.
struct NearestTriangle {
  std::uint32_t triangle = 0;
  double distance = std::numeric_limits<double>::infinity();
};
NearestTriangle nearest_triangle(const MeasuredTree& tree, std::uint32_t node, const Vec3& point);

}  // namespace abut::classic
