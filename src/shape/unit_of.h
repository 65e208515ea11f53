#pragma once

#include "math/scaled_length.h"

namespace abut {

/// A vector of any size as a unit vector, rounded; 0 for the vector without a direction.
inline Vec3 unit_of(const Vec3& v) {
  const double size = scaled_length(v);
  return size > 0 ? v * (1 / size) : Vec3{};
}

}  // namespace abut
