#pragma once

#include "classic/volume/rss.h"
#include "classic/volume/sphere.h"

#include <algorithm>
#include <vector>

namespace abut::classic {

class HybridDynamicTest;

/// Several volumes around the same triangles, of which a test chooses: a dynamic hybrid (Larsen et al. 1999, section
/// 4.2). A sphere, which is tested first and often suffices, and a sphere swept over a rectangle, which fits best.
template <class Real>
struct BasicHybridDynamic {
  static constexpr VolumeKind kind = VolumeKind::hybrid_dynamic;
  static constexpr bool takes_fit = true, takes_sat = false;
  template <class Other>
  using In = BasicHybridDynamic<Other>;
  using Test = HybridDynamicTest;
  static constexpr double axes_defect = BasicRss<Real>::axes_defect;
  static constexpr int refit_levels = 4;

  BasicSphere<Real> ball;
  BasicRss<Real> swept;

  static BasicHybridDynamic around(TriangleRun triangles, Fit fit) {
    return {BasicSphere<Real>::around(triangles, fit), BasicRss<Real>::around(triangles, fit)};
  }
  BoxView box() const { return swept.box(); }
};
using HybridDynamic = BasicHybridDynamic<double>;

inline BasicHybridDynamic<float> narrow(const HybridDynamic& wide) { return {narrow(wide.ball), narrow(wide.swept)}; }

/// Each volume as its own kind is refitted.
template <class Real>
BasicHybridDynamic<Real> refitted(const BasicHybridDynamic<Real>& before, const Extents<double>& ends,
                                  TriangleRun triangles) {
  return {refitted(before.ball, ends, triangles), refitted(before.swept, ends, triangles)};
}
template <class Real>
BasicHybridDynamic<Real> refitted(const BasicHybridDynamic<Real>& before, const Extents<double>& ends,
                                  std::span<const BasicHybridDynamic<Real>> pieces) {
  std::vector<BasicSphere<Real>> balls;
  std::vector<BasicRss<Real>> swept;
  for (const BasicHybridDynamic<Real>& piece : pieces) {
    balls.push_back(piece.ball);
    swept.push_back(piece.swept);
  }
  return {refitted(before.ball, ends, std::span<const BasicSphere<Real>>(balls)),
          refitted(before.swept, ends, std::span<const BasicRss<Real>>(swept))};
}

/// Of the better fit.
template <class Real>
double squared_diameter(const BasicHybridDynamic<Real>& v) {
  return std::min(squared_diameter(v.ball), squared_diameter(v.swept));
}
template <class Real>
double volume_of(const BasicHybridDynamic<Real>& v) {
  return std::min(volume_of(v.ball), volume_of(v.swept));
}
template <class Real>
double surface_of(const BasicHybridDynamic<Real>& v) {
  return std::min(surface_of(v.ball), surface_of(v.swept));
}

/// Overlap and distance of dynamic hybrids of two placed models: balls first, then what fits better.
class HybridDynamicTest {
 public:
  HybridDynamicTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
      : balls_(b_in_a, sat, axes_defect), swept_(b_in_a, sat, axes_defect) {}

  const RelativePlacement& relative() const { return balls_.relative(); }

  template <class Real>
  bool may_overlap(const BasicHybridDynamic<Real>& a, const BasicHybridDynamic<Real>& b) const {
    return balls_.may_overlap(a.ball, b.ball) && swept_.may_overlap(a.swept, b.swept);
  }
  /// Never above the distance of what the volumes hold, a length in A's inner frame; 0 when it may be none. Balls so
  /// far apart that what they lose cannot matter much are not looked at more closely.
  template <class Real>
  double distance_below(const BasicHybridDynamic<Real>& a, const BasicHybridDynamic<Real>& b) const {
    const double by_balls = balls_.distance_below(a.ball, b.ball);
    constexpr double far_apart = 16;
    if (by_balls > far_apart * (a.ball.radius + b.ball.radius * relative().scale)) return by_balls;
    return std::max(by_balls, swept_.distance_below(a.swept, b.swept));
  }

  class ClosedA {
   public:
    template <class Real>
    ClosedA(const HybridDynamicTest& test, const BasicHybridDynamic<Real>& a)
        : ball_(test.balls_, a.ball), swept_(test.swept_, a.swept) {}
    template <class Real>
    bool may_overlap(const BasicHybridDynamic<Real>& b) const {
      return ball_.may_overlap(b.ball) && swept_.may_overlap(b.swept);
    }

   private:
    SphereTest::ClosedA ball_;
    SweptTest<2>::ClosedA swept_;
  };
  class ClosedB {
   public:
    template <class Real>
    ClosedB(const HybridDynamicTest& test, const BasicHybridDynamic<Real>& b)
        : ball_(test.balls_, b.ball), swept_(test.swept_, b.swept) {}
    template <class Real>
    bool may_overlap(const BasicHybridDynamic<Real>& a) const {
      return ball_.may_overlap(a.ball) && swept_.may_overlap(a.swept);
    }

   private:
    SphereTest::ClosedB ball_;
    SweptTest<2>::ClosedB swept_;
  };

 private:
  SphereTest balls_;
  SweptTest<2> swept_;
};

}  // namespace abut::classic
