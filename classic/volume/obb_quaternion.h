#pragma once

#include "classic/volume/obb.h"
#include "classic/volume/quaternion.h"

namespace abut::classic {

/// A box with its own axes, which a quaternion stands for: ten numbers instead of fifteen (Gottschalk et al. 1996,
/// section 7.2). They are unfolded for every test, in 24 operations.
template <class Real>
struct BasicObbQuaternion {
  static constexpr VolumeKind kind = VolumeKind::obb_quaternion;
  static constexpr bool takes_fit = true, takes_sat = true;
  template <class Other>
  using In = BasicObbQuaternion<Other>;
  using Test = ObbTest;
  /// Bounds |entry of (axes' axes - I)|. With N = |turn|^2 the matrix is Q + (1 - N) I with Q'Q = N^2 I, so that the
  /// entries are off by less than 5 |1 - N|, and 24u more for the rounding of the matrix. A turn whose numbers are
  /// rounded to nearest has |1 - N| < 2.1 * 2^-24 in float; in double it is made of a length with 8u.
  static constexpr double axes_defect = sizeof(Real) == sizeof(float) ? 0x1p-20 : 0x1p-46;
  static constexpr int refit_levels = 4;

  std::array<Real, 4> turn;  // w, x, y, z
  std::array<Real, 3> centre, half;

  /// As Obb::around; a left-handed frame has an axis turned over, which changes no box.
  static BasicObbQuaternion around(TriangleRun triangles, Fit fit);

  Matrix3 axes() const {
    const TurnMatrix<double> m = matrix_of(Quaternion<double>{turn[0], turn[1], turn[2], turn[3]});
    return {{m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]}};
  }
  BoxView box() const { return {axes(), {centre[0], centre[1], centre[2]}, {half[0], half[1], half[2]}}; }
  operator BoxView() const { return box(); }  // NOLINT: its test is that of boxes
};
using ObbQuaternion = BasicObbQuaternion<double>;

/// The box in float, grown so that it still bounds everything the wide one does.
BasicObbQuaternion<float> narrow(const ObbQuaternion& wide);

/// As those of an oriented box.
template <class Real>
BasicObbQuaternion<Real> refitted(const BasicObbQuaternion<Real>& before, const Extents<double>& ends,
                                  TriangleRun triangles);
template <class Real>
BasicObbQuaternion<Real> refitted(const BasicObbQuaternion<Real>& before, const Extents<double>& ends,
                                  std::span<const BasicObbQuaternion<Real>> pieces);

}  // namespace abut::classic
