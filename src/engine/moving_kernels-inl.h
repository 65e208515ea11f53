// Boxes and triangles that move, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. Nothing is fused: how far a search comes rests on what these say, so that the bits must be
// the same on every instruction set.

#if defined(ABUT_ENGINE_MOVING_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_MOVING_KERNELS_INL_H_
#undef ABUT_ENGINE_MOVING_KERNELS_INL_H_
#else
#define ABUT_ENGINE_MOVING_KERNELS_INL_H_
#endif

#include "engine/box_kernels-inl.h"
#include "engine/moving_box.h"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Boxes that travel less than this are taken to travel so far.
inline constexpr float least_travel = 0x1p-60f;

/// A box that has been closed, and moves. N is of four floats or one; with the same bits.
//
// A point of the box is its centre and a sum of w_i a_i, |w_i| <= h_i + 12.2u max(h), u = 2^-24; see closed_box.cpp.
// Travel and shift, half of the bend, are linear: the point's differ from the centre's by sums of w_i times the images
// of a_i. A point that bends by 2 d and swings by (s^2 - 1/2) 2 e is s^2 2 d + (s^2 - 1/2) 2 e = d + (2 s^2 - 1) (d +
// e) beside its straight way: the centre is shifted by d, and swings by d + e to either side. What other points bend
// more is s^2 times their bend. Travels, shifts and swings may all be off by travel_slack of their lengths. The shifted
// centre is rounded: less than 2u of each coordinate.
template <class N>
HWY_INLINE void moving_box(const MovingFrame& frame, const ClosedBox& closed, const ObbPacket& boxes, int lane,
                           MovingBox& moving) {
  using V = Vec3Of<N>;
  alignas(16) float rows[3][4], travels[3][4], shifts[3][4], swings[3][4], ways[4], bends[4], swung[4];
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) rows[k][i] = boxes.axes[i][k][lane];
    rows[k][3] = boxes.centre[k][lane];
  }
  for (int i = 0; i < 4; i += N::lanes) {
    const V box = V::load_aligned(rows, i);
    const auto carried = [&](const float(&columns)[3][4], const float(&of_centre)[3][4]) HWY_ATTR {
      const auto along = [&](int k) HWY_ATTR {
        return box.x * N::all(columns[0][k]) + box.y * N::all(columns[1][k]) + box.z * N::all(columns[2][k]) +
               N::load_aligned(of_centre[k] + i);
      };
      return V{along(0), along(1), along(2)};
    };
    const V travel = carried(frame.travel_columns, frame.travel_of_centre),
            shift = carried(frame.shift_columns, frame.shift_of_centre),
            swing = shift + V::load_aligned(frame.half_swing_of_centre, i);
    travel.store(travels, i), shift.store(shifts, i), swing.store(swings, i);
    const auto length = [](const V& v) HWY_ATTR { return root(dot(v, v)); };
    length(travel).store(ways + i), length(swing).store(swung + i), (length(shift) * N::all(2)).store(bends + i);
  }
  const float half[3] = {boxes.half[0][lane], boxes.half[1][lane], boxes.half[2][lane]};
  const float unsure = 0x1p-20f * std::max(half[0], std::max(half[1], half[2])), way = ways[3];
  moving.box = closed;
  for (int k = 0; k < 3; ++k) {
    moving.box.centre[k] += shifts[k][3];
    moving.travel[k] = travels[k][3], moving.swing[k] = swings[k][3];
  }
  moving.travel[3] = moving.swing[3] = 0;
  moving.rest = frame.rest + frame.travel_slack * (way + bends[3] + swung[3]);
  const float* centre = moving.box.centre;
  float beside = moving.rest + 0x1p-23f * (std::abs(centre[0]) + std::abs(centre[1]) + std::abs(centre[2]));
  for (int i = 0; i < 3; ++i) beside += (half[i] + unsure) * ((1 + frame.travel_slack) * (ways[i] + bends[i]));
  // 2^-18 covers the roundings of this sum; 2^-60 squares that underflow.
  beside = beside * (1 + 0x1p-18f) + 0x1p-60f;
  moving.box.slack += beside;
  moving.amplitude = way + swung[3] + beside;
  moving.stray = swung[3] + moving.rest;
  for (int i = 0; i < 3; ++i) {
    const auto& m = closed.functionals[i];
    const auto along = [&](const float* v) { return v[0] * m[0] + v[1] * m[1] + v[2] * m[2]; };
    moving.own_travel[i] = along(moving.travel);
    moving.own_half[i] = closed.half[i] + std::abs(along(moving.swing));
    moving.own_reach[i] = moving.own_half[i] + std::abs(moving.own_travel[i]);
  }
}

