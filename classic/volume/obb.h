#pragma once

#include "classic/volume/core.h"
#include "classic/volume/extents.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

namespace abut::classic {

class ObbTest;

/// A box with its own axes, in a model's inner frame. Columns of `axes` are unit vectors; `half` is measured along
/// them.
template <class Real>
struct BasicObb {
  static constexpr VolumeKind kind = VolumeKind::obb;
  static constexpr bool takes_fit = true, takes_sat = true;
  template <class Other>
  using In = BasicObb<Other>;
  using Test = ObbTest;
  /// Bounds |entry of (axes' axes - I)|: the axes' own rounding.
  static constexpr double axes_defect = sizeof(Real) == sizeof(float) ? 0x1p-22 : 0x1p-49;
  /// A refit measures boxes by those so many levels below: boxes around turned boxes grow with every step.
  static constexpr int refit_levels = 4;

  std::array<Real, 9> axes;  // row by row, as in Matrix3
  std::array<Real, 3> centre, half;

  /// A box around the triangles, its axes chosen by `fit`. Flat, straight and single-point input is fitted in its own
  /// dimension; a lone triangle gets its normal and its longest edge.
  static BasicObb around(TriangleRun triangles, Fit fit);

  BoxView box() const {
    BoxView view;
    for (int i = 0; i < 9; ++i) view.axes.entries[i] = axes[i];
    view.centre = {centre[0], centre[1], centre[2]};
    view.half = {half[0], half[1], half[2]};
    return view;
  }
};
using Obb = BasicObb<double>;

/// The smallest box with the given axes around the triangles; `defect` bounds |entry of (axes' axes - I)|.
Obb obb_along(const Matrix3& axes, TriangleRun triangles, double defect = Obb::axes_defect);
/// The same around boxes, and no larger than `ends`, if given, allow.
Obb obb_around(const Matrix3& axes, std::span<const BoxView> boxes, double defect,
               const Extents<double>* ends = nullptr);
/// The box in float, grown so that it still bounds everything the wide one does.
BasicObb<float> narrow(const Obb& wide);

/// A box with the axes of `before` around triangles that have moved; a lone triangle gets new ones, which is cheap and
/// keeps its box flat. `ends` are the triangles' in the inner frame.
template <class Real>
BasicObb<Real> refitted(const BasicObb<Real>& before, const Extents<double>& ends, TriangleRun triangles);
/// The same around boxes that together hold the triangles, and no larger than `ends` allow.
template <class Real>
BasicObb<Real> refitted(const BasicObb<Real>& before, const Extents<double>& ends,
                        std::span<const BasicObb<Real>> pieces);

/// Overlap of oriented boxes of two placed models; made once per query.
class ObbTest {
 public:
  ObbTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect);

  const RelativePlacement& relative() const { return relative_; }

  bool may_overlap(const BoxView& a, const BoxView& b) const { return ClosedA(*this, a).may_overlap(b); }
  template <class Real>
  bool may_overlap(const BasicObb<Real>& a, const BasicObb<Real>& b) const {
    return may_overlap(a.box(), b.box());
  }

  /// Never above the distance of the two boxes, a length in A's inner frame; 0 when they may overlap. Nearly always
  /// that distance up to rounding.
  double distance_below(const BoxView& a, const BoxView& b) const;
  template <class Real>
  double distance_below(const BasicObb<Real>& a, const BasicObb<Real>& b) const {
    return distance_below(a.box(), b.box());
  }

  /// A box of A, its share of the arithmetic done once for all the boxes of B that it meets.
  class ClosedA {
   public:
    ClosedA(const ObbTest& test, const BoxView& a)
        : test_(test),
          a_(a),
          to_a_(transposed(a.axes) * test.relative_.linear),
          shift_(transposed_times(a.axes, test.relative_.shift - a.centre)) {}
    template <class Real>
    ClosedA(const ObbTest& test, const BasicObb<Real>& a) : ClosedA(test, a.box()) {}

    bool may_overlap(const BoxView& b) const {
      const double scale = test_.relative_.scale;
      return !test_.apart(a_, b.axes, b.half * scale, to_a_ * (b.centre * scale) + shift_, to_a_ * b.axes);
    }
    template <class Real>
    bool may_overlap(const BasicObb<Real>& b) const {
      return may_overlap(b.box());
    }

   private:
    const ObbTest& test_;
    BoxView a_;
    Matrix3 to_a_;  // A's axes <- B's inner frame
    Vec3 shift_;
  };

  /// The same for a box of B.
  class ClosedB {
   public:
    ClosedB(const ObbTest& test, const BoxView& b)
        : test_(test),
          axes_(b.axes),
          axes_in_a_(test.relative_.linear * b.axes),
          centre_(test.relative_.linear * (b.centre * test.relative_.scale) + test.relative_.shift),
          half_(b.half * test.relative_.scale) {}
    template <class Real>
    ClosedB(const ObbTest& test, const BasicObb<Real>& b) : ClosedB(test, b.box()) {}

    bool may_overlap(const BoxView& a) const {
      return !test_.apart(a, axes_, half_, transposed_times(a.axes, centre_ - a.centre),
                          transposed(a.axes) * axes_in_a_);
    }
    template <class Real>
    bool may_overlap(const BasicObb<Real>& a) const {
      return may_overlap(a.box());
    }

   private:
    const ObbTest& test_;
    Matrix3 axes_, axes_in_a_;
    Vec3 centre_, half_;
  };

 private:
  /// t: B's centre in A's axes; r: B's axes in A's axes; half_b in A's units.
  bool apart(const BoxView& a, const Matrix3& axes_b, const Vec3& half_b, const Vec3& t, const Matrix3& r) const {
    if (!relative_.rigid) return apart_affine(a, axes_b, half_b, t, r);
    const BoxPair<double> pair{
        {t.x, t.y, t.z}, {{{r(0, 0), r(0, 1), r(0, 2)}, {r(1, 0), r(1, 1), r(1, 2)}, {r(2, 0), r(2, 1), r(2, 2)}}}};
    return surely_apart(pair, a.half, half_b, slack_, sat_);
  }
  bool apart_affine(const BoxView& a, const Matrix3& axes_b, const Vec3& half_b, const Vec3& t, const Matrix3& r) const;

  RelativePlacement relative_;
  BoxSlack slack_, slack_back_;
  Sat sat_;
  CoreSlack core_slack_;
};

}  // namespace abut::classic
