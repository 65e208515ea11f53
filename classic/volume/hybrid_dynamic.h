#pragma once

#include "classic/volume/hybrid.h"

#include <algorithm>
#include <vector>

namespace abut::classic {

class HybridDynamicTest;

/// Three volumes around the same triangles, of which a test chooses: a dynamic hybrid (Larsen et al. 1999, section
/// 4.2). A sphere, which is tested first and often suffices, and spheres swept over a segment and a rectangle, which
/// fit better.
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
  BasicLss<Real> line;
  BasicRss<Real> swept;

  static BasicHybridDynamic around(TriangleRun triangles, Fit fit) {
    return {BasicSphere<Real>::around(triangles, fit), BasicLss<Real>::around(triangles, fit),
            BasicRss<Real>::around(triangles, fit)};
  }
  /// How thick the volume with a core of so many dimensions is.
  double radius(std::uint32_t dimensions) const {
    return dimensions == 0 ? ball.radius : dimensions == 1 ? line.radius : swept.radius;
  }
  /// Its core; only the first `dimensions` axes count.
  Rectangle core(std::uint32_t dimensions) const {
    if (dimensions == 0) return {ball.middle(), {}, {}};
    if (dimensions == 2) return swept.core();
    const Core<1> segment = line.core();
    return {segment.centre, {segment.axes[0]}, {segment.extent[0]}};
  }
  BoxView box() const { return swept.box(); }
};
using HybridDynamic = BasicHybridDynamic<double>;

inline BasicHybridDynamic<float> narrow(const HybridDynamic& wide) {
  return {narrow(wide.ball), narrow(wide.line), narrow(wide.swept)};
}

/// Each volume as its own kind is refitted.
template <class Real>
BasicHybridDynamic<Real> refitted(const BasicHybridDynamic<Real>& before, const Extents<double>& ends,
                                  TriangleRun triangles) {
  return {refitted(before.ball, ends, triangles), refitted(before.line, ends, triangles),
          refitted(before.swept, ends, triangles)};
}
template <class Real>
BasicHybridDynamic<Real> refitted(const BasicHybridDynamic<Real>& before, const Extents<double>& ends,
                                  std::span<const BasicHybridDynamic<Real>> pieces) {
  std::vector<BasicSphere<Real>> balls;
  std::vector<BasicLss<Real>> lines;
  std::vector<BasicRss<Real>> swept;
  for (const BasicHybridDynamic<Real>& piece : pieces) {
    balls.push_back(piece.ball);
    lines.push_back(piece.line);
    swept.push_back(piece.swept);
  }
  return {refitted(before.ball, ends, std::span<const BasicSphere<Real>>(balls)),
          refitted(before.line, ends, std::span<const BasicLss<Real>>(lines)),
          refitted(before.swept, ends, std::span<const BasicRss<Real>>(swept))};
}

/// Of the best fit.
template <class Real>
double squared_diameter(const BasicHybridDynamic<Real>& v) {
  return std::min({squared_diameter(v.ball), squared_diameter(v.line), squared_diameter(v.swept)});
}
template <class Real>
double volume_of(const BasicHybridDynamic<Real>& v) {
  return std::min({volume_of(v.ball), volume_of(v.line), volume_of(v.swept)});
}
template <class Real>
double surface_of(const BasicHybridDynamic<Real>& v) {
  return std::min({surface_of(v.ball), surface_of(v.line), surface_of(v.swept)});
}

/// Which two of the nine combinations of volumes a test takes, by the dimensions of their cores.
struct ChosenCores {
  std::uint32_t a, b;
};

/// Overlap and distance of dynamic hybrids of two placed models. Balls are tested first. Where they leave it open, each
/// node is taken as the simplest of its volumes that is hardly thicker than the best one, compared with the other node
/// and the gap between the balls: what is small beside the other stays a ball, what is long and thin becomes a segment.
class HybridDynamicTest {
 public:
  HybridDynamicTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
      : balls_(b_in_a, sat, axes_defect), cores_(b_in_a, sat, axes_defect) {}

  const RelativePlacement& relative() const { return balls_.relative(); }

