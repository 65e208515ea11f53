#include "engine/swept_pairs.h"

#include <algorithm>
#include <array>
#include <bit>

namespace abut {

namespace {

/// Two boxes by their places, node by node and lane by lane, or two triangles by theirs.
struct SweptPair {
  enum Kind : std::uint32_t { boxes, slabs };

  std::uint32_t a, b;
  float from;         ///< they do not meet before
  Kind kind = boxes;  ///< of boxes: what said so; slabs are those of leaves
};

/// Boxes to be looked at, in the order of time to within a fraction of it. Of one fraction the latest found come first:
/// their nodes are near.
class BoxQueue {
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
  /// Is all that is left later?
  bool is_past(float from) const { return slot_of(from) < first_; }
  double earliest() const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& slot : slots_)
      for (const SweptPair& pair : slot) least = std::min<double>(least, pair.from);
    return least;
  }

 private:
  static constexpr std::size_t slots = 32;
  static std::size_t slot_of(float from) { return static_cast<std::size_t>(from * (slots - 1)); }

  std::array<std::vector<SweptPair>, slots> slots_;
  std::size_t first_ = 0;
};

/// Triangles that boxes and slabs do not keep apart, the earliest on top. To take them costs much more than to open
/// boxes, and a contact found spares the later ones: a few wait for each other, so that the earliest of them is taken.
class TriangleQueue {
 public:
  bool empty() const { return pairs_.empty(); }
  bool is_full() const { return pairs_.size() >= enough; }
  float earliest() const { return empty() ? std::numeric_limits<float>::infinity() : pairs_.front().from; }
  SweptPair pop() {
    std::pop_heap(pairs_.begin(), pairs_.end(), is_later);
    const SweptPair pair = pairs_.back();
    pairs_.pop_back();
    return pair;
  }
  void push(const SweptPair& pair) {
    pairs_.push_back(pair);
    std::push_heap(pairs_.begin(), pairs_.end(), is_later);
  }

 private:
  static constexpr std::size_t enough = 12;
  static bool is_later(const SweptPair& a, const SweptPair& b) { return a.from > b.from; }

  std::vector<SweptPair> pairs_;
};

constexpr std::uint32_t lanes = SweptTree::lanes;

class Visit {
 public:
  Visit(SweptTree& a, SweptTree& b, bool is_self, const BudgetWatch& watch, SweptSink& sink)
      : a_(a), b_(b), is_self_(is_self), watch_(watch), sink_(sink) {}

  SweptVisit run() {
    if (a_.tree().nodes.empty() || b_.tree().nodes.empty()) return result_;
    boxes_.push({0, 0, 0});
    for (bool has_boxes = true; has_boxes || !triangles_.empty(); has_boxes = !boxes_.empty()) {
      if (watch_.is_over(result_.volume_tests + sink_.tests)) {
        result_.complete = false;
        result_.left_from = std::min<double>(boxes_.earliest(), triangles_.earliest());
        break;
      }
      const bool is_triangle = are_triangles_next(has_boxes);
      const SweptPair pair = is_triangle ? triangles_.pop() : boxes_.pop();
      if (pair.from > sink_.until) continue;
      if (is_triangle)
        sink_.take(pair.a, pair.b);
      else
        look_at(pair);
    }
    return result_;
  }

 private:
  bool are_triangles_next(bool has_boxes) const {
    if (triangles_.empty()) return false;
    return !has_boxes || triangles_.is_full() || boxes_.is_past(triangles_.earliest());
  }

  static WideChild child_of(const SweptTree& tree, std::uint32_t place) {
    return tree.tree().nodes[place / lanes].child[place % lanes];
  }
  static SweptBox box_of(const SweptTree& tree, std::uint32_t place) {
    return SweptBox::lane_of(tree.boxes(place / lanes), place % lanes);
  }

  static float size_at(const SweptTree& tree, std::uint32_t place) {
    return size_of(tree.boxes(place / lanes), place % lanes);
  }

