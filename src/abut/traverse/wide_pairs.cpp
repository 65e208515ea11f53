#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/traverse/pairs.h>
#include <abut/traverse/wide_pairs.h>
#include <abut/volume/closed_box.h>

#include <bit>
#include <optional>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/traverse/wide_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include <abut/traverse/wide_kernels-inl.h>

#ifndef ABUT_TRAVERSE_WIDE_PAIRS_ONCE
#define ABUT_TRAVERSE_WIDE_PAIRS_ONCE
namespace abut {

/// One query, as every instruction set sees it.
struct WideQuery {
  const WideTree& a;
  const WideTree& b;
  const RelativePlacement& b_in_a;
  const WideVisit& options;
  WidePairSink& sink;
};

}  // namespace abut
#endif

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class Kernels, bool rigid>
class WidePairs {
 public:
  explicit WidePairs(const WideQuery& query)
      : query_(query),
        trees_{&query.a, &query.b},
        reach_{reach_of(query.a.nodes[0].boxes, 0), reach_of(query.b.nodes[0].boxes, 0)},
        frames_{ClosedFrame::of_a(query.b_in_a, reach_[0], reach_[1]),
                ClosedFrame::of_b(query.b_in_a, reach_[0], reach_[1])},
        stack_(8 * static_cast<std::size_t>(query.a.depth + query.b.depth + 3)),
        enough_(query.options.hasty ? 4 : TriangleFilter::batch) {}

  WideVisited run() {
    // The boxes of the two whole models count as tested: the larger one's children tell as much.
    Pair pair{0, 0, 1, 0};
    query_.options.hasty ? expand<true>(pair) : expand<false>(pair);
    query_.options.hasty ? run_hasty() : run_to_end();
    if (go_on_ && count_ > 0) flush(count_);
    visited_.complete = go_on_;
    return visited_;
  }

 private:
  /// A box of one model that is kept closed, named by its node and lane, and an opened node of the other, with the
  /// lanes that the closed box may touch.
  struct Pair {
    std::uint32_t closed, opened;
    std::uint8_t lanes, side;
  };

  // Boxes are tested when they come off the stack: none too many before the first contact.
  void run_hasty() {
    while (!stack_.empty() && may_go_on()) {
      Pair pair = stack_.pop();
      pair.lanes = static_cast<std::uint8_t>(test(pair.side, pair.closed, pair.opened));
      if (pair.lanes != 0) expand<true>(pair);
    }
  }

  // Boxes are tested before they go on the stack, all of an opened node in a row: the tests do not wait for each other.
  // The order in which pairs are expanded is the same as above but for the sorting.
  void run_to_end() {
    while (!stack_.empty() && may_go_on()) expand<false>(stack_.pop());
  }

  HWY_INLINE bool may_go_on() {
    const std::atomic<bool>* stop = query_.options.stop;
    if (stop && stop->load(std::memory_order_relaxed)) go_on_ = false;
    return go_on_;
  }

  TriangleFilter::Corners corners(int side) const { return {trees_[side]->corners.data(), reach_[side]}; }

  HWY_INLINE void close(int side, std::uint32_t closed) {
    if (closed_[side] == closed) return;
    closed_[side] = closed;
    Kernels::template close_box<rigid>(frames_[side], trees_[side]->nodes[closed / 8].boxes,
                                       static_cast<int>(closed % 8), closed_box_[side]);
  }

  HWY_INLINE std::uint32_t test(int side, std::uint32_t closed, std::uint32_t opened) {
    close(side, closed);
    const WideNode& node = trees_[1 - side]->nodes[opened];
    const std::uint32_t filled = Kernels::kinds(node).filled;
    visited_.volume_tests += static_cast<std::uint64_t>(std::popcount(filled));
    return filled & Kernels::template touching<rigid>(frames_[side], closed_box_[side], node.boxes);
  }

