#pragma once

#include "classic/tree/tree.h"
#include "classic/volume/mixed.h"
#include "engine/boxes.h"
#include <abut/vec3.h>

#include <array>
#include <limits>
#include <span>

namespace abut::classic {

// How well volumes fit what they bound (Gottschalk et al. 1996, section 6). Lengths are in the tree's inner frame.

/// A volume as a set of points: those within `radius` of a core, of which the first `dimensions` axes count, and
/// between all slabs. The box is around them.
struct SolidShape {
  struct Slab {
    Vec3 direction;
    double low, high;
  };
  BoxView box;
  Core<3> core;
  int dimensions = 3;
  double radius = 0;
  std::vector<Slab> slabs{};  ///< of a k-DOP: those that are not the box's

  bool is_box() const { return dimensions == 3 && radius == 0 && slabs.empty(); }
  bool is_ball() const { return dimensions == 0; }
};

/// Of several volumes around the same triangles, the one that fits best is taken.
template <class V>
SolidShape solid_shape(const V& volume, const BoxView& box) {
  const VolumeView view = view_of(volume);
  SolidShape shape{box, view.core, view.dimensions, view.radius};
  for (int i = 3; i < view.dop.directions; ++i)
    shape.slabs.push_back({dop_direction(view.dop.directions, i), view.dop.low(i), view.dop.high(i)});
  return shape;
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
    result.nodes.push_back(
        {solid_shape(node.volume, node.volume.box()), node.child, node.children, node.first, node.count});
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
