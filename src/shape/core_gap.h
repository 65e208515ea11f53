#pragma once

#include "shape/shape_data.h"

namespace abut {

/// How far two cores are apart, with all that is in them.
struct CoreGap {
  Bracket length;         ///< negative where they overlap and a depth is asked for; 0 where they touch
  Vec3 point_a, point_b;  ///< in the world
  Vec3 normal;            ///< a unit vector along which B leaves A
  Counters counters;
};

/// Of bounded cores; `limit`: nothing farther apart need be measured. `depth`: how deep they are in each other.
CoreGap core_gap(const StandingShape& a, const StandingShape& b, double limit, bool depth);

}  // namespace abut
