#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "leaf/triangle_packet.h"
#include "math/rounding.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "leaf/triangle_packet.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "leaf/triangle_packet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

PairVerdicts decide_packets(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
  return decide<TriangleLanes>(filter, a, b, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(decide_packets);

// Errors of the inputs, as lengths of vectors; u = 2^-24. A corner p is rounded to float: off by at most u |p| <= u
// reach (and by 2^-52 reach before). L is the scaled linear part, s its stretch; its Frobenius norm is at most
// sqrt(3) s. L' is L rounded to float.
//   e = fl(p_k - p_0): 2u reach_a + u |e|.
//   g = fl(q_k - q_0): 2u reach_b + u |g|. f = fl(L' g): s times that; L' - L adds u sqrt(3) s |g| and the error of L
//     itself, at most 3 times its entries' |g|; three products summed add 3u sqrt(3) s |g|. In all 2u s reach_b + 8u s
//     |g|
//     + 3 error |g|, and |g| <= back_stretch |f|.
//   w = fl(L' q_0 + (t - p_0)): corners u reach_a + u s reach_b; t and t - p_0 rounded, three sums: 5u |t| + 4u
//   reach_a;
//     L' - L, products and sums: 5u sqrt(3) s reach_b; the errors of L and t themselves.
TriangleFilter::TriangleFilter(const Corners& a, const Corners& b, const RelativePlacement& b_in_a)
    : corners_a(a.leaves), corners_b(b.leaves) {
  constexpr double u = 0x1p-24;
  // Pays for the higher orders, and for rounding these very lines.
  constexpr double upwards = 1.01;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) linear[r][c] = static_cast<float>(b_in_a.linear(r, c) * b_in_a.scale);
    shift[r] = static_cast<float>(b_in_a.shift[r]);
  }
  const double reach_b = b_in_a.stretch * b_in_a.scale * b.reach, away = length(b_in_a.shift);
  const double linear_error = 3 * b_in_a.linear_error;
  const double per_size = (8 * u * b_in_a.stretch + linear_error) * b_in_a.back_stretch * upwards;
  edge_error_a = float_up(2 * u * a.reach * upwards);
  edge_error_b = float_up(2 * u * reach_b * upwards);
  edge_error_b_per_size = float_up(per_size);
  offset_error = float_up((5 * u * away + 5 * u * a.reach + 10 * u * reach_b + linear_error * b_in_a.scale * b.reach +
                           2 * b_in_a.shift_error) *
                          upwards);
  margin = float_up(b_in_a.margin * upwards);
  // Below 2^20 no product of three lengths overflows; the relative error must stay small for the bounds to hold.
  usable = away + a.reach + reach_b < 0x1p20 && per_size < 0x1p-10 && b_in_a.margin < 0x1p20 && offset_error < 0x1p20f;
}

PairVerdicts decide(Simd simd, const TriangleFilter& filter, std::span<const std::uint32_t> a,
                    std::span<const std::uint32_t> b) {
  std::uint32_t places_a[TriangleFilter::batch], places_b[TriangleFilter::batch];
  std::copy(a.begin(), a.end(), places_a);
  std::copy(b.begin(), b.end(), places_b);
  const int count = static_cast<int>(a.size());
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::decide<HWY_NAMESPACE::TriangleOne>(filter, places_a, places_b, count);
  return ABUT_VERSION_FOR(target, decide_packets)(filter, places_a, places_b, count);
}

}  // namespace abut
#endif
