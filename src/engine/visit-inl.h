// The visit of two wide trees, compiled once per instruction set: include from sources that Highway's foreach_target.h
// repeats.

#if defined(ABUT_ENGINE_VISIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_VISIT_INL_H_
#undef ABUT_ENGINE_VISIT_INL_H_
#else
#define ABUT_ENGINE_VISIT_INL_H_
#endif

#include "base/bounded_stack.h"
#include "engine/box_kernels-inl.h"
#include "engine/pair_batch-inl.h"
#include "engine/pairs.h"

#include <bit>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// One visit. `rigid` as in RelativePlacement.
template <class Kernels, bool rigid>
class WidePairs {
 public:
  /// Without a sink only for `divided`.
  WidePairs(const WidePair& pair, const WideVisit& visit, PairSink* sink)
      : trees_{&pair.a, &pair.b},
        nodes_{pair.a.nodes.data(), pair.b.nodes.data()},
        b_in_a_(pair.b_in_a),
        visit_(visit),
        sink_(sink),
        reach_{reach_of(pair.a.nodes[0].boxes, 0), reach_of(pair.b.nodes[0].boxes, 0)},
        frames_{ClosedFrame::of_a(b_in_a_, reach_[0], reach_[1]), ClosedFrame::of_b(b_in_a_, reach_[0], reach_[1])},
        enough_(visit.search == WideSearch::for_a_few ? few : TriangleFilter::batch) {}

  Visited run(std::span<const WideTask> tasks) {
    for (const WideTask& task : tasks) {
      if (visit_.search == WideSearch::everywhere) {
        Frontier frontier(levels() * batch_of_visits * ObbPacket::lanes);
        frontier.push(task);
        look_everywhere(frontier);
      } else {
        look_in_order(task);
      }
    }
    if (go_on_ && batch_.size() > 0) flush();
    visited_.complete = go_on_;
    return visited_;
  }

  WideDivision divided(std::size_t parts) {
    // The boxes of the two whole models count as touching: the larger one's children tell as much.
    std::vector<WideTask> tasks{whole_visit};
    for (std::size_t before = 0; before != tasks.size() && tasks.size() < parts;) {
      before = tasks.size();
      std::vector<WideTask> next;
      for (const WideTask& task : tasks) divide(task, next);
      tasks = std::move(next);
    }
    return {std::move(tasks), visited_.volume_tests};
  }

 private:
  static constexpr int few = 4;
  static constexpr std::size_t batch_of_visits = 16;
  /// After so many visits that led nowhere it is likely that nothing touches.
  static constexpr int unlikely = 64;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A box of one model that is kept closed, named by its node and lane, and a node of the other that is opened.
  struct Visit {
    std::uint32_t closed, opened;
    std::uint32_t side;  ///< whose box is closed: 0 for A's, 1 for B's
  };
  /// A visit made is a task: its lanes are those that the closed box may touch.
  using Frontier = BoundedStack<WideTask, 4096>;
  /// A visit made, of which some lanes are still to be looked at, nearest ones first.
  struct Remainder {
    Visit visit;
    std::uint32_t lanes, turning;
    float distances[ObbPacket::lanes];
  };

  static Visit visit_of(const WideTask& task) { return {task.closed, task.opened, task.side}; }
  static WideTask task_of(const Visit& v, std::uint32_t lanes) { return {v.closed, v.opened, v.side, lanes}; }
  std::size_t levels() const { return static_cast<std::size_t>(trees_[0]->depth + trees_[1]->depth) + 2; }
  const WideNode& closed_node(const Visit& v) const { return nodes_[v.side][v.closed / ObbPacket::lanes]; }
  const WideNode& opened_node(const Visit& v) const { return nodes_[1 - v.side][v.opened]; }
  static int closed_lane(const Visit& v) { return static_cast<int>(v.closed % ObbPacket::lanes); }

  HWY_INLINE bool may_go_on() {
    for (const std::atomic<bool>* flag : {visit_.stop, visit_.superfluous})
      if (flag && flag->load(std::memory_order_relaxed)) go_on_ = false;
    return go_on_;
  }

  HWY_INLINE void close(const Visit& v) {
    if (closed_[v.side] == v.closed) return;
    closed_[v.side] = v.closed;
    Kernels::template close_box<rigid>(frames_[v.side], closed_node(v).boxes, closed_lane(v), closed_box_[v.side]);
  }

  HWY_INLINE std::uint32_t test(const Visit& v) {
    close(v);
    const WideNode& node = opened_node(v);
    const std::uint32_t filled = Kernels::kinds(node).filled;
    visited_.volume_tests += static_cast<std::uint64_t>(std::popcount(filled));
    return filled & Kernels::template touching<rigid>(frames_[v.side], closed_box_[v.side], node.boxes);
  }

