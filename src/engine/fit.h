#pragma once

#include "engine/collapse.h"

#include <span>

namespace abut {

/// Makes the nodes of a tree whose order and corners are there. The same bytes for every number of threads.
void fit_boxes(const WideTopology& topology, WideTree& tree, int threads);

}  // namespace abut
