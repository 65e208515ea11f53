#pragma once

#include <abut/vec3.h>

#include <array>
#include <span>

namespace abut::classic {

/// The centre of the smallest ball around the points, up to rounding; there is at least one.
Vec3 centre_of_smallest_ball(std::span<const Vec3> points);

/// The same around a triangle: the middle of its longest edge, or the centre of its circumcircle when it is acute.
Vec3 centre_around_triangle(const std::array<Vec3, 3>& corners);

}  // namespace abut::classic
