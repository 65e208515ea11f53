#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "base/bounded_stack.h"
#include "engine/closed_box.h"
#include "engine/front_visit.h"

#include <bit>
#include <optional>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/front_visit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/box_kernels-inl.h"
#include "engine/pair_batch-inl.h"

#ifndef ABUT_ENGINE_FRONT_VISIT_ONCE
#define ABUT_ENGINE_FRONT_VISIT_ONCE
namespace abut {

/// One visit, as every instruction set sees it.
struct WideFrontQuery {
  const WideTree& a;
  const WideTree& b;
  const RelativePlacement& b_in_a;
  const WideVisit& options;
  PairSink& sink;
  WideFront& front;
  bool resumes;
};

/// How a visit went, and how many nodes it opened.
struct WideFrontVisited {
  Visited visited;
  std::uint64_t opened = 0;
};

}  // namespace abut
#endif

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Visits pairs as WidePairs does, and puts into the front what it need not or does not look into.
template <class Kernels>
class WideFrontPairs {
 public:
  explicit WideFrontPairs(const WideFrontQuery& query)
      : query_(query),
        front_(query.front),
        trees_{&query.a, &query.b},
        reach_{reach_of(query.a.nodes[0].boxes, 0), reach_of(query.b.nodes[0].boxes, 0)},
        frames_{ClosedFrame::of_a(query.b_in_a, reach_[0], reach_[1]),
                ClosedFrame::of_b(query.b_in_a, reach_[0], reach_[1])},
        // Gaps are measured in the unit of the opened tree, travel in that of A.
        unit_{query.b_in_a.scale * (1 - gap_error), 1 - gap_error},
        divided_(query.b.nodes[0].child[0].is_node() ? query.b.nodes[0].child[0].node() : 0),
        stack_(8 * static_cast<std::size_t>(query.a.depth + query.b.depth + 3)),
        enough_(query.options.search == WideSearch::for_a_few ? 4 : TriangleFilter::batch) {}

  WideFrontVisited run() {
    if (query_.resumes)
      resume();
    else
      start();
    if (go_on_ && batch_.size() > 0) flush();
    while (!stack_.empty()) keep(stack_.pop());
    visited_.visited.complete = go_on_;
    return visited_;
  }

 private:
  /// As WideFront::Entry, the lanes those that the closed box may touch.
  struct Pair {
    std::uint32_t closed, opened;
    std::uint8_t lanes, side, part;
  };

  void start() {
    test({0, 0, 1, 0, WideFront::all_of_b});
    finish_stack();
  }

  void resume() {
    const std::vector<WideFront::Entry>& expired = front_.expired();
    std::size_t next = 0;
    for (; next < expired.size() && may_go_on(); ++next) {
      const WideFront::Entry& entry = expired[next];
      test({entry.closed, entry.opened, entry.lanes, entry.side, entry.part});
      finish_stack();
    }
    for (; next < expired.size(); ++next) {
      WideFront::Entry entry = expired[next];
      entry.expires = WideFront::at_once;
      front_.add(entry);
    }
  }

  HWY_INLINE void finish_stack() {
    while (!stack_.empty() && may_go_on()) expand(stack_.pop());
  }

  HWY_INLINE bool may_go_on() {
    const std::atomic<bool>* stop = query_.options.stop;
    if (stop && stop->load(std::memory_order_relaxed)) go_on_ = false;
    return go_on_;
  }

  HWY_INLINE void close(int side, std::uint32_t closed) {
    if (closed_[side] == closed) return;
    closed_[side] = closed;
    Kernels::template close_box<true>(frames_[side], trees_[side]->nodes[closed / 8].boxes,
                                      static_cast<int>(closed % 8), closed_box_[side]);
  }

  /// To be looked at again by the next visit.
  void keep(const Pair& pair) {
    front_.add({pair.closed, pair.opened, WideFront::at_once, pair.lanes, pair.side, pair.part});
  }

  /// Tests the lanes of a pair: those that are apart go to the front, leaves beside a leaf to the front and the filter,
  /// the others on the stack.
  HWY_INLINE void test(Pair pair) {
    const int side = pair.side;
    close(side, pair.closed);
    const WideNode& node = trees_[1 - side]->nodes[pair.opened];
    ++visited_.opened;
    visited_.visited.volume_tests += static_cast<std::uint64_t>(std::popcount(pair.lanes));
    float gaps[ObbPacket::lanes];
    const std::uint32_t touching =
        pair.lanes & Kernels::touching_or_by(frames_[side], closed_box_[side], node.boxes, gaps);
    const std::uint32_t apart = pair.lanes & ~touching;
    const WideChild below = trees_[side]->nodes[pair.closed / 8].child[pair.closed % 8];
    const std::uint32_t leaves = below.is_leaf() ? touching & Kernels::kinds(node).leaves : 0;
    // Triangles whose boxes meet are looked at every time, and so is what shares the entry with them.
    const float expires = leaves != 0 ? WideFront::at_once : expiry(pair, apart, gaps);
    if ((apart | leaves) != 0)
      front_.add({pair.closed, pair.opened, expires, static_cast<std::uint8_t>(apart | leaves), pair.side, pair.part});
    for (std::uint32_t rest = leaves; rest != 0; rest &= rest - 1)
      add_leaves(side, below, node.child[std::countr_zero(rest)]);
    pair.lanes = static_cast<std::uint8_t>(touching & ~leaves);
    if (pair.lanes != 0) stack_.push(pair);
  }

