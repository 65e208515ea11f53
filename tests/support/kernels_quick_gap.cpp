#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/kernels_quick_gap.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/quick_gap-inl.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N, class Wide>
void quick_squares_with(const ClosedBox& closed, const ObbPacket& opened, double* squares) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  quick_lanes<N, Wide>(closed, opened, infinity, infinity, squares);
}

void quick_squares_of_packets(bool fused, const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                              const ObbPacket& opened, double* squares) {
  ClosedBox closed;
  close_box<true>(frame, boxes, lane, closed);
  using Wide = Lanes<double, 4>;
  if (fused)
    quick_squares_with<Lanes<float, ObbPacket::lanes, true>, Wide>(closed, opened, squares);
  else
    quick_squares_with<Lanes<float, ObbPacket::lanes, false>, Wide>(closed, opened, squares);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(quick_squares_of_packets);

void quick_squares(Simd simd, bool fused, const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                   const ObbPacket& opened, double* squares) {
  using namespace HWY_NAMESPACE;
  const std::int64_t target = highway_target(simd);
  if (target == 0)
    quick_squares_with<One<float>, One<double>>(closed_box_scalar(frame, boxes, lane), opened, squares);
  else
    ABUT_VERSION_FOR(target, quick_squares_of_packets)(fused, frame, boxes, lane, opened, squares);
}

}  // namespace abut
#endif
