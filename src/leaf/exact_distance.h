#pragma once

#include "leaf/placed_shape.h"

#include <span>

namespace abut {

/// Two closest points, rounded, and the doubles next to the real distance: equal when it is a double, otherwise
/// neighbours. Of triangles that touch, the points are those guessed.
struct ExactDistance {
  double lower, upper;
  Weights a, b;
};

/// The distance of two triangles of any form and at any scale, in integers; 0 if and only if they touch. `guess_a` and
/// `guess_b` are nearly the closest points: a guess of the right features saves trying the others and changes no digit
/// of the distance. Ten microseconds with a good guess.
ExactDistance exact_distance(const PlacedTriangle& a, const PlacedTriangle& b, const Weights& guess_a,
                             const Weights& guess_b);

/// The unit vector from a's closest point to b's, rounded within 2^-50; of triangles that touch, 0. It does not depend
/// on which of several closest pairs is taken: of convex sets all have the same difference.
Vec3 exact_direction(const PlacedTriangle& a, const PlacedTriangle& b, const Weights& guess_a, const Weights& guess_b);

/// The sign of that distance minus the real sum of some lengths, finite and not negative: -1, 0 or 1. The sum need not
/// be a double, nor the distance.
int compare_distance(const PlacedTriangle& a, const PlacedTriangle& b, std::span<const double> lengths);

}  // namespace abut
