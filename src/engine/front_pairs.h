#pragma once

#include "engine/front.h"
#include "engine/pairs.h"

namespace abut {

/// As visit_pairs, but resumes from the front of the last visit of the same trees where that is less work, and leaves a
/// front for the next one. Finds the same pairs of triangles, in another order; options.asks must be false.
Visited visit_front(const TreePair& pair, const VisitOptions& options, WideFront& front, PairSink& sink);

}  // namespace abut
