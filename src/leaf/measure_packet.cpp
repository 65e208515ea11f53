#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "leaf/measure_packet.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "leaf/measure_packet.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "leaf/measure_packet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
std::uint32_t measured_lanes(const PacketPlacement& first, const PacketPlacement& second, int count,
                             MeasurePacket& packet) {
  std::uint32_t measured = 0;
  for (int lane = 0; lane < count; lane += N::lanes) measured |= measure_lanes<N>(first, second, lane, packet) << lane;
  return measured & ((1u << count) - 1);
}

std::uint32_t measure_by_packets(const PacketPlacement& first, const PacketPlacement& second, int count,
                                 MeasurePacket& packet) {
  return measured_lanes<Lanes<double, MeasurePacket::lanes>>(first, second, count, packet);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(measure_by_packets);

PacketPlacement::PacketPlacement(const Placement& placement) : at(placement) {
  for (int i = 0; i < 9; ++i) {
    const SplitNumber split(at.linear.entries[i]);
    high[i] = split.high, low[i] = split.low;
  }
}

std::uint32_t measure_packet(Simd simd, const PacketPlacement& first, const PacketPlacement& second, int count,
                             MeasurePacket& packet) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::measured_lanes<HWY_NAMESPACE::One<double>>(first, second, count, packet);
  return ABUT_VERSION_FOR(target, measure_by_packets)(first, second, count, packet);
}

}  // namespace abut
#endif
