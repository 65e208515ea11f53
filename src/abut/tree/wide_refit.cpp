#include <abut/tree/threads.h>
#include <abut/tree/wide_corners.h>
#include <abut/tree/wide_refit.h>
#include <abut/volume/obb_packet_extent.h>

#include <bit>
#include <cassert>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
// Subtrees of at most so many nodes are refitted by one thread each, their boxes measured by the corners below, which
// is exact. What is above them is measured by boxes, which keeps the time linear: those near the roots of smaller
// subtrees.
constexpr std::uint32_t unit_size = 128, source_size = 16;
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

std::uint32_t filled_bits(const WideNode& node) {
  return lane_bits(node, [](WideChild child) { return !child.is_empty(); });
}

std::uint32_t group_bits(const WideNode& node) {
  return lane_bits(node, [](WideChild child) { return child.is_node(); });
}

class Refit {
 public:
  Refit(WideTree& tree, const FloatPoint* points, std::span<const Triangle> triangles, int threads)
      : tree_(tree), points_(points), triangles_(triangles), threads_(threads) {}

  void run() {
    find_units();
    for_each_range(threads_, units_.size(), units_at_once, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) refit_unit(units_[i]);
    });
    for (const NodeRange& top : top_) refit_leaves(tree_.nodes[top.first]);
    for (const NodeRange& top : top_) refit_groups(top);
  }

 private:
  struct Run {
    std::uint32_t first = 0, end = 0;
  };

  /// Goes down from the root to units, and on to sources. Nodes are stored depth first: a subtree is a range, and the
  /// next one begins where it ends.
  void find_units() {
    struct Waiting {
      NodeRange range;
      bool in_unit;
    };
    std::vector<Waiting> waiting{{{0, static_cast<std::uint32_t>(tree_.nodes.size())}, false}};
    while (!waiting.empty()) {
      auto [range, in_unit] = waiting.back();
      waiting.pop_back();
      const WideNode& node = tree_.nodes[range.first];
      const std::uint32_t size = range.end - range.first;
      if (!in_unit) (size <= unit_size ? units_ : top_).push_back(range);
      in_unit = in_unit || size <= unit_size;
      const std::uint32_t bits = size <= source_size ? filled_bits(node) : leaf_bits(node);
      if (bits != 0) sources_.push_back({&node.boxes, bits});
      if (size <= source_size) continue;
      for (int lane = lanes - 1; lane >= 0; --lane)
        if (node.child[lane].is_node()) {
          waiting.push_back({{node.child[lane].node(), range.end}, in_unit});
          range.end = node.child[lane].node();
        }
    }
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

  /// Backwards, so that the runs below a node are known.
  void refit_unit(const NodeRange& unit) {
    Run runs[unit_size];
    copy(run_below(unit.first));
    for (std::uint32_t i = unit.end; i-- > unit.first;) {
      WideNode& node = tree_.nodes[i];
      PacketRuns below = leaf_runs(node);
      for (std::uint32_t groups = group_bits(node); groups != 0; groups &= groups - 1) {
        const int lane = std::countr_zero(groups);
        const Run& run = runs[node.child[lane].node() - unit.first];
        below.first[lane] = run.first;
        below.count[lane] = run.end - run.first;
      }
      const int last = std::bit_width(below.lanes()) - 1;
      runs[i - unit.first] = {below.first[0], below.first[last] + below.count[last]};
      bound_runs(below, node.boxes);
    }
  }

  PacketRuns leaf_runs(const WideNode& node) const {
    PacketRuns runs{tree_.corners.data()};
    for (int lane = 0; lane < lanes; ++lane) {
      const WideChild child = node.child[lane];
      runs.first[lane] = child.first();
      runs.count[lane] = child.is_leaf() ? child.count() : 0;
    }
    return runs;
  }

  void refit_leaves(WideNode& node) {
    const PacketRuns leaves = leaf_runs(node);
    for (int lane = 0; lane < lanes; ++lane)
      if (leaves.count[lane] > 0) copy({leaves.first[lane], leaves.first[lane] + leaves.count[lane]});
    bound_runs(leaves, node.boxes);
  }

  void refit_groups(const NodeRange& top) {
    WideNode& node = tree_.nodes[top.first];
    PacketExtents extents;
    std::uint32_t end = top.end;
    const std::uint32_t groups = group_bits(node);
    for (int lane = lanes - 1; lane >= 0; --lane) {
      if ((groups >> lane & 1) == 0) continue;
      const std::uint32_t first = node.child[lane].node();
      grow_by_sources({first, end}, node.boxes, lane, extents);
      end = first;
    }
    store_boxes(extents, groups, node.boxes);
  }

  void grow_by_sources(const NodeRange& range, const ObbPacket& boxes, int lane, PacketExtents& extents) {
    const auto at = [&](std::uint32_t node) {
      // Nodes lie in one array, and so do the packets in them.
      const auto before = [](const SomeBoxes& some, const ObbPacket* packet) { return some.boxes < packet; };
      return std::lower_bound(sources_.begin(), sources_.end(), &tree_.nodes.data()[node].boxes, before);
    };
    const std::span<const SomeBoxes> below(at(range.first), at(range.end));
    const ObbPacket& near = *below[0].boxes;
    const int filled = std::countr_zero(below[0].lanes);
    const float origin[3] = {near.centre[0][filled], near.centre[1][filled], near.centre[2][filled]};
    extents.restart(lane, origin);
    grow_extents(boxes, lane, below, extents);
  }

  WideTree& tree_;
  const FloatPoint* points_;
  std::span<const Triangle> triangles_;
  int threads_;
  std::vector<NodeRange> units_, top_;  // subtrees; those of `top_` hold units and other top ones
  std::vector<SomeBoxes> sources_;      // in the order of their nodes: they bound all that is below the top ones
};

/// Half the surface of the boxes that are there.
double half_surface(const WideNode& node) {
  double sum = 0;
  for (int lane = 0; lane < lanes && !node.child[lane].is_empty(); ++lane) {
    const double x = node.boxes.half[0][lane], y = node.boxes.half[1][lane], z = node.boxes.half[2][lane];
    sum += x * y + y * z + z * x;
  }
  return 4 * sum;
}

/// The area of a triangle, and a little for segments and points: boxes around those have some surface, too.
double area_of(const float* corners) {
  const Vec3 p{corners[0], corners[1], corners[2]};
  const Vec3 a = Vec3{corners[3], corners[4], corners[5]} - p, b = Vec3{corners[6], corners[7], corners[8]} - p;
  return 0.5 * length(cross(a, b)) + 0x1p-8 * (dot(a, a) + dot(b, b)) + 0x1p-48;
}

}  // namespace

void refit_wide_tree(WideTree& tree, std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                     int threads) {
  assert(triangles.size() == tree.order.size());
  if (tree.nodes.empty()) return;
  const int count = threads_meant(threads);
  with_threads(count, [&] {
    const std::unique_ptr<FloatPoint[]> points = rounded(inner_points, count);
    Refit(tree, points.get(), triangles, count).run();
  });
}

double wide_cost(const WideTree& tree) {
  if (tree.nodes.empty()) return 0;
  double boxes = 0, triangles = 0;
  for (const WideNode& node : tree.nodes) boxes += half_surface(node);
  for (std::size_t i = 0; i < tree.corners.size(); i += 9) triangles += area_of(tree.corners.data() + i);
  return boxes / triangles;
}

}  // namespace abut
