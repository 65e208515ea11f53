#pragma once

#include "base/budget_watch.h"
#include "base/visited.h"
#include "engine/segment_box.h"
#include "engine/tree.h"
#include <abut/query.h>

#include <span>
#include <vector>

namespace abut {

/// Takes the runs of triangles whose boxes a segment may meet, as places in the tree's leaf order.
class StabSink {
 public:
  virtual ~StabSink() = default;
  /// False ends the visit.
  virtual bool take(std::uint32_t first, std::uint32_t count) = 0;
};

/// Visits the leaves whose boxes, and all boxes above them, the segment may meet.
Visited visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, const BudgetWatch& watch,
                      StabSink& sink);

/// A segment that is looked for in a tree.
struct StabJob {
  const WideTree* tree;
  const RoughSegment* segment;
};

/// What is found of many segments: the nodes that are to be looked at, first come first served, and the leaves, and
/// for both whose they are.
struct StabLists {
  std::vector<WideChild> nodes, leaves;
  std::vector<std::int32_t> node_jobs, leaf_jobs;
  std::size_t node_count = 0, leaf_count = 0;

  /// For a node's lanes, at the ends.
  void make_room() {
    constexpr std::size_t more = ObbPacket::lanes;
    if (nodes.size() < node_count + more) nodes.resize(2 * node_count + more), node_jobs.resize(nodes.size());
    if (leaves.size() < leaf_count + more) leaves.resize(2 * leaf_count + more), leaf_jobs.resize(leaves.size());
  }
};

/// The leaves that segments may meet. Its memory is used again.
class StabbedLeaves {
 public:
  /// Finds the leaves whose boxes, and all boxes above them, the segments may meet: level by level for all segments
  /// together, so that what is below a node has time to be found out while others are looked at.
  void list(std::span<const StabJob> jobs, Simd simd);

  std::size_t count() const { return lists_.leaf_count; }
  std::size_t job(std::size_t i) const { return static_cast<std::size_t>(lists_.leaf_jobs[i]); }
  WideChild leaf(std::size_t i) const { return lists_.leaves[i]; }

 private:
  StabLists lists_;
};

}  // namespace abut
