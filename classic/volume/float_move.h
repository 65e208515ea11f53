#pragma once

#include <abut/vec3.h>

namespace abut::classic {

/// Bounds how far each coordinate is from the nearest float. A difference would be sharper, but GCC 12 with -O3 takes a
/// vectorised double(float(x)) for x, so that it may be 0.
inline Vec3 largest_move_to_float(const Vec3& v) {
  constexpr double least = 0x1p-149;
  return abs(v) * (0x1p-24 * (1 + 0x1p-20)) + Vec3{least, least, least};
}

}  // namespace abut::classic
