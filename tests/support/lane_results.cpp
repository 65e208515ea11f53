#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/lane_results.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/lane_results.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The numbers of some lanes.
template <class N>
HWY_INLINE void compute_lanes(const LaneInputs<typename N::Value>& in, int i, LaneResults<typename N::Value>& out) {
  using T = typename N::Value;
  const auto a = N::load(in.a + i), b = N::load(in.b + i), c = N::load(in.c + i);
  (a + b).store(out.sum + i);
  (a - b).store(out.difference + i);
  (a * b).store(out.product + i);
  (a / b).store(out.quotient + i);
  (-a).store(out.negative + i);
  abs(a).store(out.absolute + i);
  floor(a).store(out.rounded_down + i);
  root(a).store(out.root + i);
  mul_add(a, b, c).store(out.mul_add + i);
  mul_sub(a, b, c).store(out.mul_sub + i);
  neg_mul_add(a, b, c).store(out.neg_mul_add + i);
  min(a, b).store(out.least + i);
  max(a, b).store(out.most + i);
  larger(a, b).store(out.larger + i);
  select(a > b, c, a).store(out.selected + i);
  where(a > b, c).store(out.kept + i);
  positive(a).store(out.positive + i);
  N::all(in.a[0]).store(out.all + i);
  N::counting_from(T(i)).store(out.counting + i);
  N::load_aligned(in.b + i).store(out.aligned + i);
}

template <class N>
HWY_INLINE void compute_vectors(const LaneInputs<typename N::Value>& in, int i, LaneResults<typename N::Value>& out) {
  using V = Vec3Of<N>;
  const typename N::Value* const rows[3] = {in.a, in.b, in.c};
  const V p = V::load(rows, i), q{p.y, p.z, p.x}, r{p.z, p.x, p.y};
  dot(p, q).store(out.dot + i);
  cross(p, q).store(out.cross, i);
  ((p + q) * p.x - r).store(out.turned, i);
  select(p.x > p.y, p, q).store(out.selected_vector, i);
  where(p.x > p.y, p).store(out.kept_vector, i);
}

template <class N>
HWY_INLINE void compute_masks(const LaneInputs<typename N::Value>& in, int i, LaneMasks& out) {
  const auto a = N::load(in.a + i), b = N::load(in.b + i);
  const auto finite = abs(a) < N::all(std::numeric_limits<typename N::Value>::infinity());
  out.above |= (a > b).bits() << i;
  out.below |= (a < b).bits() << i;
  out.not_above |= (a <= b).bits() << i;
  out.equal |= (a == b).bits() << i;
  out.both |= ((a > b) & finite).bits() << i;
  out.either |= ((a > b) | (a < b)).bits() << i;
  for (std::uint32_t bits = 0; bits < 256; ++bits) out.from_bits[bits] |= N::Mask::of_bits(bits >> i).bits() << i;
  for (int count = 0; count < 10; ++count)
    out.first[count] |= N::Mask::first(static_cast<std::size_t>(count > i ? count - i : 0)).bits() << i;
}

template <class N>
void compute(const LaneInputs<typename N::Value>& in, const typename N::Value* points,
             LaneResults<typename N::Value>& out) {
  for (int i = 0; i < 8; i += N::lanes) {
    compute_lanes<N>(in, i, out);
    compute_vectors<N>(in, i, out);
    compute_masks<N>(in, i, out.masks);
    Vec3Of<N>::load_points(points + 3 * i).store(out.interleaved, i);
  }
  const auto a = N::load(in.a), b = N::load(in.b);
  out.masks.all_equal_themselves = (a == a).all();
  out.masks.all_above = (a > b).all();
  out.least_of_lanes = least_of(a);
  out.most_of_lanes = most_of(a);
  using Eight = Row<N, 8>;
  (Eight::load(in.a) + Eight::load(in.b)).store(out.row_sum);
  (Eight::load(in.a) - Eight::load(in.b)).store(out.row_difference);
  min(Eight::load(in.a), Eight::load(in.b)).store(out.row_least);
  Eight::all(in.c[0]).store(out.row_all);
  out.lanes = N::lanes;
}

