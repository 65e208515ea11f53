#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/leaf/triangle_packet.h>
#include <abut/math/rounding.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/leaf/triangle_packet.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include <abut/leaf/triangle_packet-inl.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

PairVerdicts decide_packets(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
  return decide<Packet>(filter, a, b, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(decide_packets);

namespace {

constexpr double u = 0x1p-24;
// Pays for the higher orders, and for rounding these very lines.
constexpr double upwards = 1.01;

double largest_row_sum(const Matrix3& m, double entry_error) {
  double most = 0;
  for (int i = 0; i < 3; ++i) most = std::max(most, dot(abs(m.row(i)), {1, 1, 1}) + 3 * entry_error);
  return most;
}

}  // namespace

// Errors of the inputs. A corner is rounded to float: off by at most u reach (and by less than 2^-52 reach before).
// With e = fl(p_k - p_0): 2u reach_a + u |e'|.
// With g = fl(q_k - q_0), f = fl(L g), where L' is the scaled linear part rounded to float, R its largest row sum, B
// that of its inverse: 2u reach_b R + 5u R |g| + 3 |error of L| |g|, and |g| <= B (|f'| + error of f).
// With w = fl(L q_0 + (t - p_0)), S = |t| + reach_a + R reach_b: inputs and roundings are at most 5u |t|, 5u reach_a
// and 6u R reach_b, and the errors of L and t themselves.
TriangleFilter::TriangleFilter(const Corners& a, const Corners& b, const RelativePlacement& b_in_a)
    : corners_a(a.values), corners_b(b.values) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) linear[r][c] = static_cast<float>(b_in_a.linear(r, c) * b_in_a.scale);
    shift[r] = static_cast<float>(b_in_a.shift[r]);
  }
  const double entry_error = b_in_a.linear_error * b_in_a.scale;
  const double rows = largest_row_sum(b_in_a.linear, b_in_a.linear_error) * b_in_a.scale;
  const double back_rows = largest_row_sum(b_in_a.back, b_in_a.back_error) / b_in_a.scale;
  const double size = largest(abs(b_in_a.shift)) + a.reach + rows * b.reach;
  const double per_size = (5 * u * rows + 3 * entry_error) * back_rows * upwards;
  edge_error_a = float_up(2 * u * a.reach * upwards);
  edge_error_b = float_up(2 * u * b.reach * rows * upwards);
  edge_error_b_per_size = float_up(per_size);
  offset_error = float_up((6 * u * size + 3 * entry_error * b.reach + b_in_a.shift_error) * upwards);
  margin = float_up(b_in_a.margin * upwards);
  // Below 2^20 no product of three lengths overflows; the relative error must stay small for the bounds to hold.
  usable = size < 0x1p20 && per_size < 0x1p-10 && b_in_a.margin < 0x1p20 && b_in_a.shift_error < 0x1p20;
}

PairVerdicts decide(Simd simd, const TriangleFilter& filter, std::span<const std::uint32_t> a,
                    std::span<const std::uint32_t> b) {
  std::uint32_t places_a[TriangleFilter::batch], places_b[TriangleFilter::batch];
  std::copy(a.begin(), a.end(), places_a);
  std::copy(b.begin(), b.end(), places_b);
  const int count = static_cast<int>(a.size());
  const std::int64_t target = simd == Simd::scalar ? 0 : highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::decide<HWY_NAMESPACE::Single>(filter, places_a, places_b, count);
  return ABUT_VERSION_FOR(target, decide_packets)(filter, places_a, places_b, count);
}

}  // namespace abut
#endif
