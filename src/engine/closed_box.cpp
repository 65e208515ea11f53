#include "engine/closed_box.h"

#include "engine/box_side.h"
#include "math/power_of_two.h"

#include <algorithm>

namespace abut {

// Why boxes that share a point, or are within the margin, pass the test. u = 2^-24; |v| is the 2-norm, |v|1 the 1-norm.
// F, G: the real maps of functionals and directions, m_i = F'a_i, n_i = G a_i, G the inverse of F, so that for a rigid
// placement |n_i - m_i| <= 3.1 defect < 2^-34. Axes of boxes are orthonormal within 4u = packet_axes_defect.
// Sizes: s_i >= sum over r, c of |a_i[r] F(r, c)|, and t_i likewise for G, both enlarged so that 4u s_i covers the
// error of F's entries in m_i, 3 times the largest. N = sum of ha_i t_i, with ha the closed half extents in the opened
// frame's unit, h the opened ones. A rotation's s_i and t_i may be taken as 1, with sqrt(3) for what the sums of
// absolute values add.
//
// Inputs.
//   m_i: F rounded to float (u) and three products summed (3u): |m'_i - m_i| <= 4.01u s_i; for a rotation 6.95u.
//   C, the closed centre: computed in double, off by E at most, then rounded to float. Each coordinate is off by at
//     most e = E + u |C|max, which is e sqrt(3) in length. If the boxes share a point, |C| <= |c| + |d|, and
//     |c| <= 2 reach, because a box's centre is a sum of three midpoints of its points' projections: sqrt(3) reach.
//   d = c - C: |d' - d| <= sqrt(3) e + u |d|.
//   Slabs to sums: a point with slab coordinates |a_i . (x - c)| <= h_i is the sum of w_i a_i with |w_i| <= h_i +
//     3 * 4u * 1.01 max(h).
// If the boxes share a point, |d| <= |h| + N up to relative errors of order u, which the constants have room for. With
// e0 = E + 2u reach then sqrt(3) e <= sqrt(3) e0 + 1.8u (|h| + N).
//
// On an axis of the closed box, |m_i . d| <= ha_i + sum of |m_i . b_k| w_k. What computing it adds:
//   left:  |m'_i - m_i| |d| + s_i (sqrt(3) e + u |d|), and three products summed, 3.01u s_i |d|:
//          at most s_i (sqrt(3) e + 11u |d|).
//   right: m_i . b_k is off by 6.95u s_i + 3.01u s_i < 10u s_i, times |h|1.
//          w_k instead of h_k: sqrt(3) s_i 12.2u max(h) < 22u s_i |h|1.
//          Four roundings: 4u (ha_i + s_i |h|1), and ha_i <= s_i N because s_i t_i >= 1.
//   Sum: s_i (sqrt(3) e0 + 49u |h|1 + 17u N).
// On an axis of the opened box, |b_k . d| <= h_k + sum of |b_k . n_i| w_i:
//   left:  sqrt(3) e + 4.1u |d|.
//   right: 10u N + 22u N + 4u (h_k + N).
//   Sum: sqrt(3) e0 + 11u |h|1 + 43u N.
// A map that only nearly turns: R + D, R the rotation that the axes are carried with, no entry of D beyond eps. A
// centre is carried with the map itself. A point of the closed box beside its centre is a sum of w_i a_i, and D adds at
// most 3 eps |w|1 to its image: 3 eps N on any axis, which is added to the slack. A size that is no power of two rounds
// the ratio and the half extents once each, 2u N more.
//
// The slack takes 64u = slack_per_half for 49u and 43u, and 1.75 for sqrt(3); the surplus pays for computing it in
// float, for the defect, and for the margin's part in |d|. Underflow: below fifty lost 2^-126, even where subnormal
// numbers are flushed; 2^-120 covers it. Overflow: N beyond 2^61 makes the slack infinite; otherwise boxes that share a
// point have |C| below 2^62, and no product of three exceeds the range. Every comparison is written so that NaN and
// infinity keep the boxes together.

namespace {

// Rounding to float takes less than a thousandth.
float up(double x) { return static_cast<float>(x * 1.002); }

// F and G are a side's to_closed and to_opened.
inline void set_map(ClosedFrame& frame, const BoxSide& side, bool rigid) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      frame.functionals[r][c] = static_cast<float>(rigid ? side.turn(c, r) : side.to_closed(r, c));
      frame.centre_columns[r][c] = side.to_opened(c, r) * side.ratio;
    }
    frame.functionals[r][3] = 0;
    frame.centre_columns[r][3] = 0;
    frame.offset[r] = side.offset[r];
  }
  frame.offset[3] = 0;
  frame.ratio = static_cast<float>(side.ratio);
}

