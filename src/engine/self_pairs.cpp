#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "base/bounded_stack.h"
#include "engine/closed_box.h"
#include "engine/self_pairs.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/self_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/box_kernels-inl.h"
#include "engine/pair_batch-inl.h"

#ifndef ABUT_ENGINE_SELF_PAIRS_ONCE
#define ABUT_ENGINE_SELF_PAIRS_ONCE
namespace abut {

/// One visit, as every instruction set sees it.
struct WideSelfQuery {
  const WideTree& tree;
  const RelativePlacement& to_itself;
  const WideSelfVisit& options;
  PairSink& sink;
};

}  // namespace abut
#endif

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class Kernels>
class WideSelfPairs {
 public:
  explicit WideSelfPairs(const WideSelfQuery& query)
      : tree_(query.tree),
        options_(query.options),
        sink_(query.sink),
        frame_(frame_of(query)),
        filter_(corners_of(query.tree), corners_of(query.tree), query.to_itself),
        stack_(8 * static_cast<std::size_t>(2 * query.tree.depth + 3)) {}

  Visited run() {
    for (std::uint32_t node = options_.first; node < options_.last && may_go_on(); ++node) {
      start(node);
      while (!stack_.empty() && may_go_on()) expand(stack_.pop());
    }
    if (visited_.complete && batch_.size() > 0) flush();
    return visited_;
  }

 private:
  /// A box that is kept closed, named by its node and lane, and the lanes of an opened node that it may touch.
  struct Pair {
    std::uint32_t closed, opened, lanes;
  };
  static constexpr int at_once = 32;  // a bit each in the verdicts

  static ClosedFrame frame_of(const WideSelfQuery& query) {
    const double reach = reach_of(query.tree.nodes[0].boxes, 0);
    return ClosedFrame::of_a(query.to_itself, reach, reach);
  }

  static TriangleFilter::Corners corners_of(const WideTree& tree) {
    return {tree.corners.data(), reach_of(tree.nodes[0].boxes, 0)};
  }

