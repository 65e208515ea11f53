#pragma once

#include "classic/volume/extents.h"
#include "classic/volume/swept_test.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

namespace abut::classic {

/// A sphere swept over a rectangle, in a model's inner frame: the points within `radius` of centre + w_0 axes[0] + w_1
/// axes[1] with |w_i| <= extent[i]. The axes are perpendicular unit vectors.
template <class Real>
struct BasicRss {
  static constexpr VolumeKind kind = VolumeKind::rss;
  static constexpr bool takes_fit = true, takes_sat = false;
  template <class Other>
  using In = BasicRss<Other>;
  using Test = SweptTest<2>;
  /// Bounds |entry of (axes' axes - I)| of its box.
  static constexpr double axes_defect = sizeof(Real) == sizeof(float) ? 0x1p-22 : 0x1p-49;
  /// A refit measures volumes by those so many levels below: they grow with every step.
  static constexpr int refit_levels = 4;

  std::array<std::array<Real, 3>, 2> axes;
  std::array<Real, 3> centre;
  std::array<Real, 2> extent;
  Real radius;

  /// Around the triangles (Larsen et al. 1999, section 4.1): the radius covers the thinnest of the principal axes,
  /// `fit` as for oriented boxes; the rectangle is as small as the two others allow, and its corners go out at 45
  /// degrees until all is covered.
  static BasicRss around(TriangleRun triangles, Fit fit);

  Rectangle core() const {
    return {{centre[0], centre[1], centre[2]},
            {Vec3{axes[0][0], axes[0][1], axes[0][2]}, Vec3{axes[1][0], axes[1][1], axes[1][2]}},
            {static_cast<double>(extent[0]), static_cast<double>(extent[1])}};
  }
  BoxView box() const;
};
using Rss = BasicRss<double>;

/// The volume in float, grown so that it still bounds everything the wide one does.
BasicRss<float> narrow(const Rss& wide);

/// With the axes of `before`, around triangles that have moved; a lone triangle gets new ones. `ends` are the
/// triangles' in the inner frame.
template <class Real>
BasicRss<Real> refitted(const BasicRss<Real>& before, const Extents<double>& ends, TriangleRun triangles);
/// The same around volumes that together hold the triangles, or the ball around `ends` where that is better.
template <class Real>
BasicRss<Real> refitted(const BasicRss<Real>& before, const Extents<double>& ends,
                        std::span<const BasicRss<Real>> pieces);

template <class Real>
double squared_diameter(const BasicRss<Real>& v) {
  const double x = v.extent[0], y = v.extent[1], half = std::sqrt(x * x + y * y) + v.radius;
  return 4 * half * half;
}
template <class Real>
double volume_of(const BasicRss<Real>& v) {
  const double r = v.radius, x = v.extent[0], y = v.extent[1];
  return r * (8 * x * y + 3.14159265358979 * r * (2 * (x + y) + 4.0 / 3 * r));
}
template <class Real>
double surface_of(const BasicRss<Real>& v) {
  const double r = v.radius, x = v.extent[0], y = v.extent[1];
  return 8 * x * y + 12.5663706143592 * r * (x + y + r);
}

}  // namespace abut::classic