void set_directions(ClosedFrame& frame, const BoxSide& side) {
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 3; ++c) frame.directions[i][c] = static_cast<float>(side.to_opened(c, i));
    frame.directions[i][3] = 0;
    // 3 error <= 4u (2^24 error).
    frame.functional_sizes[i] = up(dot(abs(side.to_closed.row(i)), {1, 1, 1}) + 0x1p24 * side.to_closed_error);
    frame.direction_sizes[i] = up(dot(abs(side.to_opened.column(i)), {1, 1, 1}) + 0x1p24 * side.to_opened_error);
  }
}

float extent_slack_with(double turn_error) { return up(ClosedBox::slack_per_half + 3 * turn_error + 4 * 0x1p-24); }

// Parts beyond these leave every pair of boxes together.
bool out_of_range(const BoxSide& side) {
  return !(side.to_closed_stretch <= 0x1p30 && side.to_opened_stretch <= 0x1p30 && side.to_closed_error <= 0x1p20 &&
           side.to_opened_error <= 0x1p20 && side.ratio <= 0x1p60);
}

inline ClosedFrame frame_of(const BoxSide& side, bool rigid) {
  ClosedFrame frame;
  set_map(frame, side, rigid);
  if (!rigid) set_directions(frame, side);
  const double slack = 1.75 * (side.centre_error(3 * side.reach_closed) + 2 * 0x1p-24 * side.reach_opened) + 0x1p-120;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  frame.slack = up(out_of_range(side) ? infinity : slack + (rigid ? std::max(side.own_margin, side.other_margin) : 0));
  frame.extent_slack = side.turn_error == 0 ? ClosedBox::slack_per_half : extent_slack_with(side.turn_error);
  frame.own_margin = up(side.own_margin);
  frame.other_margin = up(side.other_margin);
  frame.rigid = rigid;
  return frame;
}

// A centre goes through four roundings: three products and the offset are summed.
constexpr double rounding = 0x1p-51;

}  // namespace

ClosedFrame ClosedFrame::of_a(const RelativePlacement& p, double reach_a, double reach_b) {
  if (p.turns && p.size == 1) return frame_of(side_of_a(p, reach_a, reach_b, p.back_stretch, rounding), true);
  const RelativePlacement q = with_size_in_scale(p);
  return frame_of(side_of_a(q, reach_a, reach_b, largest_magnitude(q.back), rounding), p.turns);
}

ClosedFrame ClosedFrame::of_b(const RelativePlacement& p, double reach_a, double reach_b) {
  if (p.turns && p.size == 1) return frame_of(side_of_b(p, reach_a, reach_b, p.stretch, rounding), true);
  const RelativePlacement q = with_size_in_scale(p);
  return frame_of(side_of_b(q, reach_a, reach_b, largest_magnitude(q.linear), rounding), p.turns);
}

