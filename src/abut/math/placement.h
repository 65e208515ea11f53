#pragma once

#include <abut/math/matrix3.h>

#include <span>

namespace abut {

/// Where a model stands: world point = linear * model point + shift, as exact real numbers. Any finite, nonsingular map
/// with entries up to 2^300 is legal; rotations need not be perfectly orthonormal.
struct Placement {
  Matrix3 linear;
  Vec3 shift;

  friend constexpr bool operator==(const Placement&, const Placement&) = default;

  static constexpr Placement identity() { return {}; }
  static constexpr Placement translation(const Vec3& by) { return {Matrix3{}, by}; }
  /// A unit quaternion's rotation (w first), then a shift. The quaternion is normalised first.
  static Placement rotation(double w, double x, double y, double z, const Vec3& shift = {});
  /// Twelve numbers: the 3x4 matrix row by row, as in a poses file.
  static Placement from_rows(std::span<const double, 12> rows);
};

/// The image of a model point, rounded.
constexpr Vec3 operator*(const Placement& at, const Vec3& point) { return at.linear * point + at.shift; }
/// First `inner`, then `outer`, rounded.
constexpr Placement operator*(const Placement& outer, const Placement& inner) {
  return {outer.linear * inner.linear, outer * inner.shift};
}
/// The map back, rounded.
constexpr Placement inverse(const Placement& at) {
  const Matrix3 back = inverse(at.linear);
  return {back, -(back * at.shift)};
}

/// Is max |R'R - I| <= 2^-40? Otherwise the placement is affine.
bool is_rigid(const Placement& at);

/// Throws Error when an entry is not finite or beyond 2^300, or when the map is singular. `what` opens the message,
/// for example "poses.txt, line 3: the placement of A".
void require_valid(const Placement& at, const char* what = "the placement");

}  // namespace abut