template <class N>
void compute_floats(const LaneInputs<float>& in, const float* points, LaneResults<float>& out) {
  compute<N>(in, points, out);
  for (int i = 0; i < 8; i += N::lanes) root_bound(N::load(in.a + i)).store(out.root_bound + i);
}

template <class N>
void compute_doubles(const LaneInputs<double>& in, const double* points, LaneResults<double>& out) {
  compute<N>(in, points, out);
  float narrow[8];
  for (int i = 0; i < 8; ++i) narrow[i] = static_cast<float>(in.a[i]);
  for (int i = 0; i < 8; i += N::lanes) {
    N::widened(narrow + i).store(out.widened + i);
    N::load(in.a + i).store_rounded(out.rounded + i);
  }
}

void FloatLanes(bool fused, const LaneInputs<float>& in, const float* points, LaneResults<float>& out) {
  fused ? compute_floats<Lanes<float, 8, true>>(in, points, out)
        : compute_floats<Lanes<float, 8, false>>(in, points, out);
}
void DoubleLanes(bool fused, const LaneInputs<double>& in, const double* points, LaneResults<double>& out) {
  fused ? compute_doubles<Lanes<double, 8, true>>(in, points, out)
        : compute_doubles<Lanes<double, 8, false>>(in, points, out);
}

template <class N>
void turn(const float* rows, float (&columns)[4][8]) {
  for (int i = 0; i < 8; i += N::lanes) {
    N four[4];
    N::load_columns([&](int lane) HWY_ATTR { return rows + 4 * (i + lane); }, four);
    for (int c = 0; c < 4; ++c) four[c].store(columns[c] + i);
  }
}
template <class N>
LaneOrder order(const std::int32_t (&a)[8], const std::int32_t (&b)[8]) {
  LaneOrder found;
  for (int i = 0; i < 8; i += N::lanes) {
    found.unequal |= (N::load(a + i) != N::load(b + i)).bits() << i;
    found.below |= (N::load(a + i) < N::load(b + i)).bits() << i;
  }
  return found;
}
LaneOrder IntegerOrder(const std::int32_t (&a)[8], const std::int32_t (&b)[8]) {
  return order<Lanes<std::int32_t, 8>>(a, b);
}

void FloatColumns(const float* rows, float (&columns)[4][8]) { turn<Lanes<float, 8>>(rows, columns); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(FloatLanes);
HWY_EXPORT(DoubleLanes);
HWY_EXPORT(FloatColumns);
HWY_EXPORT(IntegerOrder);

namespace twin = HWY_NAMESPACE;

void lane_results(Simd simd, bool fused, const LaneInputs<float>& in, const float* points, LaneResults<float>& out) {
  out = {};
  const std::int64_t target = highway_target(simd);
  if (target != 0) return ABUT_VERSION_FOR(target, FloatLanes)(fused, in, points, out);
  fused ? twin::compute_floats<twin::One<float, true>>(in, points, out)
        : twin::compute_floats<twin::One<float>>(in, points, out);
}

void lane_results(Simd simd, bool fused, const LaneInputs<double>& in, const double* points, LaneResults<double>& out) {
  out = {};
  const std::int64_t target = highway_target(simd);
  if (target != 0) return ABUT_VERSION_FOR(target, DoubleLanes)(fused, in, points, out);
  fused ? twin::compute_doubles<twin::One<double, true>>(in, points, out)
        : twin::compute_doubles<twin::One<double>>(in, points, out);
}

LaneOrder lane_order(Simd simd, const std::int32_t (&a)[8], const std::int32_t (&b)[8]) {
  const std::int64_t target = highway_target(simd);
  return target != 0 ? ABUT_VERSION_FOR(target, IntegerOrder)(a, b) : twin::order<twin::One<std::int32_t>>(a, b);
}

void lane_columns(Simd simd, const float* rows, float (&columns)[4][8]) {
  const std::int64_t target = highway_target(simd);
  if (target != 0) return ABUT_VERSION_FOR(target, FloatColumns)(rows, columns);
  twin::turn<twin::One<float>>(rows, columns);
}

}  // namespace abut
#endif
