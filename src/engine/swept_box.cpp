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

// A time is the quotient of a float and the sum of two of equal sign: all in all less than 2^-21 of itself off.
constexpr float earlier = 1 - 0x1p-20f;

// How far off is the gap between two boxes along a face axis? u = 2^-24. closed_box.cpp has what follows from axes that
// are orthonormal within 4u: 64u for each unit of the half extents covers that, and the roundings of their sum.
// Centres: a coordinate is within 3.1, since a box's centre is a sum of three midpoints of its points' projections; it
// is off by 3.1u for its sum and by u for its offset. A difference of two is off by 8.2u, and by 6.2u more for its own
// rounding: 14.4u, or 25u along an axis. The sum of three products adds 3.1u of its length, 20u. 128u covers all, and
// numbers too small for a float.
constexpr float box_slack = 0x1p-17f, slack_per_half = 0x1p-18f;

/// Boxes that are `way` apart along an axis at one and the other end of time, and meet within `reach`, do not meet
/// before: all of it is linear.
template <class N>
HWY_INLINE N apart_until(const N& way_0, const N& reach_0, const N& way_1, const N& reach_1) {
  const N zero = N::all(0);
  const N gap_0 = abs(way_0) - reach_0, gap_1 = select(way_0 < zero, zero - way_1, way_1) - reach_1;
  const N crossing = select(gap_1 < zero, gap_0 / (gap_0 - gap_1) * N::all(earlier), N::all(never));
  return where(gap_0 > zero, crossing);
}

/// What is known of eight pairs at one end of time.
template <class N>
struct PairEnd {
  Vec3Of<N> way;
  N half[3], slack;

  HWY_INLINE PairEnd(const SweptBox& a, const SweptPacket& b, int end, int lane) {
    const SweptCoordinates& coordinates = *b.coordinates[end];
    const ObbPacket& boxes = *b.at[end];
    const N scale = N::all(coordinates.scale);
    way = Vec3Of<N>::load_aligned(boxes.centre, lane) * scale + Vec3Of<N>::all(coordinates.offset) -
          Vec3Of<N>::all(a.centre[end]);
    for (int k = 0; k < 3; ++k) half[k] = N::load_aligned(boxes.half[k] + lane) * scale;
    const N halves = half[0] + half[1] + half[2] + N::all(a.half[end][0] + a.half[end][1] + a.half[end][2]);
    slack = N::all(box_slack) + halves * N::all(slack_per_half);
  }
};

std::uint32_t MeetingTimes(const SweptBox& a, const SweptPacket& b, float until, float (&result)[ObbPacket::lanes]) {
  using N = Lanes<float, ObbPacket::lanes>;
  using V = Vec3Of<N>;
  std::uint32_t meeting = 0;
  const V own[3] = {V::all(a.axes[0]), V::all(a.axes[1]), V::all(a.axes[2])};
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const PairEnd<N> ends[2] = {{a, b, 0, lane}, {a, b, 1, lane}};
    N from = N::all(0), back = from, own_reach[2][3];
    for (int end = 0; end < 2; ++end)
      for (int i = 0; i < 3; ++i) own_reach[end][i] = N::all(a.half[end][i]) + ends[end].slack;
    const auto hold_along = [&](const V& axis, const N& reach_0, const N& reach_1) HWY_ATTR {
      const N way_0 = dot(ends[0].way, axis), way_1 = dot(ends[1].way, axis);
      from = max(from, apart_until(way_0, reach_0, way_1, reach_1));
      back = max(back, apart_until(way_1, reach_1, way_0, reach_0));
    };
    for (int k = 0; k < 3; ++k) {
      const V axis = V::load_aligned(b.at[0]->axes[k], lane);
      N reach[2] = {ends[0].half[k] + ends[0].slack, ends[1].half[k] + ends[1].slack};
      for (int i = 0; i < 3; ++i) {
        const N cosine = abs(dot(own[i], axis));
        for (int end = 0; end < 2; ++end) {
          reach[end] = reach[end] + N::all(a.half[end][i]) * cosine;
          own_reach[end][i] = own_reach[end][i] + ends[end].half[k] * cosine;
        }
      }
      hold_along(axis, reach[0], reach[1]);
    }
    for (int i = 0; i < 3; ++i) hold_along(own[i], own_reach[0][i], own_reach[1][i]);
    from.store(result + lane);
    // They meet neither before `from` nor, seen from the end, before `back`.
    meeting |= ((from <= N::all(until)) & (from + back <= N::all(1))).bits() << lane;
  }
  return meeting;
}

