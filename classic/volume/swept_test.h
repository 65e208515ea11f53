#pragma once

#include "classic/volume/box_test.h"
#include "classic/volume/core.h"

namespace abut::classic {

/// Overlap and distance of spheres swept over points, segments or rectangles, of two placed models; made once per
/// query. The distance of the cores counts, less the radii (Larsen et al. 1999, section 4). An affine map takes a core
/// to a core; the image of its sphere is bounded by the map's stretch. Volumes offer `core()` and `radius`.
template <int dimensions>
class SweptTest {
  /// A volume of B in A's inner frame: no point of it is farther than `reach` from the core as computed.
  struct Swept {
    Core<dimensions> core;
    double reach;
  };

 public:
  SweptTest(const RelativePlacement& b_in_a, Sat, double) : relative_(b_in_a), slack_(b_in_a) {}

  const RelativePlacement& relative() const { return relative_; }

  template <class V>
  bool may_overlap(const V& a, const V& b) const {
    return ClosedB(*this, b).may_overlap(a);
  }

  /// Never above the distance of the two volumes, a length in A's inner frame; 0 when they may overlap.
  template <class V>
  double distance_below(const V& a, const V& b) const {
    const Swept image = seen(b);
    const double below = core_distance(a.core(), image.core, slack_.longest_axis).below;
    const double left = below - (a.radius + image.reach) * (1 + 2 * unit_roundoff) - 4 * unit_roundoff * below;
    return left > 0 ? left : 0;
  }

  class ClosedA {
   public:
    template <class V>
    ClosedA(const SweptTest& test, const V& a) : test_(test), core_(a.core()), radius_(a.radius) {}
    template <class V>
    bool may_overlap(const V& b) const {
      return !test_.apart(core_, radius_, test_.seen(b));
    }

   private:
    const SweptTest& test_;
    Core<dimensions> core_;
    double radius_;
  };
  class ClosedB {
   public:
    template <class V>
    ClosedB(const SweptTest& test, const V& b) : test_(test), b_(test.seen(b)) {}
    template <class V>
    bool may_overlap(const V& a) const {
      return !test_.apart(a.core(), a.radius, b_);
    }

   private:
    const SweptTest& test_;
    Swept b_;
  };

 private:
  template <class V>
  Swept seen(const V& b) const {
    const Core<dimensions> image = in_a(relative_, b.core());
    return {image, (b.radius * relative_.scale * slack_.stretch + slack_.of(image)) * (1 + 4 * unit_roundoff)};
  }
  bool apart(const Core<dimensions>& a, double radius_a, const Swept& b) const {
    return surely_farther(a, b.core, (radius_a + b.reach + relative_.margin) * (1 + 4 * unit_roundoff),
                          slack_.longest_axis);
  }

  RelativePlacement relative_;
  CoreSlack slack_;
};

}  // namespace abut::classic