ClosedBox closed_box_scalar(const ClosedFrame& frame, const ObbPacket& boxes, int lane) {
  ClosedBox closed;
  frame.rigid ? carry_extents<true>(frame, boxes, lane, closed) : carry_extents<false>(frame, boxes, lane, closed);
  for (int r = 0; r < 4; ++r) {
    double sum = frame.centre_columns[0][r] * boxes.centre[0][lane];
    sum += frame.centre_columns[1][r] * boxes.centre[1][lane];
    sum += frame.centre_columns[2][r] * boxes.centre[2][lane];
    closed.centre[r] = static_cast<float>(sum + frame.offset[r]);
  }
  for (int i = 0; i < 3; ++i)
    for (int c = 0; c < 4; ++c) {
      float functional = 0, direction = 0;
      for (int r = 0; r < 3; ++r) {
        functional += boxes.axes[i][r][lane] * frame.functionals[r][c];
        if (!frame.rigid) direction += boxes.axes[i][r][lane] * frame.directions[r][c];
      }
      closed.functionals[i][c] = functional;
      closed.directions[i][c] = direction;
    }
  return closed;
}

namespace {

// Keeps the largest gap beyond the slack of each lane, for a rigid placement and when asked to.
std::uint32_t touching_lanes(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened, float* gaps) {
  std::uint32_t touching = 0;
  const auto along = [](const float* v, float x, float y, float z) { return v[0] * x + v[1] * y + v[2] * z; };
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const float d[3] = {opened.centre[0][lane] - closed.centre[0], opened.centre[1][lane] - closed.centre[1],
                        opened.centre[2][lane] - closed.centre[2]};
    const float slack =
        closed.slack + ClosedBox::slack_per_half * (opened.half[0][lane] + opened.half[1][lane] + opened.half[2][lane]);
    bool apart = false;
    float widest = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < 3; ++i) {
      float reach = closed.half[i];
      for (int k = 0; k < 3; ++k)
        reach += opened.half[k][lane] * std::abs(along(closed.functionals[i], opened.axes[k][0][lane],
                                                       opened.axes[k][1][lane], opened.axes[k][2][lane]));
      const float gap = std::abs(along(closed.functionals[i], d[0], d[1], d[2])) - reach;
      widest = std::max(widest, gap);
      apart = apart || (frame.rigid ? gap > slack : gap - closed.own_sizes[i] * slack > frame.own_margin);
    }
    const auto& directions = frame.rigid ? closed.functionals : closed.directions;
    for (int k = 0; k < 3; ++k) {
      const float axis[3] = {opened.axes[k][0][lane], opened.axes[k][1][lane], opened.axes[k][2][lane]};
      float reach = opened.half[k][lane];
      for (int i = 0; i < 3; ++i)
        reach += closed.half[i] * std::abs(along(axis, directions[i][0], directions[i][1], directions[i][2]));
      const float gap = std::abs(along(axis, d[0], d[1], d[2])) - reach;
      widest = std::max(widest, gap);
      apart = apart || (frame.rigid ? gap > slack : gap - slack > frame.other_margin);
    }
    touching |= static_cast<std::uint32_t>(!apart) << lane;
    if (gaps) gaps[lane] = widest - slack;
  }
  return touching;
}

}  // namespace

std::uint32_t may_touch_scalar(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened) {
  return touching_lanes(frame, closed, opened, nullptr);
}

// Boxes that are delta apart have |d| <= |h| + N + delta in the derivation above. What is proportional to |d| there
// adds less than 20u delta to the computed gap, and an axis, orthonormal within 4u, is longer than 1 by less than 6u.
// Hence gap <= delta (1 + 26u) + slack, and the two roundings of gap - slack add 2u: delta >= (gap - slack) (1 - 30u)
// at least. 2^-17 = 128u leaves room for the rounding of the bounds themselves, and for the defect of the placement,
// where a caller carries the gap into the other frame.
std::uint32_t may_touch_or_by_scalar(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened,
                                     float* gaps) {
  return touching_lanes(frame, closed, opened, gaps);
}

}  // namespace abut
