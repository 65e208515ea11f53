#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/kernels_distance.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "leaf/distance_packet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

std::uint32_t measure_packets(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b, int count, float cutoff,
                              float* out) {
  return distances_below<DistanceLanes>(filter, a, b, count, cutoff, out);
}
float above_by_packets(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b) {
  float below[DistanceFilter::batch], above = -1;
  distances_below<Lanes<float, 8, true>>(filter, a, b, 1, std::numeric_limits<float>::infinity(), below, &above);
  return above;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(measure_packets);
HWY_EXPORT(above_by_packets);

std::uint32_t distances_below(Simd simd, const DistanceFilter& filter, std::span<const std::uint32_t> a,
                              std::span<const std::uint32_t> b, float cutoff, float* out) {
  using Twin = HWY_NAMESPACE::DistanceOne;
  std::uint32_t places_a[DistanceFilter::batch], places_b[DistanceFilter::batch];
  float bounds[DistanceFilter::batch];
  std::copy(a.begin(), a.end(), places_a);
  std::copy(b.begin(), b.end(), places_b);
  const int count = static_cast<int>(a.size());
  const std::int64_t target = highway_target(simd);
  const std::uint32_t closer =
      target == 0 ? HWY_NAMESPACE::distances_below<Twin>(filter, places_a, places_b, count, cutoff, bounds)
                  : ABUT_VERSION_FOR(target, measure_packets)(filter, places_a, places_b, count, cutoff, bounds);
  std::copy(bounds, bounds + count, out);
  return closer;
}

float distance_above(Simd simd, const DistanceFilter& filter, std::uint32_t a, std::uint32_t b) {
  std::uint32_t places_a[DistanceFilter::batch] = {a}, places_b[DistanceFilter::batch] = {b};
  const std::int64_t target = highway_target(simd);
  if (target != 0) return ABUT_VERSION_FOR(target, above_by_packets)(filter, places_a, places_b);
  float below[DistanceFilter::batch], above = -1;
  HWY_NAMESPACE::distances_below<HWY_NAMESPACE::DistanceOne>(filter, places_a, places_b, 1,
                                                             std::numeric_limits<float>::infinity(), below, &above);
  return above;
}

}  // namespace abut
#endif
