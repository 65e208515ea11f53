// Gaps between a box, or a point, and eight boxes, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats. Their definition is the scalar one in engine/gap_box.h. Without fused operations
// the bits are the same on every instruction set, which approximate searches need, because what they leave out rests on
// them; exact ones take whatever is fastest.

#if defined(ABUT_ENGINE_GAP_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_GAP_PACKET_INL_H_
#undef ABUT_ENGINE_GAP_PACKET_INL_H_
#else
#define ABUT_ENGINE_GAP_PACKET_INL_H_
#endif

#include "engine/gap_box.h"
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <bool fused>
using GapLanes = Lanes<double, ObbPacket::lanes, fused>;

/// As sums of axes, not as slabs.
template <class N>
HWY_INLINE void load_inflated_half(const ObbPacket& boxes, int lane, N (&half)[3]) {
  const auto from = Vec3Of<N>::widened(boxes.half, lane);
  const N more = larger(larger(from.x, from.y), from.z) * N::all(gap_inflation);
  half[0] = from.x + more, half[1] = from.y + more, half[2] = from.z + more;
}

template <class N>
HWY_INLINE N line_square(const N& squared_distance, const N& reach) {
  const N gap = squared_distance - reach;
  return where(gap > N::all(0), gap * (gap / squared_distance));
}

/// As squared_gaps_scalar, for rigid placements only, and the lanes whose square is not above the limit.
template <bool fused>
HWY_INLINE std::uint32_t near_lanes(const GapBox& closed, const ObbPacket& opened, double limit, double* squares) {
  using N = GapLanes<fused>;
  using V = Vec3Of<N>;
  std::uint32_t far = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    N half[3];
    load_inflated_half(opened, lane, half);
    const V way = V::widened(opened.centre, lane) - V::all(closed.centre);
    N own[3] = {N::all(closed.half.x), N::all(closed.half.y), N::all(closed.half.z)};
    N other_square = N::all(0), line = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const V axis = V::widened(opened.axes[k], lane);
      N reach = half[k];
      for (int i = 0; i < 3; ++i) {
        const N cosine = abs(dot(V::all(closed.directions[i]), axis));
        own[i] = mul_add(half[k], cosine, own[i]);
        reach = mul_add(N::all(closed.half[i]), cosine, reach);
      }
      const N along = abs(dot(way, axis)), gap = positive(along - reach);
      other_square = mul_add(gap, gap, other_square);
      line = mul_add(half[k], along, line);
    }
    N own_square = N::all(0);
    for (int i = 0; i < 3; ++i) {
      const N along = abs(dot(V::all(closed.directions[i]), way)), gap = positive(along - own[i]);
      own_square = mul_add(gap, gap, own_square);
      line = mul_add(N::all(closed.half[i]), along, line);
    }
    const N faces = larger(own_square, other_square) * N::all(gap_shrink);
    const N square = larger(faces, line_square(dot(way, way), line));
    square.store(squares + lane);
    far |= (square > N::all(limit)).bits() << lane;
  }
  return ~far;
}

/// The same from a point.
template <bool fused>
HWY_INLINE std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) {
  using N = GapLanes<fused>;
  using V = Vec3Of<N>;
  std::uint32_t far = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    N half[3];
    load_inflated_half(boxes, lane, half);
    const V way = V::widened(boxes.centre, lane) - V::all(point);
    N faces = N::all(0), line = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const N along = abs(dot(way, V::widened(boxes.axes[k], lane))), gap = positive(along - half[k]);
      faces = mul_add(gap, gap, faces);
      line = mul_add(half[k], along, line);
    }
    const N square = larger(faces * N::all(gap_shrink), line_square(dot(way, way), line));
    square.store(squares + lane);
    far |= (square > N::all(limit)).bits() << lane;
  }
  return ~far;
}

/// Squared distances of the boxes' centres from a point. N is Lanes or One.
template <class N>
HWY_INLINE void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
  using V = Vec3Of<N>;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const V way = V::widened(boxes.centre, lane) - V::all(point);
    dot(way, way).store(squares + lane);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
