#include "query/placed_box.h"

namespace abut {

// A box of the tree holds x with |axis_k . (x - centre)| <= half_k, and its axes are orthonormal up to some 2^-23. Such
// an x is centre + sum t_k half_k axis_k with |t_k| half_k <= half_k + 2^-20 (half_0 + half_1 + half_2).
PlacedBox::PlacedBox(const PlacedSolid& solid, const Placement& at, std::uint32_t node, int lane) {
  const ObbPacket& boxes = solid.tree().nodes[node].boxes;
  const auto triple = [&](const float(&lanes)[3][ObbPacket::lanes]) {
    return Vec3{lanes[0][lane], lanes[1][lane], lanes[2][lane]};
  };
  const InnerFrame& frame = solid.frame();
  const Vec3 half = triple(boxes.half);
  const double more = 0x1p-20 * (half.x + half.y + half.z);
  centre = at * (frame.centre + triple(boxes.centre) * frame.unit);
  for (int k = 0; k < 3; ++k) axes[k] = at.linear * (triple(boxes.axes[k]) * ((half[k] + more) * frame.unit));
}

std::array<Vec3, 8> PlacedBox::corners() const {
  std::array<Vec3, 8> result;
  for (int i = 0; i < 8; ++i)
    result[i] =
        centre + axes[0] * (i & 1 ? 1.0 : -1.0) + axes[1] * (i & 2 ? 1.0 : -1.0) + axes[2] * (i & 4 ? 1.0 : -1.0);
  return result;
}

}  // namespace abut
