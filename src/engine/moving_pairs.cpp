#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/moving_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/moving_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/moving_kernels-inl.h"
#include "engine/pair_batch-inl.h"
#include "engine/visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Visits two trees that move. N and T are the numbers for boxes and for triangles.
template <class Kernels, class N, class T>
class MovingPairs : public BoxPairs<Kernels, true> {
  using Base = BoxPairs<Kernels, true>;

 public:
  MovingPairs(const MovingTrees& trees, std::uint64_t most_tests, MovingFront& front)
      : Base(trees.middle),
        most_tests_(most_tests),
        frames_{&trees.of_a, &trees.of_b},
        wild_side_(trees.wild_side),
        margins_{static_cast<float>(trees.middle.b_in_a.margin / trees.middle.b_in_a.scale),
                 static_cast<float>(trees.middle.b_in_a.margin)},
        filter_(this->trees().corners(0), this->trees().corners(1), trees.middle.b_in_a),
        front_(front) {}

  Visited run(const FrontMark& from, const FrontMark& to) {
    front_.soonest = {};
    for (std::size_t i = from.triangles; i < to.triangles; ++i) {
      const PlacePair pair = front_.triangles[i];
      batch_.add(pair.a, pair.b);
      if (batch_.size() >= DistanceFilter::batch) flush();
    }
    Stack stack(this->trees().levels() * ObbPacket::lanes + 1);
    for (std::size_t i = from.steps; i < to.steps; ++i) {
      stack.push(front_.steps[i]);
      while (!stack.empty()) {
        if (volume_tests_ + triangle_tests_ > most_tests_) return {volume_tests_, triangle_tests_, false};
        open(stack.pop(), stack);
      }
    }
    while (batch_.size() > 0) flush();
    return {volume_tests_, triangle_tests_, true};
  }

 private:
  using Stack = BoundedStack<PairStep, 512>;
  using Four = std::conditional_t<N::lanes == 1, One<float>, Lanes<float, 4>>;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  HWY_INLINE const MovingBox& moving(const PairStep& s) {
    if (closed_[s.side] != s.closed) {
      closed_[s.side] = s.closed;
      moving_box<Four>(*frames_[s.side], this->close(s), this->closed_node(s).boxes, this->closed_lane(s),
                       boxes_[s.side]);
    }
    return boxes_[s.side];
  }

  /// Those of the lanes that the closed box may meet, too, when they are closed and it is opened.
  HWY_INLINE std::uint32_t meeting_the_other_way(const PairStep& s, std::uint32_t lanes) {
    std::uint32_t meeting = 0;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(lanes));
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      PairStep turned = s;
      turned.closed = s.opened * ObbPacket::lanes + static_cast<std::uint32_t>(lane);
      turned.side = 1 - s.side;
      const std::uint32_t met = may_touch_moving<N>(moving(turned), this->closed_node(s).boxes);
      meeting |= (met >> this->closed_lane(s) & 1) << lane;
    }
    return meeting;
  }

  HWY_INLINE void open(PairStep s, Stack& stack) {
    const MovingBox& box = moving(s);
    const WideNode& node = this->opened_node(s);
    const LaneKinds kinds = Kernels::kinds(node);
    std::uint32_t lanes = s.lanes & kinds.filled;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(lanes));
    lanes &= may_touch_moving<N>(box, node.boxes);
    if (s.side == wild_side_) lanes = meeting_the_other_way(s, lanes);
    if (lanes == 0) return;
    const WideChild closed = this->closed_child(s);
    std::uint32_t small = smaller_than_their_motion(box, node) & lanes;
    // Boxes of points tell nothing apart that is within 1 / sqrt(3) of a margin, however short the time.
    if (closed.is_leaf() && box.amplitude < margins_[s.side]) small &= ~kinds.leaves;
    if (small != 0) {
      s.lanes = small;
      front_.steps.push_back(s);
      lanes ^= small;
    }
    std::uint32_t turning = 0;
    if (closed.is_leaf()) {
      for (std::uint32_t rest = lanes & kinds.leaves; rest != 0; rest &= rest - 1)
        meet(s, closed, node.child[std::countr_zero(rest)]);
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

  /// Opening boxes helps little where both are smaller than the way that they move: half of the time will. A square of
  /// 4 was best: with 2 random motions take an eighth longer, with 1 close fits half as long again.
  HWY_INLINE std::uint32_t smaller_than_their_motion(const MovingBox& box, const WideNode& node) const {
    const float* half = box.box.half;
    const float own = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    const float most = box.amplitude * box.amplitude * 4.0f;
    return own < most ? Kernels::smaller(most, node.boxes, false) : 0;
  }

  void meet(const PairStep& s, WideChild closed, WideChild opened) {
    s.side == 0 ? batch_.add(closed, opened) : batch_.add(opened, closed);
    if (batch_.size() >= DistanceFilter::batch) flush();
  }

  HWY_NOINLINE void flush() {
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      triangle_tests_ += static_cast<std::uint64_t>(count);
      for (std::uint32_t rest = may_meet_moving<T>(filter_, *frames_[1], a, b, count, front_.soonest); rest != 0;
           rest &= rest - 1)
        front_.triangles.push_back({a[std::countr_zero(rest)], b[std::countr_zero(rest)]});
    });
  }

  std::uint64_t most_tests_;
  const MovingFrame* frames_[2];
  std::uint32_t wild_side_;
  float margins_[2];  // in the frame that is opened when the one of this side is closed
  DistanceFilter filter_;
  MovingFront& front_;
  PairBatch<DistanceFilter::batch> batch_;
  MovingBox boxes_[2];
  std::uint32_t closed_[2] = {none, none};
  std::uint64_t volume_tests_ = 0, triangle_tests_ = 0;
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
