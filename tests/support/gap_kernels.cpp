#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/gap_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/gap_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/near_point-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

std::uint32_t BoxGaps(bool fused, const GapBox& closed, const ObbPacket& opened, double limit, double* squares) {
  return fused ? PacketGaps<true>::near_lanes(closed, opened, limit, squares)
               : PacketGaps<false>::near_lanes(closed, opened, limit, squares);
}
std::uint32_t WorldGaps(bool fused, bool of_point, const WorldGapFrame& frame, const WorldGapBox& closed,
                        const ObbPacket& opened, double limit, double* squares) {
  if (of_point)
    return fused ? PacketGaps<true>::near_lanes_of_point(frame, closed, opened, limit, squares)
                 : PacketGaps<false>::near_lanes_of_point(frame, closed, opened, limit, squares);
  return fused ? PacketGaps<true>::near_lanes(frame, closed, opened, limit, squares)
               : PacketGaps<false>::near_lanes(frame, closed, opened, limit, squares);
}
std::uint32_t PointGaps(bool fused, const Vec3& point, const ObbPacket& boxes, double limit, double* squares) {
  return fused ? PacketGaps<true>::near_lanes(point, boxes, limit, squares)
               : PacketGaps<false>::near_lanes(point, boxes, limit, squares);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(BoxGaps);
HWY_EXPORT(PointGaps);
HWY_EXPORT(WorldGaps);

namespace {

constexpr std::uint32_t all_lanes = (1u << ObbPacket::lanes) - 1;
using Plain = HWY_NAMESPACE::PlainGaps;

}  // namespace

std::uint32_t PacketGapsOn::near_lanes(const GapBox& closed, const ObbPacket& opened, double limit,
                                       double* squares) const {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return Plain::near_lanes(closed, opened, limit, squares);
  return ABUT_VERSION_FOR(target, BoxGaps)(fused, closed, opened, limit, squares) & all_lanes;
}

std::uint32_t PacketGapsOn::near_lanes(const WorldGapFrame& frame, const WorldGapBox& closed, const ObbPacket& opened,
                                       double limit, double* squares) const {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return Plain::near_lanes(frame, closed, opened, limit, squares) & all_lanes;
  return ABUT_VERSION_FOR(target, WorldGaps)(fused, false, frame, closed, opened, limit, squares) & all_lanes;
}

std::uint32_t PacketGapsOn::near_lanes_of_point(const WorldGapFrame& frame, const WorldGapBox& point,
                                                const ObbPacket& opened, double limit, double* squares) const {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return Plain::near_lanes_of_point(frame, point, opened, limit, squares) & all_lanes;
  return ABUT_VERSION_FOR(target, WorldGaps)(fused, true, frame, point, opened, limit, squares) & all_lanes;
}

std::uint32_t PacketGapsOn::near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) const {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return Plain::near_lanes(point, boxes, limit, squares);
  return ABUT_VERSION_FOR(target, PointGaps)(fused, point, boxes, limit, squares) & all_lanes;
}

}  // namespace abut
#endif
