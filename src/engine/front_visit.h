#pragma once

#include "engine/front.h"
#include "engine/pairs.h"

namespace abut {

/// As visit_wide_pairs, but resumes from the front of the last visit of the same trees where that is less work, and
/// leaves a front for the next one. Finds the same pairs of triangles, in another order; options.asks must be false.
Visited visit_wide_front(const WideTree& a, const WideTree& b, const RelativePlacement& b_in_a,
                         const WideVisit& options, WideFront& front, PairSink& sink);

}  // namespace abut
