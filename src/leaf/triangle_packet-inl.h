// The float filter for batches of triangle pairs, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_LEAF_TRIANGLE_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_LEAF_TRIANGLE_PACKET_INL_H_
#undef ABUT_LEAF_TRIANGLE_PACKET_INL_H_
#else
#define ABUT_LEAF_TRIANGLE_PACKET_INL_H_
#endif

#include "leaf/triangle_packet.h"
#include "math/lanes-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Eight numbers at most: sixteen were no faster, and batches are often half full.
using TriangleLanes = Lanes<float, 8, true>;
/// Their scalar twin.
using TriangleOne = One<float, true>;

/// The nine numbers of a triangle in each lane, of which the places are given.
template <class N>
HWY_INLINE void load_corners(const LeafTriangles& of, const std::uint32_t* places, N (&to)[9]) {
  for (int corner = 0; corner < 3; ++corner) {
    N four[4];
    N::load_columns([&](int i) HWY_ATTR { return of.corner(places[i], corner); }, four);
    to[3 * corner] = four[0], to[3 * corner + 1] = four[1], to[3 * corner + 2] = four[2];
  }
}

/// Two triangles p and q as two sides each, e_k = p_k - p_0 and f_k = q_k - q_0, and the way w = q_0 - p_0, all in A's
/// inner frame, or the world's. Capitals bound lengths of sides and way; `error_` bounds the lengths of their errors.
template <class N>
struct PairGeometry {
  Vec3Of<N> e1, e2, f1, f2, w;
  N E, F, W, error_e, error_f, error_w;

  PairGeometry() = default;
  HWY_INLINE PairGeometry(const TriangleFilter& filter, const std::uint32_t* a, const std::uint32_t* b) {
    N p[9], q[9];
    load_corners(filter.corners_a, a, p);
    load_corners(filter.corners_b, b, q);
    const Vec3Of<N> q0{q[0], q[1], q[2]};
    e1 = {p[3] - p[0], p[4] - p[1], p[5] - p[2]};
    e2 = {p[6] - p[0], p[7] - p[1], p[8] - p[2]};
    const auto& m = filter.linear;
    const auto turned = [&](const Vec3Of<N>& v) HWY_ATTR {
      const auto row = [&](const float(&r)[3]) HWY_ATTR {
        return mul_add(N::given(r[2]), v.z, mul_add(N::given(r[1]), v.y, N::given(r[0]) * v.x));
      };
      return Vec3Of<N>{row(m[0]), row(m[1]), row(m[2])};
    };
    f1 = turned(Vec3Of<N>{q[3], q[4], q[5]} - q0);
    f2 = turned(Vec3Of<N>{q[6], q[7], q[8]} - q0);
    const auto placed = [&](const float(&r)[3], float shift, const N& from) HWY_ATTR {
      const N start = mul_add(N::given(r[0]), q0.x, N::given(shift) - from);
      return mul_add(N::given(r[2]), q0.z, mul_add(N::given(r[1]), q0.y, start));
    };
    w = {placed(m[0], filter.shift[0], p[0]), placed(m[1], filter.shift[1], p[1]), placed(m[2], filter.shift[2], p[2])};
    set_lengths();
    error_e = mul_add(N::all(0x1p-24f), E, N::all(filter.edge_error_a));
    error_f = mul_add(N::all(filter.edge_error_b_per_size), F, N::all(filter.edge_error_b));
    error_w = N::all(filter.offset_error);
  }

  HWY_INLINE void set_lengths() {
    E = root_bound(max(dot(e1, e1), dot(e2, e2)));
    F = root_bound(max(dot(f1, f1), dot(f2, f2)));
    W = root_bound(dot(w, w));
  }
};

// Error bounds, u = 2^-24. A determinant of vectors a, b, c is a sum of six products. Taken without signs, the six add
// up to at most 2 / sqrt(3) |a| |b| |c|: with v_k = |a_i b_j| + |a_j b_i| the square of v's length is |a|^2 |b|^2 + x^2
// - 2 (sum of x_k^2), where x_k = |a_k b_k| and x is their sum, and the sum of x_k^2 is at least x^2 / 3. Let A, B, C
// bound the lengths and a, b, c those of the errors. Term by term, inputs change the determinant by at most
//   1.155 ((A + a) (B + b) (C + c) - A B C) = 1.155 (A B c + (A b + B a + a b) (C + c)),
// and rounding by 1.155 r u A B C, if every product goes through r roundings: five for a cross product and a dot
// product (with or without fused operations), and one for each sum that the determinant enters afterwards.
//   Underflow: lengths are below 2^24, so less than 2^8 lost 2^-126, times 2^24, are below 2^-90; lengths whose squares
// underflow are not numbers and decide nothing. 1.2 for 1.155 covers the arithmetic of the bounds.
template <class N>
HWY_INLINE N determinant_bound(const N& A, const N& a, const N& B, const N& b, const N& C, const N& c, float rounding) {
  const N direct = A * B * mul_add(N::all(rounding * 0x1p-24f), C, c);
  const N mixed = mul_add(A, b, (B + b) * a);
  return mul_add(N::all(1.2f), mul_add(mixed, C + c, direct), N::all(0x1p-90f));
}

