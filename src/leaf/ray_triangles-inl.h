// Rays against triangles side by side in doubles, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats. N is Lanes or One of doubles that are not fused: the bits are the same
// everywhere.

#if defined(ABUT_LEAF_RAY_TRIANGLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_LEAF_RAY_TRIANGLES_INL_H_
#undef ABUT_LEAF_RAY_TRIANGLES_INL_H_
#else
#define ABUT_LEAF_RAY_TRIANGLES_INL_H_
#endif

#include "leaf/ray_sights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
HWY_INLINE N largest_of(const N& most, const Vec3Of<N>& v) {
  return max(max(most, abs(v.x)), max(abs(v.y), abs(v.z)));
}

// Bounds, with u = 2^-53, primes for computed numbers, and the largest coordinates of the direction (speed D), of a
// corner seen from the origin (reach R) and of a side (edge E). A corner a is off by c, a side by s, the direction by
// its rest q at most, per coordinate.
//
// 1. c: a corner is linear * (point - centre) + way. Difference, product and two sums cost 4.001u of the terms'
//    magnitudes, at most row_sum |point - centre|; the last sum u |a'|; the way has its own error. s: the same without
//    the way, where the terms are at most row_sum back E. 2^-1060 covers underflow.
// 2. Turns d . (a x b) = (d x a) . (b - a). A coordinate of d' x a' is off by 2 (D c + q (R + c)) + 4.1u D R and at
// most
//    2 D R (1 + 3u). The product with a side adds up three terms with three roundings each:
//      3 (E (2 D c + 2 q R + 4.1u D R) + 2 D R s) + 18.1u D R E, and second-order terms.
//    turn_scale takes 6.2 for 6 and 34 for 30.4, which covers those and its own roundings.
// 3. Normal: a coordinate of ab' x ac' is off by 4.1 E s + 4.2u E^2 =: k and at most 2 E^2 (1 + 3u). Hence the slope
//    d . n is off by 3 (D k + 2 q E^2) + 18.1u D E^2, the height a . n by 3 (R k + 2 E^2 c) + 18.1u R E^2.
// 4. t = height / slope: |height' / slope' - t| <= (height error + |t'| slope error) / (|slope'| - slope error).
// With D, R and E between 2^-200 and 2^200 nothing overflows, and what underflow takes is far below the surplus.
//
// A triangle that is a segment or a point has turns that add up to 0, so they are never certainly of one sign; and a
// line that meets it is in a plane with it, where all turns are 0: signs that differ rule it out, too.

/// Triangles seen from a ray's origin, rounded, and the turns of their sides around the ray. Bits are one a lane.
template <class N>
struct SeenTriangles {
  using V = Vec3Of<N>;

  SeenTriangles() = default;
  HWY_INLINE SeenTriangles(const RaySight& ray, const V& p, const V& q, const V& r) {
    const V centre = V::all(ray.model.centre), way = V::all(ray.way.value), direction = V::all(ray.direction);
    V a = p - centre, b = q - centre, c = r - centre;
    V ab = q - p, bc = r - q, ca = p - r;
    if (!ray.model.is_shifted_only) {
      const Matrix3& m = *ray.model.linear;
      a = times(m, a), b = times(m, b), c = times(m, c);
      ab = times(m, ab), bc = times(m, bc), ca = times(m, ca);
    }
    a = a + way, b = b + way, c = c + way;
    turns[0] = dot(cross(direction, b), bc), turns[1] = dot(cross(direction, c), ca);
    turns[2] = dot(cross(direction, a), ab);
    edge = largest_of(largest_of(largest_of(N::all(0), ab), bc), ca);
    corner = a, side_ab = ab, side_ac = {-ca.x, -ca.y, -ca.z};

    const N bound = edge * N::all(ray.turn_scale);
    const N least = min(turns[0], min(turns[1], turns[2])), most = max(turns[0], max(turns[1], turns[2]));
    const auto usual = (N::all(ray.least_edge) <= edge) & (edge <= N::all(ray.most_edge));
    const auto positive = bound < least;
    missed = (usual & (least < -bound) & (bound < most)).bits();
    certain = (usual & (positive | (most < -bound))).bits();
    is_positive = positive.bits();
  }

  V corner, side_ab, side_ac;
  N edge, turns[3];           ///< turns are opposite to a corner
  std::uint32_t missed;       ///< the ray's line surely passes by
  std::uint32_t certain;      ///< it surely passes through
  std::uint32_t is_positive;  ///< with turns above 0, where that is certain
};

/// Where the ray meets triangles that its line surely passes through.
template <class N>
struct MeasuredTriangles {
  HWY_INLINE MeasuredTriangles(const RaySight& ray, const SeenTriangles<N>& seen)
      : normal(cross(seen.side_ab, seen.side_ac)) {
    const N square = seen.edge * seen.edge;
    const N slope = dot(Vec3Of<N>::all(ray.direction), normal), height = dot(seen.corner, normal);
    const N size = abs(slope), slope_error = N::all(ray.slope_scale) * square;
    t = height / slope;
    const N far = abs(t);
    t_error = N::all(1.001) * (N::all(ray.height_scale) * square + far * slope_error) / (size - slope_error) +
              N::all(4 * unit_roundoff) * far + N::all(0x1p-1070);
    is_good =
        ((N::all(2) * slope_error < size) & (t_error <= N::all(0x1p-32) * (far + seen.edge * N::all(ray.over_speed))))
            .bits();
    const N low = t - t_error, high = t + t_error;
    const N first = N::all(ray.range.low), last = N::all(ray.range.high);
    outside = ((high < first) | (last < low)).bits();
    // The quotient and these sums round by less than 3u |t|, of which the error holds four.
    inside = ((first <= low) & (high <= last)).bits();
  }

  Vec3Of<N> normal;
  N t, t_error;
  std::uint32_t is_good;          ///< otherwise it is not good enough
  std::uint32_t inside, outside;  ///< surely in or out of the ray's part, where it is good
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
