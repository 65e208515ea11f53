#pragma once

#include <abut/shapes.h>

namespace abut {

inline Mesh box_between(const Vec3& low, const Vec3& high) {
  Mesh mesh = shapes::box({0.5, 0.5, 0.5});
  for (Vec3& p : mesh.points)
    for (int axis = 0; axis < 3; ++axis) p[axis] = p[axis] < 0 ? low[axis] : high[axis];
  return mesh;
}

}  // namespace abut
