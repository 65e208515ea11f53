#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/kernels_quick_gap.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/quick_gap-inl.h"

#include <cassert>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

void quick_squares_of_packets([[maybe_unused]] const ClosedFrame& frame, [[maybe_unused]] const ObbPacket& boxes,
                              [[maybe_unused]] int lane, [[maybe_unused]] const ObbPacket& opened,
                              [[maybe_unused]] double* squares) {
#if HWY_TARGET != HWY_SCALAR
  ClosedBox closed;
  close_box<true>(frame, boxes, lane, closed);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  quick_lanes(closed, opened, infinity, infinity, squares);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(quick_squares_of_packets);

void quick_squares(Simd simd, const ClosedFrame& frame, const ObbPacket& boxes, int lane, const ObbPacket& opened,
                   double* squares) {
  const std::int64_t target = highway_target(simd);
  assert(target != 0);
  ABUT_VERSION_FOR(target, quick_squares_of_packets)(frame, boxes, lane, opened, squares);
}

}  // namespace abut
#endif
