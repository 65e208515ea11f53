#pragma once

#include <abut/vec3.h>

#include <cmath>

namespace abut {

inline constexpr double pi = 0x1.921fb54442d18p1;

/// The angle of the vector (x, y), y >= 0, in [0, pi]: as atan2, within 2^-50, and the same bits on every machine,
/// which libm's is not. 0 for the vector without a length.
double angle_of(double y, double x);

}  // namespace abut
