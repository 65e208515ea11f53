// Gaps between a box and eight boxes in float, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. Faster than those of gap_packet-inl.h, and good enough wherever they decide.

#if defined(ABUT_ENGINE_QUICK_GAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_QUICK_GAP_INL_H_
#undef ABUT_ENGINE_QUICK_GAP_INL_H_
#else
#define ABUT_ENGINE_QUICK_GAP_INL_H_
#endif

#include "engine/obb_packet-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Lanes as bits.
struct QuickLanes {
  std::uint32_t near, doubtful;
};

#if HWY_TARGET != HWY_SCALAR

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
template <class D>
HWY_INLINE hn::Vec<D> quick_squares(D d, const ClosedBox& closed, const ObbPacket& opened, std::size_t lane) {
  using V = hn::Vec<D>;
  const auto set = [&](float x) HWY_ATTR { return hn::Set(d, x); };
  const auto load = [&](const float* p) HWY_ATTR { return hn::Load(d, p + lane); };
  const auto dot = [&](const V& ax, const V& ay, const V& az, const V& x, const V& y, const V& z)
                       HWY_ATTR { return hn::MulAdd(az, z, hn::MulAdd(ay, y, hn::Mul(ax, x))); };
  const V zero = hn::Zero(d);
  const auto positive = [&](const V& x) HWY_ATTR { return hn::IfThenElseZero(hn::Gt(x, zero), x); };
  const V half[3] = {load(opened.half[0]), load(opened.half[1]), load(opened.half[2])};
  const V slack =
      hn::MulAdd(set(ClosedBox::slack_per_half), hn::Add(hn::Add(half[0], half[1]), half[2]), set(closed.slack));
  const V dx = hn::Sub(load(opened.centre[0]), set(closed.centre[0]));
  const V dy = hn::Sub(load(opened.centre[1]), set(closed.centre[1]));
  const V dz = hn::Sub(load(opened.centre[2]), set(closed.centre[2]));
  V reach_own[3], line = zero, other = zero;
  for (int i = 0; i < 3; ++i) reach_own[i] = hn::Add(slack, set(closed.half[i]));
  for (int k = 0; k < 3; ++k) {
    const V x = load(opened.axes[k][0]), y = load(opened.axes[k][1]), z = load(opened.axes[k][2]);
    V reach = hn::Add(half[k], slack);
    for (int i = 0; i < 3; ++i) {
      const float(&v)[4] = closed.functionals[i];
      const V cosine = hn::Abs(dot(set(v[0]), set(v[1]), set(v[2]), x, y, z));
      reach_own[i] = hn::MulAdd(half[k], cosine, reach_own[i]);
      reach = hn::MulAdd(set(closed.half[i]), cosine, reach);
    }
    const V along = hn::Abs(dot(dx, dy, dz, x, y, z)), gap = positive(hn::Sub(along, reach));
    other = hn::MulAdd(gap, gap, other);
    line = hn::MulAdd(half[k], along, line);
  }
  V own = zero;
  for (int i = 0; i < 3; ++i) {
    const float(&v)[4] = closed.functionals[i];
    const V along = hn::Abs(dot(set(v[0]), set(v[1]), set(v[2]), dx, dy, dz));
    const V gap = positive(hn::Sub(along, reach_own[i]));
    own = hn::MulAdd(gap, gap, own);
    line = hn::MulAdd(set(closed.half[i]), along, line);
  }
  const V square = dot(dx, dy, dz, dx, dy, dz);
  const V gap = positive(hn::Sub(hn::Div(hn::Sub(square, line), hn::Sqrt(square)), slack));
  return hn::Mul(hn::Max(hn::Max(own, other), hn::Mul(gap, gap)), set(quick_shrink));
}

/// Squares whose roots are not above the distance of the closed box from the boxes of the packet, in the opened frame's
/// unit: 0 where they may touch. The lanes whose square is not above `far` are near, those above `doubt` all the same
/// are doubtful. The slack of the closed box must be above 2^-60.
HWY_INLINE QuickLanes quick_lanes(const ClosedBox& closed, const ObbPacket& opened, float far, float doubt,
                                  double* squares) {
  const hn::CappedTag<float, ObbPacket::lanes> d;
  const hn::CappedTag<double, 4> wide;
  const hn::Rebind<float, decltype(wide)> narrow;
  alignas(32) float found[ObbPacket::lanes];
  std::uint32_t beyond = 0, beyond_doubt = 0;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const auto square = quick_squares(d, closed, opened, lane);
    hn::Store(square, d, found + lane);
    beyond |= bits_of(d, hn::Gt(square, hn::Set(d, far))) << lane;
    beyond_doubt |= bits_of(d, hn::Gt(square, hn::Set(d, doubt))) << lane;
  }
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(wide))
    hn::StoreU(hn::PromoteTo(wide, hn::LoadU(narrow, found + lane)), wide, squares + lane);
  return {~beyond, beyond_doubt & ~beyond};
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
