#include "engine/swept_pairs.h"

#include <algorithm>
#include <array>

namespace abut {

namespace {

/// Two boxes by their places, node by node and lane by lane, or two triangles by theirs.
struct SweptPair {
  std::uint32_t a, b;
  float from;  ///< they do not meet before
  bool of_triangles;
};

/// What is to be looked at, in the order of time to within a fraction of it.
class TimeQueue {
 public:
  bool empty() {
    while (first_ < slots_.size() && slots_[first_].empty()) ++first_;
    return first_ == slots_.size();
  }
  SweptPair pop() {
    const SweptPair pair = slots_[first_].back();
    slots_[first_].pop_back();
    return pair;
  }
  void push(const SweptPair& pair) {
    // Rounding may have what is inside a box a trifle earlier than the box.
    slots_[std::max(first_, slot_of(pair.from))].push_back(pair);
  }
  /// Would it be the next one to look at, or one of several?
  bool is_due(float from) const { return slot_of(from) <= first_; }
  double earliest() const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& slot : slots_)
      for (const SweptPair& pair : slot) least = std::min<double>(least, pair.from);
    return least;
  }

 private:
  static constexpr std::size_t slots = 64;
  static std::size_t slot_of(float from) { return static_cast<std::size_t>(from * (slots - 1)); }

  std::array<std::vector<SweptPair>, slots> slots_;
  std::size_t first_ = 0;
};

constexpr std::uint32_t lanes = SweptTree::lanes;

class Visit {
 public:
  Visit(const SweptTree& a, const SweptTree& b, bool is_self, const BudgetWatch& watch, SweptSink& sink)
      : a_(a), b_(b), is_self_(is_self), watch_(watch), sink_(sink) {}

  SweptVisit run() {
    if (a_.tree().nodes.empty() || b_.tree().nodes.empty()) return result_;
    for (queue_.push({0, 0, 0, false}); !queue_.empty();) {
      if (watch_.is_over(result_.volume_tests + sink_.tests)) {
        result_.complete = false;
        result_.left_from = queue_.earliest();
        break;
      }
      const SweptPair pair = queue_.pop();
      if (pair.from <= sink_.until) look_at(pair);
    }
    return result_;
  }

 private:
  static WideChild child_of(const SweptTree& tree, std::uint32_t place) {
    return tree.tree().nodes[place / lanes].child[place % lanes];
  }
  static SweptBox box_of(const SweptTree& tree, std::uint32_t place) {
    return tree.boxes(place / lanes).lane(place % lanes);
  }

  void look_at(const SweptPair& pair) {
    if (pair.of_triangles) return sink_.take(pair.a, pair.b);
    const WideChild a = child_of(a_, pair.a), b = child_of(b_, pair.b);
    if (a.is_leaf() && b.is_leaf())
      meet_leaves(pair, a, b);
    else if (is_self_ && pair.a == pair.b)
      open_both(a.node());
    else
      open_one(pair, a, b);
  }

  static float size_of(const SweptBox& box) {
    float size = 0;
    for (float side : box.side) size += side;
    return size;
  }

  bool opens_a(const SweptPair& pair, WideChild a, WideChild b) const {
    if (a.is_leaf() || b.is_leaf()) return b.is_leaf();
    return size_of(box_of(a_, pair.a)) >= size_of(box_of(b_, pair.b));
  }

  void open_one(const SweptPair& pair, WideChild a, WideChild b) {
    if (opens_a(pair, a, b))
      push_meeting(a_, a.node(), box_of(b_, pair.b), 0, [&](std::uint32_t place) {
        return SweptPair{place, pair.b, 0, false};
      });
    else
      push_meeting(b_, b.node(), box_of(a_, pair.a), 0, [&](std::uint32_t place) {
        return SweptPair{pair.a, place, 0, false};
      });
  }

  // A box of a tree with itself: all boxes below it, each with itself and the later ones.
  void open_both(std::uint32_t node) {
    for (std::uint32_t i = 0; i < lanes && !a_.tree().nodes[node].child[i].is_empty(); ++i) {
      const std::uint32_t first = node * lanes + i;
      push_meeting(a_, node, box_of(a_, first), i, [&](std::uint32_t place) {
        return SweptPair{first, place, 0, false};
      });
    }
  }

  template <class MakePair>
  void push_meeting(const SweptTree& opened, std::uint32_t node, const SweptBox& box, std::uint32_t first_lane,
                    const MakePair& make_pair) {
    float from[lanes];
    meeting_times(box, opened.boxes(node), from);
    result_.volume_tests += lanes;
    for (std::uint32_t i = first_lane; i < lanes; ++i) {
      // Lanes without a child meet nothing.
      if (from[i] > sink_.until) continue;
      SweptPair pair = make_pair(node * lanes + i);
      pair.from = from[i];
      const WideChild a = child_of(a_, pair.a), b = child_of(b_, pair.b);
      if (a.is_leaf() && b.is_leaf() && queue_.is_due(pair.from))
        meet_leaves(pair, a, b);
      else
        queue_.push(pair);
    }
  }

  static const SweptLeaf& leaf_of(const SweptTree& tree, std::uint32_t place) {
    return tree.leaf(place / lanes, place % lanes);
  }

  void meet_leaves(const SweptPair& pair, WideChild a, WideChild b) {
    const bool is_same = is_self_ && pair.a == pair.b;
    ++result_.volume_tests;
    if (!is_same && slabs_apart(leaf_of(a_, pair.a), leaf_of(b_, pair.b), sink_.until)) return;
    SweptBox boxes_b[WideChild::largest_leaf];
    for (std::uint32_t j = 0; j < b.count(); ++j) boxes_b[j] = b_.triangle(b.first() + j);
    for (std::uint32_t i = 0; i < a.count(); ++i) {
      const SweptBox box_a = a_.triangle(a.first() + i);
      for (std::uint32_t j = is_same ? i + 1 : 0; j < b.count(); ++j)
        meet_triangles({a.first() + i, b.first() + j, meeting_time(box_a, boxes_b[j]), true});
    }
  }

  void meet_triangles(const SweptPair& pair) {
    ++result_.volume_tests;
    if (pair.from > sink_.until) return;
    if (queue_.is_due(pair.from))
      sink_.take(pair.a, pair.b);
    else
      queue_.push(pair);
  }

  const SweptTree &a_, &b_;
  bool is_self_;
  BudgetWatch watch_;
  SweptSink& sink_;
  SweptVisit result_;
  TimeQueue queue_;
};

}  // namespace

SweptVisit visit_swept_pairs(const SweptTree& a, const SweptTree& b, BudgetWatch watch, SweptSink& sink) {
  return Visit(a, b, false, watch, sink).run();
}

SweptVisit visit_swept_self_pairs(const SweptTree& tree, BudgetWatch watch, SweptSink& sink) {
  return Visit(tree, tree, true, watch, sink).run();
}

}  // namespace abut
