#pragma once

#include "query/overlap_frame.h"
#include <abut/overlap.h>

namespace abut {

/// The overlap of two closed solids of any kind by cells: boxes that halve along each axis from level to level. A cell
/// that no triangle of a solid touches is all inside or all outside of it. lower is what cells inside both add up to,
/// upper is more by the cells that are not decided.
Overlap overlap_by_cells(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                         const OverlapFrame& frame, const OverlapOptions& options);

}  // namespace abut
