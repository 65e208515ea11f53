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

/// A box that has been closed, and moves. N is of four floats or one; with the same bits.
//
// A point of the box is its centre and a sum of w_i a_i, |w_i| <= h_i + 12.2u max(h), u = 2^-24; see closed_box.cpp.
// Travel and bend are linear: the point's differ from the centre's by sums of w_i times the images of a_i, of which
// travels, as all of them, may be off by travel_slack of their lengths.
template <class N>
HWY_INLINE void moving_box(const MovingFrame& frame, const ClosedBox& closed, const ObbPacket& boxes, int lane,
                           MovingBox& moving) {
  using V = Vec3Of<N>;
  alignas(16) float rows[3][4], travels[3][4], ways[4], bends[4];
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
            bend = carried(frame.bend_columns, frame.bend_of_centre);
    travel.store(travels, i);
    root(dot(travel, travel)).store(ways + i), root(dot(bend, bend)).store(bends + i);
  }
  const float half[3] = {boxes.half[0][lane], boxes.half[1][lane], boxes.half[2][lane]};
  const float unsure = 0x1p-20f * std::max(half[0], std::max(half[1], half[2])), way = ways[3];
  float beside = bends[3] + frame.rest + frame.travel_slack * way;
  for (int i = 0; i < 3; ++i) beside += (half[i] + unsure) * ((1 + frame.travel_slack) * ways[i] + bends[i]);
  // 2^-18 covers the roundings of this sum; 2^-60 squares that underflow.
  beside = beside * (1 + 0x1p-18f) + 0x1p-60f;
  moving.box = closed;
  moving.box.slack += beside;
  moving.amplitude = way + beside;
  for (int k = 0; k < 3; ++k) moving.travel[k] = travels[k][3];
  moving.travel[3] = 0;
  for (int i = 0; i < 3; ++i) {
    const auto& m = closed.functionals[i];
    moving.own_reach[i] = closed.half[i] + std::abs(travels[0][3] * m[0] + travels[1][3] * m[1] + travels[2][3] * m[2]);
  }
}

/// The boxes that a moving one may touch, as bits: as may_touch for a rigid placement, with the travel's part on each
/// axis.
template <class N>
HWY_INLINE std::uint32_t may_touch_moving(const MovingBox& moving, const ObbPacket& opened) {
  using V = Vec3Of<N>;
  const ClosedBox& closed = moving.box;
  const V travel = V::all(moving.travel);
  std::uint32_t touching = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const N half[3] = {N::load_aligned(opened.half[0] + lane), N::load_aligned(opened.half[1] + lane),
                       N::load_aligned(opened.half[2] + lane)};
    const V way = V::load_aligned(opened.centre, lane) - V::all(closed.centre);
    N reach_own[3] = {N::all(moving.own_reach[0]), N::all(moving.own_reach[1]), N::all(moving.own_reach[2])};
    N gap = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const V axis = V::load_aligned(opened.axes[k], lane);
      N reach = half[k] + abs(dot(travel, axis));
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

/// The corners of triangles that move: how far they travel, and the longest of their bends.
template <class N>
struct MovingCorners {
  Vec3Of<N> travel[3];
  N bend, longest;

  HWY_INLINE MovingCorners(const MovingFrame& motion, const N (&q)[9]) {
    using V = Vec3Of<N>;
    bend = longest = N::all(0);
    for (int corner = 0; corner < 3; ++corner) {
      const auto carried = [&](const float(&columns)[3][4], const float(&origin)[4]) HWY_ATTR {
        return V::all(origin) + (V::all(columns[0]) * q[3 * corner] + V::all(columns[1]) * q[3 * corner + 1] +
                                 V::all(columns[2]) * q[3 * corner + 2]);
      };
      travel[corner] = carried(motion.travel_columns, motion.travel_at_origin);
      const V bent = carried(motion.bend_columns, motion.bend_at_origin);
      bend = max(bend, dot(bent, bent));
      longest = max(longest, dot(travel[corner], travel[corner]));
    }
    bend = root(bend), longest = root(longest);
  }
};

/// The gap across a direction that is left while the corners of q travel: as gap_across.
template <class N>
HWY_INLINE N moving_gap_across(const PairGeometry<N>& g, const Vec3Of<N>& n, const MovingCorners<N>& q) {
  const N zero = N::all(0), w = dot(n, g.w), e1 = dot(n, g.e1), e2 = dot(n, g.e2);
  const N q0 = w, q1 = w + dot(n, g.f1), q2 = w + dot(n, g.f2);
  const N t0 = abs(dot(n, q.travel[0])), t1 = abs(dot(n, q.travel[1])), t2 = abs(dot(n, q.travel[2]));
  const N forth = min(q0 - t0, min(q1 - t1, q2 - t2)) - max(zero, max(e1, e2));
  const N back = min(zero, min(e1, e2)) - max(q0 + t0, max(q1 + t1, q2 + t2));
  return max(forth, back) / direction_length(n);
}

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

/// A bit for each of the first `count` pairs that may come within the margin of each other; as distances_below.
/// `motion` is that of B's points, seen by A.
template <class N>
HWY_INLINE std::uint32_t may_meet_moving(const DistanceFilter& filter, const MovingFrame& motion, std::uint32_t* a,
                                         std::uint32_t* b, int count, ExpectedMeeting& soonest) {
  using V = Vec3Of<N>;
  const std::uint32_t all = (1u << count) - 1;
  if (!filter.is_usable()) return all;
  const int padded = (count + N::lanes - 1) / N::lanes * N::lanes;
  for (int i = count; i < padded; ++i) a[i] = a[0], b[i] = b[0];
  const N margin = N::all(filter.pairs.margin);
  std::uint32_t meeting = 0;
  for (int i = 0; i < padded; i += N::lanes) {
    const PairGeometry<N> g = geometry_of<N>(filter, a + i, b + i);
    N q[9];
    load_corners(filter.pairs.corners_b, b + i, q);
    const MovingCorners<N> moving(motion, q);
    const N beside = moving.bend + N::all(motion.travel_slack) * moving.longest + N::all(motion.rest);
    const N slack = gap_slack(g) + mul_add(beside, N::all(1 + 0x1p-18f), N::all(0x1p-60f));
    const V middles = g.w * N::all(3) + ((g.f1 + g.f2) - (g.e1 + g.e2));
    N gap = max(moving_gap_across(g, middles, moving),
                max(moving_gap_across(g, cross(g.e1, g.e2), moving), moving_gap_across(g, cross(g.f1, g.f2), moving)));
    std::uint32_t some = ~(bound_from(gap, slack) > margin).bits();
    if ((some & ((1u << N::lanes) - 1)) != 0) {
      const V way = shortest_way_between_sides(g);
      gap = max(gap, moving_gap_across(g, way, moving));
      some = ~(bound_from(gap, slack) > margin).bits();
      expect_soonest(way, moving.travel[0], margin, beside, some & ((1u << N::lanes) - 1) & (all >> i), soonest);
    }
    meeting |= (some & ((1u << N::lanes) - 1)) << i;
  }
  return meeting & all;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