/// Makes the functionals of a moving box look along its travel, as may_touch_from needs it.
HWY_INLINE void look_along_travel(MovingBox& moving) {
  for (int i = 0; i < 3; ++i) {
    const float along = moving.own_travel[i], sign = along < 0 ? -1.0f : 1.0f;
    for (float& entry : moving.box.functionals[i]) entry *= sign;
    moving.over_own_travel[i] = 1 / std::max(std::abs(along), least_travel);
  }
}

/// The boxes that a moving one may touch, as bits: as may_touch for a rigid placement, with the travel's part on each
/// axis.
template <class N>
HWY_INLINE std::uint32_t may_touch_moving(const MovingBox& moving, const ObbPacket& opened) {
  using V = Vec3Of<N>;
  const ClosedBox& closed = moving.box;
  const V travel = V::all(moving.travel), swing = V::all(moving.swing);
  std::uint32_t touching = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const N half[3] = {N::load_aligned(opened.half[0] + lane), N::load_aligned(opened.half[1] + lane),
                       N::load_aligned(opened.half[2] + lane)};
    const V way = V::load_aligned(opened.centre, lane) - V::all(closed.centre);
    N reach_own[3] = {N::all(moving.own_reach[0]), N::all(moving.own_reach[1]), N::all(moving.own_reach[2])};
    N gap = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const V axis = V::load_aligned(opened.axes[k], lane);
      N reach = half[k] + abs(dot(travel, axis)) + abs(dot(swing, axis));
      for (int i = 0; i < 3; ++i) {
        const N cosine = abs(dot(V::all(closed.functionals[i]), axis));
        reach_own[i] = mul_add(half[k], cosine, reach_own[i]);
        reach = mul_add(N::all(closed.half[i]), cosine, reach);
      }
      const N beyond = abs(dot(way, axis)) - reach;
      gap = k == 0 ? beyond : max(gap, beyond);
    }
    for (int i = 0; i < 3; ++i) gap = max(gap, abs(dot(V::all(closed.functionals[i]), way)) - reach_own[i]);
    const N slack = mul_add(N::all(ClosedBox::slack_per_half), half[0] + half[1] + half[2], N::all(closed.slack));
    constexpr std::uint32_t all = (1u << N::lanes) - 1;
    touching |= (~(gap > slack).bits() & all) << lane;
  }
  return touching;
}

/// The same, or fewer, and when at the earliest, in halves of the time: on each axis the boxes overlap during one span
/// of time, and they touch only in what these spans have in common.
//
// On an axis, with the way c between the centres along it in the middle of the time, the travel v >= 0 and the reach
// R, errors and slack included, |c - s v| <= R as long as they overlap: s from (c - R) / v to (c + R) / v. Taking v for
// at least 2^-60 moves a box by less than the slack has for that. R is enlarged by 2^-20 = 16u for its sum; quotients
// are off by 4u of themselves, which is less than 2^-20 near the cell, |s| <= 1; farther away they lie there all the
// same.
template <class N>
HWY_INLINE std::uint32_t may_touch_from(const MovingBox& moving, const ObbPacket& opened, float* from) {
  using V = Vec3Of<N>;
  constexpr std::uint32_t all = (1u << N::lanes) - 1;
  constexpr float unsure = 0x1p-20f;
  const ClosedBox& closed = moving.box;
  const V travel = V::all(moving.travel), swing = V::all(moving.swing);
  std::uint32_t touching = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const N half[3] = {N::load_aligned(opened.half[0] + lane), N::load_aligned(opened.half[1] + lane),
                       N::load_aligned(opened.half[2] + lane)};
    const V way = V::load_aligned(opened.centre, lane) - V::all(closed.centre);
    const N slack = mul_add(N::all(ClosedBox::slack_per_half), half[0] + half[1] + half[2], N::all(closed.slack));
    N first = N::all(-1), last = N::all(1);
    const auto overlap = [&](const N& between, const N& reach, const N& over_travel) HWY_ATTR {
      const N enlarged = (reach + slack) * N::all(1 + unsure);
      first = max((between - enlarged) * over_travel, first), last = min((between + enlarged) * over_travel, last);
    };
    N own_reach[3] = {N::all(moving.own_half[0]), N::all(moving.own_half[1]), N::all(moving.own_half[2])};
    for (int k = 0; k < 3; ++k) {
      const V axis = V::load_aligned(opened.axes[k], lane);
      N reach = half[k] + abs(dot(swing, axis));
      for (int i = 0; i < 3; ++i) {
        const N cosine = abs(dot(V::all(closed.functionals[i]), axis));
        own_reach[i] = mul_add(half[k], cosine, own_reach[i]);
        reach = mul_add(N::all(closed.half[i]), cosine, reach);
      }
      const N along = dot(travel, axis), between = dot(way, axis);
      overlap(select(along < N::all(0), -between, between), reach, N::all(1) / max(abs(along), N::all(least_travel)));
    }
    for (int i = 0; i < 3; ++i)
      overlap(dot(V::all(closed.functionals[i]), way), own_reach[i], N::all(moving.over_own_travel[i]));
    max(first - N::all(unsure), N::all(-1)).store(from + lane);
    touching |= (~(first > last + N::all(2 * unsure)).bits() & all) << lane;
  }
  // Where the slack is no number, or overflows, nothing is known.
  if (closed.slack < farthest) return touching;
  std::fill(from, from + ObbPacket::lanes, -1.0f);
  return (1u << ObbPacket::lanes) - 1;
}

