// The packet kernels of oriented boxes, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. Their definition is the scalar one in volume/closed_box.h.

#if defined(ABUT_ENGINE_OBB_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_OBB_PACKET_INL_H_
#undef ABUT_ENGINE_OBB_PACKET_INL_H_
#else
#define ABUT_ENGINE_OBB_PACKET_INL_H_
#endif

#include "engine/closed_box.h"
#include "math/mask_bits-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// As closed_box_scalar. Centre and functionals have the very same bits on every instruction set, because the order of
/// a search rests on them: no fused operations.
template <bool rigid>
HWY_INLINE void close_box(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
  const hn::CappedTag<double, 4> dd;
  const hn::Rebind<float, decltype(dd)> df;
  for (std::size_t c = 0; c < 4; c += hn::Lanes(dd)) {
    const auto term = [&](int i) HWY_ATTR {
      return hn::Mul(hn::Load(dd, frame.centre_columns[i] + c),
                     hn::Set(dd, static_cast<double>(boxes.centre[i][lane])));
    };
    const auto sum = hn::Add(hn::Add(hn::Add(term(0), term(1)), term(2)), hn::Load(dd, frame.offset + c));
    hn::Store(hn::DemoteTo(df, sum), df, closed.centre + c);
  }
  carry_extents<rigid>(frame, boxes, lane, closed);
  const hn::CappedTag<float, 4> d;
  const auto carry = [&](const float(&map)[3][4], float(&to)[3][4]) HWY_ATTR {
    for (std::size_t c = 0; c < 4; c += hn::Lanes(d)) {
      const auto x = hn::Load(d, map[0] + c), y = hn::Load(d, map[1] + c), z = hn::Load(d, map[2] + c);
      for (int i = 0; i < 3; ++i) {
        const auto sum =
            hn::Add(hn::Mul(hn::Set(d, boxes.axes[i][0][lane]), x), hn::Mul(hn::Set(d, boxes.axes[i][1][lane]), y));
        hn::Store(hn::Add(sum, hn::Mul(hn::Set(d, boxes.axes[i][2][lane]), z)), d, to[i] + c);
      }
    }
  };
  carry(frame.functionals, closed.functionals);
  if constexpr (!rigid) carry(frame.directions, closed.directions);
}

/// may_touch_scalar for as many lanes as the registers hold, from `lane` on. With `by`, which is for rigid placements
/// only, may_touch_or_by_scalar.
template <bool rigid, bool by, class D>
HWY_INLINE std::uint32_t may_touch_lanes(D d, const ClosedFrame& frame, const ClosedBox& closed,
                                         const ObbPacket& opened, std::size_t lane, float* gaps) {
  static_assert(rigid || !by);
  using V = hn::Vec<D>;
  const auto set = [&](float x) HWY_ATTR { return hn::Set(d, x); };
  const auto load = [&](const float* p) HWY_ATTR { return hn::Load(d, p + lane); };
  const auto dot = [&](const V& ax, const V& ay, const V& az, const V& x, const V& y, const V& z)
                       HWY_ATTR { return hn::MulAdd(az, z, hn::MulAdd(ay, y, hn::Mul(ax, x))); };
  const V half[3] = {load(opened.half[0]), load(opened.half[1]), load(opened.half[2])};
  const V dx = hn::Sub(load(opened.centre[0]), set(closed.centre[0]));
  const V dy = hn::Sub(load(opened.centre[1]), set(closed.centre[1]));
  const V dz = hn::Sub(load(opened.centre[2]), set(closed.centre[2]));
  V reach_own[3] = {set(closed.half[0]), set(closed.half[1]), set(closed.half[2])};
  V gap_other = hn::Zero(d);
  for (int k = 0; k < 3; ++k) {
    const V x = load(opened.axes[k][0]), y = load(opened.axes[k][1]), z = load(opened.axes[k][2]);
    V reach = half[k];
    for (int i = 0; i < 3; ++i) {
      const auto along = [&](const float(&v)[4])
                             HWY_ATTR { return hn::Abs(dot(set(v[0]), set(v[1]), set(v[2]), x, y, z)); };
      const V cosine = along(closed.functionals[i]);
      reach_own[i] = hn::MulAdd(half[k], cosine, reach_own[i]);
      if constexpr (rigid)
        reach = hn::MulAdd(set(closed.half[i]), cosine, reach);
      else
        reach = hn::MulAdd(set(closed.half[i]), along(closed.directions[i]), reach);
    }
    const V gap = hn::Sub(hn::Abs(dot(dx, dy, dz, x, y, z)), reach);
    gap_other = k == 0 ? gap : hn::Max(gap_other, gap);
  }
  const V halves = hn::Add(hn::Add(half[0], half[1]), half[2]);
  const V slack = hn::MulAdd(set(ClosedBox::slack_per_half), halves, set(closed.slack));
  V gap_own = hn::Zero(d);
  for (int i = 0; i < 3; ++i) {
    const float(&v)[4] = closed.functionals[i];
    V gap = hn::Sub(hn::Abs(dot(set(v[0]), set(v[1]), set(v[2]), dx, dy, dz)), reach_own[i]);
    if constexpr (!rigid) gap = hn::NegMulAdd(set(closed.own_sizes[i]), slack, gap);
    gap_own = i == 0 ? gap : hn::Max(gap_own, gap);
  }
  const std::uint32_t all = (1u << hn::Lanes(d)) - 1;
  if constexpr (by) hn::StoreU(hn::Sub(hn::Max(gap_own, gap_other), slack), d, gaps + lane);
  if constexpr (rigid)
    return ~bits_of(d, hn::Gt(hn::Max(gap_own, gap_other), slack)) & all;
  else
    return ~bits_of(d, hn::Or(hn::Gt(gap_own, set(frame.own_margin)),
                              hn::Gt(hn::Sub(gap_other, slack), set(frame.other_margin)))) &
           all;
}

/// As may_touch_scalar.
template <bool rigid>
HWY_INLINE std::uint32_t may_touch(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened) {
  const hn::CappedTag<float, ObbPacket::lanes> d;
  std::uint32_t touching = 0;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d))
    touching |= may_touch_lanes<rigid, false>(d, frame, closed, opened, lane, nullptr) << lane;
  return touching;
}

/// As may_touch_or_by_scalar.
HWY_INLINE std::uint32_t may_touch_or_by(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened,
                                         float* gaps) {
  const hn::CappedTag<float, ObbPacket::lanes> d;
  std::uint32_t touching = 0;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d))
    touching |= may_touch_lanes<true, true>(d, frame, closed, opened, lane, gaps) << lane;
  return touching;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
