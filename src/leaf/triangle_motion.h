#pragma once

#include <abut/moving_features.h>

namespace abut {

using MovingTriangle = std::array<MovingPoint, 3>;

/// Two moving triangles are apart before this time: a plane of constant direction is between them. Tries the normals of
/// both as they are half way and, if these do not tell until `wanted`, the directions across a side of each. 0 where
/// rounding leaves it open, infinite where they are apart until time 1.
double apart_until(const MovingTriangle& a, const MovingTriangle& b, double wanted);

}  // namespace abut
