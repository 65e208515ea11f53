#pragma once

#include "classic/volume/lss.h"
#include "classic/volume/rss.h"
#include "classic/volume/sphere.h"

#include <type_traits>

namespace abut::classic {

class HybridTest;

/// A sphere swept over a point, a segment or a rectangle, as its place in the tree suits: a static hybrid (Larsen et
/// al. 1999, section 4.2). Only the first `dimensions` axes count.
template <class Real>
struct BasicHybrid {
  static constexpr VolumeKind kind = VolumeKind::hybrid;
  static constexpr bool takes_fit = true, takes_sat = false;
  template <class Other>
  using In = BasicHybrid<Other>;
  using Test = HybridTest;
  static constexpr double axes_defect = BasicRss<Real>::axes_defect;
  static constexpr int refit_levels = 4;

  std::array<std::array<Real, 3>, 2> axes;
  std::array<Real, 3> centre;
  std::array<Real, 2> extent;
  Real radius;
  /// As wide as a number, so that no bytes are left over whose value nobody sets.
  std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t> dimensions;

  /// The paper's rule, by the sides of the oriented box around the triangles: a point when the longest is no more than
  /// twice the shortest, a segment when it is more than twice the second, else a rectangle.
  static BasicHybrid around(TriangleRun triangles, Fit fit);

  Rectangle core() const {
    return {{centre[0], centre[1], centre[2]},
            {Vec3{axes[0][0], axes[0][1], axes[0][2]}, Vec3{axes[1][0], axes[1][1], axes[1][2]}},
            {static_cast<double>(extent[0]), static_cast<double>(extent[1])}};
  }
  BoxView box() const;
};
using Hybrid = BasicHybrid<double>;

BasicHybrid<float> narrow(const Hybrid& wide);

/// With the shape and the axes of `before`, around triangles that have moved; a lone triangle is fitted anew.
template <class Real>
BasicHybrid<Real> refitted(const BasicHybrid<Real>& before, const Extents<double>& ends, TriangleRun triangles);
/// The same around volumes that together hold the triangles, or the ball around `ends` where that is better.
template <class Real>
BasicHybrid<Real> refitted(const BasicHybrid<Real>& before, const Extents<double>& ends,
                           std::span<const BasicHybrid<Real>> pieces);

/// As those of a rectangle swept sphere, whose extents may be 0.
template <class Real>
BasicRss<Real> as_rss(const BasicHybrid<Real>& v) {
  return {v.axes, v.centre, v.extent, v.radius};
}
template <class Real>
double squared_diameter(const BasicHybrid<Real>& v) {
  return squared_diameter(as_rss(v));
}
template <class Real>
double volume_of(const BasicHybrid<Real>& v) {
  return volume_of(as_rss(v));
}
template <class Real>
double surface_of(const BasicHybrid<Real>& v) {
  return surface_of(as_rss(v));
}

/// Overlap and distance of hybrids of two placed models: of any two shapes, by the cheapest test that there is for
/// them.
class HybridTest {
 public:
  /// In A's inner frame; no point is farther than `reach` from the part of the core that counts.
  struct Swept {
    Rectangle core;
    std::uint32_t dimensions;
    double reach;
  };

  HybridTest(const RelativePlacement& b_in_a, Sat, double) : relative_(b_in_a), slack_(b_in_a) {}

  const RelativePlacement& relative() const { return relative_; }

  template <class Real>
  bool may_overlap(const BasicHybrid<Real>& a, const BasicHybrid<Real>& b) const {
    return ClosedB(*this, b).may_overlap(a);
  }
  /// Never above the distance of the two volumes, a length in A's inner frame; 0 when they may overlap.
  template <class Real>
  double distance_below(const BasicHybrid<Real>& a, const BasicHybrid<Real>& b) const {
    return distance_below(of_a(a), of_b(b));
  }

  /// A volume of B, as A sees it.
  Swept seen(const Rectangle& b, std::uint32_t dimensions, double radius) const;
  /// Are they surely farther apart than the margin?
  bool apart(const Swept& a, const Swept& b) const;
  double distance_below(const Swept& a, const Swept& b) const;

  class ClosedA {
   public:
    template <class Real>
    ClosedA(const HybridTest& test, const BasicHybrid<Real>& a) : test_(test), a_(of_a(a)) {}
    template <class Real>
    bool may_overlap(const BasicHybrid<Real>& b) const {
      return !test_.apart(a_, test_.of_b(b));
    }

   private:
    const HybridTest& test_;
    HybridTest::Swept a_;
  };
  class ClosedB {
   public:
    template <class Real>
    ClosedB(const HybridTest& test, const BasicHybrid<Real>& b) : test_(test), b_(test.of_b(b)) {}
    template <class Real>
    bool may_overlap(const BasicHybrid<Real>& a) const {
      return !test_.apart(of_a(a), b_);
    }

   private:
    const HybridTest& test_;
    HybridTest::Swept b_;
  };

 private:
  template <class Real>
  static Swept of_a(const BasicHybrid<Real>& a) {
    return {a.core(), static_cast<std::uint32_t>(a.dimensions), static_cast<double>(a.radius)};
  }
  template <class Real>
  Swept of_b(const BasicHybrid<Real>& b) const {
    return seen(b.core(), static_cast<std::uint32_t>(b.dimensions), b.radius);
  }
  RelativePlacement relative_;
  CoreSlack slack_;
};

}  // namespace abut::classic
