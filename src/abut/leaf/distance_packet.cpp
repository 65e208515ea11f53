#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/leaf/distance_packet.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/leaf/distance_packet.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include <abut/leaf/distance_packet-inl.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

void measure_packets(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b, int count, float* out) {
  distances_below<Unfused<Packet>>(filter, a, b, count, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(measure_packets);

void distances_below(Simd simd, const DistanceFilter& filter, std::span<const std::uint32_t> a,
                     std::span<const std::uint32_t> b, float* out) {
  std::uint32_t places_a[DistanceFilter::batch], places_b[DistanceFilter::batch];
  float bounds[DistanceFilter::batch];
  std::copy(a.begin(), a.end(), places_a);
  std::copy(b.begin(), b.end(), places_b);
  const int count = static_cast<int>(a.size());
  const std::int64_t target = highway_target(simd);
  if (target == 0)
    HWY_NAMESPACE::distances_below<HWY_NAMESPACE::Unfused<HWY_NAMESPACE::Single>>(filter, places_a, places_b, count,
                                                                                  bounds);
  else
    ABUT_VERSION_FOR(target, measure_packets)(filter, places_a, places_b, count, bounds);
  std::copy(bounds, bounds + count, out);
}

}  // namespace abut
#endif
