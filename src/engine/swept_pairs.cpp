#include "engine/swept_pairs.h"

#include <algorithm>

namespace abut {

namespace {

/// A box of a tree: what hangs below it, and where it is.
struct SweptLane {
  WideChild child;
  std::uint32_t node = 0;
  int lane = 0;
  friend bool operator==(const SweptLane& a, const SweptLane& b) { return a.node == b.node && a.lane == b.lane; }
};

struct LanePair {
  SweptLane a, b;
  float from = 0;
};

class Visit {
 public:
  Visit(const SweptTree& a, const SweptTree& b, bool is_self, const BudgetWatch& watch, SweptSink& sink)
      : a_(a), b_(b), is_self_(is_self), watch_(watch), sink_(sink) {}

  SweptVisit run() {
    if (a_.tree().nodes.empty() || b_.tree().nodes.empty()) return result_;
    const SweptLane root_a{a_.tree().nodes[0].child[0], 0, 0}, root_b{b_.tree().nodes[0].child[0], 0, 0};
    for (stack_ = {{root_a, root_b, 0}}; !stack_.empty();) {
      const LanePair pair = stack_.back();
      if (watch_.is_over(result_.volume_tests + sink_.tests)) return unfinished();
      stack_.pop_back();
      if (pair.from > sink_.until) continue;
      if (pair.a.child.is_leaf() && pair.b.child.is_leaf())
        meet_triangles(pair);
      else if (is_self_ && pair.a == pair.b)
        open_both(pair.a);
      else
        open_one(pair);
    }
    return result_;
  }

 private:
  SweptVisit unfinished() {
    result_.complete = false;
    for (const LanePair& pair : stack_) result_.left_from = std::min<double>(result_.left_from, pair.from);
    return result_;
  }

  static float size_of(const SweptBox& box) {
    float size = 0;
    for (int end = 0; end < 2; ++end)
      for (int axis = 0; axis < 3; ++axis)
        size += box.side[SweptBox::low(end, axis)] + box.side[SweptBox::high(end, axis)];
    return size;
  }

  void open_one(const LanePair& pair) {
    const SweptBox box_a = a_.boxes(pair.a.node).lane(pair.a.lane), box_b = b_.boxes(pair.b.node).lane(pair.b.lane);
    const bool opens_a = !pair.a.child.is_leaf() && (pair.b.child.is_leaf() || size_of(box_a) >= size_of(box_b));
    const std::size_t first = stack_.size();
    if (opens_a)
      push_meeting(a_, pair.a.child.node(), box_b, 0, [&](const SweptLane& lane) { return LanePair{lane, pair.b}; });
    else
      push_meeting(b_, pair.b.child.node(), box_a, 0, [&](const SweptLane& lane) { return LanePair{pair.a, lane}; });
    sort_from(first);
  }

  // A box of a tree with itself: all boxes below it, each with itself and the later ones.
  void open_both(const SweptLane& whole) {
    const std::uint32_t node = whole.child.node();
    const WideNode& children = a_.tree().nodes[node];
    const std::size_t first = stack_.size();
    for (int i = 0; i < SweptPacket::lanes && !children.child[i].is_empty(); ++i) {
      const SweptLane lane{children.child[i], node, i};
      push_meeting(a_, node, a_.boxes(node).lane(i), i, [&](const SweptLane& other) { return LanePair{lane, other}; });
    }
    sort_from(first);
  }

  template <class MakePair>
  void push_meeting(const SweptTree& opened, std::uint32_t node, const SweptBox& box, int first_lane,
                    const MakePair& make_pair) {
    float from[SweptPacket::lanes];
    meeting_times(box, opened.boxes(node), from);
    const WideNode& children = opened.tree().nodes[node];
    for (int i = first_lane; i < SweptPacket::lanes && !children.child[i].is_empty(); ++i) {
      ++result_.volume_tests;
      if (from[i] > sink_.until) continue;
      stack_.push_back(make_pair({children.child[i], node, i}));
      stack_.back().from = from[i];
    }
  }

  // The earliest on top.
  void sort_from(std::size_t first) {
    std::stable_sort(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end(),
                     [](const LanePair& x, const LanePair& y) { return x.from > y.from; });
  }

  void meet_triangles(const LanePair& pair) {
    const WideChild a = pair.a.child, b = pair.b.child;
    const bool is_same = is_self_ && pair.a == pair.b;
    for (std::uint32_t i = 0; i < a.count(); ++i)
      for (std::uint32_t j = is_same ? i + 1 : 0; j < b.count(); ++j) {
        ++result_.volume_tests;
        const SweptTimes times = meeting_times(a_.triangle(a.first() + i), b_.triangle(b.first() + j));
        if (times.from <= times.to && times.from <= sink_.until) sink_.take(a.first() + i, b.first() + j);
      }
  }

  const SweptTree &a_, &b_;
  bool is_self_;
  BudgetWatch watch_;
  SweptSink& sink_;
  SweptVisit result_;
  std::vector<LanePair> stack_;
};

}  // namespace

SweptVisit visit_swept_pairs(const SweptTree& a, const SweptTree& b, BudgetWatch watch, SweptSink& sink) {
  return Visit(a, b, false, watch, sink).run();
}

SweptVisit visit_swept_self_pairs(const SweptTree& tree, BudgetWatch watch, SweptSink& sink) {
  return Visit(tree, tree, true, watch, sink).run();
}

}  // namespace abut
