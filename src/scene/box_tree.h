#pragma once

#include "scene/float_box.h"
#include <abut/query.h>

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

namespace abut {

/// What a lane of a node holds: nothing, a box by its number, or another node.
class BoxTreeChild {
 public:
  BoxTreeChild() = default;
  static BoxTreeChild of_box(std::uint32_t id) { return BoxTreeChild(id); }
  static BoxTreeChild of_node(std::uint32_t index) { return BoxTreeChild(index | node_bit); }

  bool is_empty() const { return bits_ == nothing; }
  bool is_node() const { return !is_box() && !is_empty(); }
  bool is_box() const { return (bits_ & node_bit) == 0; }
  std::uint32_t index() const { return bits_ & ~node_bit; }

 private:
  static constexpr std::uint32_t node_bit = 0x80000000u, nothing = 0xffffffffu;
  explicit BoxTreeChild(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = nothing;
};

/// Up to eight boxes side by side. Lanes that hold nothing have inverted boxes, which touch no finite box.
struct alignas(64) BoxTreeNode {
  static constexpr int lanes = 8;

  float low[3][lanes], high[3][lanes];
  BoxTreeChild child[lanes];
  std::uint32_t parent = 0;  ///< the place of the lane that holds this node
  std::uint32_t count = 0;   ///< of lanes that hold something

  BoxTreeNode();
  FloatBox box(int lane) const;
  void set(int lane, BoxTreeChild what, const FloatBox& box);
  void set_box(int lane, const FloatBox& box);
  FloatBox around_all() const;
};

/// A numbered box.
struct NumberedBox {
  std::uint32_t id = 0;
  FloatBox box;
};

/// What searches need: each thread has its own, and uses it again.
struct BoxTreeMemory {
  std::vector<std::uint32_t> stack, found;

  /// Neither gets smaller.
  void reserve(std::size_t on_stack, std::size_t in_found) {
    if (stack.size() < on_stack) stack.resize(2 * on_stack + 240);
    if (found.size() < in_found) found.resize(2 * in_found + 240);
  }
};

/// A tree of eight children per node over finite boxes that come, go and move one by one. Each box has a number of the
/// caller's, below 2^31, best from 0 on.
class BoxTree {
 public:
  BoxTree() { clear(); }

  void clear();
  /// In place of what there is. Brings the boxes into the order of the tree and numbers them anew: a box has its place
  /// in that order for a number.
  void build(std::span<NumberedBox> boxes);
  void insert(std::uint32_t id, const FloatBox& box);
  void remove(std::uint32_t id);
  /// A box that is there gets another place.
  void move(std::uint32_t id, const FloatBox& box);

  /// The boxes that share a point with a box, which may be infinite, in no special order, until the next search with
  /// that memory.
  std::span<const std::uint32_t> touching(const FloatBox& box, Simd simd, BoxTreeMemory& memory) const;
  /// Does any box share a point with a box?
  bool touches(const FloatBox& box, Simd simd, BoxTreeMemory& memory) const;
  /// visit(id) for the boxes below nodes and boxes for which may_hold(box) is true.
  template <class MayHold, class Visit>
  void visit(MayHold&& may_hold, Visit&& visit) const {
    std::vector<std::uint32_t> stack{root};
    while (!stack.empty()) {
      const BoxTreeNode& node = nodes_[stack.back()];
      stack.pop_back();
      for (int lane = 0; lane < BoxTreeNode::lanes; ++lane) {
        const BoxTreeChild child = node.child[lane];
        if (child.is_empty() || !may_hold(node.box(lane))) continue;
        if (child.is_node())
          stack.push_back(child.index());
        else
          visit(child.index());
      }
    }
  }

  /// visit(id, gap) for boxes in the order of gap_of(box), which is no larger for boxes that hold others, until visit()
  /// returns false.
  template <class GapOf, class Visit>
  void visit_nearest(GapOf&& gap_of, Visit&& visit) const {
    struct Waiting {
      double gap;
      BoxTreeChild what;
      bool operator<(const Waiting& other) const { return gap > other.gap; }  // the nearest on top of the heap
    };
    std::priority_queue<Waiting> waiting;
    waiting.push({0, BoxTreeChild::of_node(root)});
    while (!waiting.empty()) {
      const Waiting next = waiting.top();
      waiting.pop();
      if (next.what.is_box()) {
        if (!visit(next.what.index(), next.gap)) return;
        continue;
      }
      const BoxTreeNode& node = nodes_[next.what.index()];
      for (int lane = 0; lane < BoxTreeNode::lanes; ++lane)
        if (!node.child[lane].is_empty()) waiting.push({gap_of(node.box(lane)), node.child[lane]});
    }
  }

  /// How many boxes were put in one by one, or elsewhere, since the tree was built: the more, the looser it is.
  std::uint64_t inserted() const { return inserted_; }
  std::span<const BoxTreeNode> nodes() const { return nodes_; }

  static constexpr std::uint32_t root = 0;

 private:
  static constexpr std::uint32_t lanes = BoxTreeNode::lanes;

  std::uint32_t new_node(std::uint32_t parent);
  void hang(std::uint32_t node, int lane, BoxTreeChild what, const FloatBox& box);
  void insert_below(std::uint32_t node, std::uint32_t id, const FloatBox& box);
  void pair_up(std::uint32_t node, int lane, std::uint32_t id, const FloatBox& box);
  std::uint32_t take_out(std::uint32_t place);
  void refit_from(std::uint32_t node);
  void build_node(std::uint32_t node, std::span<NumberedBox> boxes);
  void build_lanes(std::uint32_t node, std::uint32_t parts, std::span<NumberedBox> boxes);

  std::vector<BoxTreeNode> nodes_;
  std::vector<std::uint32_t> free_nodes_;
  std::vector<std::uint32_t> place_of_;  ///< by box: node * lanes + lane
  std::uint64_t inserted_ = 0;
  std::uint32_t built_ = 0;  ///< how many boxes of a new tree are in it already
};

}  // namespace abut
