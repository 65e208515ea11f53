// A segment against eight boxes, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. Its definition is the scalar one in engine/segment_box.h.

#if defined(ABUT_ENGINE_SEGMENT_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_SEGMENT_PACKET_INL_H_
#undef ABUT_ENGINE_SEGMENT_PACKET_INL_H_
#else
#define ABUT_ENGINE_SEGMENT_PACKET_INL_H_
#endif

#include "engine/gap_packet-inl.h"
#include "engine/segment_box.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Rows of floats, as numbers of either width.
template <class N, class Rows>
HWY_INLINE Vec3Of<N> load_rows(const Rows& rows, int lane) {
  if constexpr (std::is_same_v<typename N::Value, float>)
    return Vec3Of<N>::load_aligned(rows, lane);
  else
    return Vec3Of<N>::widened(rows, lane);
}

/// N is of doubles for an InnerSegment, of floats for a RoughSegment.
template <class N, class Segment>
HWY_INLINE std::uint32_t may_meet(const Segment& segment, const ObbPacket& boxes) {
  using V = Vec3Of<N>;
  std::uint32_t apart = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const V own = load_rows<N>(boxes.half, lane);
    const N more = larger(larger(own.x, own.y), own.z) * N::all(gap_inflation);
    const N half[3] = {own.x + more, own.y + more, own.z + more};
    const V way = load_rows<N>(boxes.centre, lane) - V::all(segment.middle), segment_half = V::all(segment.half);
    // m has the other sign here, which no test looks at.
    N m[3], w[3], size[3];
    for (int k = 0; k < 3; ++k) {
      const V axis = load_rows<N>(boxes.axes[k], lane);
      m[k] = dot(way, axis), w[k] = dot(segment_half, axis), size[k] = abs(w[k]);
    }
    const N face_slack = N::all(segment.face_slack), edge_slack = N::all(segment.edge_slack);
    auto out = abs(m[0]) > half[0] + size[0] + face_slack;
    for (int k = 1; k < 3; ++k) out = out | (abs(m[k]) > half[k] + size[k] + face_slack);
    for (int k = 0; k < 3; ++k) {
      const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
      const N turn = abs(m[i] * w[j] - m[j] * w[i]);
      out = out | (turn > mul_add(half[i], size[j], mul_add(half[j], size[i], edge_slack)));
    }
    apart |= out.bits() << lane;
  }
  return ~apart;
}

HWY_INLINE std::uint32_t may_meet(const InnerSegment& segment, const ObbPacket& boxes) {
  return may_meet<GapLanes<true>>(segment, boxes);
}
HWY_INLINE std::uint32_t may_meet(const RoughSegment& segment, const ObbPacket& boxes) {
  return may_meet<Lanes<float, ObbPacket::lanes, true>>(segment, boxes);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
