#pragma once

// Answers from CGAL's exact kernel. Shares no code with the library: exact images are constructed as rational numbers.

#include <abut/placement.h>

#include <array>

namespace abut {

/// Do the closed images of two triangles, degenerate ones included, share a point?
bool cgal_touch(const std::array<Vec3, 3>& a, const Placement& at_a, const std::array<Vec3, 3>& b,
                const Placement& at_b);

/// The distance of the two images lies between these doubles, a few units in the last place apart; both are 0 if and
/// only if the images touch.
struct DistanceBracket {
  double lower, upper;
};
DistanceBracket cgal_distance(const std::array<Vec3, 3>& a, const Placement& at_a, const std::array<Vec3, 3>& b,
                              const Placement& at_b);

/// Self-contact of one mesh: do the closed triangles share a point outside the hull of the corners that they have in
/// common (by position), or are they the same set of points? The intersection is constructed, corner by corner.
bool cgal_touch_beyond_common(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);

}  // namespace abut
