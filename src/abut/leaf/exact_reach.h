#pragma once

#include <abut/math/exact_orientation.h>

#include <array>

namespace abut {

/// Does a length reach from one triangle to the other: is their distance in the world less than it, or equal to it
/// where that counts? For triangles that do not touch, of any form. Exact. Some hundred microseconds.
bool exact_reach(const std::array<PlacedPoint, 3>& a, const std::array<PlacedPoint, 3>& b, double length,
                 bool equal_counts);

}  // namespace abut
