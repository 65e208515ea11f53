#pragma once

#include "math/seen_motion.h"

#include <array>

namespace abut {

/// Does some point of the triangle p, which moves, stay within a limit of the triangle q, which is taken for standing
/// still, all the time? A yes is proved; where p slides on q, or close to it, it is told whenever a point stays over q
/// well enough. The corners are as in the middle of the time, off by no more than the motion's strays.
bool a_point_stays_within(const SeenMotion& motion, const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& q,
                          double limit);

}  // namespace abut
