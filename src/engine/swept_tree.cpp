#include "engine/swept_tree.h"

#include "math/power_of_two.h"

#include <algorithm>

namespace abut {

namespace {

/// The points of a leaf, each once, and which of them its triangles have.
struct LeafPoints {
  std::uint32_t index[3 * WideChild::largest_leaf];
  int corner[3 * WideChild::largest_leaf];
  int count = 0;

  LeafPoints(const WideTree& tree, WideChild leaf) {
    int* to = corner;
    for (std::uint32_t place = leaf.first(); place < leaf.first() + leaf.count(); ++place)
      for (std::uint32_t point : tree.triangles[place]) {
        int i = 0;
        while (i < count && index[i] != point) ++i;
        if (i == count) index[count++] = point;
        *to++ = i;
      }
  }
};

SweptCoordinates coordinates_of(const InnerFrame& inner, const SweptFrame& frame) {
  SweptCoordinates result;
  result.scale = static_cast<float>(inner.unit / frame.unit);
  for (int c = 0; c < 3; ++c)
    result.offset[c] = static_cast<float>((inner.centre[c] - frame.centre[c]) * (1 / frame.unit));
  return result;
}

/// The same tree with boxes and points that may be written to.
WideTree copy_to_refit(const WideTree& tree) {
  WideTree copy;
  copy.nodes = tree.nodes;
  copy.nodes.own();
  copy.points = std::vector<float>(tree.points.size());
  copy.order = Stored<std::uint32_t>::view({tree.order.data(), tree.order.size()});
  copy.triangles = Stored<Triangle>::view({tree.triangles.data(), tree.triangles.size()});
  copy.depth = tree.depth;
  copy.refit_plan = tree.refit_plan;
  return copy;
}

}  // namespace

SweptFrame SweptFrame::around(std::span<const InnerFrame> frames) {
  Bounds bounds;
  for (const InnerFrame& inner : frames) {
    const Vec3 reach{inner.unit, inner.unit, inner.unit};
    bounds = {min(bounds.low, inner.centre - reach), max(bounds.high, inner.centre + reach)};
  }
  SweptFrame frame{bounds.low * 0.5 + bounds.high * 0.5};
  frame.unit = power_of_two_at_least(largest(max(bounds.high - frame.centre, frame.centre - bounds.low)));
  return frame;
}

SweptTree::SweptTree(const WideTree& tree, const InnerFrame& from, const MovedMesh& moved, const SweptFrame& frame)
    : refitted_(copy_to_refit(tree)),
      ends_{&tree, &refitted_},
      coordinates_{coordinates_of(from, frame), coordinates_of(moved.frame, frame)},
      leaf_of_(tree.nodes.size() * lanes) {
  std::vector<TriangleForm> forms(tree.order.size());
  refit_wide_tree(refitted_, moved, forms);
}

SweptLeaf SweptTree::leaf_below(WideChild child) const {
  const LeafPoints used(tree(), child);
  SweptLeaf leaf{};
  // Triangles that hang together share points; others have too many.
  leaf.has_points = used.count <= SweptLeaf::most_points;
  if (!leaf.has_points) return leaf;
  Vec3 twice_half_way[SweptLeaf::most_points];
  for (int i = 0; i < SweptLeaf::most_points; ++i)
    for (int end = 0; end < 2; ++end) {
      const float* inner = ends_[end]->points.data() + std::size_t{3} * used.index[i < used.count ? i : 0];
      for (int c = 0; c < 3; ++c) {
        const float at = inner[c] * coordinates_[end].scale + coordinates_[end].offset[c];
        leaf.at[c][end * SweptLeaf::most_points + i] = at;
        twice_half_way[i][c] += at;
      }
    }
  Vec3 normals;
  for (std::uint32_t i = 0; i < 3 * child.count(); i += 3) {
    const Vec3& p = twice_half_way[used.corner[i]];
    normals += cross(twice_half_way[used.corner[i + 1]] - p, twice_half_way[used.corner[i + 2]] - p);
  }
  set_slab(leaf, normals);
  return leaf;
}

}  // namespace abut
