#pragma once

#include "engine/closed_box.h"
#include <abut/query.h>

namespace abut {

/// Squares whose roots are not above the distances of a box of a packet, closed here, from the opened ones, in the
/// opened frame's unit, on an instruction set other than plain C++. For rigid placements without a margin, and frames
/// whose slack is above 2^-60. For tests: queries have the kernel compiled in.
void quick_squares(Simd simd, const ClosedFrame& frame, const ObbPacket& boxes, int lane, const ObbPacket& opened,
                   double* squares);

}  // namespace abut
