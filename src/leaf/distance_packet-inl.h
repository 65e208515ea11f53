// Lower bounds of triangle pairs' distances, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_LEAF_DISTANCE_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_LEAF_DISTANCE_PACKET_INL_H_
#undef ABUT_LEAF_DISTANCE_PACKET_INL_H_
#else
#define ABUT_LEAF_DISTANCE_PACKET_INL_H_
#endif

#include "leaf/distance_packet.h"
#include "leaf/triangle_packet-inl.h"
#include "leaf/world_filter.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Not fused: bounds have the same bits on every instruction set.
using DistanceLanes = Lanes<float, 8, false>;
/// Their scalar twin.
using DistanceOne = One<float, false>;
/// The same in double.
using WorldLanes = Lanes<double, 8, false>;
using WorldOne = One<double, false>;

/// What the bounds below know of the numbers that they are computed with.
template <class Value>
struct DistanceNumbers;
template <>
struct DistanceNumbers<float> {
  static constexpr float roundoff = 0x1p-24f;
  static constexpr float least_divisor = 0x1p-120f;  ///< any small number
  static constexpr float least_square = 0x1p-100f;   ///< of a direction
  static constexpr float underflow = 0x1p-70f;       ///< what lengths whose squares underflow add to a gap
  static constexpr float shrink = 1 - 0x1p-20f;
};
template <>
struct DistanceNumbers<double> {
  static constexpr double roundoff = 0x1p-53;
  static constexpr double least_divisor = 0x1p-900;
  static constexpr double least_square = 0x1p-500;
  static constexpr double underflow = 0x1p-480;
  static constexpr double shrink = 1 - 0x1p-49;
};

template <class N>
HWY_INLINE N clamped(const N& x) {
  return min(max(x, N::all(0)), N::all(1));
}
// No division by zero: what is divided is clamped afterwards, so that any large number will do.
template <class N>
HWY_INLINE N not_zero(const N& x) {
  return max(x, N::all(DistanceNumbers<typename N::Value>::least_divisor));
}

template <class N>
HWY_INLINE PairGeometry<N> geometry_of(const DistanceFilter& filter, const std::uint32_t* a, const std::uint32_t* b) {
  return PairGeometry<N>(filter.pairs, a, b);
}

/// The corners of a triangle in each lane, as the world's frame has them but for its shift: the first one, and the ways
/// from it to the others.
template <class N>
struct WorldCorners {
  Vec3Of<N> first, side1, side2;

  HWY_INLINE WorldCorners(const WorldFilter::Side& from, const std::uint32_t* places) {
    double inner[9][N::lanes];
    for (int i = 0; i < N::lanes; ++i) from.load_inner(places[i], &inner[0][i], N::lanes);
    const auto corner = [&](int k) HWY_ATTR { return Vec3Of<N>::load(inner + 3 * k, 0); };
    const auto turned = [&](const Vec3Of<N>& v) HWY_ATTR {
      const auto row = [&](int i) HWY_ATTR {
        const Matrix3& m = from.side.linear;
        return mul_add(N::all(m(i, 2)), v.z, mul_add(N::all(m(i, 1)), v.y, N::all(m(i, 0)) * v.x));
      };
      return Vec3Of<N>{row(0), row(1), row(2)};
    };
    const Vec3Of<N> start = corner(0);
    first = turned(start);
    side1 = turned(corner(1) - start);
    side2 = turned(corner(2) - start);
  }
};

template <class N>
HWY_INLINE PairGeometry<N> geometry_of(const WorldFilter& filter, const std::uint32_t* a, const std::uint32_t* b) {
  const WorldCorners<N> p(filter.sides[0], a), q(filter.sides[1], b);
  PairGeometry<N> g;
  g.e1 = p.side1, g.e2 = p.side2, g.f1 = q.side1, g.f2 = q.side2;
  g.w = (q.first - p.first) + Vec3Of<N>::all(filter.shift);
  g.set_lengths();
  g.error_e = N::all(filter.sides[0].edge_error);
  g.error_f = N::all(filter.sides[1].edge_error);
  g.error_w = N::all(filter.offset_error);
  return g;
}

/// A side of a triangle: where it starts, seen from p_0 or q_0, where it goes, and its length's square and one over it.
template <class N>
struct SideLine {
  Vec3Of<N> along;
  N square, over_square;
  HWY_INLINE explicit SideLine(const Vec3Of<N>& v)
      : along(v), square(dot(v, v)), over_square(N::all(1) / not_zero(square)) {}
};

/// The shortest way that has been found from a side of p to a side of q.
template <class N>
struct ShortestWay {
  Vec3Of<N> way;
  N square;

