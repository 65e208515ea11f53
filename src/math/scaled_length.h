#pragma once

#include "math/power_of_two.h"
#include <abut/vec3.h>

namespace abut {

/// The length of a vector of any size within 4u: squares neither overflow nor vanish. 0 for the vector without one.
inline double scaled_length(const Vec3& v) {
  const double most = largest(abs(v));
  if (!(most > 0)) return 0;
  const double size = power_of_two_at_least(most);
  return length({v.x / size, v.y / size, v.z / size}) * size;
}

}  // namespace abut
