#pragma once

#include <abut/moving_features.h>

namespace abut {

using MovingTriangle = std::array<MovingPoint, 3>;

/// Is there a plane of constant direction between two moving triangles from time 0 to `until`? Tries the normals of
/// both as they are half way. False where rounding leaves it open.
bool surely_apart(const MovingTriangle& a, const MovingTriangle& b, double until);

}  // namespace abut