struct Span {
  float low, high;
};
struct Spans {
  Span at[2];
};

HWY_INLINE Spans spans_along(const float (&normal)[3], const SweptLeaf& leaf) {
  using N = Lanes<float, 2 * SweptLeaf::most_points>;
  const Vec3Of<N> direction = Vec3Of<N>::all(normal);
  float height[2 * SweptLeaf::most_points];
  for (int i = 0; i < 2 * SweptLeaf::most_points; i += N::lanes)
    dot(direction, Vec3Of<N>::load_aligned(leaf.at, i)).store(height + i);
  const auto span = [](const float* of) {
    return Span{std::min(std::min(of[0], of[1]), std::min(of[2], of[3])),
                std::max(std::max(of[0], of[1]), std::max(of[2], of[3]))};
  };
  return {span(height), span(height + SweptLeaf::most_points)};
}

// Coordinates within [-1, 1] are off by 2.5 u: u / 2 as they were, and what placing them takes. A normal's sum of
// squares is 1 but for a few roundings, so a projection is off by 4.4 u from its points and by 6 u from its products
// and sums, less than 2^-20. Twice that on both sides of a comparison, and its own rounding: less than 2^-18.
constexpr float slab_slack = 0x1p-18f;

// How far apart two points are along a direction is linear in time: if it is at least `at_0` and `at_1` for all pairs
// of points at the ends, it is at least what is between these in between.
HWY_INLINE float positive_until(float at_0, float at_1) {
  at_0 -= slab_slack, at_1 -= slab_slack;
  if (!(at_0 > 0)) return 0;
  return at_1 > 0 ? never : at_0 / (at_0 - at_1) * earlier;
}

HWY_INLINE float meeting_time_along(const SweptLeaf& a, const SweptLeaf& b) {
  const auto [from, to] = spans_along(a.normal, b).at;
  return std::max(positive_until(from.low - a.high[0], to.low - a.high[1]),
                  positive_until(a.low[0] - from.high, a.low[1] - to.high));
}

float LeafMeetingTime(const SweptLeaf& a, const SweptLeaf& b) {
  return std::max(meeting_time_along(a, b), meeting_time_along(b, a));
}

void SetSlab(SweptLeaf& leaf) {
  const Spans own = spans_along(leaf.normal, leaf);
  for (int end = 0; end < 2; ++end) leaf.low[end] = own.at[end].low, leaf.high[end] = own.at[end].high;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(MeetingTimes);
HWY_EXPORT(LeafMeetingTime);
HWY_EXPORT(SetSlab);

SweptBox SweptBox::lane_of(const SweptPacket& boxes, std::uint32_t lane) {
  SweptBox box;
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c) box.axes[k][c] = boxes.at[0]->axes[k][c][lane];
  for (int end = 0; end < 2; ++end) {
    const ObbPacket& from = *boxes.at[end];
    const float centre[3] = {from.centre[0][lane], from.centre[1][lane], from.centre[2][lane]};
    boxes.coordinates[end]->place(centre, box.centre[end]);
    for (int k = 0; k < 3; ++k) box.half[end][k] = from.half[k][lane] * boxes.coordinates[end]->scale;
  }
  return box;
}

std::uint32_t meeting_times(const SweptBox& a, const SweptPacket& b, float until, float (&from)[ObbPacket::lanes]) {
  return HWY_DYNAMIC_DISPATCH(MeetingTimes)(a, b, until, from);
}

float meeting_time(const SweptLeaf& a, const SweptLeaf& b) {
  return a.has_points && b.has_points ? HWY_DYNAMIC_DISPATCH(LeafMeetingTime)(a, b) : 0;
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
