#pragma once

#include "classic/volume/obb.h"

#include <algorithm>

namespace abut::classic {

/// The planes of a k-DOP, where the tree keeps them.
struct DopView {
  int directions = 0;  ///< k / 2, or 0 for what is no k-DOP
  const double *low_wide = nullptr, *high_wide = nullptr;
  const float *low_narrow = nullptr, *high_narrow = nullptr;

  double low(int i) const { return low_wide ? low_wide[i] : low_narrow[i]; }
  double high(int i) const { return high_wide ? high_wide[i] : high_narrow[i]; }
};

/// Of a k-DOP with k / 2 = `directions`, 7 or more.
Vec3 dop_direction(int directions, int i);

/// A volume of any kind as what it is, for tests against volumes of other kinds: the points within `radius` of a core,
/// of which the first `dimensions` axes count; and between the planes of a k-DOP, whose box the core is then.
struct VolumeView {
  Core<3> core{};
  int dimensions = 3;
  double radius = 0;
  DopView dop{};

  bool is_box() const { return dimensions == 3 && radius == 0; }
};

inline VolumeView view_of(const BoxView& box) { return {core_of(box)}; }

template <int n>
VolumeView view_of_core(const Core<n>& core, int dimensions, double radius) {
  VolumeView view{{core.centre, {}, {}}, dimensions, radius};
  if constexpr (n > 0)
    for (int i = 0; i < dimensions; ++i) view.core.axes[i] = core.axes[i], view.core.extent[i] = core.extent[i];
  return view;
}

template <class V>
VolumeView view_of(const V& v) {
  if constexpr (requires { v.dimensions; }) {
    return view_of_core(v.core(), static_cast<int>(v.dimensions), v.radius);
  } else if constexpr (requires { v.swept; }) {
    return view_of(v.swept);
  } else if constexpr (requires { v.core(); }) {
    const auto core = v.core();
    return view_of_core(core, static_cast<int>(core.extent.size()), v.radius);
  } else if constexpr (requires { v.radius; }) {
    return view_of_core(Core<0>{v.middle(), {}, {}}, 0, v.radius);
  } else {
    VolumeView view = view_of(v.box());
    if constexpr (requires { v.low; }) {
      view.dop.directions = static_cast<int>(v.low.size());
      if constexpr (sizeof(v.low[0]) == sizeof(double))
        view.dop.low_wide = v.low.data(), view.dop.high_wide = v.high.data();
      else
        view.dop.low_narrow = v.low.data(), view.dop.high_narrow = v.high.data();
    }
    return view;
  }
}

double squared_diameter(const VolumeView& v);
double volume_of(const VolumeView& v);

/// Overlap and distance of volumes of two placed models, each of any kind; made once per query. Boxes are tested by
/// separating axes, all others by the distance of their cores; k-DOPs along their own directions, too.
class MixedTest {
  /// In A's inner frame; no point of the volume is farther than `reach` from the core.
  struct Seen {
    Core<3> core;
    int dimensions;
    double reach;
  };

 public:
  MixedTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect);

  const RelativePlacement& relative() const { return relative_; }

  bool may_overlap(const VolumeView& a, const VolumeView& b) const;
  /// Never above the distance of the two volumes, a length in A's inner frame; 0 when they may overlap.
  double distance_below(const VolumeView& a, const VolumeView& b) const;

  class ClosedA {
   public:
    ClosedA(const MixedTest& test, const VolumeView& a) : test_(test), a_(a) {}
    bool may_overlap(const VolumeView& b) const { return test_.may_overlap(a_, b); }

   private:
    const MixedTest& test_;
    VolumeView a_;
  };
  class ClosedB {
   public:
    ClosedB(const MixedTest& test, const VolumeView& b) : test_(test), b_(b) {}
    bool may_overlap(const VolumeView& a) const { return test_.may_overlap(a, b_); }

   private:
    const MixedTest& test_;
    VolumeView b_;
  };

 private:
  static Seen seen(const VolumeView& v, const RelativePlacement& placement, const CoreSlack& slack);
  double gap_along_planes(const VolumeView& a, const VolumeView& b, const Seen& b_in_a) const;

  RelativePlacement relative_, reversed_;
  CoreSlack slack_, slack_back_;
  ObbTest boxes_;
};

}  // namespace abut::classic
