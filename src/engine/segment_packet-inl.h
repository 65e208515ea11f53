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

HWY_INLINE std::uint32_t may_meet(const InnerSegment& segment, const ObbPacket& boxes) {
  using N = GapLanes<true>;
  using V = Vec3Of<N>;
  std::uint32_t apart = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    N half[3];
    load_inflated_half(boxes, lane, half);
    const V way = V::widened(boxes.centre, lane) - V::all(segment.middle), segment_half = V::all(segment.half);
    // m has the other sign here, which no test looks at.
    N m[3], w[3], size[3];
    for (int k = 0; k < 3; ++k) {
      const V axis = V::widened(boxes.axes[k], lane);
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

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
