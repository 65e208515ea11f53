#include <abut/error.h>
#include <abut/tree/wide_build.h>
#include <abut/tree/wide_collapse.h>
#include <abut/volume/obb_packet_axes.h>

#include <cassert>

namespace abut {

namespace {

constexpr std::size_t most_triangles = std::size_t{1} << 29;

std::vector<float> corners_in_order(std::span<const Vec3> points, std::span<const Triangle> triangles,
                                    std::span<const std::uint32_t> order) {
  std::vector<float> corners(9 * order.size());
  float* next = corners.data();
  for (std::uint32_t id : order)
    for (std::uint32_t corner : triangles[id])
      for (int axis = 0; axis < 3; ++axis) *next++ = static_cast<float>(points[corner][axis]);
  return corners;
}

/// Fits the boxes of a tree whose nodes, order and corners are there.
class BoxFit {
 public:
  BoxFit(WideTree& tree, std::span<const LaneRuns> runs) : tree_(tree), runs_(runs), moments_(tree.nodes.size()) {}

  void run() {
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) fit_leaves(i);
    // Children come after their parents: backwards, a node's moments are complete when they are passed on.
    for (std::size_t i = tree_.nodes.size(); i-- > 0;)
      for (const WideChild& child : tree_.nodes[i].child)
        if (child.is_node()) moments_[i] += moments_[child.node()];
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) fit_groups(i);
  }

 private:
  struct Lanes {
    CornerRun runs[ObbPacket::lanes];
    std::uint32_t bits = 0;
  };
  template <class Wanted>
  Lanes lanes_of(std::size_t node, Wanted wanted) const {
    Lanes lanes;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      if (!wanted(tree_.nodes[node].child[lane])) continue;
      lanes.runs[lane] = {tree_.corners.data() + 9 * std::size_t{runs_[node].first[lane]}, runs_[node].count[lane]};
      lanes.bits |= 1u << lane;
    }
    return lanes;
  }

  void fit_leaves(std::size_t node) {
    const Lanes leaves = lanes_of(node, [](WideChild child) { return child.is_leaf(); });
    ObbPacket& boxes = tree_.nodes[node].boxes;
    const PacketCorners corners(leaves.runs);
    choose_axes(corners, boxes);
    store_boxes(extents_along_axes(boxes, corners), leaves.bits, boxes);
    moments_[node] = moments_of(corners);
  }

  void fit_groups(std::size_t node) {
    const Lanes groups = lanes_of(node, [](WideChild child) { return child.is_node(); });
    if (groups.bits == 0) return;
    ObbPacket& boxes = tree_.nodes[node].boxes;
    SurfaceMoments moments[ObbPacket::lanes];
    for (int lane = 0; lane < ObbPacket::lanes; ++lane)
      if (groups.runs[lane].triangles > 0) moments[lane] = moments_[tree_.nodes[node].child[lane].node()];
    choose_axes(groups.runs, moments, boxes);
    PacketExtents extents;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane)
      if (groups.runs[lane].triangles > 0) measure_extents(boxes, lane, groups.runs[lane], extents);
    store_boxes(extents, groups.bits, boxes);
  }

  WideTree& tree_;
  std::span<const LaneRuns> runs_;
  std::vector<SurfaceMoments> moments_;
};

}  // namespace

WideTree build_wide_tree(std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                         const WideBuildOptions& options, int) {
  assert(options.leaf_size >= 1 && options.leaf_size <= WideChild::largest_leaf);
  if (triangles.size() > most_triangles) throw Error("the mesh has more than 2^29 triangles.");
  WideTree tree;
  {
    const BinaryShape shape(inner_points, triangles, options.leaf_size);
    tree.order.assign(shape.order().begin(), shape.order().end());
    WideTopology topology = collapse(shape);
    tree.nodes = std::move(topology.nodes);
    tree.depth = topology.depth;
    tree.corners = corners_in_order(inner_points, triangles, tree.order);
    BoxFit(tree, topology.runs).run();
  }
  return tree;
}

}  // namespace abut
