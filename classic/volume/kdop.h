#pragma once

#include "classic/volume/box_test.h"
#include "classic/volume/extents.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

namespace abut::classic {

/// The directions of a k-DOP: 3 axes of the frame; for 14 and 26 the 4 diagonals of the cube; for 18 and 26 the 6 of
/// its faces. Coordinates are 0, 1 and -1, so that a point's place along a direction is a sum.
template <int k>
struct KDopDirections {
  static_assert(k == 6 || k == 14 || k == 18 || k == 26);
  static constexpr int count = k / 2;
  static constexpr bool corners = k == 14 || k == 26, edges = k == 18 || k == 26;
  static constexpr int first_edge = 3, first_corner = edges ? 9 : 3;

  /// Edges come as x + y, x - y, y + z, y - z, z + x, z - x; corners as x + y + z and with one sign turned each.
  template <class Number, class Point>
  static constexpr std::array<Number, count> along(const Point& p) {
    const Number x = p[0], y = p[1], z = p[2];
    if constexpr (k == 6)
      return {x, y, z};
    else if constexpr (k == 14)
      return {x, y, z, (x + y) + z, (y + z) - x, (z + x) - y, (x + y) - z};
    else if constexpr (k == 18)
      return {x, y, z, x + y, x - y, y + z, y - z, z + x, z - x};
    else
      return {x, y, z, x + y, x - y, y + z, y - z, z + x, z - x, (x + y) + z, (y + z) - x, (z + x) - y, (x + y) - z};
  }
  static constexpr Vec3 direction(int i) {
    Vec3 result;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 unit;
      unit[axis] = 1;
      result[axis] = along<double>(unit)[i];
    }
    return result;
  }
};

/// How far something reaches along the directions of a k-DOP.
template <class Number, int k>
struct Slabs {
  std::array<Number, k / 2> low, high;
};

/// Of a triangle: 12, 52, 54 and 94 operations for k = 6, 14, 18 and 26, of which 2k are comparisons.
template <int k, class Number, class Point>
Slabs<Number, k> slabs_of(const Point& a, const Point& b, const Point& c) {
  const auto x = KDopDirections<k>::template along<Number>(a), y = KDopDirections<k>::template along<Number>(b),
             z = KDopDirections<k>::template along<Number>(c);
  Slabs<Number, k> result;
  for (int i = 0; i < k / 2; ++i) {
    result.low[i] = lesser(lesser(x[i], y[i]), z[i]);
    result.high[i] = greater(greater(x[i], y[i]), z[i]);
  }
  return result;
}
/// Around both: k comparisons.
template <class Number, int k>
Slabs<Number, k> merged(const Slabs<Number, k>& a, const Slabs<Number, k>& b) {
  Slabs<Number, k> result;
  for (int i = 0; i < k / 2; ++i) {
    result.low[i] = lesser(a.low[i], b.low[i]);
    result.high[i] = greater(a.high[i], b.high[i]);
  }
  return result;
}

template <int k>
class KDopTest;

/// What lies between k/2 pairs of parallel planes, in a model's inner frame (Klosowski et al. 1998).
template <class Real, int k>
struct BasicKDop {
  static constexpr VolumeKind kind = k == 6    ? VolumeKind::kdop6
                                     : k == 14 ? VolumeKind::kdop14
                                     : k == 18 ? VolumeKind::kdop18
                                               : VolumeKind::kdop26;
  static constexpr bool takes_fit = false, takes_sat = false;
  template <class Other>
  using In = BasicKDop<Other, k>;
  using Test = KDopTest<k>;
  static constexpr double axes_defect = 0;
  /// A parent follows from its children: slabs around slabs do not grow.
  static constexpr int refit_levels = 1;

  std::array<Real, k / 2> low, high;

  /// The smallest one around the triangles; there is nothing to choose, so `fit` is ignored.
  static BasicKDop around(TriangleRun triangles, Fit fit);
  /// The same from their slabs, rounded outward.
  static BasicKDop between(const Slabs<double, k>& slabs);

  /// The box between its first three pairs of planes.
  BoxView box() const;
};
template <int k>
using KDop = BasicKDop<double, k>;

template <int k>
BasicKDop<float, k> narrow(const KDop<k>& wide);

/// Around triangles that have moved.
template <class Real, int k>
BasicKDop<Real, k> refitted(const BasicKDop<Real, k>& before, const Extents<double>& ends, TriangleRun triangles);
/// Around k-DOPs that together hold them: k comparisons a piece.
template <class Real, int k>
BasicKDop<Real, k> refitted(const BasicKDop<Real, k>& before, const Extents<double>& ends,
                            std::span<const BasicKDop<Real, k>> pieces);