/// The corners of triangles that move: how far they travel, how they swing as moving boxes do, all of them as the first
/// one but for what is left, and the longest of their ways.
template <class N>
struct MovingCorners {
  Vec3Of<N> travel[3], shift[3], swing;
  N left, longest;

  HWY_INLINE MovingCorners(const MovingFrame& motion, const N (&q)[9]) {
    using V = Vec3Of<N>;
    left = longest = N::all(0);
    for (int corner = 0; corner < 3; ++corner) {
      const auto carried = [&](const float(&columns)[3][4], const float(&origin)[4]) HWY_ATTR {
        return V::all(origin) + (V::all(columns[0]) * q[3 * corner] + V::all(columns[1]) * q[3 * corner + 1] +
                                 V::all(columns[2]) * q[3 * corner + 2]);
      };
      travel[corner] = carried(motion.travel_columns, motion.travel_at_origin);
      shift[corner] = carried(motion.shift_columns, motion.shift_at_origin);
      longest = max(longest, dot(travel[corner], travel[corner]));
    }
    swing = shift[0] + V::all(motion.half_swing);
    for (int corner = 1; corner < 3; ++corner) {
      const V more = shift[corner] - shift[0];
      left = max(left, dot(more, more));
    }
    longest = root(longest) + root(dot(shift[0], shift[0])) + root(dot(swing, swing)), left = root(left);
  }
};

/// When pairs are expected to meet whose way to each other, and the travel on it, are as given. Only a guess.
template <class N>
HWY_INLINE void expect_soonest(const Vec3Of<N>& way, const Vec3Of<N>& travel, const N& margin, const N& beside,
                               std::uint32_t lanes, ExpectedMeeting& soonest) {
  const N distance = direction_length(way), closing = N::all(0) - dot(way, travel) / distance;
  float when[N::lanes], around[N::lanes];
  const auto approaching = closing > N::all(0);
  const N over = N::all(1) / not_zero(closing), far = N::all(farthest);
  select(approaching, (distance - margin) * over, far).store(when);
  select(approaching, (beside + beside) * over, far).store(around);
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    if (when[lane] < soonest.when) soonest = {when[lane], around[lane]};
  }
}

/// Until when, in halves of the time, pairs are surely apart, and how much longer they may well be.
template <class N>
struct ApartUntil {
  N until, unsure;

  /// A gap across a direction that leaves the margin, the slack and the swing.
  //
  // The least of three corners along a direction, less the most of three others, is concave in time: what is between
  // the gaps at both ends bounds it from below. 2^-20 of a gap covers its roundings, as in bound_from, and those of the
  // quotient.
  HWY_INLINE void offer(const PairGeometry<N>& g, const Vec3Of<N>& n, const MovingCorners<N>& q, const N& margin,
                        const N& slack, const N& rounding) {
    constexpr float shrink = DistanceNumbers<float>::shrink;
    const N zero = N::all(0), w = dot(n, g.w), e1 = dot(n, g.e1), e2 = dot(n, g.e2);
    const N q0 = w, q1 = w + dot(n, g.f1), q2 = w + dot(n, g.f2);
    const N t0 = dot(n, q.travel[0]), t1 = dot(n, q.travel[1]), t2 = dot(n, q.travel[2]);
    const N most = max(zero, max(e1, e2)), least = min(zero, min(e1, e2));
    const N forth = min(q0 - t0, min(q1 - t1, q2 - t2)) - most, back = least - max(q0 - t0, max(q1 - t1, q2 - t2));
    const N at_end =
        select(forth > back, min(q0 + t0, min(q1 + t1, q2 + t2)) - most, least - max(q0 + t0, max(q1 + t1, q2 + t2)));
    const N over = N::all(1) / direction_length(n), end = at_end * over;
    const N beside = slack + abs(dot(n, q.swing)) * over, needed = (beside + margin) * N::all(1 + 0x1p-20f);
    const N gap_0 = max(forth, back) * over * N::all(shrink) - needed,
            gap_1 = min(end * N::all(shrink), end * N::all(2 - shrink)) - needed;
    const N over_closing = N::all(1) / not_zero(gap_0 - min(gap_1, zero));
    const N part = gap_0 * over_closing * N::all(shrink);
    const N crossing = select(gap_1 > zero, N::all(never_in_cell), part + part - N::all(1 + 0x1p-22f));
    const N found = select(gap_0 > zero, crossing, N::all(-1));
    const N later = (beside + beside) * over_closing;
    unsure = select(found > until, select(beside > rounding + rounding, later, -later), unsure);
    until = max(found, until);
  }
};

