#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/pair_batch-inl.h"
#include "engine/visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The visit of two placed models for collide: in rows, or likely places first.
template <class Kernels, bool rigid>
class TouchingPairs : public LeafPairs<TouchingPairs<Kernels, rigid>, Kernels, rigid> {
  using Base = LeafPairs<TouchingPairs, Kernels, rigid>;
  friend Base;

 public:
  /// Without a sink only for `divided`.
  TouchingPairs(const TreePair& pair, const VisitOptions& options, PairSink* sink)
      : Base(pair, options),
        order_(options.order),
        leaves_({this->trees().corners(0), this->trees().corners(1), pair.b_in_a}, sink, options.asks,
                options.order >= VisitOrder::for_a_few) {}

  Visited run(std::span<const PairStep> steps) {
    for (const PairStep& step : steps) {
      if (order_ == VisitOrder::everywhere) {
        typename Base::Stack stack(this->room());
        stack.push(step);
        visit_in_rows(*this, stack);
      } else {
        look_in_order(step);
      }
    }
    leaves_.finish();
    return {this->volume_tests(), leaves_.tests(), leaves_.goes_on()};
  }

  DividedVisit divided(std::size_t parts) {
    std::vector<PairStep> steps{whole_visit};
    for (std::size_t before = 0; before != steps.size() && steps.size() < parts;) {
      before = steps.size();
      std::vector<PairStep> next;
      for (const PairStep& step : steps) divide(step, next);
      steps = std::move(next);
    }
    return {std::move(steps), this->volume_tests()};
  }

 private:
  /// After so many steps that led nowhere it is likely that nothing touches.
  static constexpr int unlikely = 64;

  /// A step whose lanes are known to touch, of which some are still to be looked at, nearest ones first.
  struct Remainder {
    PairStep step;
    std::uint32_t lanes, turning;
    float distances[ObbPacket::lanes];
  };
  using Waiting = BoundedStack<Remainder, 64>;

  PairFilter<Kernels>& leaves() { return leaves_; }
  HWY_INLINE std::uint32_t keep(const PairStep& step) { return this->touching(step); }

  // Depth first. Of the boxes below a step the one whose centre is deepest in the closed box, or least outside of it,
  // is looked at first: it likely holds what touches. What is left of a step waits on the stack, one entry a level.
  void look_in_order(const PairStep& step) {
    Waiting stack(this->trees().levels());
    Remainder rest = remainder_of(step);
    int fruitless = 0;
    for (bool any = open(rest); any && this->may_go_on();) {
      const PairStep next = take_nearest(rest);
      stack.push_if(rest, rest.lanes != 0);
      if (make(next, rest)) continue;
      any = !stack.empty();
      if (any) rest = stack.pop();
      if (order_ >= VisitOrder::for_a_few && any && ++fruitless == unlikely) any = any_left(rest, stack);
    }
  }

  Remainder remainder_of(const PairStep& step) {
    Remainder rest{step, step.lanes, 0, {}};
    // One lane needs no order.
    if (!std::has_single_bit(rest.lanes)) this->outside_by(step, rest.distances);
    return rest;
  }

  HWY_INLINE PairStep take_nearest(Remainder& rest) const {
    const int lane = nearest_of(rest.lanes, rest.distances);
    rest.lanes ^= 1u << lane;
    return this->below(rest.step, lane, (rest.turning >> lane & 1) != 0);
  }

  /// Tests, and goes on as `open`.
  HWY_INLINE bool make(const PairStep& step, Remainder& rest) {
    const WideChild child = this->closed_child(step);
    if (child.is_node())
      prefetch(this->node_below(step, child));
    else
      hwy::Prefetch(this->trees().corners(step.side).leaves.triangles + child.first());
    rest.step = step;
    rest.lanes = this->touching(step);
    if (rest.lanes == 0) return false;
    this->outside_by(step, rest.distances);
    return open(rest);
  }

