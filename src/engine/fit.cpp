#include "engine/fit.h"

#include "base/threads.h"
#include "engine/obb_packet_axes.h"

#include <algorithm>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
constexpr std::size_t nodes_at_once = 256, nodes_nearby = 64, triangles_at_once = 1 << 12;
// Lanes with more triangles than this are measured by all threads together; it decides nothing but the speed.
constexpr std::uint32_t shared_size = 1 << 15;

/// Lanes of nodes, up to eight of one kind, that are fitted side by side: most nodes fill a packet to a part only.
class LaneBatch {
 public:
  LaneBatch(WideTree& tree, const float* corners) : tree_(tree), runs_{corners} {}

  int size() const { return size_; }
  bool is_full() const { return size_ == lanes; }
  std::uint32_t node(int i) const { return at_[i].node; }
  WideChild child(int i) const { return tree_.nodes[at_[i].node].child[at_[i].lane]; }
  const PacketRuns& runs() const { return runs_; }
  ObbPacket& boxes() { return boxes_; }

  void add(std::size_t node, int lane, const WideLanes& from) {
    runs_.first[size_] = from.first[lane];
    runs_.count[size_] = from.count[lane];
    at_[size_++] = {static_cast<std::uint32_t>(node), lane};
  }
  /// Hands the boxes to their nodes and starts anew.
  void take_home() {
    for (int i = 0; i < size_; ++i) {
      const auto [node, lane] = at_[i];
      ObbPacket& to = tree_.nodes[node].boxes;
      for (int k = 0; k < 3; ++k) {
        to.centre[k][lane] = boxes_.centre[k][i];
        to.half[k][lane] = boxes_.half[k][i];
        for (int c = 0; c < 3; ++c) to.axes[k][c][lane] = boxes_.axes[k][c][i];
      }
    }
    runs_ = {runs_.corners};
    size_ = 0;
  }

 private:
  struct At {
    std::uint32_t node;
    int lane;
  };
  WideTree& tree_;
  PacketRuns runs_;
  ObbPacket boxes_{};
  At at_[lanes];
  int size_ = 0;
};

class BoxFit {
 public:
  BoxFit(const WideTopology& topology, const float* corners, WideTree& tree, int threads)
      : topology_(topology), corners_(corners), tree_(tree), threads_(threads), moments_(tree.nodes.size()) {}

  void run() {
    const std::size_t count = tree_.nodes.size();
    if (threads_ <= 1) {
      // Children come after their parents: backwards, the moments of what is below a node are known when it is met, and
      // all is done with its boxes while they are near.
      for (std::size_t end = count; end > 0;) {
        const std::size_t first = end > nodes_nearby ? end - nodes_nearby : 0;
        fit_leaves(first, end);
        add_moments(first, end);
        fit_groups(first, end);
        end = first;
      }
      return;
    }
    for_each_range(threads_, count, nodes_at_once, [&](std::size_t first, std::size_t end) { fit_leaves(first, end); });
    add_moments(0, count);
    LaneBatch large(tree_, corners_);
    for_lanes<&BoxFit::is_shared>(0, count, large, [&] { fit_batch(large, threads_); });
    for_each_range(threads_, count, nodes_at_once, [&](std::size_t first, std::size_t end) { fit_groups(first, end); });
  }

 private:
  bool is_leaf(const WideLanes& node, int lane) const { return node.child[lane].is_leaf(); }
  bool is_shared(const WideLanes& node, int lane) const {
    return threads_ > 1 && node.child[lane].is_node() && node.count[lane] > shared_size;
  }
  bool is_unshared(const WideLanes& node, int lane) const {
    return node.child[lane].is_node() && !is_shared(node, lane);
  }

  /// Calls fit() for each batch of those lanes of some nodes that are wanted.
  template <auto wanted, class Fit>
  void for_lanes(std::size_t first, std::size_t end, LaneBatch& batch, Fit fit) const {
    for (std::size_t node = first; node < end; ++node)
      for (int lane = 0; lane < lanes; ++lane) {
        if (!(this->*wanted)(topology_.nodes[node], lane)) continue;
        batch.add(node, lane, topology_.nodes[node]);
        if (batch.is_full()) fit();
      }
    if (batch.size() > 0) fit();
  }

  void fit_leaves(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) std::copy_n(topology_.nodes[i].child, lanes, tree_.nodes[i].child);
    LaneBatch leaves(tree_, corners_);
    for_lanes<&BoxFit::is_leaf>(first, end, leaves, [&] {
      const PacketCorners corners(leaves.runs());
      choose_axes(corners, leaves.boxes());
      bound_few(corners, leaves.runs().lanes(), leaves.boxes());
      SurfaceMoments moments[lanes];
      moments_of(corners, moments);
      for (int i = 0; i < leaves.size(); ++i) moments_[leaves.node(i)] += moments[i];
      leaves.take_home();
    });
    for (std::size_t i = first; i < end; ++i) finish_moments(moments_[i]);
  }

  /// Adds what is below to the moments of nodes, from the last to the first.
  void add_moments(std::size_t first, std::size_t end) {
    for (std::size_t i = end; i-- > first;)
      for (const WideChild& child : tree_.nodes[i].child)
        if (child.is_node()) moments_[i] += moments_[child.node()];
  }

  void fit_groups(std::size_t first, std::size_t end) {
    LaneBatch groups(tree_, corners_);
    for_lanes<&BoxFit::is_unshared>(first, end, groups, [&] { fit_batch(groups, 1); });
  }

  void fit_batch(LaneBatch& groups, int threads) {
    const PacketRuns& runs = groups.runs();
    SurfaceMoments moments[lanes];
    for (int i = 0; i < groups.size(); ++i) moments[i] = moments_[groups.child(i).node()];
    choose_axes(runs, moments, groups.boxes());
    if (threads <= 1) {
      bound_runs(runs, groups.boxes());
    } else {
      PacketExtents extents{};
      for (int i = 0; i < groups.size(); ++i) grow_together(groups.boxes(), i, runs[i], threads, extents);
      store_boxes(extents, runs.lanes(), groups.boxes());
    }
    groups.take_home();
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
  const float* corners_;
  WideTree& tree_;
  int threads_;
  std::vector<SurfaceMoments> moments_;
};

}  // namespace

void fit_boxes(const WideTopology& topology, const float* corners, WideTree& tree, int threads) {
  tree.nodes.resize(topology.nodes.size());
  BoxFit(topology, corners, tree, threads).run();
}

}  // namespace abut