  /// Takes a pair of sides into account: `start` leads from the one's start to the other's; the products are those of
  /// u and v, of u and start, of v and start. The textbook's formula: nothing rests on how good the way is.
  HWY_INLINE void offer(const SideLine<N>& u, const SideLine<N>& v, const Vec3Of<N>& start, const N& uv, const N& us,
                        const N& vs) {
    const N first = clamped((us * v.square - uv * vs) / not_zero(u.square * v.square - uv * uv));
    const N t = clamped((uv * first - vs) * v.over_square);
    const N s = clamped((us + uv * t) * u.over_square);
    const Vec3Of<N> found = start + (v.along * t - u.along * s);
    const N found_square = dot(found, found);
    const auto better = square > found_square;
    way = select(better, found, way);
    square = min(square, found_square);
  }
};

/// Nearly the shortest way between the sides of p and q. Sides run e1, e2 from p_0 and e3 = e2 - e1 from p_1; f alike.
template <class N>
HWY_INLINE Vec3Of<N> shortest_way_between_sides(const PairGeometry<N>& g) {
  const SideLine<N> e1(g.e1), e2(g.e2), e3(g.e2 - g.e1), f1(g.f1), f2(g.f2), f3(g.f2 - g.f1);
  const N e1f1 = dot(g.e1, g.f1), e1f2 = dot(g.e1, g.f2), e2f1 = dot(g.e2, g.f1), e2f2 = dot(g.e2, g.f2);
  const N e1f3 = e1f2 - e1f1, e2f3 = e2f2 - e2f1, e3f1 = e2f1 - e1f1, e3f2 = e2f2 - e1f2, e3f3 = e3f2 - e3f1;
  // From p_0 and p_1 to q_0 and q_1.
  const Vec3Of<N>& w00 = g.w;
  const Vec3Of<N> w10 = w00 - g.e1, w01 = w00 + g.f1, w11 = w01 - g.e1;
  const N e1w = dot(g.e1, w00), e2w = dot(g.e2, w00), e3w = dot(e3.along, w10);
  const N f1w = dot(g.f1, w00), f2w = dot(g.f2, w00), f3w = dot(f3.along, w01);

  ShortestWay<N> shortest{w00, dot(w00, w00)};
  shortest.offer(e1, f1, w00, e1f1, e1w, f1w);
  shortest.offer(e1, f2, w00, e1f2, e1w, f2w);
  shortest.offer(e2, f1, w00, e2f1, e2w, f1w);
  shortest.offer(e2, f2, w00, e2f2, e2w, f2w);
  shortest.offer(e3, f1, w10, e3f1, e3w, f1w - e1f1);
  shortest.offer(e3, f2, w10, e3f2, e3w, f2w - e1f2);
  shortest.offer(e1, f3, w01, e1f3, e1w + e1f1, f3w);
  shortest.offer(e2, f3, w01, e2f3, e2w + e2f1, f3w);
  shortest.offer(e3, f3, w11, e3f3, e3w + e3f1, f3w - e1f3);
  return shortest.way;
}

/// How far q lies beyond p along n, times n's length, as computed: the real one is off by at most gap_slack of the
/// length of n, which is taken as it is, and by 2^-140.
template <class N>
HWY_INLINE N gap_along(const PairGeometry<N>& g, const Vec3Of<N>& n) {
  const N zero = N::all(0);
  const N ahead = min(zero, min(dot(n, g.f1), dot(n, g.f2))), behind = max(zero, max(dot(n, g.e1), dot(n, g.e2)));
  return (dot(n, g.w) + ahead) - behind;
}
/// The same for n or its opposite, whichever is more.
template <class N>
HWY_INLINE N gap_across(const PairGeometry<N>& g, const Vec3Of<N>& n) {
  const N zero = N::all(0);
  const N f1 = dot(n, g.f1), f2 = dot(n, g.f2), e1 = dot(n, g.e1), e2 = dot(n, g.e2), w = dot(n, g.w);
  const N forth = (w + min(zero, min(f1, f2))) - max(zero, max(e1, e2));
  const N back = min(zero, min(e1, e2)) - (w + max(zero, max(f1, f2)));
  return max(forth, back);
}

/// Bounds the error of a gap along a direction of length 1, u = 2^-24, or 2^-53 in double. Each of three products of
/// vectors goes through three roundings and each gap through two more: at most 5.02u of the vectors' lengths, beside
/// the errors of the vectors themselves. Lengths whose squares underflow, and products that do, are covered by 2^-70
/// for directions of at least 2^-50; in double by 2^-480 for 2^-250. The bounds that enter are larger than they need be
/// by more than this arithmetic's rounding.
template <class N>
HWY_INLINE N gap_slack(const PairGeometry<N>& g) {
  using Numbers = DistanceNumbers<typename N::Value>;
  constexpr auto part = static_cast<typename N::Value>(5.2f) * Numbers::roundoff;
  return N::all(part) * (g.W + g.E + g.F) + (g.error_w + g.error_e + g.error_f) + N::all(Numbers::underflow);
}

