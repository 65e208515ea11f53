// Gaps between a box, or a point, and eight boxes in the world's frame, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats. With One for N, which is their definition, and with lanes that are
// not fused the bits are the same on every instruction set.

#if defined(ABUT_ENGINE_WORLD_GAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_WORLD_GAP_INL_H_
#undef ABUT_ENGINE_WORLD_GAP_INL_H_
#else
#define ABUT_ENGINE_WORLD_GAP_INL_H_
#endif

#include "engine/gap_packet-inl.h"
#include "engine/world_gap.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
HWY_INLINE Vec3Of<N> carried(const Matrix3& map, const Vec3Of<N>& v) {
  const auto row = [&](int i) HWY_ATTR {
    return mul_add(N::all(map(i, 2)), v.z, mul_add(N::all(map(i, 1)), v.y, N::all(map(i, 0)) * v.x));
  };
  return {row(0), row(1), row(2)};
}

/// Squares of numbers which, less the frame's slack, are not above the distance of the closed box from the boxes of the
/// packet, in the world's frame: 0 where they may touch; and the lanes whose square is not above the limit. Lanes that
/// hold no box mean nothing. `of_point`: the closed box is its centre alone.
template <class N, bool of_point = false>
HWY_INLINE std::uint32_t near_lanes(const WorldGapFrame& frame, const WorldGapBox& closed, const ObbPacket& opened,
                                    double limit, double* squares) {
  using V = Vec3Of<N>;
  const WorldGapFrame::Boxes& to = frame.opened;
  const V start = V::all(to.side.shift - closed.centre);
  const N zero = N::all(0);
  std::uint32_t far = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    N half[3];
    load_inflated_half(opened, lane, half);
    const V d = carried(to.side.linear, V::widened(opened.centre, lane)) + start;
    V directions[3];
    N line = zero;
    for (int k = 0; k < 3; ++k) {
      directions[k] = carried(to.side.linear, V::widened(opened.axes[k], lane));
      line = mul_add(half[k], abs(dot(directions[k], d)), line);
    }
    if constexpr (!of_point)
      for (int i = 0; i < 3; ++i) line = line + abs(dot(V::all(closed.spans[i]), d));
    const N by_line = line_square(dot(d, d), line);
    // Where bits may depend on the instruction set, boxes that are far enough are not looked at any further.
    if constexpr (N::fused)
      if ((by_line > N::all(limit)).all()) {
        by_line.store(squares + lane);
        far |= (by_line > N::all(limit)).bits() << lane;
        continue;
      }
    const N face_error = N::all(to.face_error) * (half[0] + half[1] + half[2]);
    N best = zero, sum = zero;
    N own[3] = {N::all(closed.reaches.x), N::all(closed.reaches.y), N::all(closed.reaches.z)};
    for (int k = 0; k < 3; ++k) {
      const V normal = carried(to.across, V::widened(opened.axes[k], lane));
      N reach = mul_add(N::all(to.volume), half[k], face_error);
      if constexpr (!of_point)
        for (int i = 0; i < 3; ++i) {
          reach = reach + abs(dot(V::all(closed.spans[i]), normal));
          own[i] = mul_add(half[k], abs(dot(V::all(closed.normals[i]), directions[k])), own[i]);
        }
      const N length_square = dot(normal, normal), gap = abs(dot(normal, d)) - reach;
      const N square = where((gap > zero) & (length_square > N::all(0x1p-400)), gap * (gap / length_square));
      best = larger(square, best);
      sum = sum + square;
    }
    N square = larger(best, sum * N::all(to.share));
    if constexpr (!of_point) {
      N own_best = zero, own_sum = zero;
      for (int i = 0; i < 3; ++i) {
        const N gap = positive(abs(dot(V::all(closed.normals[i]), d)) - own[i]);
        const N own_square = gap * (gap * N::all(closed.over_squares[i]));
        own_best = larger(own_square, own_best);
        own_sum = own_sum + own_square;
      }
      square = larger(larger(own_best, own_sum * N::all(frame.closed.share)), square);
    }
    square = larger(by_line, square);
    square.store(squares + lane);
    far |= (square > N::all(limit)).bits() << lane;
  }
  return ~far;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
