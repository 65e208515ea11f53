#pragma once

#include <abut/mesh.h>

namespace abut {

/// The smallest box around some points, if all of them are acceptable: finite and no coordinate beyond 2^300.
struct PointCheck {
  bool acceptable = true;
  Bounds bounds;
};
/// The same for every instruction set, but for the signs of zeros.
PointCheck check_points(std::span<const Vec3> points);

}  // namespace abut
