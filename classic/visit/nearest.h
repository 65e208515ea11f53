#pragma once

#include "base/budget_watch.h"
#include "base/visited.h"
#include "classic/visit/pairs.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace abut::classic {

struct NearestOptions {
  Search search = Search::priority;
  Descent descent = Descent::larger_diameter;
  /// How many pairs of volumes wait at most in a priority directed search: enough to find a close pair soon, few enough
  /// to stay cheap (Larsen et al. 1999 take 200).
  std::size_t queue_size = 200;
  Overflow overflow = Overflow::new_queue;
  /// What is farther apart than this is not looked at from the beginning, in the world.
  double limit = std::numeric_limits<double>::infinity();
  /// A length in the world that the image of A's inner unit has at least, in every direction.
  double world = 1;
  BudgetWatch watch{};
  /// Records the pairs of nodes that were opened or measured.
  std::vector<NodePair>* opened = nullptr;
  /// Records how many pairs a priority directed search has waiting at most, in all of its queues.
  std::size_t* most_waiting = nullptr;
};

/// Finds the closest triangles of two trees of any kind whose Test bounds distances from below.
template <class TreeA, class TreeB, class Test, class OnLeaves>
class NearestPairs {
 public:
  /// `on_leaves(node_a, node_b)` measures two leaves and returns the length, in the world, beyond which nothing need be
  /// looked at any more; a negative one ends the search.
  NearestPairs(const TreeA& a, const TreeB& b, const Test& test, const NearestOptions& options, OnLeaves& on_leaves)
      : a_(a), b_(b), test_(test), options_(options), on_leaves_(on_leaves), limit_(options.limit) {}

  NearestVisited run() {
    if (a_.nodes.empty() || b_.nodes.empty()) return visited_;
    const Waiting root = tested({0, 0});
    if (is_near(root)) {
      switch (options_.search) {
        case Search::depth_first:
          depth_first(root);
          break;
        case Search::breadth_first:
          breadth_first(root);
          break;
        case Search::priority:
          options_.overflow == Overflow::new_queue ? nearest_first_in_queues(root) : nearest_first(root);
          break;
        case Search::left_first:
          depth_first(root, Children::as_stored);
          break;
      }
    }
    visited_.complete = go_on_;
    return visited_;
  }

 private:
  struct Waiting {
    double distance;  ///< at least so far apart, in the world
    NodePair pair;
    friend bool operator<(const Waiting& x, const Waiting& y) {
      if (x.distance != y.distance) return x.distance < y.distance;
      return x.pair.a != y.pair.a ? x.pair.a < y.pair.a : x.pair.b < y.pair.b;
    }
  };

  Waiting tested(const NodePair& pair) {
    ++visited_.volume_tests;
    // Among the subnormal numbers the product may be rounded up by half of the least one.
    const double below = test_.distance_below(a_.nodes[pair.a].volume, b_.nodes[pair.b].volume) * options_.world;
    return {below > 0 ? below - std::numeric_limits<double>::denorm_min() : below, pair};
  }

  bool is_near(const Waiting& waiting) {
    if (!(waiting.distance > limit_)) return true;
    leave_out(waiting);
    return false;
  }
  void leave_out(const Waiting& waiting) { visited_.lower = std::min(visited_.lower, waiting.distance); }

  bool may_go_on() {
    if (watch_.is_over(visited_.volume_tests + visited_.triangle_tests)) go_on_ = false;
    return go_on_;
  }

  enum class Children { nearest_first, as_stored };
  void depth_first(const Waiting& start, Children order = Children::nearest_first) {
    std::vector<Waiting> stack{start};
    while (!stack.empty() && may_go_on()) {
      const Waiting next = stack.back();
      stack.pop_back();
      if (!is_near(next)) continue;
      const std::size_t before = stack.size();
      open(next.pair, [&](const Waiting& child) { stack.push_back(child); });
      const auto first = stack.begin() + static_cast<std::ptrdiff_t>(before);
      if (order == Children::as_stored)
        std::reverse(first, stack.end());
      else
        std::sort(first, stack.end(), [](const Waiting& x, const Waiting& y) { return y < x; });
    }
    for (const Waiting& left : stack) leave_out(left);
  }

  void breadth_first(const Waiting& start) {
    std::deque<Waiting> queue{start};
    while (!queue.empty() && may_go_on()) {
      const Waiting next = queue.front();
      queue.pop_front();
      if (is_near(next)) open(next.pair, [&](const Waiting& child) { queue.push_back(child); });
    }
    for (const Waiting& left : queue) leave_out(left);
  }

  /// Pairs of which the nearest comes first.
  class Queue {
   public:
    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    void add(const Waiting& waiting) {
      heap_.push_back(waiting);
      std::push_heap(heap_.begin(), heap_.end(), later);
    }
    Waiting take() {
      std::pop_heap(heap_.begin(), heap_.end(), later);
      const Waiting nearest = heap_.back();
      heap_.pop_back();
      return nearest;
    }
    const std::vector<Waiting>& all() const { return heap_; }

