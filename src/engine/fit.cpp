#include "engine/fit.h"

#include "base/threads.h"
#include "engine/obb_packet_axes.h"

#include <algorithm>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
constexpr std::size_t nodes_at_once = 256, triangles_at_once = 1 << 12;
// Lanes with more triangles than this are measured by all threads together; it decides nothing but the speed.
constexpr std::uint32_t shared_size = 1 << 15;

class BoxFit {
 public:
  BoxFit(const WideTopology& topology, WideTree& tree, int threads)
      : topology_(topology), tree_(tree), threads_(threads), moments_(tree.nodes.size()) {}

  void run() {
    for_each_range(threads_, tree_.nodes.size(), nodes_at_once, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) fit_leaves(i);
    });
    // Children come after their parents: backwards, a node's moments are complete when they are passed on.
    for (std::size_t i = tree_.nodes.size(); i-- > 0;)
      for (const WideChild& child : tree_.nodes[i].child)
        if (child.is_node()) moments_[i] += moments_[child.node()];

    for (std::size_t i = 0; i < tree_.nodes.size(); ++i)
      if (is_shared(i)) fit_groups(i, threads_);
    for_each_range(threads_, tree_.nodes.size(), nodes_at_once, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i)
        if (!is_shared(i)) fit_groups(i, 1);
    });
  }

 private:
  template <class Wanted>
  PacketRuns runs_of(std::size_t node, Wanted wanted) const {
    PacketRuns runs{tree_.corners.data()};
    const WideLanes& from = topology_.nodes[node];
    for (int lane = 0; lane < lanes; ++lane) {
      runs.first[lane] = from.first[lane];
      runs.count[lane] = wanted(from.child[lane]) ? from.count[lane] : 0;
    }
    return runs;
  }

  bool is_shared(std::size_t node) const {
    const auto& count = topology_.nodes[node].count;
    return threads_ > 1 && std::any_of(count, count + lanes, [](std::uint32_t n) { return n > shared_size; });
  }

  void fit_leaves(std::size_t node) {
    std::copy_n(topology_.nodes[node].child, lanes, tree_.nodes[node].child);
    const PacketRuns leaves = runs_of(node, [](WideChild child) { return child.is_leaf(); });
    if (leaves.lanes() == 0) return;
    ObbPacket& boxes = tree_.nodes[node].boxes;
    const PacketCorners corners(leaves);
    choose_axes(corners, boxes);
    bound_runs(leaves, boxes);
    moments_[node] = moments_of(corners);
  }

  void fit_groups(std::size_t node, int threads) {
    const PacketRuns groups = runs_of(node, [](WideChild child) { return child.is_node(); });
    if (groups.lanes() == 0) return;
    ObbPacket& boxes = tree_.nodes[node].boxes;
    SurfaceMoments moments[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      if (groups.count[lane] > 0) moments[lane] = moments_[tree_.nodes[node].child[lane].node()];
    choose_axes(groups, moments, boxes);
    if (threads <= 1) return bound_runs(groups, boxes);
    PacketExtents extents;
    for (int lane = 0; lane < lanes; ++lane)
      if (groups.count[lane] > 0) grow_together(boxes, lane, groups[lane], threads, extents);
    store_boxes(extents, groups.lanes(), boxes);
  }

  static void grow_together(const ObbPacket& boxes, int lane, const CornerRun& run, int threads,
                            PacketExtents& extents) {
    extents.restart(lane, run.corners);
    std::vector<PacketExtents> parts((run.triangles + triangles_at_once - 1) / triangles_at_once, extents);
    for_each_range(threads, run.triangles, triangles_at_once, [&](std::size_t first, std::size_t end) {
      grow_extents(boxes, lane, {run.corners + 9 * first, static_cast<std::uint32_t>(end - first)},
                   parts[first / triangles_at_once]);
    });
    for (const PacketExtents& part : parts)
      for (int k = 0; k < 3; ++k) {
        extents.low[k][lane] = std::min(extents.low[k][lane], part.low[k][lane]);
        extents.high[k][lane] = std::max(extents.high[k][lane], part.high[k][lane]);
      }
  }

  const WideTopology& topology_;
  WideTree& tree_;
  int threads_;
  std::vector<SurfaceMoments> moments_;
};

}  // namespace

void fit_boxes(const WideTopology& topology, WideTree& tree, int threads) {
  tree.nodes.resize(topology.nodes.size());
  BoxFit(topology, tree, threads).run();
}

}  // namespace abut