/// Bounds the length of the real normal of two sides: inputs change it by at most (2 A + a) a, rounding each of the six
/// products by 2.01u.
template <class N>
HWY_INLINE N normal_bound(const Vec3Of<N>& normal, const N& A, const N& a) {
  const N error = mul_add(N::all(8 * 0x1p-24f) * A, A, mul_add(N::all(2), A, a) * a);
  return mul_add(N::all(1.2f), error, abs(normal.x) + abs(normal.y) + abs(normal.z)) + N::all(0x1p-100f);
}

/// Three numbers with one bound: on which side of zero do they surely lie?
template <class N>
struct Sides {
  N s0, s1, s2, least, most, bound;
  HWY_INLINE Sides(const N& a, const N& b, const N& c, const N& limit)
      : s0(a), s1(b), s2(c), least(min(a, min(b, c))), most(max(a, max(b, c))), bound(limit) {}
  /// All strictly on one side.
  HWY_INLINE auto one_side() const { return one_side(bound); }
  HWY_INLINE auto one_side(const N& limit) const { return max(least, -most) > limit; }
  /// Two of them strictly on opposite sides.
  HWY_INLINE auto both_sides() const { return min(most, -least) > bound; }
};

/// Which of three edges, from corner to corner, surely cross the plane or surely keep to one side of it?
template <class N>
struct Crossings {
  typename N::Mask above[3], below[3];
  HWY_INLINE explicit Crossings(const Sides<N>& s)
      : above{s.s0 > s.bound, s.s1 > s.bound, s.s2 > s.bound},
        below{-s.s0 > s.bound, -s.s1 > s.bound, -s.s2 > s.bound} {}
  HWY_INLINE auto crosses(int i, int j) const { return (above[i] & below[j]) | (below[i] & above[j]); }
  HWY_INLINE auto keeps(int i, int j) const { return (above[i] & above[j]) | (below[i] & below[j]); }
};

