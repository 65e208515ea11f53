// What visits of two trees that move have in common, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_MOVING_VISIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_MOVING_VISIT_INL_H_
#undef ABUT_ENGINE_MOVING_VISIT_INL_H_
#else
#define ABUT_ENGINE_MOVING_VISIT_INL_H_
#endif

#include "engine/moving_kernels-inl.h"
#include "engine/moving_pairs.h"
#include "engine/pair_batch-inl.h"
#include "engine/visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The boxes of two trees that move. N are the numbers for boxes; `timed`: whether it is asked when they meet.
template <class Kernels, class N, bool timed>
class MovingBoxPairs : public BoxPairs<Kernels, true> {
  using Base = BoxPairs<Kernels, true>;

 protected:
  explicit MovingBoxPairs(const MovingTrees& trees)
      : Base(trees.middle), frames_{&trees.of_a, &trees.of_b}, wild_side_(trees.wild_side) {
    for (auto& side : closed_) std::fill_n(side, kept, none);
  }

  const MovingFrame& frame(int side) const { return *frames_[side]; }
  std::uint64_t volume_tests() const { return volume_tests_; }

  HWY_INLINE const MovingBox& moving(const PairStep& s) {
    const std::uint32_t place = s.closed % kept;
    MovingBox& box = boxes_[s.side][place];
    if (closed_[s.side][place] != s.closed) {
      closed_[s.side][place] = s.closed;
      moving_box<Four>(*frames_[s.side], this->close(s), this->closed_node(s).boxes, this->closed_lane(s), box);
      if constexpr (timed) look_along_travel(box);
    }
    return box;
  }

  using From = float[ObbPacket::lanes];
  /// The lanes of the opened node that the step is about and that the closed box may touch, and from when on, if timed.
  HWY_INLINE std::uint32_t meeting(const PairStep& s, const LaneKinds& kinds, From& from) {
    std::uint32_t lanes = s.lanes & kinds.filled;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(lanes));
    lanes &= may_touch(moving(s), this->opened_node(s), from);
    return s.side == wild_side_ ? meeting_the_other_way(s, lanes, from) : lanes;
  }

  /// The lanes whose boxes, and the closed one, have a half diagonal whose square is less than this.
  HWY_INLINE std::uint32_t smaller_than(float square, const MovingBox& box, const WideNode& node) const {
    const float* half = box.box.half;
    const float own = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    return own < square ? Kernels::smaller(square, node.boxes, false) : 0;
  }

 private:
  using Four = std::conditional_t<N::lanes == 1, One<float>, Lanes<float, 4>>;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  static HWY_INLINE std::uint32_t may_touch(const MovingBox& box, const WideNode& node, From& from) {
    if constexpr (timed)
      return may_touch_from<N>(box, node.boxes, from);
    else
      return may_touch_moving<N>(box, node.boxes);
  }
  /// Those of the lanes that the closed box may meet, too, when they are closed and it is opened.
  HWY_INLINE std::uint32_t meeting_the_other_way(const PairStep& s, std::uint32_t lanes, From& from) {
    std::uint32_t meeting = 0;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(lanes));
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      PairStep turned = s;
      turned.closed = s.opened * ObbPacket::lanes + static_cast<std::uint32_t>(lane);
      turned.side = 1 - s.side;
      From turned_from;
      const std::uint32_t met = may_touch(moving(turned), this->closed_node(s), turned_from);
      meeting |= (met >> this->closed_lane(s) & 1) << lane;
      if constexpr (timed) from[lane] = std::max(from[lane], turned_from[this->closed_lane(s)]);
    }
    return meeting;
  }

  const MovingFrame* frames_[2];
  std::uint32_t wild_side_;
  // A box meets several others, and what comes first in time may be of any of them: the last few are kept.
  static constexpr std::uint32_t kept = 32;
  MovingBox boxes_[2][kept];
  std::uint32_t closed_[2][kept];
  std::uint64_t volume_tests_ = 0;
};

/// The same with their triangles, which wait until there are enough for the filter. T are the numbers for them.
template <class Kernels, class N, class T, bool timed>
class MovingLeafPairs : public MovingBoxPairs<Kernels, N, timed> {
 protected:
  MovingLeafPairs(const MovingTrees& trees, std::uint64_t most_tests, MovingFront& front)
      : MovingBoxPairs<Kernels, N, timed>(trees),
        front_(front),
        most_tests_(most_tests),
        filter_(this->trees().corners(0), this->trees().corners(1), trees.middle.b_in_a) {
    front.soonest = {};
  }

  bool has_enough_tests() const { return this->volume_tests() + triangle_tests_ > most_tests_; }
  Visited visited(bool complete) const { return {this->volume_tests(), triangle_tests_, complete}; }
  /// Are there triangles that wait?
  bool waits() const { return batch_.size() > 0; }
  bool is_full() const { return batch_.size() >= DistanceFilter::batch; }
  HWY_INLINE void add(std::uint32_t place_a, std::uint32_t place_b) { batch_.add(place_a, place_b); }
  /// All pairs of the step's closed leaf and another, of the opened node.
  HWY_INLINE void add_leaves(const PairStep& s, WideChild opened) {
    const WideChild closed = this->closed_child(s);
    s.side == 0 ? batch_.add(closed, opened) : batch_.add(opened, closed);
  }
  /// take(a, b, from, unsure) of those that wait, or of the first batch of them, and may meet. `look_at` as in
  /// may_meet_from.
  template <class Take>
  HWY_INLINE void filter(float look_at, const Take& take) {
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      triangle_tests_ += static_cast<std::uint64_t>(count);
      MeetingPairs pairs;
      for (std::uint32_t rest = may_meet_from<T>(filter_, this->frame(1), a, b, count, look_at, pairs, front_.soonest);
           rest != 0; rest &= rest - 1) {
        const int i = std::countr_zero(rest);
        take(a[i], b[i], pairs.from[i], pairs.unsure[i]);
      }
    });
  }

  MovingFront& front_;

 private:
  std::uint64_t most_tests_;
  DistanceFilter filter_;
  PairBatch<DistanceFilter::batch> batch_;
  std::uint64_t triangle_tests_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
