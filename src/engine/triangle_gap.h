#pragma once

#include "engine/world_gap.h"

#include <array>

namespace abut {

/// A triangle of one model, as its mesh has it, beside boxes of the other, in the world's frame. For models so unlike
/// in size that a box around the larger one's triangle, rounded to float, is off by more than the smaller one's size.
struct TriangleGap {
  std::array<Vec3, 3> corners;
  Vec3 normal;              ///< of any length, and off by any angle
  double longest_side = 0;  ///< rounded up
  double slack = 0;         ///< a gap is at least the computed one less this length

  /// `inner` are its corners in the inner frame of `closed`. `opened` are the boxes of the other; no point of either
  /// model is farther than its reach from its inner frame's origin.
  TriangleGap(const std::array<Vec3, 3>& inner, const WorldFrame::Side& closed, double closed_reach,
              const WorldFrame::Side& opened, double opened_reach);

  /// The square of a number which, less the slack, is not above the distance of the triangle from a box; 0 where they
  /// may touch. The same bits on every instruction set.
  double squared_gap(const WorldFrame::Side& opened, const ObbPacket& boxes, int lane) const;

 private:
  struct Box;
  double squared_gap_along(const Vec3& n, const Box& box) const;
};

}  // namespace abut
