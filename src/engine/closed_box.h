#pragma once

#include "engine/obb_packet.h"
#include "math/inner_frame.h"
#include <abut/query.h>

#include <limits>

namespace abut {

/// Carries the boxes of one model, which stay closed, into the inner frame of the other, whose boxes are opened: made
/// once per query and side. A closed box has axes a_i, and in the opened frame
///   functionals m_i: it lies in the slabs |m_i . (y - centre)| <= half_i;
///   directions n_i: it lies in the sums centre + w_i n_i with |w_i| <= half_i.
/// For a placement that turns both are the turned axes.
struct ClosedFrame {
  /// A's boxes are closed, B's are opened. No point of A or B is farther than `reach` from its frame's origin.
  static ClosedFrame of_a(const RelativePlacement& b_in_a, double reach_a, double reach_b);
  /// B's boxes are closed, A's are opened.
  static ClosedFrame of_b(const RelativePlacement& b_in_a, double reach_a, double reach_b);

  alignas(32) double centre_columns[3][4];  ///< centre = offset + sum of c[i] * centre_columns[i]
  alignas(32) double offset[4];
  alignas(16) float functionals[3][4];  ///< m_i = sum of a_i[r] * functionals[r]
  alignas(16) float directions[3][4];   ///< n_i = sum of a_i[c] * directions[c]; affine placements only
  float ratio;                          ///< what the closed frame's unit is in the opened one's
  float slack;                          ///< the part of a closed box's slack that is the same for all
  float extent_slack;                   ///< what its half extents, summed, add to that, each
  float functional_sizes[3];  ///< |m_i|1 <= sum of |a_i[r]| functional_sizes[r], errors of the map included; affine
  float direction_sizes[3];   ///< the same for n_i
  float own_margin, other_margin;  ///< how far boxes may be apart, on axes of the closed and of the opened box; affine
  bool rigid;
};

/// How far from the frame's origin the points of a box may be.
inline double reach_of(const ObbPacket& boxes, int lane) {
  const Vec3 centre{boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]};
  const Vec3 half{boxes.half[0][lane], boxes.half[1][lane], boxes.half[2][lane]};
  // The root box's centre is close to the origin: a sum bounds its length well. From slabs to sums, and rounding.
  return (dot(abs(centre), {1, 1, 1}) + length(half)) * 1.001;
}

/// A closed box in the opened frame. It is apart from an opened box with half extents h only if there is a gap of more
/// than slack + slack_per_half |h|1 (for a rigid placement the margin is part of it) on one of the six axes; for an
/// affine placement that is multiplied by own_sizes on the closed box's axes, and the frame's margins are added.
struct alignas(64) ClosedBox {
  static constexpr float slack_per_half = 0x1p-18f;

  float functionals[3][4];
  float directions[3][4];
  float centre[4], half[3];
  float slack, own_sizes[3];
};

/// The scalar definition of what the packet kernels do.
ClosedBox closed_box_scalar(const ClosedFrame& frame, const ObbPacket& boxes, int lane);

/// Bit i is clear only when the closed box and box i of the packet are surely apart: the six face axes. May set a bit
/// too many, never too few; bits of lanes that hold no box mean nothing.
std::uint32_t may_touch_scalar(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened);

/// The same for a rigid placement, with gaps: where bit i is clear, any points of the closed box and box i are farther
/// apart than the margin by gaps[i] (1 - gap_error), in the opened frame's unit. Derived in closed_box.cpp.
std::uint32_t may_touch_or_by_scalar(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened,
                                     float* gaps);
inline constexpr double gap_error = 0x1p-17;

/// The part of a closed box that is computed one by one on every instruction set. Derived in closed_box.cpp.
template <bool rigid>
inline void carry_extents(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
  float extents = 0;
  for (int i = 0; i < 3; ++i) {
    closed.half[i] = boxes.half[i][lane] * frame.ratio;
    if constexpr (rigid) {
      extents += closed.half[i];
    } else {
      float functional = 0, direction = 0;
      for (int c = 0; c < 3; ++c) {
        functional += std::abs(boxes.axes[i][c][lane]) * frame.functional_sizes[c];
        direction += std::abs(boxes.axes[i][c][lane]) * frame.direction_sizes[c];
      }
      closed.own_sizes[i] = functional;
      extents += closed.half[i] * direction;
    }
  }
  // Infinite beyond 2^61.
  closed.slack = frame.slack + (extents * 0x1p67f) * (frame.extent_slack * 0x1p-67f);
}

}  // namespace abut