// With n = e1 x e2, m = f1 x f2 and D_ij = det(e_i, f_j, w) everything follows by linearity:
//   the corners of q lie on the sides n.w, n.w + n.f1, n.w + n.f2 of p's plane;
//   the corners of p lie on the sides -m.w, m.e1 - m.w, m.e2 - m.w of q's plane;
//   an edge from x along e passes an edge from y along f on the side det(e, f, y - x). With e3 = e2 - e1 from p_1 and
//   f3 = f2 - f1 from q_1:
//     (e_i, f3): D_i2 - D_i1 - m.e_i           (e3, f_j): D_2j - D_1j - n.f_j
//     (e3, f3): (e3, f2) - (e3, f1) - m.e2 + m.e1.
// Around q the edges run f1, f3, -f2. A line that meets the closed triangle passes all three on one side, or touches;
// if it passes them strictly on one side it goes through the interior. Hence
//   touching: an edge whose ends are strictly on both sides passes the other's edges strictly on one side;
//   apart: a plane has the other's corners strictly on one side, or every edge of both either keeps strictly to one
//   side of the other's plane or passes two of the other's edges on opposite sides. Two triangles that meet, degenerate
//   ones included, have an edge of one that meets the other, because an extreme point of their intersection lies on
//   one.
// With a margin, a plane must keep that far from the other's corners, and edges cannot tell that triangles are apart.
template <class N, bool with_margin>
HWY_INLINE PairVerdicts decide_lanes(const TriangleFilter& filter, const std::uint32_t* a, const std::uint32_t* b) {
  constexpr std::uint32_t all = static_cast<std::uint32_t>((std::uint64_t{1} << N::lanes) - 1);
  const PairGeometry<N> g(filter, a, b);
  const Vec3Of<N> n = cross(g.e1, g.e2), m = cross(g.f1, g.f2);
  const N nw = dot(n, g.w), nf1 = dot(n, g.f1), nf2 = dot(n, g.f2);
  const N mw = dot(m, g.w), me1 = dot(m, g.e1), me2 = dot(m, g.e2);
  const N bound_q = determinant_bound(g.E, g.error_e, g.E, g.error_e, g.W + g.F, g.error_w + g.error_f, 6);
  const N bound_p = determinant_bound(g.F, g.error_f, g.F, g.error_f, g.W + g.E, g.error_w + g.error_e, 6);
  const Sides<N> q(nw, nw + nf1, nw + nf2, bound_q), p(-mw, me1 - mw, me2 - mw, bound_p);
  N limit_q = bound_q, limit_p = bound_p;
  if constexpr (with_margin) {
    limit_q = mul_add(N::all(filter.margin), normal_bound(n, g.E, g.error_e), limit_q);
    limit_p = mul_add(N::all(filter.margin), normal_bound(m, g.F, g.error_f), limit_p);
  }
  const std::uint32_t apart_by_planes = (q.one_side(limit_q) | p.one_side(limit_p)).bits();
  if (apart_by_planes == all) return {};

  const Vec3Of<N> x1 = cross(g.f1, g.w), x2 = cross(g.f2, g.w);
  const N d11 = dot(g.e1, x1), d12 = dot(g.e1, x2), d21 = dot(g.e2, x1), d22 = dot(g.e2, x2);
  const N d13 = d12 - d11 - me1, d23 = d22 - d21 - me2, d31 = d21 - d11 - nf1, d32 = d22 - d12 - nf2;
  const N d33 = d32 - d31 - me2 + me1;
  // (e3, f3) is the longest sum: four D_ij, two n.f and two m.e, in five additions.
  const N two = N::all(2), four = N::all(4);
  const N bound = determinant_bound(g.E, g.error_e, g.F, g.error_f, mul_add(four, g.W, two * (g.E + g.F)),
                                    mul_add(four, g.error_w, two * (g.error_e + g.error_f)), 10);
  const Crossings<N> of_p(p), of_q(q);
  const Sides<N> e1(d11, d13, -d12, bound), e2(d21, d23, -d22, bound), e3(d31, d33, -d32, bound);
  const Sides<N> f1(d11, d31, -d21, bound), f2(d12, d32, -d22, bound), f3(d13, d33, -d23, bound);
  const auto touching = (of_p.crosses(0, 1) & e1.one_side()) | (of_p.crosses(0, 2) & e2.one_side()) |
                        (of_p.crosses(1, 2) & e3.one_side()) | (of_q.crosses(0, 1) & f1.one_side()) |
                        (of_q.crosses(0, 2) & f2.one_side()) | (of_q.crosses(1, 2) & f3.one_side());
  const std::uint32_t yes = touching.bits() & ~apart_by_planes;
  if constexpr (with_margin) return {yes, ~(yes | apart_by_planes) & all};
  const auto apart = (of_p.keeps(0, 1) | e1.both_sides()) & (of_p.keeps(0, 2) | e2.both_sides()) &
                     (of_p.keeps(1, 2) | e3.both_sides()) & (of_q.keeps(0, 1) | f1.both_sides()) &
                     (of_q.keeps(0, 2) | f2.both_sides()) & (of_q.keeps(1, 2) | f3.both_sides());
  return {yes, ~(yes | apart.bits() | apart_by_planes) & all};
}

template <class N, bool with_margin>
HWY_INLINE PairVerdicts decide(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
  const int padded = (count + N::lanes - 1) / N::lanes * N::lanes;
  for (int i = count; i < padded; ++i) a[i] = a[0], b[i] = b[0];
  PairVerdicts verdicts;
  for (int i = 0; i < padded; i += N::lanes) {
    const PairVerdicts some = decide_lanes<N, with_margin>(filter, a + i, b + i);
    verdicts.touching |= some.touching << i;
    verdicts.undecided |= some.undecided << i;
  }
  const std::uint32_t asked = (1u << count) - 1;
  return {verdicts.touching & asked, verdicts.undecided & asked};
}

/// Verdicts on the first `count` pairs. Both lists have room for TriangleFilter::batch entries; those beyond `count`
/// are set here.
template <class N>
HWY_INLINE PairVerdicts decide(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
  static_assert(TriangleFilter::batch < 32 && TriangleFilter::batch % N::lanes == 0);
  if (!filter.usable) return {0, (1u << count) - 1};
  return filter.margin > 0 ? decide<N, true>(filter, a, b, count) : decide<N, false>(filter, a, b, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