  /// Hands pairs of leaves on. False when no other lane is left.
  HWY_INLINE bool open(Remainder& rest) {
    const WideNode& opened = this->opened_node(rest.step);
    const WideChild child = this->closed_child(rest.step);
    rest.turning = 0;
    if (child.is_node())
      rest.turning = this->turning_lanes(rest.step, opened);
    else
      rest.lanes &= ~this->meet_leaves(rest.step, rest.lanes, child, opened);
    return rest.lanes != 0;
  }

  /// Looks whether there is anything at all to be found in the rest of an ordered search, in the faster way; if any
  /// pair will do, it is found.
  HWY_NOINLINE bool any_left(const Remainder& rest, const Waiting& waiting) {
    typename Base::Stack stack(this->room(this->trees().levels()));
    const auto push = [&](const Remainder& left) HWY_ATTR {
      PairStep step = left.step;
      step.lanes = left.lanes;
      stack.push(step);
    };
    for (const Remainder& left : waiting) push(left);
    push(rest);
    if (order_ == VisitOrder::for_any) return visit_in_rows(*this, stack), false;
    return leaves_.any_of([&]() HWY_ATTR { visit_in_rows(*this, stack); });
  }

  /// Appends what a step leads to, in the order of look_in_order; pairs of leaves stay a step.
  void divide(const PairStep& step, std::vector<PairStep>& to) {
    Remainder rest = remainder_of(step);
    const WideNode& opened = this->opened_node(step);
    const auto append = [&](PairStep part, std::uint32_t lanes) {
      part.lanes = lanes;
      if (lanes != 0) to.push_back(part);
    };
    if (this->closed_child(step).is_node()) {
      rest.turning = this->turning_lanes(step, opened);
    } else {
      const std::uint32_t leaves = rest.lanes & Kernels::kinds(opened).leaves;
      append(step, leaves);
      rest.lanes ^= leaves;
    }
    while (rest.lanes != 0) {
      const PairStep next = take_nearest(rest);
      append(next, this->touching(next));
    }
  }

  VisitOrder order_;
  PairFilter<Kernels> leaves_;
};

template <class Kernels>
Visited visit_with(const TreePair& pair, const VisitOptions& options, PairSink& sink, std::span<const PairStep> steps) {
  return pair.b_in_a.turns ? TouchingPairs<Kernels, true>(pair, options, &sink).run(steps)
                           : TouchingPairs<Kernels, false>(pair, options, &sink).run(steps);
}
template <class Kernels>
DividedVisit divided_with(const TreePair& pair, const VisitOptions& options, std::size_t parts) {
  return pair.b_in_a.turns ? TouchingPairs<Kernels, true>(pair, options, nullptr).divided(parts)
                           : TouchingPairs<Kernels, false>(pair, options, nullptr).divided(parts);
}

Visited visit_packets(const TreePair& pair, const VisitOptions& options, PairSink& sink,
                      std::span<const PairStep> steps) {
  return visit_with<PacketKernels>(pair, options, sink, steps);
}
DividedVisit divided_packets(const TreePair& pair, const VisitOptions& options, std::size_t parts) {
  return divided_with<PacketKernels>(pair, options, parts);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(visit_packets);
HWY_EXPORT(divided_packets);

Visited visit_pairs(const TreePair& pair, const VisitOptions& options, PairSink& sink,
                    std::span<const PairStep> steps) {
  if (pair.a.nodes.empty() || pair.b.nodes.empty()) return {};
  const std::int64_t target = highway_target(options.simd);
  if (target == 0) return HWY_NAMESPACE::visit_with<HWY_NAMESPACE::PlainKernels>(pair, options, sink, steps);
  return ABUT_VERSION_FOR(target, visit_packets)(pair, options, sink, steps);
}

DividedVisit divided_visit(const TreePair& pair, const VisitOptions& options, std::size_t parts) {
  if (pair.a.nodes.empty() || pair.b.nodes.empty()) return {};
  const std::int64_t target = highway_target(options.simd);
  if (target == 0) return HWY_NAMESPACE::divided_with<HWY_NAMESPACE::PlainKernels>(pair, options, parts);
  return ABUT_VERSION_FOR(target, divided_packets)(pair, options, parts);
}

}  // namespace abut
#endif