  /// The lanes of the opened node that are to be closed while the closed box, which is no leaf's, is opened: those of
  /// leaves and of smaller boxes. A's box must be truly larger, so that equal ones are decided.
  HWY_INLINE std::uint32_t turning_lanes(const Visit& v, const WideNode& opened) const {
    const ObbPacket& boxes = closed_node(v).boxes;
    const int lane = closed_lane(v);
    const float ratio = frames_[v.side].ratio, x = boxes.half[0][lane] * ratio, y = boxes.half[1][lane] * ratio,
                z = boxes.half[2][lane] * ratio;
    return Kernels::kinds(opened).leaves | Kernels::smaller(x * x + y * y + z * z, opened.boxes, v.side == 1);
  }

  HWY_INLINE Visit below(const Visit& v, int lane, bool turns) const {
    if (turns)
      return {v.opened * ObbPacket::lanes + static_cast<std::uint32_t>(lane),
              closed_node(v).child[closed_lane(v)].node(), 1 - v.side};
    return {v.closed, opened_node(v).child[lane].node(), v.side};
  }

  // Depth first. Of the boxes below a visit the one whose centre is deepest in the closed box, or least outside of it,
  // is looked at first: it likely holds what touches. What is left of a visit waits on the stack, one entry a level.
  void look_in_order(const WideTask& task) {
    BoundedStack<Remainder, 64> stack(levels());
    Remainder rest = remainder_of(task);
    int fruitless = 0;
    for (bool any = open(rest); any && may_go_on();) {
      const int lane = nearest_of(rest.lanes, rest.distances);
      const Visit v = below(rest.visit, lane, (rest.turning >> lane & 1) != 0);
      rest.lanes ^= 1u << lane;
      stack.push_if(rest, rest.lanes != 0);
      if (make(v, rest)) continue;
      any = !stack.empty();
      if (any) rest = stack.pop();
      if (visit_.search == WideSearch::for_a_few && any && ++fruitless == unlikely) any = any_left(rest, stack);
    }
  }

  Remainder remainder_of(const WideTask& task) {
    Remainder rest{visit_of(task), task.lanes, 0, {}};
    // One lane needs no order.
    if (std::has_single_bit(task.lanes)) return rest;
    close(rest.visit);
    Kernels::outside_by(closed_box_[task.side], opened_node(rest.visit).boxes, rest.distances);
    return rest;
  }

  /// Appends what a task leads to, in the order of look_in_order; pairs of leaves stay a task.
  void divide(const WideTask& task, std::vector<WideTask>& to) {
    Remainder rest = remainder_of(task);
    const WideNode& opened = opened_node(rest.visit);
    if (closed_node(rest.visit).child[closed_lane(rest.visit)].is_node()) {
      rest.turning = turning_lanes(rest.visit, opened);
    } else if (const std::uint32_t leaves = rest.lanes & Kernels::kinds(opened).leaves; leaves != 0) {
      to.push_back(task_of(rest.visit, leaves));
      rest.lanes ^= leaves;
    }
    while (rest.lanes != 0) {
      const int lane = nearest_of(rest.lanes, rest.distances);
      const Visit v = below(rest.visit, lane, (rest.turning >> lane & 1) != 0);
      rest.lanes ^= 1u << lane;
      if (const std::uint32_t lanes = test(v); lanes != 0) to.push_back(task_of(v, lanes));
    }
  }

  /// Tests, and goes on as `open`.
  HWY_INLINE bool make(const Visit& v, Remainder& rest) {
    const WideNode &opened = opened_node(v), &closed = closed_node(v);
    const WideChild child = closed.child[closed_lane(v)];
    if (child.is_node())
      prefetch(nodes_[v.side][child.node()]);
    else
      hwy::Prefetch(trees_[v.side]->corners.data() + std::size_t{9} * child.first());
    rest.visit = v;
    rest.lanes = test(v);
    if (rest.lanes == 0) return false;
    Kernels::outside_by(closed_box_[v.side], opened.boxes, rest.distances);
    return open(rest);
  }

  /// Hands pairs of leaves on. False when no other lane is left.
  HWY_INLINE bool open(Remainder& rest) {
    const Visit& v = rest.visit;
    const WideNode& opened = opened_node(v);
    const WideChild child = closed_node(v).child[closed_lane(v)];
    if (child.is_node())
      rest.turning = turning_lanes(v, opened);
    else
      rest.turning = 0, rest.lanes &= ~add_leaves(v.side, child, opened, rest.lanes);
    return rest.lanes != 0;
  }

