#pragma once

#include "leaf/placed_shape.h"

namespace abut {

/// Two nearly closest points and the real distance's bracket.
struct CarefulDistance {
  double lower, upper;
  Weights a, b;
};

/// The distance of two triangles that do not touch, in 320 bits: for the few pairs whose distance cannot be bracketed
/// in doubles. `lower` is proved by a plane between the triangles. Some hundred microseconds.
CarefulDistance careful_distance(const PlacedTriangle& a, const PlacedTriangle& b);

}  // namespace abut
