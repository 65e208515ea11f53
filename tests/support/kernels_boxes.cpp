#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/kernels_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/box_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <bool rigid>
std::uint32_t closed_and_tested(const ClosedFrame& frame, const ObbPacket& boxes, int lane, const ObbPacket& opened) {
  ClosedBox closed;
  close_box<rigid>(frame, boxes, lane, closed);
  return may_touch<rigid>(frame, closed, opened);
}
std::uint32_t may_touch_packets(const ClosedFrame& frame, const ObbPacket& boxes, int lane, const ObbPacket& opened) {
  return frame.rigid ? closed_and_tested<true>(frame, boxes, lane, opened)
                     : closed_and_tested<false>(frame, boxes, lane, opened);
}
std::uint32_t may_touch_or_by_packets(const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                                      const ObbPacket& opened, float* gaps) {
  ClosedBox closed;
  close_box<true>(frame, boxes, lane, closed);
  return may_touch_or_by(frame, closed, opened, gaps);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(may_touch_packets);
HWY_EXPORT(may_touch_or_by_packets);

std::uint32_t may_touch(Simd simd, const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                        const ObbPacket& opened) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return may_touch_scalar(frame, closed_box_scalar(frame, boxes, lane), opened);
  return ABUT_VERSION_FOR(target, may_touch_packets)(frame, boxes, lane, opened);
}

std::uint32_t may_touch_or_by(Simd simd, const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                              const ObbPacket& opened, float* gaps) {
  const std::int64_t target = simd == Simd::scalar ? 0 : highway_target(simd);
  if (target == 0) return may_touch_or_by_scalar(frame, closed_box_scalar(frame, boxes, lane), opened, gaps);
  return ABUT_VERSION_FOR(target, may_touch_or_by_packets)(frame, boxes, lane, opened, gaps);
}

}  // namespace abut
#endif
