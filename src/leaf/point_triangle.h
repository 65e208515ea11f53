#pragma once

#include <abut/vec3.h>

#include <array>

namespace abut {

/// The point of a triangle, which may be a segment or a point, nearest to a given one; as good as distance_to_triangle.
Vec3 nearest_on_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle);

/// The distance from a point to the nearest point of a segment; its ends may coincide.
double distance_to_segment(const Vec3& point, const Vec3& a, const Vec3& b);

/// The distance from a point to the nearest point of a triangle, which may be a segment or a point. The length to some
/// point of the triangle, so never too small; too large by at most a few units in the last place of the largest
/// difference of coordinates, and for a sliver narrower than 2^-24 of its length by at most half its width.
double distance_to_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle);

}  // namespace abut
