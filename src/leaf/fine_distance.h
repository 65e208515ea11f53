#pragma once

#include "leaf/placed_shape.h"

namespace abut {

/// A lower bound of the distance of two triangles, proved by a plane between them, with twice the digits of a double;
/// 0 where that shows nothing, at scales that it does not suit among others. `guess_a` and `guess_b` are nearly the
/// closest points: with their features right, the bound is mostly the distance less some units in its last place. A
/// microsecond; the same bits on every machine.
double fine_lower(const PlacedTriangle& a, const PlacedTriangle& b, const Weights& guess_a, const Weights& guess_b);

}  // namespace abut
