#pragma once

#include "shape/length_sum.h"
#include "shape/shape_data.h"
#include <abut/query.h>

#include <optional>

namespace abut {

/// Are two convex cores, with all that is in them, within the real sum of some lengths of each other? By rounded
/// arithmetic with a proved bound on its error: unknown where that cannot tell.
Answer convex_within(const StandingShape& a, const StandingShape& b, const LengthSum& reach);

/// The distance of two convex cores that are clearly apart, likewise; nothing where that cannot tell.
struct ConvexGap {
  Bracket length;
  Vec3 point_a, point_b;  ///< in the world, rounded
  Vec3 normal;            ///< from A to B, a unit vector, within 2^-23
  int steps = 0;
};
std::optional<ConvexGap> convex_gap(const StandingShape& a, const StandingShape& b);

}  // namespace abut
