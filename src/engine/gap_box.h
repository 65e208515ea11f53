#pragma once

#include "engine/obb_packet.h"
#include "math/inner_frame.h"

namespace abut {

/// How much further boxes reach as sums than as slabs, times their largest half extent. Derived in gap_box.cpp.
inline constexpr double gap_inflation = 0x1p-20;
/// What axes that are not quite orthonormal may add to a squared length.
inline constexpr double gap_shrink = 1 - 0x1p-20;

/// Carries the boxes of one model, which stay closed, into the inner frame of the other, whose boxes are opened, to
/// bound distances from below: in double, because far apart models leave little between one distance and the next. Made
/// once per query and side, for relative placements that turn; of others nothing is known, and the slack is infinite.
struct GapFrame {
  /// A's boxes are closed, B's are opened. No point of A or B is farther than `reach` from its frame's origin.
  static GapFrame of_a(const RelativePlacement& b_in_a, double reach_a, double reach_b);
  /// B's boxes are closed, A's are opened.
  static GapFrame of_b(const RelativePlacement& b_in_a, double reach_a, double reach_b);

  Matrix3 to_opened;                 ///< opened frame <- closed frame
  Matrix3 turn;                      ///< to_opened for axes: the rotation that it nearly is
  Vec3 offset;                       ///< of the closed frame's origin
  double ratio = 1;                  ///< what the closed frame's unit is in the opened one's
  double slack = 0;                  ///< a gap is at least the computed one less this length
  double inflation = gap_inflation;  ///< of closed boxes
};

namespace gap_detail {

inline double larger(double x, double y) { return x > y ? x : y; }
inline Vec3 axis_of(const ObbPacket& boxes, int k, int lane) {
  return {boxes.axes[k][0][lane], boxes.axes[k][1][lane], boxes.axes[k][2][lane]};
}
inline Vec3 centre_of(const ObbPacket& boxes, int lane) {
  return {boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]};
}
/// As sums of axes, not as slabs.
inline Vec3 inflated_half_of(const ObbPacket& boxes, int lane, double inflation = gap_inflation) {
  const Vec3 half{boxes.half[0][lane], boxes.half[1][lane], boxes.half[2][lane]};
  const double more = larger(larger(half.x, half.y), half.z) * inflation;
  return {half.x + more, half.y + more, half.z + more};
}

}  // namespace gap_detail

/// A closed box in the opened frame: the points centre + sum of w_i directions_i with |w_i| <= half_i.
struct GapBox {
  Vec3 centre, half;
  Vec3 directions[3];

  GapBox() = default;
  GapBox(const GapFrame& frame, const ObbPacket& boxes, int lane)
      : centre(frame.to_opened * gap_detail::centre_of(boxes, lane) * frame.ratio + frame.offset),
        half(gap_detail::inflated_half_of(boxes, lane, frame.inflation) * frame.ratio) {
    for (int i = 0; i < 3; ++i) directions[i] = frame.turn * gap_detail::axis_of(boxes, i, lane);
  }
};

/// Squares of numbers which, less the frame's slack, are not above the distance of the closed box from the boxes of the
/// packet, in the opened frame's unit: by the three axes of either box together, and by the line between the centres.
/// 0 where they may touch; lanes that hold no box mean nothing. The definition of what the packet kernel does, which
/// gives the same bits on every instruction set.
void squared_gaps_scalar(const GapBox& closed, const ObbPacket& opened, double* squares);

/// The same between a point and the boxes of a packet of its own frame; needs no slack but the point's own.
void squared_gaps_scalar(const Vec3& point, const ObbPacket& boxes, double* squares);

}  // namespace abut
