#pragma once

#include <abut/vec3.h>

#include <algorithm>
#include <span>

namespace abut {

/// The point of the convex hull of some vectors, at least one, that is closest to 0, about: where they are the slopes
/// of functions, the least of these grows along it (E. G. Gilbert 1966).
inline Vec3 least_combination(std::span<const Vec3> vectors) {
  Vec3 x = vectors[0];
  for (int i = 0; i < 64; ++i) {
    const Vec3 lowest = *std::min_element(vectors.begin(), vectors.end(),
                                          [&](const Vec3& u, const Vec3& v) { return dot(u, x) < dot(v, x); });
    const Vec3 way = lowest - x;
    const double size = dot(way, way);
    if (!(dot(x, x) - dot(lowest, x) > 1e-6) || !(size > 0)) break;
    x += way * std::clamp(-dot(x, way) / size, 0.0, 1.0);
  }
  return x;
}

}  // namespace abut
