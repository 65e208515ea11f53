#pragma once

#include "math/random.h"
#include <abut/moving_features.h>

#include <string>
#include <vector>

namespace abut {

/// A way to make up motions of four points: a vertex and a face, or two edges.
struct MotionFamily {
  std::string name;
  bool is_degenerate;
  std::array<MovingPoint, 4> (*make)(Random& random, bool is_edge_edge);
};
const std::vector<MotionFamily>& motion_families();

}  // namespace abut
