#pragma once

#include "base/budget_watch.h"
#include "base/visited.h"
#include "engine/tree.h"
#include "leaf/triangle_packet.h"
#include "math/inner_frame.h"
#include <abut/query.h>

#include <atomic>
#include <span>
#include <vector>

namespace abut {

/// Takes the pairs of triangles that a visit finds. Triangles are named by their places in their trees' leaf order.
class PairSink {
 public:
  virtual ~PairSink() = default;

  /// Asked before a pair is tested, if the visit asks at all.
  virtual bool considers(std::uint32_t a, std::uint32_t b) = 0;
  /// Takes up to 32 pairs and what the filter says of them, never all of them apart. In a visit of a tree against
  /// itself touching pairs surely have no corner in common, undecided ones may have. False ends the visit.
  virtual bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) = 0;
  /// Does any of the pairs count? Nothing is taken: a visit of two trees looks ahead.
  virtual bool any(const std::uint32_t*, const std::uint32_t*, const PairVerdicts&) { return true; }
};

/// How a visit goes about it.
enum class VisitOrder {
  everywhere,  ///< fastest when everything is to be found; in no particular order
  in_order,    ///< likely places first, in an order that depends on the trees and the placement alone
  for_a_few,   ///< the same order, and the visit likely ends soon
  for_any,     ///< the visit ends with the first pair that counts, and it does not matter which
};

struct VisitOptions {
  Simd simd = Simd::best;
  VisitOrder order = VisitOrder::everywhere;
  bool asks = false;  ///< whether the sink wants to be asked which pairs to consider
  BudgetWatch watch{};
  const std::atomic<bool>* superfluous = nullptr;  ///< ends the visit when it is set: nobody needs it any longer
};

/// A part of a visit that can be made on its own: a box of one tree, named by its node and lane, is kept closed, a node
/// of the other is opened, and some of its lanes are looked at.
struct PairStep {
  static constexpr std::uint32_t all_lanes = 0xff;

  // Whole words: written byte by byte and read at once they would cost a query 5 %.
  std::uint32_t closed, opened;
  std::uint32_t side;   ///< whose box is closed: 0 for A's, 1 for B's
  std::uint32_t lanes;  ///< as bits; lanes without a box do not count
  std::uint32_t part;   ///< for the rule of a visit; steps below inherit it
};
/// The whole visit of two trees. The boxes of the two whole models count as touching: the larger one's children tell as
/// much.
inline constexpr PairStep whole_visit{0, 0, 0, 1, 0};

/// Two placed trees.
struct TreePair {
  const WideTree& a;
  const WideTree& b;
  const RelativePlacement& b_in_a;
};

/// Finds the pairs of triangles of two placed trees that may touch or lie within the margin: boxes are opened as long
/// as they may overlap, larger ones first, and what remains goes through the triangle filter. Steps, whose boxes are
/// known to overlap, are made one after the other.
Visited visit_pairs(const TreePair& pair, const VisitOptions& options, PairSink& sink,
                    std::span<const PairStep> steps = {&whole_visit, 1});

/// A visit in steps that, made one after the other, find what the whole visit does, in the same order.
struct DividedVisit {
  std::vector<PairStep> steps;
  std::uint64_t volume_tests = 0;  ///< made while dividing
};
/// Divides a visit into `parts` steps or more, or into as many as there are.
DividedVisit divided_visit(const TreePair& pair, const VisitOptions& options, std::size_t parts);

}  // namespace abut