  void look_at(const SweptPair& pair) {
    const WideChild a = child_of(a_, pair.a), b = child_of(b_, pair.b);
    if (a.is_leaf() && b.is_leaf())
      meet_leaves(pair, a, b);
    else if (is_self_ && pair.a == pair.b)
      open_both(a.node());
    else
      open_one(pair, a, b);
  }

  // Opens the larger of the two.
  void open_one(const SweptPair& pair, WideChild a, WideChild b) {
    if (b.is_leaf() || (!a.is_leaf() && size_at(a_, pair.a) >= size_at(b_, pair.b)))
      for_meeting(a_, a.node(), box_of(b_, pair.b), 0, [&](std::uint32_t place, float from, WideChild below) {
        go_on({place, pair.b, from}, below, b);
      });
    else
      for_meeting(b_, b.node(), box_of(a_, pair.a), 0, [&](std::uint32_t place, float from, WideChild below) {
        go_on({pair.a, place, from}, a, below);
      });
  }

  // A box of a tree with itself: all boxes below it, each with itself and the later ones.
  void open_both(std::uint32_t node) {
    for (std::uint32_t i = 0; i < lanes && !a_.tree().nodes[node].child[i].is_empty(); ++i) {
      const std::uint32_t first = node * lanes + i;
      for_meeting(a_, node, box_of(a_, first), i, [&](std::uint32_t place, float from, WideChild below) {
        go_on({first, place, from}, child_of(a_, first), below);
      });
    }
  }

  template <class Found>
  void for_meeting(const SweptTree& opened, std::uint32_t node, const SweptBox& box, std::uint32_t first_lane,
                   const Found& found) {
    float from[lanes];
    std::uint32_t meeting = meeting_times(box, opened.boxes(node), sink_.until, from) & ~0u << first_lane;
    result_.volume_tests += lanes;
    for (; meeting != 0; meeting &= meeting - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(meeting));
      const WideChild below = opened.tree().nodes[node].child[lane];
      if (!below.is_empty()) found(node * lanes + lane, from[lane], below);
    }
  }

  void go_on(const SweptPair& pair, WideChild a, WideChild b) {
    if (a.is_leaf() && b.is_leaf() && boxes_.is_due(pair.from))
      meet_leaves(pair, a, b);
    else
      boxes_.push(pair);
  }

  static const SweptLeaf& leaf_of(SweptTree& tree, std::uint32_t place) {
    return tree.leaf(place / lanes, place % lanes);
  }

  void meet_leaves(SweptPair pair, WideChild a, WideChild b) {
    const bool is_same = is_self_ && pair.a == pair.b;
    if (!is_same && pair.kind != SweptPair::slabs) {
      ++result_.volume_tests;
      pair.from = std::max(pair.from, meeting_time(leaf_of(a_, pair.a), leaf_of(b_, pair.b)));
      if (pair.from > sink_.until) return;
      pair.kind = SweptPair::slabs;
      if (!boxes_.is_due(pair.from)) return boxes_.push(pair);
    }
    for (std::uint32_t i = 0; i < a.count(); ++i)
      for (std::uint32_t j = is_same ? i + 1 : 0; j < b.count(); ++j) meet_triangles(a.first() + i, b.first() + j);
  }

  void meet_triangles(std::uint32_t a, std::uint32_t b) {
    ++result_.volume_tests;
    const float from = sink_.meeting_time(a, b);
    if (from <= sink_.until) triangles_.push({a, b, from});
  }

  SweptTree &a_, &b_;
  bool is_self_;
  BudgetWatch watch_;
  SweptSink& sink_;
  SweptVisit result_;
  BoxQueue boxes_;
  TriangleQueue triangles_;
};

}  // namespace

SweptVisit visit_swept_pairs(SweptTree& a, SweptTree& b, BudgetWatch watch, SweptSink& sink) {
  return Visit(a, b, false, watch, sink).run();
}

SweptVisit visit_swept_self_pairs(SweptTree& tree, BudgetWatch watch, SweptSink& sink) {
  return Visit(tree, tree, true, watch, sink).run();
}

}  // namespace abut