  HWY_INLINE float expiry(const Pair& pair, std::uint32_t apart, const float* gaps) const {
    return front_.expiry(pair.part, Kernels::least(gaps, apart) * unit_[pair.side]);
  }

  /// Opens what may touch and is no pair of leaves: the larger box of each, or the one that is no leaf.
  HWY_INLINE void expand(const Pair& pair) {
    const int side = pair.side, other = 1 - side;
    const WideNode& opened = trees_[other]->nodes[pair.opened];
    const WideChild below = trees_[side]->nodes[pair.closed / 8].child[pair.closed % 8];
    close(side, pair.closed);
    const float(&half)[3] = closed_box_[side].half;
    const float size = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    const std::uint32_t opens_closed =
        below.is_leaf() ? 0 : Kernels::kinds(opened).leaves | Kernels::smaller(size, opened.boxes, side == 1);
    const bool divides = other == 1 && pair.opened == divided_;
    for (std::uint32_t lanes = pair.lanes; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      const bool turns = (opens_closed >> lane & 1) != 0;
      Pair next{turns ? pair.opened * 8 + static_cast<std::uint32_t>(lane) : pair.closed,
                turns ? below.node() : opened.child[lane].node(), 0, static_cast<std::uint8_t>(turns ? other : side),
                pair.part};
      if (divides) next.part = static_cast<std::uint8_t>(lane);
      next.lanes = static_cast<std::uint8_t>(Kernels::kinds(trees_[1 - next.side]->nodes[next.opened]).filled);
      go_on_ ? test(next) : keep(next);
    }
  }

  HWY_INLINE void add_leaves(int side, WideChild below, WideChild child) {
    if (!go_on_) return;
    const WideChild of_a = side == 0 ? below : child, of_b = side == 0 ? child : below;
    batch_.add(of_a, of_b);
    if (batch_.size() >= enough_) flush();
  }

  TriangleFilter::Corners corners(int side) const { return {trees_[side]->corners.data(), reach_[side]}; }

  HWY_NOINLINE void flush() {
    if (!filter_) filter_.emplace(corners(0), corners(1), query_.b_in_a);
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      const PairVerdicts verdicts = Kernels::decided(*filter_, a, b, count);
      visited_.visited.triangle_tests += static_cast<std::uint64_t>(count);
      if ((verdicts.touching | verdicts.undecided) != 0) go_on_ = query_.sink.take(a, b, verdicts);
    });
    enough_ = std::min(2 * enough_, TriangleFilter::batch);
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

  const WideFrontQuery& query_;
  WideFront& front_;
  const WideTree* trees_[2];
  double reach_[2];
  ClosedFrame frames_[2];
  double unit_[2];
  std::uint32_t divided_;  ///< the node of B whose lanes are its parts
  ClosedBox closed_box_[2];
  std::uint32_t closed_[2] = {none, none};
  std::optional<TriangleFilter> filter_;
  BoundedStack<Pair> stack_;
  PairBatch<TriangleFilter::batch> batch_;
  int enough_;
  bool go_on_ = true;
  WideFrontVisited visited_;
};

WideFrontVisited visit_front_packets(const WideFrontQuery& query) { return WideFrontPairs<PacketKernels>(query).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(visit_front_packets);

namespace {

WideFrontVisited visit(const WideFrontQuery& query) {
  const Simd simd = query.options.simd;
  const std::int64_t target = simd == Simd::scalar ? 0 : highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::WideFrontPairs<HWY_NAMESPACE::PlainKernels>(query).run();
  return ABUT_VERSION_FOR(target, visit_front_packets)(query);
}

}  // namespace

Visited visit_wide_front(const WideTree& a, const WideTree& b, const RelativePlacement& b_in_a,
                         const WideVisit& options, WideFront& front, PairSink& sink) {
  if (a.nodes.empty() || b.nodes.empty()) return {};
  const WideFront::Way way = front.begin(b, b_in_a, options.search == WideSearch::for_a_few);
  WideFrontVisited result;
  if (way == WideFront::Way::plain)
    result.visited = visit_wide_pairs({a, b, b_in_a}, options, sink);
  else if (way == WideFront::Way::record || !front.expired().empty())
    result = visit({a, b, b_in_a, options, sink, front, way == WideFront::Way::resume});
  front.end(way, result.opened, result.visited.complete);
  return result.visited;
}

}  // namespace abut
#endif
