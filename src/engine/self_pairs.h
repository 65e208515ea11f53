#pragma once

#include "engine/tree.h"
#include "leaf/triangle_packet.h"
#include "math/inner_frame.h"
#include <abut/query.h>

#include <atomic>

namespace abut {

/// Takes the pairs of triangles that a visit of a tree against itself finds.
class WideSelfSink {
 public:
  virtual ~WideSelfSink() = default;

  /// Asked before each pair is tested, if the visit asks at all. Triangles are named by their places in leaf order.
  virtual bool considers(std::uint32_t a, std::uint32_t b) = 0;
  /// Up to 32 pairs and what is known of them, never all of them apart: touching pairs surely have no corner in common,
  /// undecided ones may have. Pairs come in an order that depends on the tree alone. False ends the visit.
  virtual bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) = 0;
};

struct WideSelfVisit {
  std::uint32_t first = 0, last = 0;  ///< the nodes whose turn it is
  Simd simd = Simd::best;
  bool asks = false;  ///< whether the sink wants to be asked which pairs to consider
  const std::atomic<bool>* stop = nullptr;
};

struct WideSelfVisited {
  std::uint64_t volume_tests = 0, triangle_tests = 0;
  bool complete = true;  ///< false when the sink or the stop flag ended the visit
};

/// Visits a tree against itself, as far as the nodes [first, last) are concerned: two leaves have one lowest node above
/// both, in different lanes of it, and that node's turn brings the pair, once, if the boxes between allow it; the turn
/// of a leaf's own node brings the pairs within it. So runs of nodes that cover the tree bring every pair exactly once.
/// `to_itself` is relate() of the model's frame and itself.
WideSelfVisited visit_wide_self_pairs(const WideTree& tree, const RelativePlacement& to_itself,
                                      const WideSelfVisit& options, WideSelfSink& sink);

}  // namespace abut