/// What is known of a batch of moving pairs, in halves of the time.
struct MeetingPairs {
  float from[DistanceFilter::batch];  ///< they surely do not come within the margin before
  /// How much later than that they may well do so; negative if that is rounding's, and a shorter time does not help.
  float unsure[DistanceFilter::batch];
};

/// A bit for each of the first `count` pairs that may come within the margin of each other, and from when on.
/// Directions are those between the triangles when `look_at`, in halves of the time: at the beginning, -1, they tell
/// for how long pairs stay apart, in the middle, 0, whether they do so all the time.
template <class N>
HWY_INLINE std::uint32_t may_meet_from(const DistanceFilter& filter, const MovingFrame& motion, std::uint32_t* a,
                                       std::uint32_t* b, int count, float look_at, MeetingPairs& pairs,
                                       ExpectedMeeting& soonest) {
  using V = Vec3Of<N>;
  const std::uint32_t all = (1u << count) - 1;
  const int padded = (count + N::lanes - 1) / N::lanes * N::lanes;
  std::fill_n(pairs.from, padded, -1.0f), std::fill_n(pairs.unsure, padded, 1.0f);
  if (!filter.is_usable()) return all;
  for (int i = count; i < padded; ++i) a[i] = a[0], b[i] = b[0];
  const N margin = N::all(filter.pairs.margin);
  std::uint32_t meeting = 0;
  for (int i = 0; i < padded; i += N::lanes) {
    PairGeometry<N> g = geometry_of<N>(filter, a + i, b + i);
    N q[9];
    load_corners(filter.pairs.corners_b, b + i, q);
    const MovingCorners<N> moving(motion, q);
    const N beside = moving.left * N::all(1 + 2 * motion.travel_slack) + N::all(motion.travel_slack) * moving.longest +
                     N::all(motion.rest);
    // Shifted corners are rounded once more.
    const N rounding = gap_slack(g) + (g.W + g.F) * N::all(0x1p-22f),
            slack = rounding + mul_add(beside, N::all(1 + 0x1p-18f), N::all(0x1p-60f));
    g.w = g.w + moving.shift[0];
    g.f1 = g.f1 + (moving.shift[1] - moving.shift[0]), g.f2 = g.f2 + (moving.shift[2] - moving.shift[0]);
    PairGeometry<N> seen = g;
    seen.w = g.w + moving.travel[0] * N::all(look_at) + moving.swing * N::all(2 * look_at * look_at - 1);
    seen.f1 = g.f1 + (moving.travel[1] - moving.travel[0]) * N::all(look_at);
    seen.f2 = g.f2 + (moving.travel[2] - moving.travel[0]) * N::all(look_at);
    const V middles = seen.w * N::all(3) + ((seen.f1 + seen.f2) - (g.e1 + g.e2));
    const N unsure = slack / max(moving.longest, N::all(least_travel));
    const N swung = slack + root(dot(moving.swing, moving.swing));
    ApartUntil<N> apart{N::all(-1), select(swung > rounding + rounding, unsure, -unsure)};
    for (const V& n : {middles, cross(g.e1, g.e2), cross(seen.f1, seen.f2)})
      apart.offer(g, n, moving, margin, slack, rounding);
    constexpr std::uint32_t lanes = (1u << N::lanes) - 1;
    std::uint32_t some = ~(apart.until > N::all(1)).bits() & lanes;
    if (some != 0) {
      const V way = shortest_way_between_sides(seen);
      apart.offer(g, way, moving, margin, slack, rounding);
      some = ~(apart.until > N::all(1)).bits() & lanes;
      expect_soonest(way, moving.travel[0], margin, beside, some & (all >> i), soonest);
    }
    apart.until.store(pairs.from + i);
    apart.unsure.store(pairs.unsure + i);
    meeting |= some << i;
  }
  return meeting & all;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