  template <class Real>
  bool may_overlap(const BasicHybridDynamic<Real>& a, const BasicHybridDynamic<Real>& b) const {
    return balls_.may_overlap(a.ball, b.ball) && cores_may_overlap(a, b);
  }
  /// Never above the distance of what the volumes hold, a length in A's inner frame; 0 when it may be none.
  template <class Real>
  double distance_below(const BasicHybridDynamic<Real>& a, const BasicHybridDynamic<Real>& b) const {
    const double by_balls = balls_.distance_below(a.ball, b.ball);
    const ChosenCores chosen = choose(a, b, by_balls);
    if (chosen.a + chosen.b == 0) return by_balls;
    return std::max(by_balls, cores_.distance_below(of_a(a, chosen.a), of_b(b, chosen.b)));
  }

  /// What a test takes when the balls are `gap` apart, a length in A's inner frame.
  template <class Real>
  ChosenCores choose(const BasicHybridDynamic<Real>& a, const BasicHybridDynamic<Real>& b, double gap) const {
    const double scale = relative().scale;
    return {simplest(a, gap + b.ball.radius * scale), simplest(b, (gap + a.ball.radius) / scale)};
  }

  class ClosedA {
   public:
    template <class Real>
    ClosedA(const HybridDynamicTest& test, const BasicHybridDynamic<Real>& a)
        : test_(test), ball_(test.balls_, a.ball), a_(widened(a)) {}
    template <class Real>
    bool may_overlap(const BasicHybridDynamic<Real>& b) const {
      return ball_.may_overlap(b.ball) && test_.cores_may_overlap(a_, widened(b));
    }

   private:
    const HybridDynamicTest& test_;
    SphereTest::ClosedA ball_;
    HybridDynamic a_;
  };
  class ClosedB {
   public:
    template <class Real>
    ClosedB(const HybridDynamicTest& test, const BasicHybridDynamic<Real>& b)
        : test_(test), ball_(test.balls_, b.ball), b_(widened(b)) {}
    template <class Real>
    bool may_overlap(const BasicHybridDynamic<Real>& a) const {
      return ball_.may_overlap(a.ball) && test_.cores_may_overlap(widened(a), b_);
    }

   private:
    const HybridDynamicTest& test_;
    SphereTest::ClosedB ball_;
    HybridDynamic b_;
  };

 private:
  /// The simplest volume that is thicker than the best one by no more than a sixteenth of how far away, or how large,
  /// the other node is.
  template <class Real>
  static std::uint32_t simplest(const BasicHybridDynamic<Real>& v, double other) {
    const double enough = v.swept.radius + other * 0x1p-4;
    return v.ball.radius <= enough ? 0 : v.line.radius <= enough ? 1 : 2;
  }
  template <class Real>
  bool cores_may_overlap(const BasicHybridDynamic<Real>& a, const BasicHybridDynamic<Real>& b) const {
    const ChosenCores chosen = choose(a, b, 0);
    return chosen.a + chosen.b == 0 || !cores_.apart(of_a(a, chosen.a), of_b(b, chosen.b));
  }
  template <class Real>
  static HybridTest::Swept of_a(const BasicHybridDynamic<Real>& a, std::uint32_t dimensions) {
    return {a.core(dimensions), dimensions, a.radius(dimensions)};
  }
  template <class Real>
  HybridTest::Swept of_b(const BasicHybridDynamic<Real>& b, std::uint32_t dimensions) const {
    return cores_.seen(b.core(dimensions), dimensions, b.radius(dimensions));
  }

  /// The same numbers in double.
  static const HybridDynamic& widened(const HybridDynamic& v) { return v; }
  static HybridDynamic widened(const BasicHybridDynamic<float>& v) {
    const auto wide = [](const auto& numbers) {
      std::array<double, std::tuple_size_v<std::remove_cvref_t<decltype(numbers)>>> result;
      std::copy(numbers.begin(), numbers.end(), result.begin());
      return result;
    };
    return {
        {wide(v.ball.centre), v.ball.radius},
        {wide(v.line.axis), wide(v.line.centre), v.line.extent, v.line.radius},
        {{wide(v.swept.axes[0]), wide(v.swept.axes[1])}, wide(v.swept.centre), wide(v.swept.extent), v.swept.radius}};
  }

  SphereTest balls_;
  HybridTest cores_;
};

}  // namespace abut::classic