  template <bool hasty>
  HWY_INLINE void expand(const Pair& pair) {
    const int side = pair.side, other = 1 - side;
    const WideNode& closed = trees_[side]->nodes[pair.closed / 8];
    const WideNode& opened = trees_[other]->nodes[pair.opened];
    const int closed_lane = static_cast<int>(pair.closed % 8);
    const WideChild below = closed.child[closed_lane];
    std::uint32_t lanes = pair.lanes;
    if (below.is_leaf()) {
      const std::uint32_t leaves = lanes & Kernels::kinds(opened).leaves;
      for (std::uint32_t rest = leaves; rest != 0; rest &= rest - 1)
        add_leaves(side, below, opened.child[std::countr_zero(rest)]);
      lanes &= ~leaves;
    }
    if (lanes == 0 || !go_on_) return;
    // Kept: the box was tested a moment ago, or is the first of a row that needs it.
    close(side, pair.closed);
    const ClosedBox& box = closed_box_[side];
    const std::uint32_t opens_closed =
        below.is_leaf() ? 0 : Kernels::kinds(opened).leaves | Kernels::smaller(box, opened.boxes, side == 1);
    const auto push = [&](int lane) HWY_ATTR {
      const bool turns = (opens_closed >> lane & 1) != 0;
      Pair next{turns ? pair.opened * 8 + static_cast<std::uint32_t>(lane) : pair.closed,
                turns ? below.node() : opened.child[lane].node(), 0, static_cast<std::uint8_t>(turns ? other : side)};
      if constexpr (!hasty) {
        next.lanes = static_cast<std::uint8_t>(test(next.side, next.closed, next.opened));
        if (next.lanes == 0) return;
      }
      stack_.push(next);
    };
    if (hasty && (lanes & (lanes - 1)) != 0) {
      float distances[ObbPacket::lanes];
      Kernels::outside_by(box, opened.boxes, distances);
      const int nearest = nearest_of(lanes, distances);
      lanes ^= 1u << nearest;
      for (; lanes != 0; lanes ^= std::bit_floor(lanes)) push(std::bit_width(lanes) - 1);
      push(nearest);
    } else {
      for (; lanes != 0; lanes ^= std::bit_floor(lanes)) push(std::bit_width(lanes) - 1);
    }
  }

  static HWY_INLINE int nearest_of(std::uint32_t lanes, const float* distances) {
    int nearest = std::countr_zero(lanes);
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
      if (const int lane = std::countr_zero(lanes); distances[lane] < distances[nearest]) nearest = lane;
    return nearest;
  }

  HWY_INLINE void add_leaves(int side, WideChild below, WideChild child) {
    if (!go_on_) return;
    const WideChild of_a = side == 0 ? below : child, of_b = side == 0 ? child : below;
    for (std::uint32_t a = of_a.first(); a < of_a.first() + of_a.count(); ++a)
      for (std::uint32_t b = of_b.first(); b < of_b.first() + of_b.count(); ++b) {
        if (query_.options.asks && !query_.sink.considers(a, b)) continue;
        a_[count_] = a;
        b_[count_++] = b;
      }
    if (count_ >= enough_) flush(std::min(count_, TriangleFilter::batch));
  }

  HWY_NOINLINE void flush(int count) {
    if (!filter_) filter_.emplace(corners(0), corners(1), query_.b_in_a);
    const PairVerdicts verdicts = Kernels::decided(*filter_, a_, b_, count);
    visited_.triangle_tests += static_cast<std::uint64_t>(count);
    if ((verdicts.touching | verdicts.undecided) != 0) go_on_ = query_.sink.take(a_, b_, verdicts);
    count_ -= count;
    for (int i = 0; i < count_; ++i) a_[i] = a_[count + i], b_[i] = b_[count + i];
    // The first contact is not around the corner.
    enough_ = std::min(2 * enough_, TriangleFilter::batch);
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

  const WideQuery& query_;
  const WideTree* trees_[2];
  double reach_[2];
  ClosedFrame frames_[2];
  ClosedBox closed_box_[2];
  std::uint32_t closed_[2] = {none, none};
  std::optional<TriangleFilter> filter_;
  BoundedStack<Pair> stack_;
  alignas(64) std::uint32_t a_[2 * TriangleFilter::batch];
  alignas(64) std::uint32_t b_[2 * TriangleFilter::batch];
  int count_ = 0, enough_;
  bool go_on_ = true;
  WideVisited visited_;
};

template <class Kernels>
WideVisited visit_with(const WideQuery& query) {
  return query.b_in_a.rigid ? WidePairs<Kernels, true>(query).run() : WidePairs<Kernels, false>(query).run();
}

WideVisited visit_packets(const WideQuery& query) { return visit_with<PacketKernels>(query); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(visit_packets);

WideVisited visit_wide_pairs(const WideTree& a, const WideTree& b, const RelativePlacement& b_in_a,
                             const WideVisit& options, WidePairSink& sink) {
  if (a.nodes.empty() || b.nodes.empty()) return {};
  const WideQuery query{a, b, b_in_a, options, sink};
  const std::int64_t target = options.simd == Simd::scalar ? 0 : highway_target(options.simd);
  if (target == 0) return HWY_NAMESPACE::visit_with<HWY_NAMESPACE::PlainKernels>(query);
  return ABUT_VERSION_FOR(target, visit_packets)(query);
}

}  // namespace abut
#endif