/// Of its box.
template <class Real, int k>
double squared_diameter(const BasicKDop<Real, k>& v) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += static_cast<double>(v.high[i] - v.low[i]) * (v.high[i] - v.low[i]);
  return sum;
}
template <class Real, int k>
double volume_of(const BasicKDop<Real, k>& v) {
  return static_cast<double>(v.high[0] - v.low[0]) * (v.high[1] - v.low[1]) * (v.high[2] - v.low[2]);
}
template <class Real, int k>
double surface_of(const BasicKDop<Real, k>& v) {
  const double x = v.high[0] - v.low[0], y = v.high[1] - v.low[1], z = v.high[2] - v.low[2];
  return 2 * (x * y + y * z + z * x);
}

/// A direction as a sum of three directions of a k-DOP: d = sum of factors[i] * directions[indices[i]]. What a k-DOP's
/// planes say about these bounds it along d. They are those of the cone that d lies in, so that a vertex of the k-DOP
/// is met where it has one there.
struct KDopCone {
  std::array<int, 3> indices;
  std::array<double, 3> factors;
};
template <int k>
KDopCone cone_around(const Vec3& direction);

/// Overlap and distance of the k-DOPs of two placed models. The directions of each are seen from the other once per
/// query; then every pair costs k/2 projections a side (three products a middle and three a half width).
template <int k>
class KDopTest {
  static constexpr int count = k / 2;

  /// Middles and half widths along the directions.
  struct Spans {
    std::array<double, count> middle, half;
  };

 public:
  KDopTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect);

  const RelativePlacement& relative() const { return relative_; }

  template <class Real>
  bool may_overlap(const BasicKDop<Real, k>& a, const BasicKDop<Real, k>& b) const {
    return ClosedA(*this, a).may_overlap(b);
  }
  /// Never above the distance of the two volumes, a length in A's inner frame; 0 when they may overlap. The largest gap
  /// over the directions of both and the line between the boxes' centres.
  template <class Real>
  double distance_below(const BasicKDop<Real, k>& a, const BasicKDop<Real, k>& b) const {
    return distance_below(spans_of(a), spans_of(b));
  }

  class ClosedA {
   public:
    template <class Real>
    ClosedA(const KDopTest& test, const BasicKDop<Real, k>& a)
        : test_(test), a_(spans_of(a)), across_(test.seen_from_b(a_)) {}
    template <class Real>
    bool may_overlap(const BasicKDop<Real, k>& b) const {
      const Spans spans = spans_of(b);
      return !KDopTest::apart(across_, spans, test_.own_b_) &&
             !KDopTest::apart(test_.seen_from_a(spans), a_, test_.own_a_);
    }

   private:
    const KDopTest& test_;
    Spans a_, across_;
  };
  class ClosedB {
   public:
    template <class Real>
    ClosedB(const KDopTest& test, const BasicKDop<Real, k>& b)
        : test_(test), b_(spans_of(b)), across_(test.seen_from_a(b_)) {}
    template <class Real>
    bool may_overlap(const BasicKDop<Real, k>& a) const {
      const Spans spans = spans_of(a);
      return !KDopTest::apart(across_, spans, test_.own_a_) &&
             !KDopTest::apart(test_.seen_from_b(spans), b_, test_.own_b_);
    }

   private:
    const KDopTest& test_;
    Spans b_, across_;
  };

 private:
  template <class Real>
  static Spans spans_of(const BasicKDop<Real, k>& v) {
    Spans spans;
    for (int i = 0; i < count; ++i) {
      const double low = v.low[i], high = v.high[i];
      spans.middle[i] = (low + high) * 0.5;
      spans.half[i] = (high - low) * 0.5;
    }
    return spans;
  }

  /// How one frame's directions look in the other: what a k-DOP there reaches along them, and what counts as apart.
  struct View {
    std::array<KDopCone, count> cones;
    std::array<double, count> shift;
    double factor;                       // what a length in the other frame's unit is in one's own
    double slack;                        // bounds the error of a gap along any direction, in the frame's own unit
    std::array<double, count> apart_by;  // a gap that counts: the slack and the margin
  };
  static Spans seen(const Spans& other, const View& view);
  Spans seen_from_a(const Spans& b) const { return seen(b, own_a_); }
  Spans seen_from_b(const Spans& a) const { return seen(a, own_b_); }
  static bool apart(const Spans& across, const Spans& own, const View& view);
  double distance_below(const Spans& a, const Spans& b) const;
  static double gap(const Spans& across, const Spans& own, const View& view);
  double gap_between_centres(const Spans& a, const Spans& b) const;

  RelativePlacement relative_;
  View own_a_, own_b_;  // along A's directions, along B's
};

}  // namespace abut::classic
