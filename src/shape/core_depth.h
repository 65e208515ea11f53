#pragma once

#include "shape/shape_data.h"

namespace abut {

/// The shortest translation of B after which the interiors of two cores are disjoint.
struct CoreDepth {
  Bracket length;
  Vec3 normal;  ///< the direction of such a translation, a unit vector; 0 if none is known
};

/// Of two convex cores that touch or overlap.
CoreDepth convex_depth(const StandingShape& a, const StandingShape& b);

/// Of any two bounded cores that touch or overlap, closed where they have an inside. `guess` is a unit vector along
/// which B may leave A, or 0.
CoreDepth core_depth(const StandingShape& a, const StandingShape& b, const Vec3& guess);

}  // namespace abut
