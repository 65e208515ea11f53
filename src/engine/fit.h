#pragma once

#include "engine/collapse.h"

#include <span>

namespace abut {

/// Makes the nodes of a tree, given nine floats a triangle in leaf order, corner by corner. The same bytes for every
/// number of threads.
void fit_boxes(const WideTopology& topology, const float* corners, WideTree& tree, int threads);

}  // namespace abut
