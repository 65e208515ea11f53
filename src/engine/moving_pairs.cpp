#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/moving_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/moving_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/moving_visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Visits two trees that move. N and T are the numbers for boxes and for triangles.
template <class Kernels, class N, class T>
class MovingPairs : public MovingLeafPairs<Kernels, N, T, false> {
  using Base = MovingLeafPairs<Kernels, N, T, false>;

 public:
  MovingPairs(const MovingTrees& trees, std::uint64_t most_tests, MovingFront& front)
      : Base(trees, most_tests, front),
        margins_{static_cast<float>(trees.middle.b_in_a.margin / trees.middle.b_in_a.scale),
                 static_cast<float>(trees.middle.b_in_a.margin)} {}

  Visited run(const FrontMark& from, const FrontMark& to) {
    for (std::size_t i = from.triangles; i < to.triangles; ++i) {
      const TimedPlaces pair = front_.triangles[i];
      this->add(pair.a, pair.b);
      if (this->is_full()) flush();
    }
    Stack stack(this->trees().levels() * ObbPacket::lanes + 1);
    for (std::size_t i = from.steps; i < to.steps; ++i) {
      stack.push(front_.steps[i].step);
      while (!stack.empty()) {
        if (this->has_enough_tests()) return this->visited(false);
        open(stack.pop(), stack);
      }
    }
    while (this->waits()) flush();
    return this->visited(true);
  }

 private:
  using Base::front_;
  using Stack = BoundedStack<PairStep, 512>;
  HWY_INLINE void open(PairStep s, Stack& stack) {
    const WideNode& node = this->opened_node(s);
    const LaneKinds kinds = Kernels::kinds(node);
    typename Base::From from;
    std::uint32_t lanes = this->meeting(s, kinds, from);
    if (lanes == 0) return;
    const WideChild closed = this->closed_child(s);
    const MovingBox& box = this->moving(s);
    // Opening boxes helps little where both are smaller than the way that they move: half of the time will. A square of
    // 4 was best: with 2 random motions take an eighth longer, with 1 close fits half as long again.
    std::uint32_t small = this->smaller_than(box.amplitude * box.amplitude * 4.0f, box, node) & lanes;
    // Boxes of points tell nothing apart that is within 1 / sqrt(3) of a margin, however short the time.
    if (closed.is_leaf() && box.amplitude < margins_[s.side]) small &= ~kinds.leaves;
    if (small != 0) {
      s.lanes = small;
      front_.steps.push_back({s});
      lanes ^= small;
    }
    std::uint32_t turning = 0;
    if (closed.is_leaf()) {
      for (std::uint32_t rest = lanes & kinds.leaves; rest != 0; rest &= rest - 1)
        meet(s, node.child[std::countr_zero(rest)]);
      lanes &= ~kinds.leaves;
    } else if (lanes != 0) {
      prefetch(this->node_below(s, closed));
      turning = this->turning_lanes(s, node);
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      const PairStep next = this->below(s, lane, (turning >> lane & 1) != 0);
      prefetch(this->opened_node(next));
      stack.push(next);
    }
  }

  void meet(const PairStep& s, WideChild opened) {
    this->add_leaves(s, opened);
    if (this->is_full()) flush();
  }

  HWY_NOINLINE void flush() {
    this->filter(0, [&](std::uint32_t a, std::uint32_t b, float, float) { front_.triangles.push_back({a, b}); });
  }

  float margins_[2];  // in the frame that is opened when the one of this side is closed
};

Visited moving_by_packets(const MovingTrees& trees, std::uint64_t most_tests, MovingFront& front, const FrontMark& from,
                          const FrontMark& to) {
  return MovingPairs<PacketKernels, Lanes<float, ObbPacket::lanes>, DistanceLanes>(trees, most_tests, front)
      .run(from, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(moving_by_packets);

Visited visit_moving(const MovingTrees& trees, Simd simd, std::uint64_t most_tests, MovingFront& front,
                     const FrontMark& from, const FrontMark& to) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) {
    using HWY_NAMESPACE::PlainKernels, HWY_NAMESPACE::One;
    return HWY_NAMESPACE::MovingPairs<PlainKernels, One<float>, One<float>>(trees, most_tests, front).run(from, to);
  }
  return ABUT_VERSION_FOR(target, moving_by_packets)(trees, most_tests, front, from, to);
}

}  // namespace abut
#endif
