// A segment against eight boxes, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. Its definition is the scalar one in volume/segment_box.h.

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

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE std::uint32_t may_meet(const InnerSegment& segment, const ObbPacket& boxes) {
  return may_meet_scalar(segment, boxes);
}

#else

HWY_INLINE std::uint32_t may_meet(const InnerSegment& segment, const ObbPacket& packet) {
  using Lanes = GapLanes<true>;
  using V = typename Lanes::V;
  const typename Lanes::D d;
  std::uint32_t apart = 0;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const Lanes boxes(packet, lane);
    const auto way = boxes.centres_from(segment.middle);
    const typename Lanes::V3 half{boxes.set(segment.half.x), boxes.set(segment.half.y), boxes.set(segment.half.z)};
    // m has the other sign here, which no test looks at.
    V m[3], w[3], size[3];
    for (int k = 0; k < 3; ++k) {
      const auto axis = boxes.axis(k);
      m[k] = Lanes::dot(way, axis), w[k] = Lanes::dot(half, axis), size[k] = hn::Abs(w[k]);
    }
    const V face_slack = boxes.set(segment.face_slack), edge_slack = boxes.set(segment.edge_slack);
    auto out = hn::Gt(hn::Abs(m[0]), hn::Add(hn::Add(boxes.half[0], size[0]), face_slack));
    for (int k = 1; k < 3; ++k)
      out = hn::Or(out, hn::Gt(hn::Abs(m[k]), hn::Add(hn::Add(boxes.half[k], size[k]), face_slack)));
    for (int k = 0; k < 3; ++k) {
      const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
      const V turn = hn::Abs(hn::Sub(hn::Mul(m[i], w[j]), hn::Mul(m[j], w[i])));
      const V reach = Lanes::mul_add(boxes.half[i], size[j], Lanes::mul_add(boxes.half[j], size[i], edge_slack));
      out = hn::Or(out, hn::Gt(turn, reach));
    }
    apart |= bits_of(d, out) << lane;
  }
  return ~apart;
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
