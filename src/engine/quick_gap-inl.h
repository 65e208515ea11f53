// Gaps between a box, or a point, and eight boxes in float, compiled once per instruction set: include from sources
// that Highway's foreach_target.h repeats. Faster than those of gap_packet-inl.h, and good enough wherever they decide.

#if defined(ABUT_ENGINE_QUICK_GAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_QUICK_GAP_INL_H_
#undef ABUT_ENGINE_QUICK_GAP_INL_H_
#else
#define ABUT_ENGINE_QUICK_GAP_INL_H_
#endif

#include "engine/box_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Lanes as bits.
struct QuickLanes {
  std::uint32_t near, doubtful;
};

// Why the distance delta of two boxes is not below the root of the computed square. Notation and inputs as in
// closed_box.cpp, u = 2^-24; the placement is rigid, its margin 0, |d| <= |h| + N + delta.
//
// Faces: a computed gap is at most the real one on that axis + slack + 20u delta, as is derived there. Three axes of a
// box are orthonormal within 4u, so the real gaps' squares sum to at most (1 + 12u) delta^2; with what 20u delta adds
// to each of the three, the root of the sum of (gap - slack)^2 is below (1 + 41u) delta.
//
// Line between the centres: every unit vector n has delta >= n.d - sum of w_k |b_k.n| - sum of w_i |n_i.n|. Take n
// along the computed d', which is off by sqrt(3) e + u |d|. Errors of the computed (d'.d' - sum) / |d'|, |d| put as
// above:
//   d' itself sqrt(3) e0 + 1.8u (|h| + N + delta) + u |d|; d'.d' and the difference 4u |d|; the root and the quotient
//   3u delta; each h_k |b_k.d'| 4u h_k and 22u |h|1 for w_k; each ha_i |m_i.d'| 11u ha_i and 22u N for w_i; adding six
//   terms 6u (|h|1 + N). Sum: sqrt(3) e0 + 39u |h|1 + 46u N + 12u delta, below slack + 12u delta.
//
// Two squares, their sum and the root of 41u twice: 2^-17 = 128u covers them. Products that underflow change |d'| by
// less than 2^-60, which a slack above 2^-60 covers: QuickGaps are not asked otherwise. A square that is no number
// leaves the boxes together.
inline constexpr float quick_shrink = 1 - 0x1p-17f;

/// For as many lanes as the registers hold.
template <class N>
HWY_INLINE N quick_squares(const ClosedBox& closed, const ObbPacket& opened, int lane) {
  using V = Vec3Of<N>;
  const N half[3] = {N::load_aligned(opened.half[0] + lane), N::load_aligned(opened.half[1] + lane),
                     N::load_aligned(opened.half[2] + lane)};
  const N slack = mul_add(N::all(ClosedBox::slack_per_half), half[0] + half[1] + half[2], N::all(closed.slack));
  const V way = V::load_aligned(opened.centre, lane) - V::all(closed.centre);
  N reach_own[3], line = N::all(0), other = N::all(0);
  for (int i = 0; i < 3; ++i) reach_own[i] = slack + N::all(closed.half[i]);
  for (int k = 0; k < 3; ++k) {
    const V axis = V::load_aligned(opened.axes[k], lane);
    N reach = half[k] + slack;
    for (int i = 0; i < 3; ++i) {
      const N cosine = abs(dot(V::all(closed.functionals[i]), axis));
      reach_own[i] = mul_add(half[k], cosine, reach_own[i]);
      reach = mul_add(N::all(closed.half[i]), cosine, reach);
    }
    const N along = abs(dot(way, axis)), gap = positive(along - reach);
    other = mul_add(gap, gap, other);
    line = mul_add(half[k], along, line);
  }
  N own = N::all(0);
  for (int i = 0; i < 3; ++i) {
    const N along = abs(dot(V::all(closed.functionals[i]), way)), gap = positive(along - reach_own[i]);
    own = mul_add(gap, gap, own);
    line = mul_add(N::all(closed.half[i]), along, line);
  }
  const N square = dot(way, way), gap = positive((square - line) / root(square) - slack);
  return larger(larger(own, other), gap * gap) * N::all(quick_shrink);
}

template <class Wide>
HWY_INLINE void widen(const float* from, double* to) {
  for (int lane = 0; lane < ObbPacket::lanes; lane += Wide::lanes) Wide::widened(from + lane).store(to + lane);
}

/// Squares whose roots are not above the distance of the closed box from the boxes of the packet, in the opened frame's
/// unit: 0 where they may touch. The lanes whose square is not above `far` are near, those above `doubt` all the same
/// are doubtful. The slack of the closed box must be above 2^-60. N is Lanes or One; where operations are not fused the
/// bits are the same on every instruction set.
template <class N, class Wide>
HWY_INLINE QuickLanes quick_lanes(const ClosedBox& closed, const ObbPacket& opened, float far, float doubt,
                                  double* squares) {
  alignas(32) float found[ObbPacket::lanes];
  std::uint32_t beyond = 0, beyond_doubt = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const N square = quick_squares<N>(closed, opened, lane);
    square.store(found + lane);
    beyond |= (square > N::all(far)).bits() << lane;
    beyond_doubt |= (square > N::all(doubt)).bits() << lane;
  }
  widen<Wide>(found, squares);
  return {~beyond, beyond_doubt & ~beyond};
}

// From a point p, no coordinate beyond 2, as no centre is. Rounded to float it is off by u a coordinate, the way d to a
// centre by 2u more, so b_k.d by sqrt(3) 3u < 6u and by 5u |d| < 35u for its own rounding; taking away half_k and the
// slack adds 10u at most. Each x of the box has |b_k.(x - c)| <= half_k, so no computed gap is above |b_k.(p - x)| with
// a slack of 64u; squares and their sum as above.
inline constexpr float quick_point_slack = 0x1p-18f, farthest_quick_point = 2;

/// The lanes of boxes whose square is not above `far`, and the squares, whose roots are not above the distances. N as
/// above.
template <class N, class Wide>
HWY_INLINE std::uint32_t quick_near_lanes(const Vec3& point, const ObbPacket& boxes, float far, double* squares) {
  using V = Vec3Of<N>;
  const float from[3] = {static_cast<float>(point.x), static_cast<float>(point.y), static_cast<float>(point.z)};
  alignas(32) float found[ObbPacket::lanes];
  std::uint32_t beyond = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const V way = V::load_aligned(boxes.centre, lane) - V::all(from);
    N square = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const N along = abs(dot(way, V::load_aligned(boxes.axes[k], lane)));
      const N gap = positive(along - (N::load_aligned(boxes.half[k] + lane) + N::all(quick_point_slack)));
      square = mul_add(gap, gap, square);
    }
    square = square * N::all(quick_shrink);
    square.store(found + lane);
    beyond |= (square > N::all(far)).bits() << lane;
  }
  widen<Wide>(found, squares);
  return ~beyond;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
