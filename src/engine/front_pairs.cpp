#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/front_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/front_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/pair_batch-inl.h"
#include "engine/visit-inl.h"

#ifndef ABUT_ENGINE_FRONT_PAIRS_ONCE
#define ABUT_ENGINE_FRONT_PAIRS_ONCE
namespace abut {

/// How a visit went, and how many nodes it opened.
struct FrontVisited {
  Visited visited;
  std::uint64_t opened = 0;
};

}  // namespace abut
#endif

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Visits pairs of leaves and puts into the front what it need not or does not look into. A step's `part` is that of
/// WideFront::Entry.
template <class Kernels>
class FrontPairs : public LeafPairs<FrontPairs<Kernels>, Kernels, true> {
  using Base = LeafPairs<FrontPairs, Kernels, true>;
  friend Base;

 public:
  FrontPairs(const TreePair& pair, const VisitOptions& options, WideFront& front, PairSink& sink)
      : Base(pair, options),
        front_(front),
        // Gaps are measured in the unit of the opened tree, travel in that of A.
        unit_{pair.b_in_a.scale * pair.b_in_a.least_stretch() * (1 - gap_error), 1 - gap_error},
        divided_(pair.b.nodes[0].child[0].is_node() ? pair.b.nodes[0].child[0].node() : 0),
        stack_(this->room()),
        leaves_({this->trees().corners(0), this->trees().corners(1), pair.b_in_a}, &sink, false,
                options.order == VisitOrder::for_a_few) {}

  FrontVisited record() {
    PairStep whole = whole_visit;
    whole.part = WideFront::all_of_b;
    make(whole);
    return finished();
  }
  FrontVisited resume() {
    for (const WideFront::Entry& entry : front_.expired()) {
      this->may_go_on();
      make({entry.closed, entry.opened, entry.side, entry.lanes, entry.part});
    }
    return finished();
  }

 private:
  PairFilter<Kernels>& leaves() { return leaves_; }

  HWY_INLINE void make(const PairStep& step) {
    this->test(&step, &step + 1, stack_);
    if (!stack_.empty()) visit_in_rows(*this, stack_);
  }

  FrontVisited finished() {
    leaves_.finish();
    while (!stack_.empty()) look_again(stack_.pop());
    return {{this->volume_tests(), leaves_.tests(), leaves_.goes_on()}, opened_};
  }

  /// Leaves a step to the next visit.
  void look_again(const PairStep& step) { add(step, step.lanes, WideFront::at_once); }
  HWY_INLINE void add(const PairStep& step, std::uint32_t lanes, float expires) {
    front_.add({step.closed, step.opened, expires, static_cast<std::uint8_t>(lanes),
                static_cast<std::uint8_t>(step.side), static_cast<std::uint8_t>(step.part)});
  }

  /// Lanes that are apart go to the front, leaves beside a leaf to the front and the filter; the others go on.
  HWY_INLINE std::uint32_t keep(const PairStep& step) {
    if (HWY_UNLIKELY(!leaves_.goes_on())) return look_again(step), 0;
    ++opened_;
    typename Base::Parted lanes;
    this->part(step, lanes);
    const WideNode& opened = this->opened_node(step);
    const WideChild closed = this->closed_child(step);
    const std::uint32_t leaves = closed.is_leaf() ? lanes.touching & Kernels::kinds(opened).leaves : 0;
    // Triangles whose boxes meet are looked at every time, and so is what shares the entry with them.
    if ((lanes.apart | leaves) != 0)
      add(step, lanes.apart | leaves, leaves != 0 ? WideFront::at_once : expiry(step, lanes));
    if (leaves != 0) this->meet_leaves(step, leaves, closed, opened);
    return lanes.touching & ~leaves;
  }
  HWY_INLINE float expiry(const PairStep& step, const typename Base::Parted& lanes) const {
    return front_.expiry(static_cast<std::uint8_t>(step.part),
                         Kernels::least(lanes.gaps, lanes.apart) * unit_[step.side]);
  }

  HWY_INLINE PairStep below(const PairStep& step, int lane, bool turns) const {
    PairStep next = Base::below(step, lane, turns);
    if (step.side == 0 && step.opened == divided_) next.part = static_cast<std::uint32_t>(lane);
    return next;
  }

  WideFront& front_;
  double unit_[2];
  std::uint32_t divided_;  ///< the node of B whose lanes are its parts
  typename Base::Stack stack_;
  PairFilter<Kernels> leaves_;
  std::uint64_t opened_ = 0;
};

template <class Kernels>
FrontVisited front_with(const TreePair& pair, const VisitOptions& options, WideFront& front, PairSink& sink,
                        bool resumes) {
  FrontPairs<Kernels> pairs(pair, options, front, sink);
  return resumes ? pairs.resume() : pairs.record();
}
FrontVisited front_packets(const TreePair& pair, const VisitOptions& options, WideFront& front, PairSink& sink,
                           bool resumes) {
  return front_with<PacketKernels>(pair, options, front, sink, resumes);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(front_packets);

Visited visit_front(const TreePair& pair, const VisitOptions& options, WideFront& front, PairSink& sink) {
  if (pair.a.nodes.empty() || pair.b.nodes.empty()) return {};
  const WideFront::Way way = front.begin(pair.b, pair.b_in_a, options.order == VisitOrder::for_a_few);
  const bool resumes = way == WideFront::Way::resume;
  FrontVisited result;
  if (way == WideFront::Way::plain) {
    result.visited = visit_pairs(pair, options, sink);
  } else if (!resumes || !front.expired().empty()) {
    const std::int64_t target = highway_target(options.simd);
    result = target == 0 ? HWY_NAMESPACE::front_with<HWY_NAMESPACE::PlainKernels>(pair, options, front, sink, resumes)
                         : ABUT_VERSION_FOR(target, front_packets)(pair, options, front, sink, resumes);
  }
  front.end(way, result.opened, result.visited.complete);
  return result.visited;
}

}  // namespace abut
#endif
