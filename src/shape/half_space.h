#pragma once

#include "shape/length_sum.h"
#include "shape/shape_data.h"

namespace abut {

/// Is a point of a core within the real sum of some lengths of a placed half-space, or in it? Exact. The core may be
/// that of another half-space.
bool half_space_within(const StandingShape& half_space, const StandingShape& core, const LengthSum& reach);

/// How far a core reaches out of a placed half-space, or into it: negative. Minus infinity for another half-space,
/// unless the two face each other exactly.
struct HalfSpaceGap {
  Bracket height;
  Vec3 point;   ///< of the core, the lowest, in the world, rounded
  Vec3 normal;  ///< out of the half-space, a unit vector
};
HalfSpaceGap half_space_gap(const StandingShape& half_space, const StandingShape& core);

}  // namespace abut
