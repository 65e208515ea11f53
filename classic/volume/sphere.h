#pragma once

#include "classic/volume/box_test.h"
#include "classic/volume/extents.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

namespace abut::classic {

class SphereTest;

/// A ball in a model's inner frame.
template <class Real>
struct BasicSphere {
  static constexpr VolumeKind kind = VolumeKind::sphere;
  static constexpr bool takes_fit = false, takes_sat = false;
  template <class Other>
  using In = BasicSphere<Other>;
  using Test = SphereTest;
  static constexpr double axes_defect = 0;
  /// A refit measures balls by those so many levels below: balls around balls grow with every step.
  static constexpr int refit_levels = 4;

  std::array<Real, 3> centre;
  Real radius;

  /// The smallest ball around the triangles, up to rounding; there is nothing to choose, so `fit` is ignored.
  static BasicSphere around(TriangleRun triangles, Fit fit);

  Vec3 middle() const { return {centre[0], centre[1], centre[2]}; }
  /// A box around the ball, for tests against other kinds.
  BoxView box() const {
    const double r = radius;
    return {Matrix3{}, middle(), {r, r, r}};
  }
};
using Sphere = BasicSphere<double>;

/// The ball in float, grown so that it still bounds everything the wide one does.
BasicSphere<float> narrow(const Sphere& wide);

/// A ball around triangles that have moved; `ends` are theirs in the inner frame. Not the smallest, but cheap.
template <class Real>
BasicSphere<Real> refitted(const BasicSphere<Real>& before, const Extents<double>& ends, TriangleRun triangles);
/// The same around balls that together hold the triangles.
template <class Real>
BasicSphere<Real> refitted(const BasicSphere<Real>& before, const Extents<double>& ends,
                           std::span<const BasicSphere<Real>> pieces);

template <class Real>
double squared_diameter(const BasicSphere<Real>& v) {
  return 4 * static_cast<double>(v.radius) * v.radius;
}
template <class Real>
double volume_of(const BasicSphere<Real>& v) {
  return 4.18879020478639 * static_cast<double>(v.radius) * v.radius * v.radius;
}
template <class Real>
double surface_of(const BasicSphere<Real>& v) {
  return 12.5663706143592 * static_cast<double>(v.radius) * v.radius;
}

/// Overlap of balls of two placed models; made once per query.
class SphereTest {
 public:
  SphereTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect);

  const RelativePlacement& relative() const { return relative_; }

  template <class Real>
  bool may_overlap(const BasicSphere<Real>& a, const BasicSphere<Real>& b) const {
    return ClosedB(*this, b).may_overlap(a);
  }

  /// Never above the distance of the two balls, a length in A's inner frame; 0 when they may overlap.
  template <class Real>
  double distance_below(const BasicSphere<Real>& a, const BasicSphere<Real>& b) const {
    return gap(a.middle(), a.radius, in_a(b.middle()), radius_in_a(b.radius));
  }

  class ClosedA {
   public:
    template <class Real>
    ClosedA(const SphereTest& test, const BasicSphere<Real>& a) : test_(test), centre_(a.middle()), radius_(a.radius) {}
    template <class Real>
    bool may_overlap(const BasicSphere<Real>& b) const {
      return !test_.apart(centre_, radius_, test_.in_a(b.middle()), test_.radius_in_a(b.radius));
    }

   private:
    const SphereTest& test_;
    Vec3 centre_;
    double radius_;
  };
  class ClosedB {
   public:
    template <class Real>
    ClosedB(const SphereTest& test, const BasicSphere<Real>& b)
        : test_(test), centre_(test.in_a(b.middle())), radius_(test.radius_in_a(b.radius)) {}
    template <class Real>
    bool may_overlap(const BasicSphere<Real>& a) const {
      return !test_.apart(a.middle(), a.radius, centre_, radius_);
    }

   private:
    const SphereTest& test_;
    Vec3 centre_;
    double radius_;
  };

 private:
  Vec3 in_a(const Vec3& centre) const { return relative_.linear * (centre * relative_.scale) + relative_.shift; }
  double radius_in_a(double radius) const { return radius * relative_.scale * relative_.stretch; }
  // Squares are compared: sums of squares have no cancellation, and 16u of the reach covers their rounding.
  bool apart(const Vec3& a, double radius_a, const Vec3& b, double radius_b) const {
    const Vec3 d = b - a;
    const double reach = (radius_a + radius_b + slack_.fixed) * (1 + 16 * unit_roundoff);
    return dot(d, d) > reach * reach;
  }
  // A length of three squares is off by 4u, the radii and the differences round to 4u of all.
  double gap(const Vec3& a, double radius_a, const Vec3& b, double radius_b) const {
    const double between = length(b - a), left = between * (1 - 8 * unit_roundoff) -
                                                 (radius_a + radius_b + distance_slack_) * (1 + 4 * unit_roundoff);
    return left > 0 ? left : 0;
  }

  RelativePlacement relative_;
  BoxSlack slack_;
  double distance_slack_;
};

}  // namespace abut::classic
