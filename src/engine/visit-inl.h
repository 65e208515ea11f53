// The visit of two wide trees that collide, its front, self contacts and distances are written with; compiled once per
// instruction set: include from sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_VISIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_VISIT_INL_H_
#undef ABUT_ENGINE_VISIT_INL_H_
#else
#define ABUT_ENGINE_VISIT_INL_H_
#endif

#include "base/bounded_stack.h"
#include "engine/box_kernels-inl.h"
#include "engine/pairs.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Visits what waits on the stack and all that it leads to, a row of visits at a time: first the row is listed, and its
/// memory asked for, then all of it is tested, so that neither memory nor a branch keeps the tests waiting for each
/// other. A rule has
///   Visit                      one visit of a row, and `row`, the most that a row holds;
///   may_go_on()                asked before each row;
///   is_full(taken, listed)     whether the row, listed from so many entries, is long enough;
///   list(entry, to) -> end     what an entry of the stack leads to, appended to the row;
///   test(begin, end, stack)    tests a row, and pushes what is to be visited next.
template <class Rule, class Stack>
HWY_INLINE void visit_in_rows(Rule& rule, Stack& stack) {
  typename Rule::Visit row[Rule::row];
  while (!stack.empty() && rule.may_go_on()) {
    auto* end = row;
    for (int taken = 0; !stack.empty() && !rule.is_full(taken, end - row); ++taken) end = rule.list(stack.pop(), end);
    rule.test(row, end, stack);
  }
}

/// The lane with the least key. Equal ones: the first.
template <class Key>
HWY_INLINE int nearest_of(std::uint32_t lanes, const Key* keys) {
  int nearest = std::countr_zero(lanes);
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    nearest = keys[lane] < keys[nearest] ? lane : nearest;
  }
  return nearest;
}

/// Two placed trees, and how far their points are from the origins of their frames.
struct ReachingTrees {
  explicit ReachingTrees(const TreePair& pair)
      : tree{&pair.a, &pair.b},
        nodes{pair.a.nodes.data(), pair.b.nodes.data()},
        reach{reach_of(pair.a.nodes[0].boxes, 0), reach_of(pair.b.nodes[0].boxes, 0)} {}

  /// At most so many lanes are between two roots and two leaves, and one more.
  std::size_t levels() const { return static_cast<std::size_t>(tree[0]->depth + tree[1]->depth) + 2; }
  TriangleFilter::Corners corners(int side) const { return {tree[side]->leaf_triangles(), reach[side]}; }

  const WideTree* tree[2];
  const WideNode* nodes[2];
  double reach[2];
};

/// The boxes of two trees, one kept closed and a node of the other opened at each step. `rigid` as in
/// RelativePlacement.
template <class Kernels, bool rigid>
class BoxPairs {
 public:
  explicit BoxPairs(const TreePair& pair)
      : trees_(pair),
        frames_{ClosedFrame::of_a(pair.b_in_a, trees_.reach[0], trees_.reach[1]),
                ClosedFrame::of_b(pair.b_in_a, trees_.reach[0], trees_.reach[1])} {}

  std::uint64_t volume_tests() const { return volume_tests_; }

 protected:
  const ReachingTrees& trees() const { return trees_; }
  const WideNode& closed_node(const PairStep& s) const { return trees_.nodes[s.side][s.closed / ObbPacket::lanes]; }
  static int closed_lane(const PairStep& s) { return static_cast<int>(s.closed % ObbPacket::lanes); }
  WideChild closed_child(const PairStep& s) const { return closed_node(s).child[closed_lane(s)]; }
  const WideNode& opened_node(const PairStep& s) const { return trees_.nodes[1 - s.side][s.opened]; }
  const WideNode& node_below(const PairStep& s, WideChild closed) const { return trees_.nodes[s.side][closed.node()]; }

