#pragma once

#include <abut/math/simd.h>
#include <abut/traverse/stab.h>
#include <abut/tree/wide_tree.h>

namespace abut {

/// As visit_stabbed of any tree, eight boxes at a time.
std::uint64_t visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, StabSink& sink);

}  // namespace abut