  HWY_INLINE bool may_go_on() {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) visited_.complete = false;
    return visited_.complete;
  }

  /// Pairs each lane with the lanes after it, and a leaf's triangles with each other.
  void start(std::uint32_t index) {
    const WideNode& node = tree_.nodes[index];
    const std::uint32_t filled = filled_lanes(node);
    for (std::uint32_t rest = filled; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (node.child[lane].is_leaf()) add_leaf(node.child[lane]);
      const std::uint32_t after = rest & (rest - 1);
      if (after != 0) visit(8 * index + static_cast<std::uint32_t>(lane), index, after);
    }
  }

  static HWY_INLINE std::uint32_t filled_lanes(const WideNode& node) {
    std::uint32_t filled = 0;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane)
      filled |= static_cast<std::uint32_t>(!node.child[lane].is_empty()) << lane;
    return filled;
  }

  /// Tests the closed box against some lanes of the opened node, and keeps those that it may touch.
  HWY_INLINE void visit(std::uint32_t closed, std::uint32_t opened, std::uint32_t lanes) {
    if (closed_ != closed) {
      closed_ = closed;
      Kernels::template close_box<true>(frame_, tree_.nodes[closed / 8].boxes, static_cast<int>(closed % 8),
                                        closed_box_);
    }
    visited_.volume_tests += static_cast<std::uint64_t>(std::popcount(lanes));
    lanes &= Kernels::template touching<true>(frame_, closed_box_, tree_.nodes[opened].boxes);
    if (lanes != 0) stack_.push({closed, opened, lanes});
  }

  HWY_INLINE void expand(const Pair& pair) {
    const WideNode& closed = tree_.nodes[pair.closed / 8];
    const WideNode& opened = tree_.nodes[pair.opened];
    const int closed_lane = static_cast<int>(pair.closed % 8);
    const WideChild below = closed.child[closed_lane];
    const float closed_size = size_of(closed.boxes, closed_lane);
    std::uint32_t turned = 0;
    for (std::uint32_t rest = pair.lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const WideChild child = opened.child[lane];
      if (below.is_leaf() && child.is_leaf())
        add_leaves(below, child);
      else if (below.is_leaf() || (child.is_node() && size_of(opened.boxes, lane) > closed_size))
        visit(pair.closed, child.node(), filled_lanes(tree_.nodes[child.node()]));
      else
        turned |= 1u << lane;
    }
    for (; turned != 0; turned &= turned - 1)
      visit(8 * pair.opened + static_cast<std::uint32_t>(std::countr_zero(turned)), below.node(),
            filled_lanes(tree_.nodes[below.node()]));
  }

  static HWY_INLINE float size_of(const ObbPacket& boxes, int lane) {
    const float x = boxes.half[0][lane], y = boxes.half[1][lane], z = boxes.half[2][lane];
    return x * x + y * y + z * z;
  }

  void add_leaf(WideChild leaf) {
    for (std::uint32_t a = leaf.first() + 1; a < leaf.first() + leaf.count(); ++a)
      for (std::uint32_t b = leaf.first(); b < a; ++b)
        if (considers(a, b)) batch_.add(a, b);
    if (batch_.size() >= at_once) flush();
  }
  HWY_INLINE void add_leaves(WideChild of_a, WideChild of_b) {
    batch_.add_if(of_a, of_b, [&](std::uint32_t a, std::uint32_t b) HWY_ATTR { return considers(a, b); });
    if (batch_.size() >= at_once) flush();
  }
  HWY_INLINE bool considers(std::uint32_t a, std::uint32_t b) { return !options_.asks || sink_.considers(a, b); }

  HWY_NOINLINE void flush() {
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      const PairVerdicts verdicts = decided(a, b, count);
      visited_.triangle_tests += static_cast<std::uint64_t>(count);
      // Once ended, the visit only unwinds.
      if (visited_.complete && (verdicts.touching | verdicts.undecided) != 0)
        visited_.complete = sink_.take(a, b, verdicts);
    });
  }

  /// What the filter says of the first pairs; it is not asked about those that may have a corner in common.
  PairVerdicts decided(const std::uint32_t* of_a, const std::uint32_t* of_b, int count) {
    PairVerdicts verdicts;
    std::uint32_t a[TriangleFilter::batch], b[TriangleFilter::batch];
    int places[TriangleFilter::batch], waiting = 0;
    const auto ask = [&] {
      const PairVerdicts some = Kernels::decided(filter_, a, b, waiting);
      for (int i = 0; i < waiting; ++i) {
        verdicts.touching |= (some.touching >> i & 1) << places[i];
        verdicts.undecided |= (some.undecided >> i & 1) << places[i];
      }
      waiting = 0;
    };
    for (int i = 0; i < count; ++i) {
      if (may_have_common_corners(of_a[i], of_b[i])) {
        verdicts.undecided |= 1u << i;
        continue;
      }
      a[waiting] = of_a[i];
      b[waiting] = of_b[i];
      places[waiting++] = i;
      if (waiting == TriangleFilter::batch) ask();
    }
    if (waiting > 0) ask();
    return verdicts;
  }

  /// Corners at one position are at one position when rounded.
  HWY_INLINE bool may_have_common_corners(std::uint32_t a, std::uint32_t b) const {
    const float *p = tree_.corners.data() + std::size_t{9} * a, *q = tree_.corners.data() + std::size_t{9} * b;
    for (int i = 0; i < 9; i += 3)
      for (int j = 0; j < 9; j += 3)
        if (p[i] == q[j] && p[i + 1] == q[j + 1] && p[i + 2] == q[j + 2]) return true;
    return false;
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

  const WideTree& tree_;
  const WideSelfVisit& options_;
  PairSink& sink_;
  ClosedFrame frame_;
  TriangleFilter filter_;
  ClosedBox closed_box_;
  std::uint32_t closed_ = none;
  BoundedStack<Pair> stack_;
  PairBatch<at_once> batch_;
  Visited visited_;
};

Visited visit_self_packets(const WideSelfQuery& query) { return WideSelfPairs<PacketKernels>(query).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(visit_self_packets);

Visited visit_wide_self_pairs(const WideTree& tree, const RelativePlacement& to_itself, const WideSelfVisit& options,
                              PairSink& sink) {
  if (tree.nodes.empty()) return {};
  const WideSelfQuery query{tree, to_itself, options, sink};
  const std::int64_t target = options.simd == Simd::scalar ? 0 : highway_target(options.simd);
  if (target == 0) return HWY_NAMESPACE::WideSelfPairs<HWY_NAMESPACE::PlainKernels>(query).run();
  return ABUT_VERSION_FOR(target, visit_self_packets)(query);
}

}  // namespace abut
#endif
