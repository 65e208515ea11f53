#pragma once

#include "leaf/perturbed_pair.h"
#include "math/measured_wide.h"

namespace abut {

template <class Number>
using PointOf = std::array<Number, 3>;

/// How far along the way from p to q the plane through the corners is crossed, as a part of it: in [0, 1]. For ends
/// that are not on one side of the plane, nor both on it. Off by at most 2^-48 of itself where numbers are so unlike
/// that even expansions cannot help, otherwise by 2^-99.
MeasuredWide exact_crossing_part(const PlacedPoint& p, const PlacedPoint& q, const PlacedCorners& plane);

/// The same in doubles: measured from the near points, whose coordinates are off by `error`, or exactly when the result
/// would be off by more than 2^-30.
MeasuredNumber crossing_part(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorners& plane, double error);

/// The image of the point, less a point of the world, times a power of two.
PointOf<MeasuredWide> exact_point(const PlacedPoint& p, const Vec3& origin, double factor);

}  // namespace abut
