#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/meeting_queue.h"
#include "engine/moving_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/moving_advance.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/moving_visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Looks for what of two trees that move may meet first. N and T are the numbers for boxes and for triangles.
template <class Kernels, class N, class T>
class MovingAdvance : public MovingLeafPairs<Kernels, N, T, true> {
  using Base = MovingLeafPairs<Kernels, N, T, true>;
  using Kind = MeetingQueue::Kind;

 public:
  MovingAdvance(const MovingTrees& trees, const CellOfTime& time, double enough, std::uint64_t most_tests,
                MovingFront& front)
      : Base(trees, most_tests, front),
        time_(time),
        enough_(enough < 4 * time.half ? static_cast<float>(enough / time.half)
                                       : std::numeric_limits<float>::infinity()),
        queue_(front.queue) {}

  Advanced run(const FrontMark& from, const FrontMark& to) {
    for (std::size_t i = from.steps; i < to.steps; ++i) load(front_.steps[i].step, Kind::step, front_.steps[i].from);
    for (std::size_t i = from.triangles; i < to.triangles; ++i) {
      const TimedPlaces& pair = front_.triangles[i];
      load({pair.a, pair.b, 0, 0, 0}, Kind::triangles, pair.from);
    }
    const bool complete = look();
    float next = first_of_later_;
    queue_.drain([&](const MeetingQueue::Entry& entry) {
      next = std::min(next, entry.from);
      keep(entry);
    });
    const auto time_of = [&](float part) { return part > 1 ? infinity : time_.before(part); };
    return {this->visited(complete),
            time_of(std::min(next, first_of_known_)),
            time_of(next),
            time_.middle + time_.half * expected_,
            by_boxes_,
            last_of_interest_ < never_in_cell};
  }

 private:
  using Base::front_;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void load(const PairStep& step, Kind kind, double from) {
    if (from > last_) return;
    const float part = time_.part_before(from);
    if (part <= 1) queue_.push(step, kind, part);
  }
  void keep(const MeetingQueue::Entry& entry) {
    const double from = time_.before(entry.from);
    if (entry.kind == Kind::triangles || entry.kind == Kind::tested_triangles)
      front_.triangles.push_back({entry.step.closed, entry.step.opened, from});
    else
      front_.steps.push_back({entry.step, from});
  }

  /// False when it takes too many tests.
  bool look() {
    while (!queue_.empty() || this->waits()) {
      // What waits for a batch may come before all of later slots.
      if (this->waits() && (queue_.empty() || !queue_.stays_in_slot())) {
        flush();
        continue;
      }
      const MeetingQueue::Entry entry = queue_.pop();
      if (entry.from > last_of_interest_) {
        first_of_later_ = std::min(first_of_later_, entry.from);
        keep(entry);
        continue;
      }
      switch (entry.kind) {
        case Kind::step:
          if (this->has_enough_tests()) {
            give_back(entry);
            while (this->waits()) flush();
            return false;
          }
          open(entry.step, entry.from);
          break;
        case Kind::leaves:
          meet_leaves(entry.step);
          break;
        case Kind::triangles:
          this->add(entry.step.closed, entry.step.opened);
          if (this->is_full()) flush();
          break;
        default:
          if (entry.kind == Kind::tested_triangles && entry.unsure <= enough_) {
            know(entry);
            break;
          }
          give_back(entry);
          if (!this->waits()) {
            by_boxes_ = entry.kind == Kind::small_step;
            expected_ = std::min(expected_, by_boxes_ ? expected_of(entry.step) : entry.from + entry.unsure);
            return true;
          }
          while (this->waits()) flush();
      }
    }
    return true;
  }
  /// Triangles whose times are known well enough. What meets later than they are expected to is of no interest, unless
  /// all is asked for.
  void know(const MeetingQueue::Entry& entry) {
    first_of_known_ = std::min(first_of_known_, entry.from);
    expected_ = std::min(expected_, entry.from + std::abs(entry.unsure));
    if (std::isfinite(enough_)) last_of_interest_ = expected_ + enough_;
    keep(entry);
  }
  void give_back(const MeetingQueue::Entry& entry) { queue_.push(entry.step, entry.kind, entry.from, entry.unsure); }

