#pragma once

#include "classic/volume/core.h"
#include "engine/obb_packet.h"
#include "math/random.h"

namespace abut {

/// Eight boxes with their centres within 0.6 of the origin along each axis, any turn, and half extents of 0.01 to 0.2.
inline ObbPacket random_boxes(Random& random) {
  ObbPacket boxes{};
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const Matrix3 turn = random.rotation().linear;
    const Vec3 centre = random.in_cube(0.6);
    for (int c = 0; c < 3; ++c) {
      boxes.centre[c][lane] = static_cast<float>(centre[c]);
      boxes.half[c][lane] = static_cast<float>(random.between(0.01, 0.2));
      for (int k = 0; k < 3; ++k) boxes.axes[k][c][lane] = static_cast<float>(turn(c, k));
    }
  }
  return boxes;
}

/// A box as the classic trees measure it.
inline classic::Core<3> core_of(const ObbPacket& boxes, int lane) {
  classic::Core<3> core;
  core.centre = {boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]};
  for (int k = 0; k < 3; ++k) {
    core.axes[k] = {boxes.axes[k][0][lane], boxes.axes[k][1][lane], boxes.axes[k][2][lane]};
    core.extent[k] = boxes.half[k][lane];
  }
  return core;
}

}  // namespace abut
