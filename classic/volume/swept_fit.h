#pragma once

#include "classic/volume/core.h"
#include "classic/volume/extents.h"
#include "classic/volume/triangle_run.h"

#include <vector>

namespace abut::classic {

// What the fits of swept spheres share. A volume is fitted to balls: the corners of triangles, without a radius, or the
// ends of volumes that hold them.

/// A point that takes up space.
struct RoundPoint {
  Vec3 at;
  double radius = 0;
};

std::vector<RoundPoint> round_points(TriangleRun triangles);
/// The ball around the middle of a box that holds all there is to bound.
RoundPoint ball_around(const Extents<double>& ends);

/// Is a volume that was refitted with its old axes to be kept, rather than the ball around its ends? It is when its
/// surface is no larger, which is what queries pay for, and it is no longer than such balls are in an inner frame,
/// which error bounds count on. (By diameters alone, balls took the place of plates as long as they: refitted trees of
/// rectangles made three times the tests of new ones where no point had moved.)
template <class V>
bool is_kept_over(const RoundPoint& ball, const V& v) {
  constexpr double pi = 3.14159265358979323846;
  return surface_of(v) <= 4 * pi * ball.radius * ball.radius && squared_diameter(v) <= 12;
}

/// The radius of the sphere that, swept over the core, covers all the points, rounding included. Lengths are within 4.
template <int dimensions>
double radius_over(const Core<dimensions>& core, std::span<const RoundPoint> points);

/// What a radius must grow by when the core is stored in floats. Not measured on the floats: g++ 12 takes vectors of
/// numbers that go to float and back for the numbers themselves, and radii came out too small.
template <int dimensions>
double rounded_by(const Core<dimensions>& core);

/// A segment along the first of three orthonormal axes, its line in the middle of the points: of the smallest circle
/// around them when `tight`, else of their extents across.
Core<1> segment_along(const Matrix3& axes, std::span<const RoundPoint> points, bool tight);

/// A rectangle along the first two of three orthonormal axes; the third is the direction that the radius covers.
Core<2> rectangle_along(const Matrix3& axes, std::span<const RoundPoint> points);

/// How far the points reach along each of the axes, low and high.
Extents<double> extents_along(const Matrix3& axes, std::span<const RoundPoint> points);

/// Any orthonormal axes of which the first is the given unit vector.
Matrix3 frame_along(const Vec3& axis);

}  // namespace abut::classic
