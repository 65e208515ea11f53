#pragma once

#include "classic/volume/core.h"
#include "classic/volume/extents.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

#include <type_traits>

namespace abut::classic {

class AabbTest;

// What rounding takes from a box of points with |coordinates| <= 1: u for the points themselves, 2u for the centre
// (what the half extent loses, the other side needs), u each for the difference and the sum that make the half extent.
inline constexpr double aabb_fit_error = 6 * unit_roundoff;

/// A box along the axes of a model's inner frame.
template <class Real>
struct BasicAabb {
  static constexpr VolumeKind kind = VolumeKind::aabb;
  static constexpr bool takes_fit = false, takes_sat = true;
  template <class Other>
  using In = BasicAabb<Other>;
  using Test = AabbTest;
  static constexpr double axes_defect = 0;

  std::array<Real, 3> centre, half;

  /// The smallest box around the triangles; there is nothing to choose, so `fit` is ignored.
  static BasicAabb around(TriangleRun triangles, Fit fit);
  /// The same from the triangles' ends, in twelve operations: all that a refit needs to know.
  template <class Number>
  static BasicAabb between(const Extents<Number>& ends) {
    if constexpr (std::is_same_v<Real, float>) {
      return narrow(BasicAabb<double>::between(ends));
    } else {
      BasicAabb result;
      for (int i = 0; i < 3; ++i) {
        result.centre[i] = (ends.low[i] + ends.high[i]) * Number(0.5);
        result.half[i] = (ends.high[i] - result.centre[i]) + Number(aabb_fit_error);
      }
      return result;
    }
  }

  BoxView box() const { return {Matrix3{}, {centre[0], centre[1], centre[2]}, {half[0], half[1], half[2]}}; }
};
using Aabb = BasicAabb<double>;

/// The box in float, grown so that it still bounds everything the wide one does.
BasicAabb<float> narrow(const Aabb& wide);

/// Overlap of the axis-aligned boxes of two placed models. The relative orientation is the same for all pairs, so it
/// and its magnitudes are prepared once (van den Bergen 1998, section 3).
class AabbTest {
 public:
  AabbTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect);

  const RelativePlacement& relative() const { return relative_; }

  template <class Real>
  bool may_overlap(const BasicAabb<Real>& a, const BasicAabb<Real>& b) const {
    return !apart(a.box(), relative_.linear * (b.box().centre * relative_.scale) + relative_.shift,
                  b.box().half * relative_.scale);
  }

  /// Never above the distance of the two boxes, a length in A's inner frame; 0 when they may overlap. Nearly always
  /// that distance up to rounding.
  template <class Real>
  double distance_below(const BasicAabb<Real>& a, const BasicAabb<Real>& b) const {
    return distance_below(a.box(), b.box());
  }
  double distance_below(const BoxView& a, const BoxView& b) const;

  class ClosedA {
   public:
    template <class Real>
    ClosedA(const AabbTest& test, const BasicAabb<Real>& a) : test_(test), a_(a.box()) {}
    template <class Real>
    bool may_overlap(const BasicAabb<Real>& b) const {
      const RelativePlacement& p = test_.relative_;
      return !test_.apart(a_, p.linear * (b.box().centre * p.scale) + p.shift, b.box().half * p.scale);
    }

   private:
    const AabbTest& test_;
    BoxView a_;
  };
  class ClosedB {
   public:
    template <class Real>
    ClosedB(const AabbTest& test, const BasicAabb<Real>& b)
        : test_(test),
          centre_(test.relative_.linear * (b.box().centre * test.relative_.scale) + test.relative_.shift),
          half_(b.box().half * test.relative_.scale) {}
    template <class Real>
    bool may_overlap(const BasicAabb<Real>& a) const {
      return !test_.apart(a.box(), centre_, half_);
    }

   private:
    const AabbTest& test_;
    Vec3 centre_, half_;
  };

 private:
  /// B's centre is given in A's frame, its half extents in A's units.
  bool apart(const BoxView& a, const Vec3& centre_b, const Vec3& half_b) const {
    const Vec3 t = centre_b - a.centre;
    if (!relative_.rigid) return apart_affine(a, t, half_b);
    pair_type pair = orientation_;
    pair.t = {t.x, t.y, t.z};
    const double size = sum_of(abs(t)) + sum_of(a.half) + sum_of(half_b);
    const double apart_by = slack_.fixed + slack_.relative * size;
    const HalfExtents<double> ha = half_extents(a.half), hb = half_extents(half_b);
    if (separating_face(pair, magnitudes_, ha, hb, apart_by) != no_axis) return true;
    return sat_ == Sat::full && separating_edges(pair, magnitudes_, ha, hb, apart_by) != no_axis;
  }
  bool apart_affine(const BoxView& a, const Vec3& t, const Vec3& half_b) const;

  using pair_type = BoxPair<double>;
  RelativePlacement relative_;
  pair_type orientation_, magnitudes_;
  BoxSlack slack_, slack_back_;
  Matrix3 sizes_, sizes_back_;  // van den Bergen 1998, section 6: four matrices serve all pairs of an affine query
  Sat sat_;
  BoxSlack distance_slack_, distance_slack_back_;  // without the margin
};

}  // namespace abut::classic