   private:
    static bool later(const Waiting& x, const Waiting& y) { return y < x; }
    std::vector<Waiting> heap_;
  };

  /// A full queue gives its nearest pair to a new one, which is used until all below that pair is done (Larsen et al.
  /// 1999, section 6.1). Every queue stands for a level of the trees, so that no more than queue_size pairs for each of
  /// their levels wait.
  void nearest_first_in_queues(const Waiting& start) {
    constexpr std::size_t most_children = TreeA::most_children * TreeB::most_children;
    std::vector<Queue> queues(1);
    queues.back().add(start);
    std::size_t waiting = 1;
    while (!queues.empty() && may_go_on()) {
      if (queues.back().empty()) {
        queues.pop_back();
        continue;
      }
      const Waiting next = queues.back().take();
      --waiting;
      if (!is_near(next)) continue;
      const std::size_t before = queues.back().size();
      if (before > 0 && before + most_children > options_.queue_size) queues.emplace_back();
      Queue& queue = queues.back();
      open(next.pair, [&](const Waiting& child) { queue.add(child), ++waiting; });
      if (options_.most_waiting) *options_.most_waiting = std::max(*options_.most_waiting, waiting);
    }
    for (const Queue& queue : queues)
      for (const Waiting& left : queue.all()) leave_out(left);
  }

  void nearest_first(const Waiting& start) {
    Queue queue;
    queue.add(start);
    std::vector<Waiting> overflow;
    while (!queue.empty() && may_go_on()) {
      const Waiting next = queue.take();
      if (!is_near(next)) continue;
      open(next.pair, [&](const Waiting& child) {
        queue.size() >= options_.queue_size ? overflow.push_back(child) : queue.add(child);
      });
      if (options_.most_waiting) *options_.most_waiting = std::max(*options_.most_waiting, queue.size());
      for (const Waiting& rest : overflow)
        if (go_on_)
          depth_first(rest);
        else
          leave_out(rest);
      overflow.clear();
    }
    for (const Waiting& left : queue.all()) leave_out(left);
  }

  /// Hands on the pairs below that are near enough, or measures leaves.
  template <class Take>
  void open(const NodePair& pair, const Take& take) {
    const auto &node_a = a_.nodes[pair.a], &node_b = b_.nodes[pair.b];
    if (options_.opened) options_.opened->push_back(pair);
    if (node_a.is_leaf() && node_b.is_leaf()) return measure(node_a, node_b);
    const bool both = options_.descent == Descent::both && !node_a.is_leaf() && !node_b.is_leaf();
    const bool opens_a = both || node_b.is_leaf() || (!node_a.is_leaf() && a_is_larger(node_a.volume, node_b.volume));
    const bool opens_b = both || !opens_a;
    const std::uint32_t first_a = opens_a ? node_a.child : pair.a, end_a = first_a + (opens_a ? node_a.children : 1);
    const std::uint32_t first_b = opens_b ? node_b.child : pair.b, end_b = first_b + (opens_b ? node_b.children : 1);
    for (std::uint32_t a = first_a; a < end_a; ++a)
      for (std::uint32_t b = first_b; b < end_b; ++b)
        if (const Waiting child = tested({a, b}); is_near(child)) take(child);
  }

  template <class NodeA, class NodeB>
  void measure(const NodeA& node_a, const NodeB& node_b) {
    visited_.triangle_tests += std::uint64_t{node_a.count} * node_b.count;
    const double limit = on_leaves_(node_a, node_b);
    go_on_ = !(limit < 0);
    limit_ = std::min(limit, options_.limit);
  }

  template <class VolumeA, class VolumeB>
  bool a_is_larger(const VolumeA& a, const VolumeB& b) const {
    const double scale = test_.relative().scale;
    return options_.descent == Descent::larger_volume ? volume_of(a) > volume_of(b) * (scale * scale * scale)
                                                      : squared_diameter(a) > squared_diameter(b) * (scale * scale);
  }

  const TreeA& a_;
  const TreeB& b_;
  const Test& test_;
  const NearestOptions& options_;
  OnLeaves& on_leaves_;
  double limit_;
  BudgetWatch watch_{options_.watch};
  bool go_on_ = true;
  NearestVisited visited_;
};

template <class TreeA, class TreeB, class Test, class OnLeaves>
NearestVisited visit_nearest_pairs(const TreeA& a, const TreeB& b, const Test& test, const NearestOptions& options,
                                   OnLeaves&& on_leaves) {
  return NearestPairs<TreeA, TreeB, Test, OnLeaves>(a, b, test, options, on_leaves).run();
}

}  // namespace abut::classic
