#pragma once

#include "classic/volume/extents.h"
#include "classic/volume/swept_test.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

namespace abut::classic {

/// A sphere swept over a line segment, in a model's inner frame: the points within `radius` of centre + w axis with
/// |w| <= extent. `axis` is a unit vector.
template <class Real>
struct BasicLss {
  static constexpr VolumeKind kind = VolumeKind::lss;
  static constexpr bool takes_fit = true, takes_sat = false;
  template <class Other>
  using In = BasicLss<Other>;
  using Test = SweptTest<1>;
  /// Bounds |entry of (axes' axes - I)| of its box.
  static constexpr double axes_defect = sizeof(Real) == sizeof(float) ? 0x1p-22 : 0x1p-49;
  /// A refit measures volumes by those so many levels below: they grow with every step.
  static constexpr int refit_levels = 4;

  std::array<Real, 3> axis, centre;
  Real extent, radius;

  /// Around the triangles: the line goes along their longest principal axis, `fit` as for oriented boxes, through the
  /// smallest circle around what they look like from its end (Larsen et al. 1999, section 4.1).
  static BasicLss around(TriangleRun triangles, Fit fit);

  Core<1> core() const {
    return {{centre[0], centre[1], centre[2]}, {Vec3{axis[0], axis[1], axis[2]}}, {static_cast<double>(extent)}};
  }
  BoxView box() const;
};
using Lss = BasicLss<double>;

/// The volume in float, grown so that it still bounds everything the wide one does.
BasicLss<float> narrow(const Lss& wide);

/// With the axis of `before`, around triangles that have moved; a lone triangle gets a new one. `ends` are the
/// triangles' in the inner frame.
template <class Real>
BasicLss<Real> refitted(const BasicLss<Real>& before, const Extents<double>& ends, TriangleRun triangles);
/// The same around volumes that together hold the triangles, or the ball around `ends` where that is better.
template <class Real>
BasicLss<Real> refitted(const BasicLss<Real>& before, const Extents<double>& ends,
                        std::span<const BasicLss<Real>> pieces);

template <class Real>
double squared_diameter(const BasicLss<Real>& v) {
  const double half = static_cast<double>(v.extent) + v.radius;
  return 4 * half * half;
}
template <class Real>
double volume_of(const BasicLss<Real>& v) {
  const double r = v.radius, e = v.extent;
  return 3.14159265358979 * r * r * (2 * e + 4.0 / 3 * r);
}
template <class Real>
double surface_of(const BasicLss<Real>& v) {
  const double r = v.radius, e = v.extent;
  return 12.5663706143592 * r * (e + r);
}

}  // namespace abut::classic
