#pragma once

#include <abut/vec3.h>

namespace abut {

/// A box as the tests read it: every point x of what it bounds satisfies |axis_i . (x - centre)| <= half_i, and is
/// centre + sum of w_i axis_i with |w_i| <= half_i. Axes are the columns.
struct BoxView {
  Matrix3 axes;
  Vec3 centre, half;
};

}  // namespace abut
