#pragma once

// Signs that decide contact, taken over the exact real images of placed points. Valid for every finite input up to
// 2^300, subnormals included; never rounded, never wrong, the same on every machine.

#include <abut/placement.h>

namespace abut {

/// A model point and where its model stands; both outlive the call. Its world position is a real number, not a double.
struct PlacedPoint {
  const Vec3* point;
  const Placement* at;
};

/// The sign of det(b - a, c - a, d - a): 1 when d lies on the side that (b - a) x (c - a) points to, 0 when the four
/// points are coplanar.
int exact_orientation3d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, const PlacedPoint& d);

/// The sign of the component along `dropped` of (b - a) x (c - a): the turn of the projection along that axis.
int exact_orientation2d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int dropped);

/// The sign of a's minus b's world coordinate.
int exact_compare(const PlacedPoint& a, const PlacedPoint& b, int axis);

/// Do the two images coincide?
bool exact_equal(const PlacedPoint& a, const PlacedPoint& b);

/// The sign of the determinant of a matrix with entries up to 2^300.
int exact_determinant_sign(const Matrix3& m);

}  // namespace abut