/// The length of a direction, at least 2^-50, in double 2^-250: a direction that is shorter is taken for one that is
/// not, and gives less.
template <class N>
HWY_INLINE N direction_length(const Vec3Of<N>& n) {
  return root(max(dot(n, n), N::all(DistanceNumbers<typename N::Value>::least_square)));
}

/// The bound that a gap between planes gives, up to the slack.
// The root, its square, the quotient, the product and the difference are off by 2.6u, u, u and u; rigid placements,
// whose lengths float takes for the world's, by 2^-38: 2^-20 covers them, in double 2^-49 = 16u without the last.
template <class N>
HWY_INLINE N bound_from(const N& gap, const N& slack) {
  // 0 for what is not a number, as lengths of 0 are where operations are fused.
  return positive(gap * N::all(DistanceNumbers<typename N::Value>::shrink) - slack);
}

/// The gap across the better one of three directions: the faces' normals, and the way from middle to middle. The best
/// where a corner is closest to a face's inside, and good where triangles are far apart.
template <class N>
HWY_INLINE N quick_gap(const PairGeometry<N>& g) {
  const N three = N::all(3);
  const Vec3Of<N> n = cross(g.e1, g.e2), m = cross(g.f1, g.f2);
  const Vec3Of<N> middles = g.w * three + ((g.f1 + g.f2) - (g.e1 + g.e2));
  return max(gap_along(g, middles) / direction_length(middles),
             max(gap_across(g, n) / direction_length(n), gap_across(g, m) / direction_length(m)));
}

/// A length that is not below the distance of triangles of which two points of sides are computed to be so far apart.
// Such points are p_0 + a share of e1 and e2, and q_0 + one of f1 and f2. Seven roundings of the way between them, of
// which each is at most u (W + 3 E + 3 F), are below 3 times the gap's slack with the errors of all of its vectors; the
// root and its square are off by 2.6u, u and u, rigid placements by 2^-38: 2^-19 covers them.
template <class N>
HWY_INLINE N length_above(const N& length, const N& slack) {
  return mul_add(length, N::all(1 + 0x1p-19f), slack * N::all(3));
}

/// Lower bounds for the first `count` pairs, and a bit for each that is below the cutoff; a bound that is not is true,
/// but need not be the best. All three lists have room for DistanceFilter::batch entries; those beyond `count` are set
/// here. N is DistanceLanes, or DistanceOne; of a WorldFilter their doubles.
// Every direction gives a bound, and more of them a better one: a pair that has reached the cutoff has reached it,
// whether or not its neighbours in the packet made it go through the rest.
template <class N, class Filter>
HWY_INLINE std::uint32_t distances_below(const Filter& filter, std::uint32_t* a, std::uint32_t* b, int count,
                                         typename N::Value cutoff, typename N::Value* out,
                                         typename N::Value* least_above = nullptr) {
  static_assert(DistanceFilter::batch < 32 && DistanceFilter::batch % N::lanes == 0);
  const int padded = (count + N::lanes - 1) / N::lanes * N::lanes;
  std::uint32_t closer = 0;
  N above = N::all(std::numeric_limits<typename N::Value>::infinity());
  for (int i = count; i < padded; ++i) a[i] = a[0], b[i] = b[0];
  for (int i = 0; i < padded; i += N::lanes) {
    N bound = N::all(0);
    std::uint32_t some = (N::all(cutoff) > bound).bits();
    if (filter.is_usable() && some != 0) {
      const PairGeometry<N> g = geometry_of<N>(filter, a + i, b + i);
      const N slack = gap_slack(g), quick = quick_gap(g);
      bound = bound_from(quick, slack);
      some = (N::all(cutoff) > bound).bits();
      if (some != 0) {
        const Vec3Of<N> way = shortest_way_between_sides(g);
        const N length = direction_length(way);
        bound = bound_from(max(quick, gap_along(g, way) / length), slack);
        some = (N::all(cutoff) > bound).bits();
        if (least_above) {
          const N found = length_above(length, slack);
          above = select(above > found, found, above);
        }
      }
    }
    bound.store(out + i);
    closer |= some << i;
  }
  if (least_above) *least_above = least_of(above);
  return closer & ((1u << count) - 1);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
