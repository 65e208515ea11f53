#pragma once

#include "scene/box_tree.h"
#include "scene/pair_list.h"
#include <abut/query.h>
#include <abut/vec3.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace abut {

/// Do closed boxes share a point? Inverted ones hold none.
inline bool boxes_touch(const Bounds& a, const Bounds& b) {
  bool all = a.low.x <= a.high.x && b.low.x <= b.high.x;
  for (int k = 0; k < 3; ++k) all = all && a.low[k] <= b.high[k] && b.low[k] <= a.high[k];
  return all;
}

/// A lower bound of the distance of two boxes; 0 where they are too large for it.
//
// Differences, their squares, the sums and the root are each off by 2^-53 of themselves, or by little where they
// underflow: together by less than 2^-49 of the result, or 2^-500.
inline double box_gap(const Bounds& a, const Bounds& b) {
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double before = a.low[k] - b.high[k], behind = b.low[k] - a.high[k];
    const double along = before > behind ? before : behind;
    if (along > 0) square += along * along;
  }
  const double gap = std::sqrt(square) * (1 - 0x1p-48) - 0x1p-500;
  return gap > 0 && gap < std::numeric_limits<double>::infinity() ? gap : 0;
}

/// Boxes in the world that come, move and go, and which pairs of them touch: the broad phase of a scene. It is always
/// up to date, and the pairs are exactly those of brute force. A tree holds the boxes with some room around them, so
/// that a box that moves a little leaves the tree as it is; pairs of roomy boxes are kept from frame to frame. Infinite
/// boxes, those of half-spaces, are in a list beside the tree; inverted ones touch nothing.
class MovingBoxes {
 public:
  explicit MovingBoxes(Simd simd = Simd::best) : simd_(simd) {}

  /// Numbers of boxes that were removed are given to new ones.
  std::uint32_t add(const Bounds& box);
  std::vector<std::uint32_t> add(std::span<const Bounds> boxes);
  void move(std::uint32_t id, const Bounds& box) { move({&id, 1}, {&box, 1}); }
  /// Boxes change all at once. A number that is there twice gets the last of its boxes.
  void move(std::span<const std::uint32_t> ids, std::span<const Bounds> boxes);
  void remove(std::uint32_t id);

  const Bounds& box(std::uint32_t id) const { return bodies_[slot_of_[id]].box; }

  /// Pairs whose boxes touch: visit(a, b) in no special order, each pair once.
  template <class Visit>
  void visit_pairs(Visit&& visit) const {
    for (std::uint32_t pair = 0; pair < pairs_.end(); ++pair)
      if (pairs_[pair].overlaps) visit(bodies_[pairs_[pair].member[0]].id, bodies_[pairs_[pair].member[1]].id);
  }
  /// visit(other) for the boxes that touch a given one of them.
  template <class Visit>
  void visit_partners(std::uint32_t id, Visit&& visit) const {
    pairs_.visit(slot_of_[id], [&](std::uint32_t pair, std::uint32_t other) {
      if (pairs_[pair].overlaps) visit(bodies_[other].id);
    });
  }
  /// Brings what visit_partners() reads first into the cache.
  void prefetch_partners(std::uint32_t id) const { pairs_.prefetch(slot_of_[id]); }
  /// Appends the boxes that touch a box of the world, in no special order.
  void list_touching(const Bounds& box, BoxTreeMemory& memory, std::vector<std::uint32_t>& found) const;

  /// visit(id) for all boxes but those for which may_hold(box), asked about boxes of the world that hold others, is no.
  template <class MayHold, class Visit>
  void visit_if(MayHold&& may_hold, Visit&& visit) const {
    tree_.visit([&](const FloatBox& box) { return may_hold(frame_.back(box)); },
                [&](std::uint32_t slot) { visit(bodies_[slot].id); });
    for (const std::uint32_t slot : giants_)
      if (may_hold(bodies_[slot].box)) visit(bodies_[slot].id);
  }

  /// visit(id, gap) until it returns false: first for infinite boxes, then for others, nearest first. No point of the
  /// box is closer to a point of the other one than the gap.
  template <class Visit>
  void visit_nearest(const Bounds& box, Visit&& visit) const {
    for (const std::uint32_t slot : giants_) visit(bodies_[slot].id, box_gap(box, bodies_[slot].box));
    tree_.visit_nearest([&](const FloatBox& other) { return box_gap(box, frame_.back(other)); },
                        [&](std::uint32_t slot, double gap) { return visit(bodies_[slot].id, gap); });
  }

  const BoxTree& tree() const { return tree_; }

 private:
  enum class Kind : std::uint8_t { removed, empty, in_tree, giant };
  /// In a slot of its own. New trees give bodies new slots, so that neighbours in space are neighbours in memory.
  struct Body {
    Bounds box;
    FloatBox roomy;
    std::uint32_t id = 0;
    Kind kind = Kind::removed;
  };

  std::uint32_t new_id();
  void list_moved(std::span<const std::uint32_t> ids, std::span<const Bounds> boxes);
  bool renew_room(Body& body, const Vec3& step) const;
  void put_in_place(std::uint32_t slot);
  void set_kind(std::uint32_t slot, Kind kind);
  void renew_pairs(std::uint32_t slot);
  void renew_overlaps(std::uint32_t slot);
  void rebuild();
  void give_slots(std::span<const std::uint32_t> old_slots);

  Simd simd_;
  FloatFrame frame_;
  BoxTree tree_;  ///< of slots, as pairs and giants are
  PairList pairs_;
  std::vector<Body> bodies_;
  std::vector<std::uint32_t> slot_of_;  ///< by number
  std::vector<std::uint32_t> giants_, free_;
  std::size_t in_tree_ = 0, arrived_ = 0;  ///< boxes in the tree; those that came since it was built
  bool tree_is_old_ = false;               ///< a new one is about to be built

  // Memory that is used again.
  BoxTreeMemory memory_;
  std::vector<std::uint32_t> found_, moved_, left_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> seen_;  ///< by slot: the last round in which it was found
  std::uint32_t round_ = 0;
};

}  // namespace abut
