#pragma once

#include "engine/stab_boxes.h"
#include "engine/tree.h"
#include <abut/query.h>

namespace abut {

/// As visit_stabbed of any tree, eight boxes at a time.
std::uint64_t visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, StabSink& sink);

}  // namespace abut
