#pragma once

#include "engine/pairs.h"

namespace abut {

/// Visits a tree against itself, as far as the nodes [first, last) are concerned: two leaves have one lowest node above
/// both, in different lanes of it, and that node's turn brings the pair, once, if the boxes between allow it; the turn
/// of a leaf's own node brings the pairs within it. So runs of nodes that cover the tree bring every pair exactly once.
/// `to_itself` is relate() of the model's frame and itself. Pairs come in an order that depends on the tree alone,
/// whatever options.order says.
Visited visit_self_pairs(const WideTree& tree, const RelativePlacement& to_itself, std::uint32_t first,
                         std::uint32_t last, const VisitOptions& options, PairSink& sink);

}  // namespace abut
