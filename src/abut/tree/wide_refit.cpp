#include <abut/tree/threads.h>
#include <abut/tree/wide_corners.h>
#include <abut/tree/wide_refit.h>
#include <abut/volume/obb_packet_extent.h>

#include <bit>
#include <cassert>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
// Subtrees of at most this many nodes are refitted by one thread each, their boxes measured by the corners below, which
// is exact. What is above them is measured by their boxes, which keeps the time linear.
constexpr std::uint32_t unit_size = 128;
constexpr std::size_t units_at_once = 16;

struct NodeRange {
  std::uint32_t first, end;
};

template <class Wanted>
std::uint32_t lane_bits(const WideNode& node, Wanted wanted) {
  std::uint32_t bits = 0;
  for (int lane = 0; lane < lanes; ++lane) bits |= std::uint32_t{wanted(node.child[lane])} << lane;
  return bits;
}
std::uint32_t leaf_bits(const WideNode& node) {
  return lane_bits(node, [](WideChild child) { return child.is_leaf(); });
}

class Refit {
 public:
  Refit(WideTree& tree, const FloatPoint* points, std::span<const Triangle> triangles, int threads)
      : tree_(tree), points_(points), triangles_(triangles), threads_(threads) {}

  void run() {
    find_units({0, static_cast<std::uint32_t>(tree_.nodes.size())});
    for_each_range(threads_, units_.size(), units_at_once, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) refit_unit(units_[i]);
    });
    for (const TopNode& top : top_) refit_leaves(tree_.nodes[top.node]);
    for (const TopNode& top : top_) refit_groups(top);
  }

 private:
  struct TopNode {
    std::uint32_t node, end;  // its subtree ends before `end`
  };
  /// Boxes that bound what is below nodes near the top: those of units, and leaves that hang there.
  struct Source {
    std::uint32_t node, bits;
  };
  struct Run {
    std::uint32_t first = 0, end = 0;
  };

  /// Goes down from the root until the subtrees are units. Nodes are stored depth first: a subtree is a range, and the
  /// next one begins where it ends.
  void find_units(NodeRange whole) {
    std::vector<NodeRange> waiting{whole};
    while (!waiting.empty()) {
      const NodeRange range = waiting.back();
      waiting.pop_back();
      const WideNode& node = tree_.nodes[range.first];
      if (range.end - range.first <= unit_size) {
        units_.push_back(range);
        sources_.push_back({range.first, lane_bits(node, [](WideChild child) { return !child.is_empty(); })});
        continue;
      }
      top_.push_back({range.first, range.end});
      if (leaf_bits(node) != 0) sources_.push_back({range.first, leaf_bits(node)});
      std::uint32_t end = range.end;
      for (int lane = lanes - 1; lane >= 0; --lane)
        if (node.child[lane].is_node()) {
          waiting.push_back({node.child[lane].node(), end});
          end = node.child[lane].node();
        }
    }
  }

  CornerRun corners_of(const Run& run) const {
    return {tree_.corners.data() + 9 * std::size_t{run.first}, run.end - run.first};
  }

  void copy(const Run& run) {
    copy_corners(points_, triangles_, std::span(tree_.order).subspan(run.first, run.end - run.first),
                 tree_.corners.data() + 9 * std::size_t{run.first});
  }
  Run run_below(std::uint32_t node) const {
    const auto last_child = [&](std::uint32_t n) {
      int lane = lanes - 1;
      while (tree_.nodes[n].child[lane].is_empty()) --lane;
      return tree_.nodes[n].child[lane];
    };
    WideChild first = tree_.nodes[node].child[0], last = last_child(node);
    while (first.is_node()) first = tree_.nodes[first.node()].child[0];
    while (last.is_node()) last = last_child(last.node());
    return {first.first(), last.first() + last.count()};
  }

  /// Backwards, so that the corners below a node are there and their run is known.
  void refit_unit(const NodeRange& unit) {
    std::vector<Run> runs(unit.end - unit.first);
    copy(run_below(unit.first));
    for (std::uint32_t i = unit.end; i-- > unit.first;) {
      WideNode& node = tree_.nodes[i];
      CornerRun below[lanes];
      Run all{~0u, 0};
      for (int lane = 0; lane < lanes; ++lane) {
        const WideChild child = node.child[lane];
        if (child.is_empty()) break;
        Run run;
        if (child.is_leaf()) {
          run = {child.first(), child.first() + child.count()};
        } else {
          run = runs[child.node() - unit.first];
        }
        below[lane] = corners_of(run);
        all = {std::min(all.first, run.first), std::max(all.end, run.end)};
      }
      runs[i - unit.first] = all;
      bound_runs(below, node.boxes);
    }
  }

  void refit_leaves(WideNode& node) {
    CornerRun below[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      if (const WideChild child = node.child[lane]; child.is_leaf()) {
        const Run run{child.first(), child.first() + child.count()};
        copy(run);
        below[lane] = corners_of(run);
      }
    bound_runs(below, node.boxes);
  }

  void refit_groups(const TopNode& top) {
    WideNode& node = tree_.nodes[top.node];
    PacketExtents extents;
    std::uint32_t end = top.end;
    const std::uint32_t groups = lane_bits(node, [](WideChild child) { return child.is_node(); });
    for (int lane = lanes - 1; lane >= 0; --lane) {
      if ((groups >> lane & 1) == 0) continue;
      const std::uint32_t first = node.child[lane].node();
      grow_by_sources({first, end}, node.boxes, lane, extents);
      end = first;
    }
    store_boxes(extents, groups, node.boxes);
  }

  void grow_by_sources(const NodeRange& range, const ObbPacket& boxes, int lane, PacketExtents& extents) {
    const auto before = [](const Source& source, std::uint32_t node) { return source.node < node; };
    auto source = std::lower_bound(sources_.begin(), sources_.end(), range.first, before);
    const ObbPacket& near = tree_.nodes[source->node].boxes;
    const int filled = std::countr_zero(source->bits);
    const float origin[3] = {near.centre[0][filled], near.centre[1][filled], near.centre[2][filled]};
    extents.set_origin(lane, origin);
    for (; source != sources_.end() && source->node < range.end; ++source)
      grow_extents(boxes, lane, tree_.nodes[source->node].boxes, source->bits, extents);
  }

  WideTree& tree_;
  const FloatPoint* points_;
  std::span<const Triangle> triangles_;
  int threads_;
  std::vector<NodeRange> units_;
  std::vector<TopNode> top_;
  std::vector<Source> sources_;
};

double half_area(const ObbPacket& boxes, int lane) {
  const double x = boxes.half[0][lane], y = boxes.half[1][lane], z = boxes.half[2][lane];
  return x * y + y * z + z * x;
}

}  // namespace

void refit_wide_tree(WideTree& tree, std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                     int threads) {
  assert(triangles.size() == tree.order.size());
  if (tree.nodes.empty()) return;
  with_threads(threads, [&] {
    const std::unique_ptr<FloatPoint[]> points = rounded(inner_points, threads);
    Refit(tree, points.get(), triangles, threads).run();
  });
}

double wide_cost(const WideTree& tree) {
  if (tree.nodes.empty()) return 0;
  double sum = 0;
  for (const WideNode& node : tree.nodes)
    for (int lane = 0; lane < lanes && !node.child[lane].is_empty(); ++lane) sum += half_area(node.boxes, lane);
  return sum / half_area(tree.nodes[0].boxes, 0);
}

}  // namespace abut