  HWY_INLINE void open(PairStep s, float since) {
    const WideNode& node = this->opened_node(s);
    const LaneKinds kinds = Kernels::kinds(node);
    float from[ObbPacket::lanes];
    std::uint32_t lanes = this->meeting(s, kinds, from);
    if (lanes == 0) return;
    for (float& part : from) part = std::max(part, since);
    const WideChild closed = this->closed_child(s);
    const std::uint32_t both_leaves = closed.is_leaf() ? lanes & kinds.leaves : 0;
    const MovingBox& box = this->moving(s);
    const std::uint32_t small =
        this->smaller_than(box.stray * box.stray * small_square, box, node) & lanes & ~both_leaves;
    const std::uint32_t turning = closed.is_leaf() ? 0 : this->turning_lanes(s, node);
    if (small != 0) push_small(s, small, from);
    for (std::uint32_t rest = both_leaves; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      s.lanes = 1u << lane;
      queue_.push(s, Kind::leaves, from[lane]);
    }
    for (std::uint32_t rest = lanes & ~both_leaves & ~small; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const PairStep next = this->below(s, lane, (turning >> lane & 1) != 0);
      prefetch(this->opened_node(next));
      queue_.push(next, Kind::step, from[lane]);
    }
  }
  /// When boxes would meet if their ways were straight, and what is inside, half a box later.
  float expected_of(const PairStep& s) {
    MovingBox straight = this->moving(s);
    straight.box.slack = std::max(straight.box.slack - straight.rest, 0.0f);
    std::fill_n(straight.swing, 3, 0.0f), std::copy_n(straight.box.half, 3, straight.own_half);
    float from[ObbPacket::lanes], first = never_in_cell;
    may_touch_from<N>(straight, this->opened_node(s).boxes, from);
    for (std::uint32_t lanes = s.lanes; lanes != 0; lanes &= lanes - 1)
      first = std::min(first, from[std::countr_zero(lanes)]);
    const auto square = [](const float* v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; };
    return first +
           std::sqrt(square(straight.box.half) / std::max(square(straight.travel), least_travel * least_travel));
  }
  HWY_INLINE void push_small(PairStep s, std::uint32_t lanes, const float (&from)[ObbPacket::lanes]) {
    s.lanes = lanes;
    float first = never_in_cell;
    for (; lanes != 0; lanes &= lanes - 1) first = std::min(first, from[std::countr_zero(lanes)]);
    queue_.push(s, Kind::small_step, first);
  }

  HWY_INLINE void meet_leaves(const PairStep& s) {
    this->add_leaves(s, this->opened_node(s).child[std::countr_zero(s.lanes)]);
    if (this->is_full()) flush();
  }

  HWY_NOINLINE void flush() {
    this->filter(-1, [&](std::uint32_t a, std::uint32_t b, float from, float unsure) {
      queue_.push({a, b, 0, 0, 0}, Kind::tested_triangles, from, unsure);
    });
  }

  /// Opening boxes helps little where both are smaller than what is unsure of their ways: half of the time will.
  static constexpr float small_square = 144;

  CellOfTime time_;
  double last_ = time_.middle + time_.half * (1 + 0x1p-18);  // what meets later does not meet in the cell
  float enough_;
  MeetingQueue& queue_;
  float first_of_known_ = never_in_cell, expected_ = never_in_cell;
  float last_of_interest_ = never_in_cell, first_of_later_ = never_in_cell;
  bool by_boxes_ = false;
};

Advanced advance_by_packets(const MovingTrees& trees, const CellOfTime& time, double enough, std::uint64_t most_tests,
                            MovingFront& front, const FrontMark& from, const FrontMark& to) {
  return MovingAdvance<PacketKernels, Lanes<float, ObbPacket::lanes>, DistanceLanes>(trees, time, enough, most_tests,
                                                                                     front)
      .run(from, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(advance_by_packets);

Advanced advance_moving(const MovingTrees& trees, const CellOfTime& time, double enough, Simd simd,
                        std::uint64_t most_tests, MovingFront& front, const FrontMark& from, const FrontMark& to) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) {
    using HWY_NAMESPACE::PlainKernels, HWY_NAMESPACE::One;
    return HWY_NAMESPACE::MovingAdvance<PlainKernels, One<float>, One<float>>(trees, time, enough, most_tests, front)
        .run(from, to);
  }
  return ABUT_VERSION_FOR(target, advance_by_packets)(trees, time, enough, most_tests, front, from, to);
}

}  // namespace abut
#endif
