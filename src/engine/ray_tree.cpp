#include "engine/ray_tree.h"

#include "base/huge_pages.h"
#include "base/threads.h"
#include "engine/collapse.h"
#include "math/rounding.h"

#include <algorithm>
#include <cmath>

namespace abut {

/// Writes the lines of a leaf.
class RayLeafWriter {
 public:
  explicit RayLeafWriter(RayLine* lines) : begin_(reinterpret_cast<double*>(lines)) {}

  void set_triangle(int lane, std::uint32_t id) {
    std::memcpy(reinterpret_cast<char*>(begin_) + 4 * lane, &id, sizeof id);
  }
  void set_corner(int corner, int lane, std::size_t point) {
    reinterpret_cast<std::uint8_t*>(begin_ + 2)[RayLeaf::lanes * corner + lane] = static_cast<std::uint8_t>(3 * point);
  }
  /// As points are now.
  void set_points(const RayMeshPoints& mesh) {
    const RayLeaf leaf(reinterpret_cast<const RayLine*>(begin_));
    for (int lane = 0; lane < RayLeaf::lanes; ++lane)
      for (int i = 0; i < 3; ++i) {
        const Vec3& point = mesh.points[mesh.triangles[leaf.triangle(lane)][i]];
        double* to = begin_ + (leaf.corner(i, lane) - begin_);
        to[0] = point.x, to[1] = point.y, to[2] = point.z;
      }
  }

 private:
  double* begin_;
};

namespace {

constexpr std::uint32_t leaf_size = RayLeaf::lanes;

struct FloatBounds {
  float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};

  void grow(const float* least, const float* most) {
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], least[k]), high[k] = std::max(high[k], most[k]);
  }
};

/// Floats are rounded to the nearest from inner points that are within 2^-53 of the real ones, relative to each
/// coordinate: less than a float's unit in the last place in all.
FloatBounds bounds_of(const RayLeaf& leaf, const RayMeshPoints& mesh, const FloatPoint* floats) {
  FloatBounds bounds;
  for (int lane = 0; lane < RayLeaf::lanes; ++lane)
    for (const std::uint32_t point : mesh.triangles[leaf.triangle(lane)])
      bounds.grow(floats[point].at, floats[point].at);
  for (int k = 0; k < 3; ++k) bounds.low[k] = next_down(bounds.low[k]), bounds.high[k] = next_up(bounds.high[k]);
  return bounds;
}

/// Children come after parents, so what a lane leads to is finished before the lane.
void fit(RayTree& tree, const RayMeshPoints& mesh, const FloatPoint* floats) {
  std::vector<FloatBounds> bounds(tree.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    RayNode& node = tree.nodes[i];
    for (int lane = 0; lane < RayNode::lanes; ++lane) {
      const WideChild child = node.child[lane];
      FloatBounds box;
      if (child.is_leaf()) {
        RayLeafWriter(&tree.lines[child.first()]).set_points(mesh);
        box = bounds_of(tree.leaf(child), mesh, floats);
      } else if (child.is_node()) {
        box = bounds[child.node()];
      }
      bounds[i].grow(box.low, box.high);
      for (int k = 0; k < 3; ++k) node.bound[k][lane] = box.low[k], node.bound[3 + k][lane] = box.high[k];
    }
  }
}

/// Appends the lines of a leaf, without its points; returns the first.
std::uint32_t add_leaf(RayTree& tree, std::span<const std::uint32_t> ids, std::span<const Triangle> triangles) {
  const std::size_t first = tree.lines.size();
  std::uint32_t points[RayLeaf::most_points];
  std::size_t count = 0, place[3][RayLeaf::lanes];
  for (std::size_t lane = 0; lane < ids.size(); ++lane)
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t point = triangles[ids[lane]][i];
      place[i][lane] = static_cast<std::size_t>(std::find(points, points + count, point) - points);
      if (place[i][lane] == count) points[count++] = point;
    }
  tree.lines.resize(first + RayLeaf::lines_for(count));
  RayLeafWriter leaf(&tree.lines[first]);
  for (int lane = 0; lane < RayLeaf::lanes; ++lane) {
    const std::size_t from = std::min<std::size_t>(static_cast<std::size_t>(lane), ids.size() - 1);
    leaf.set_triangle(lane, ids[from]);
    for (int i = 0; i < 3; ++i) leaf.set_corner(i, lane, place[i][from]);
  }
  return static_cast<std::uint32_t>(first);
}

RayTree build(const RayMeshPoints& mesh, int threads) {
  RayTree tree;
  const std::unique_ptr<FloatPoint[]> floats = rounded(mesh.inner, threads);
  BinaryShape shape(floats.get(), mesh.triangles, leaf_size, threads);
  const WideTopology topology = collapse(shape, threads);
  const std::span<const std::uint32_t> order = shape.order();
  tree.depth = topology.depth;
  tree.nodes.reserve(topology.nodes.size());
  prefer_huge_pages(tree.nodes.data(), tree.nodes.capacity() * sizeof(RayNode));
  tree.nodes.resize(topology.nodes.size());
  // Some more than surfaces take.
  tree.lines.reserve(mesh.triangles.size());
  prefer_huge_pages(tree.lines.data(), tree.lines.capacity() * sizeof(RayLine));
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    RayNode& node = tree.nodes[i];
    for (int lane = 0; lane < RayNode::lanes; ++lane) {
      WideChild child = topology.nodes[i].child[lane];
      if (child.is_leaf())
        child =
            WideChild::leaf(add_leaf(tree, order.subspan(child.first(), child.count()), mesh.triangles), child.count());
      node.child[lane] = child;
    }
  }
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

std::size_t RayTree::bytes() const { return nodes.size() * sizeof(RayNode) + lines.size() * sizeof(RayLine); }

}  // namespace abut
