#pragma once

#include <abut/vec3.h>

#include <span>

namespace ABUT_API abut {

/// Where a model stands: world point = linear * model point + shift, as exact real numbers. Any finite, nonsingular map
/// with entries up to 2^300 is legal; rotations need not be perfectly orthonormal.
struct Placement {
  Matrix3 linear;
  Vec3 shift;

  friend constexpr bool operator==(const Placement&, const Placement&) = default;

  static constexpr Placement identity() { return {}; }
  static constexpr Placement translation(const Vec3& by) { return {Matrix3{}, by}; }
  /// The rotation of a quaternion (w first), then a shift. The quaternion is normalised first.
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

/// A placement with max |R'R - I| above this is affine, not rigid.
inline constexpr double rigid_defect = 0x1p-40;

/// Bounds every entry of |R'R - I| when it is 2^-40 or less, its own rounding included; more, or not a number, for
/// other matrices.
//
// With |R'R - I| <= 2^-40 three products of columns that are summed are off by less than 3.1u; adding magnitudes up
// makes any of them larger by less than 6u 2^-40. A sum, so that what is not a number stays visible.
inline double rigidity_defect(const Matrix3& r) {
  const Vec3 x = r.column(0), y = r.column(1), z = r.column(2);
  return (std::abs(dot(x, x) - 1) + std::abs(dot(y, y) - 1)) + (std::abs(dot(z, z) - 1) + std::abs(dot(x, y))) +
         (std::abs(dot(y, z)) + std::abs(dot(z, x))) + 4 * unit_roundoff;
}

/// Is max |R'R - I| <= 2^-40? Otherwise the placement is affine.
bool is_rigid(const Placement& at);

/// Throws Error when an entry is not finite or beyond 2^300, or when the map is singular. The message starts with
/// `what`, for example "poses.txt, line 3: the placement of A".
void require_valid(const Placement& at, const char* what = "the placement");

/// The placements of both models of one query.
struct PlacementPair {
  Placement a, b;
};

}  // namespace abut