  static HWY_INLINE int nearest_of(std::uint32_t lanes, const float* distances) {
    int nearest = std::countr_zero(lanes);
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      nearest = distances[lane] < distances[nearest] ? lane : nearest;
    }
    return nearest;
  }

  /// Looks whether there is anything at all to be found in the rest of an ordered search, in the faster way.
  HWY_NOINLINE bool any_left(const Remainder& rest, const BoundedStack<Remainder, 64>& stack) {
    if (batch_.size() > 0) flush();
    if (!go_on_) return true;
    Frontier frontier(levels() * (batch_of_visits + 1) * ObbPacket::lanes);
    for (const Remainder& waiting : stack) frontier.push(task_of(waiting.visit, waiting.lanes));
    frontier.push(task_of(rest.visit, rest.lanes));
    looking_ahead_ = true;
    found_ahead_ = false;
    look_everywhere(frontier);
    if (batch_.size() > 0 && !found_ahead_) flush();
    looking_ahead_ = false;
    batch_.clear();
    go_on_ = go_on_ || found_ahead_;
    return found_ahead_;
  }

  // Some visits at a time: first what they lead to is listed, and its memory asked for, then all of it is tested in a
  // row, so that neither memory nor a branch keeps the tests waiting for each other.
  void look_everywhere(Frontier& frontier) {
    Visit next[batch_of_visits * ObbPacket::lanes];
    while (!frontier.empty() && may_go_on()) {
      Visit* end = next;
      for (std::size_t i = 0; i < batch_of_visits && !frontier.empty(); ++i) end = list(frontier.pop(), end);
      for (const Visit* v = next; v != end; ++v) {
        const std::uint32_t lanes = test(*v);
        frontier.push_if(task_of(*v, lanes), lanes != 0);
      }
    }
  }

  HWY_INLINE Visit* list(const WideTask& made, Visit* to) {
    const Visit v = visit_of(made);
    const WideNode& opened = opened_node(v);
    const WideChild child = closed_node(v).child[closed_lane(v)];
    std::uint32_t lanes = made.lanes, turning = 0;
    if (child.is_leaf()) {
      lanes &= ~add_leaves(v.side, child, opened, lanes);
    } else {
      prefetch(nodes_[v.side][child.node()]);
      turning = turning_lanes(v, opened);
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      const bool turns = (turning >> lane & 1) != 0;
      *to = below(v, lane, turns);
      if (!turns) prefetch(opened_node(*to));
      ++to;
    }
    return to;
  }

  /// Adds the pairs of a closed leaf with those of the lanes that are leaves'; gives these lanes.
  HWY_INLINE std::uint32_t add_leaves(std::uint32_t side, WideChild closed, const WideNode& opened,
                                      std::uint32_t lanes) {
    const std::uint32_t leaves = lanes & Kernels::kinds(opened).leaves;
    for (std::uint32_t rest = leaves; rest != 0 && go_on_; rest &= rest - 1) {
      const WideChild child = opened.child[std::countr_zero(rest)];
      side == 0 ? add_pairs(closed, child) : add_pairs(child, closed);
    }
    return leaves;
  }

  // Out of line: beside the loop without a question it would slow down visits that ask none.
  HWY_NOINLINE void add_considered(WideChild of_a, WideChild of_b) {
    batch_.add_if(of_a, of_b, [&](std::uint32_t a, std::uint32_t b) HWY_ATTR { return sink_->considers(a, b); });
  }
  HWY_INLINE void add_pairs(WideChild of_a, WideChild of_b) {
    if (HWY_UNLIKELY(visit_.asks))
      add_considered(of_a, of_b);
    else
      batch_.add(of_a, of_b);
    if (batch_.size() >= enough_) flush();
  }

  HWY_NOINLINE void flush() {
    if (!filter_) filter_.emplace(corners(0), corners(1), b_in_a_);
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      const PairVerdicts verdicts = Kernels::decided(*filter_, a, b, count);
      visited_.triangle_tests += static_cast<std::uint64_t>(count);
      if ((verdicts.touching | verdicts.undecided) != 0) hand_on(a, b, verdicts);
    });
    // The first contact was not around the corner.
    enough_ = std::min(2 * enough_, TriangleFilter::batch);
  }

  void hand_on(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) {
    if (!looking_ahead_)
      go_on_ = sink_->take(a, b, verdicts);
    else if (sink_->any(a, b, verdicts))
      found_ahead_ = true, go_on_ = false;
  }

  TriangleFilter::Corners corners(int side) const { return {trees_[side]->corners.data(), reach_[side]}; }

  const WideTree* trees_[2];
  const WideNode* nodes_[2];
  const RelativePlacement& b_in_a_;
  const WideVisit& visit_;
  PairSink* sink_;
  double reach_[2];
  ClosedFrame frames_[2];
  ClosedBox closed_box_[2];
  std::uint32_t closed_[2] = {none, none};
  std::optional<TriangleFilter> filter_;
  PairBatch<TriangleFilter::batch> batch_;
  int enough_;
  bool go_on_ = true, looking_ahead_ = false, found_ahead_ = false;
  Visited visited_;
};

template <class Kernels>
Visited visit_with(const WidePair& pair, const WideVisit& visit, PairSink& sink, std::span<const WideTask> tasks) {
  return pair.b_in_a.rigid ? WidePairs<Kernels, true>(pair, visit, &sink).run(tasks)
                           : WidePairs<Kernels, false>(pair, visit, &sink).run(tasks);
}
template <class Kernels>
WideDivision divided_with(const WidePair& pair, const WideVisit& visit, std::size_t parts) {
  return pair.b_in_a.rigid ? WidePairs<Kernels, true>(pair, visit, nullptr).divided(parts)
                           : WidePairs<Kernels, false>(pair, visit, nullptr).divided(parts);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