  /// Carries the step's closed box into the opened frame, unless it was the last that was; gives it.
  HWY_INLINE const ClosedBox& close(const PairStep& s) {
    if (closed_[s.side] != s.closed) {
      closed_[s.side] = s.closed;
      Kernels::template close_box<rigid>(frames_[s.side], closed_node(s).boxes, closed_lane(s), closed_box_[s.side]);
    }
    return closed_box_[s.side];
  }
  /// The lanes of the opened node that the step is about and that the closed box may touch.
  HWY_INLINE std::uint32_t touching(const PairStep& s) {
    close(s);
    const WideNode& node = opened_node(s);
    const std::uint32_t lanes = s.lanes & Kernels::kinds(node).filled;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(lanes));
    return lanes & Kernels::template touching<rigid>(frames_[s.side], closed_box_[s.side], node.boxes);
  }
  /// Lanes that the closed box may touch, and lanes that are apart from it, by these gaps.
  struct Parted {
    std::uint32_t touching, apart;
    float gaps[ObbPacket::lanes];
  };
  /// The same, with the gaps.
  HWY_INLINE void part(const PairStep& s, Parted& parted) {
    close(s);
    const WideNode& node = opened_node(s);
    const std::uint32_t lanes = s.lanes & Kernels::kinds(node).filled;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(lanes));
    parted.touching = lanes & Kernels::touching_or_by(frames_[s.side], closed_box_[s.side], node.boxes, parted.gaps);
    parted.apart = lanes & ~parted.touching;
  }
  /// How far the centres of the opened node's boxes are outside of the closed one, less than 0 inside.
  HWY_INLINE void outside_by(const PairStep& s, float* distances) {
    close(s);
    Kernels::outside_by(closed_box_[s.side], opened_node(s).boxes, distances);
  }

  /// The lanes of the opened node that are to be closed while the closed box, which is no leaf's, is opened: those of
  /// leaves and of smaller boxes. A's box must be truly larger, so that equal ones are decided.
  HWY_INLINE std::uint32_t turning_lanes(const PairStep& s, const WideNode& opened) const {
    const ObbPacket& boxes = closed_node(s).boxes;
    const int lane = closed_lane(s);
    const float ratio = frames_[s.side].ratio, x = boxes.half[0][lane] * ratio, y = boxes.half[1][lane] * ratio,
                z = boxes.half[2][lane] * ratio;
    return Kernels::kinds(opened).leaves | Kernels::smaller(x * x + y * y + z * z, opened.boxes, s.side == 1);
  }

  /// The step into a lane of the opened node, or, when it turns, with that lane closed and the closed box opened.
  HWY_INLINE PairStep below(const PairStep& s, int lane, bool turns) const {
    PairStep next = s;
    next.lanes = PairStep::all_lanes;
    if (turns) {
      next.closed = s.opened * ObbPacket::lanes + static_cast<std::uint32_t>(lane);
      next.opened = closed_child(s).node();
      next.side = 1 - s.side;
    } else {
      next.opened = opened_node(s).child[lane].node();
    }
    return next;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  ReachingTrees trees_;
  ClosedFrame frames_[2];
  ClosedBox closed_box_[2];
  std::uint32_t closed_[2] = {none, none};
  std::uint64_t volume_tests_ = 0;
};

/// Finds the pairs of leaves below steps: the rule of visit_in_rows that collide, front and self contacts share. `Kind`
/// is the class that derives from it. It says with keep(step) which of a step's lanes go on, and with its leaves(),
/// as PairFilter, what becomes of pairs of leaves. A step on the stack has been tested: its lanes go on.
template <class Kind, class Kernels, bool rigid>
class LeafPairs : public BoxPairs<Kernels, rigid> {
 public:
  using Visit = PairStep;
  using Stack = BoundedStack<PairStep, 4096>;
  static constexpr int at_once = 16;
  static constexpr std::size_t row = std::size_t{at_once} * ObbPacket::lanes;

  LeafPairs(const TreePair& pair, const VisitOptions& options)
      : BoxPairs<Kernels, rigid>(pair),
        superfluous_(options.superfluous),
        watch_(options.watch),
        limited_(options.superfluous || options.watch.is_limited()) {}

  HWY_INLINE bool may_go_on() {
    if (limited_ && kind().leaves().goes_on() && is_over()) kind().leaves().end();
    return kind().leaves().goes_on();
  }
  static HWY_INLINE bool is_full(int taken, std::ptrdiff_t) { return taken == at_once; }

  HWY_INLINE PairStep* list(const PairStep& s, PairStep* to) {
    const WideNode& opened = this->opened_node(s);
    const WideChild closed = this->closed_child(s);
    std::uint32_t lanes = s.lanes, turning = 0;
    if (closed.is_leaf()) {
      lanes &= ~meet_leaves(s, lanes, closed, opened);
    } else {
      prefetch(this->node_below(s, closed));
      turning = this->turning_lanes(s, opened);
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      const bool turns = (turning >> lane & 1) != 0;
      *to = kind().below(s, lane, turns);
      if (!turns) prefetch(this->opened_node(*to));
      ++to;
    }
    return to;
  }

  HWY_INLINE void test(const PairStep* begin, const PairStep* end, Stack& stack) {
    for (const PairStep* s = begin; s != end; ++s) {
      PairStep tested = *s;
      tested.lanes = kind().keep(*s);
      stack.push_if(tested, tested.lanes != 0);
    }
  }

 protected:
  /// A stack for all that waits below one step, beside some that wait already.
  std::size_t room(std::size_t waiting = 0) const { return this->trees().levels() * row + waiting; }

  /// Hands on the pairs of a closed leaf with those of the opened node's lanes that are leaves'; gives these lanes.
  HWY_INLINE std::uint32_t meet_leaves(const PairStep& s, std::uint32_t lanes, WideChild closed,
                                       const WideNode& opened) {
    const std::uint32_t leaves = lanes & Kernels::kinds(opened).leaves;
    auto& filter = kind().leaves();
    for (std::uint32_t rest = leaves; rest != 0 && filter.goes_on(); rest &= rest - 1) {
      const WideChild child = opened.child[std::countr_zero(rest)];
      s.side == 0 ? filter.meet(closed, child) : filter.meet(child, closed);
    }
    return leaves;
  }

 private:
  HWY_INLINE Kind& kind() { return static_cast<Kind&>(*this); }
  HWY_NOINLINE bool is_over() {
    return (superfluous_ && superfluous_->load(std::memory_order_relaxed)) ||
           watch_.is_over(this->volume_tests() + kind().leaves().tests());
  }

  const std::atomic<bool>* superfluous_;
  BudgetWatch watch_;
  bool limited_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
