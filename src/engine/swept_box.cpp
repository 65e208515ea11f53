#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/swept_box.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/swept_box.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

// A time is the quotient of a float difference, off by 2^-24 of itself, and the sum of two such of equal sign: all in
// all less than 2^-21 of itself.
constexpr float earlier = 1 - 0x1p-20f, later = 1 + 0x1p-20f;

// Coordinates within [-1, 1] are off by 2^-24 and a normal's sum of squares is 1 but for a few roundings, so a
// projection is off by 3 2^-24 from its points and by 3 2^-23 from its products and sums, less than 2^-20. Twice that
// on both sides of a comparison, and its own rounding: less than 2^-18.
constexpr float slack = 0x1p-18f;

// One of two boxes must not be beyond the other: `at_0` and `at_1` are by how much it is not, at the ends of time.
template <class N>
HWY_INLINE void hold(const N& at_0, const N& at_1, N& from, N& to) {
  const N zero = N::all(0), crossing = at_0 / (at_0 - at_1);
  const auto is_late = at_0 < zero, is_early = at_1 < zero;
  const N begins = select(is_early, N::all(never), crossing * N::all(earlier));
  const N ends = select(is_early, crossing * N::all(later), N::all(1));
  from = max(from, where(is_late, begins));
  to = min(to, select(is_late, N::all(1), ends));
}

void MeetingTimes(const SweptBox& a, const SweptPacket& b, float (&result)[SweptPacket::lanes]) {
  using N = Lanes<float, SweptPacket::lanes>;
  for (int i = 0; i < SweptPacket::lanes; i += N::lanes) {
    N from = N::all(0), to = N::all(1);
    for (int k = 0; k < 6; ++k) {
      const int side = k < 3 ? SweptBox::low(0, k) : SweptBox::high(0, k - 3);
      const int facing = k < 3 ? SweptBox::high(0, k) : SweptBox::low(0, k - 3);
      hold(N::all(a.side[facing]) + N::load_aligned(b.side[side] + i),
           N::all(a.side[facing + 3]) + N::load_aligned(b.side[side + 3] + i), from, to);
    }
    select(from <= to, from, N::all(never)).store(result + i);
  }
}

struct Span {
  float low, high;
};

HWY_INLINE Span span_along(const float (&normal)[3], const float (&at)[3][SweptLeaf::most_points]) {
  using N = Lanes<float, SweptLeaf::most_points>;
  const N x = N::all(normal[0]), y = N::all(normal[1]), z = N::all(normal[2]);
  const auto height = [&](int i) HWY_ATTR {
    return x * N::load_aligned(at[0] + i) + y * N::load_aligned(at[1] + i) + z * N::load_aligned(at[2] + i);
  };
  N low = height(0), high = low;
  for (int i = N::lanes; i < SweptLeaf::most_points; i += N::lanes)
    low = min(low, height(i)), high = max(high, height(i));
  return {least_of(low), most_of(high)};
}

// How far apart two points are along a direction is linear in time: if it is at least `at_0` and `at_1` for all pairs
// of points at the ends, it is at least what is between these in between.
HWY_INLINE bool stays_positive(float at_0, float at_1, float until) {
  return at_0 > slack && at_0 + (at_1 - at_0) * until > slack;
}

HWY_INLINE bool apart_along_slab_of(const SweptLeaf& a, const SweptLeaf& b, float until) {
  const Span from = span_along(a.normal, b.at[0]), to = span_along(a.normal, b.at[1]);
  return stays_positive(from.low - a.high[0], to.low - a.high[1], until) ||
         stays_positive(a.low[0] - from.high, a.low[1] - to.high, until);
}

bool SlabsApart(const SweptLeaf& a, const SweptLeaf& b, float until) {
  return apart_along_slab_of(a, b, until) || apart_along_slab_of(b, a, until);
}

void SetSlab(SweptLeaf& leaf) {
  for (int end = 0; end < 2; ++end) {
    const Span own = span_along(leaf.normal, leaf.at[end]);
    leaf.low[end] = own.low, leaf.high[end] = own.high;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(MeetingTimes);
HWY_EXPORT(SlabsApart);
HWY_EXPORT(SetSlab);

float meeting_time(const SweptBox& a, const SweptBox& b) {
  // Boxes that never meet are frequent and soon known.
  for (int axis = 0; axis < 3; ++axis) {
    const int low = SweptBox::low(0, axis), high = SweptBox::high(0, axis);
    if (std::max(a.side[high] + b.side[low], a.side[high + 3] + b.side[low + 3]) < 0) return never;
    if (std::max(b.side[high] + a.side[low], b.side[high + 3] + a.side[low + 3]) < 0) return never;
  }
  SweptPacket packet;
  for (int k = 0; k < SweptBox::sides; ++k) std::fill_n(packet.side[k], SweptPacket::lanes, b.side[k]);
  float from[SweptPacket::lanes];
  meeting_times(a, packet, from);
  return from[0];
}

void meeting_times(const SweptBox& a, const SweptPacket& b, float (&from)[SweptPacket::lanes]) {
  HWY_DYNAMIC_DISPATCH(MeetingTimes)(a, b, from);
}

bool slabs_apart(const SweptLeaf& a, const SweptLeaf& b, float until) {
  return HWY_DYNAMIC_DISPATCH(SlabsApart)(a, b, until);
}

void set_slab(SweptLeaf& leaf, const Vec3& direction) {
  const double size = length(direction);
  // Not where a direction has no digits to speak of.
  if (!(size > 0x1p-100)) return;
  for (int axis = 0; axis < 3; ++axis) leaf.normal[axis] = static_cast<float>(direction[axis] / size);
  HWY_DYNAMIC_DISPATCH(SetSlab)(leaf);
}

}  // namespace abut
#endif
