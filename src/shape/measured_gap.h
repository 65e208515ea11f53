#pragma once

#include "shape/convex_gap.h"
#include "shape/simplex.h"

namespace abut {

/// The bracket of the distance of two convex cores, and points of both, from a vector `way` that is nearly the shortest
/// from A to B. From below: a plane across `way`. From above: the points of the cores that the simplex stands for.
/// Where nothing is rounded, both are exact. Leaves out the normal.
ConvexGap measured_gap(const StandingShape& a, const StandingShape& b, const Vec3& way, const Simplex& simplex);

}  // namespace abut
