#pragma once

#include <abut/mesh.h>

#include <memory>
#include <span>

namespace abut {

/// A point of the inner frame, rounded to float. Four floats, so that one vector holds it; the fourth is 0.
struct FloatPoint {
  float at[4];
};

/// The points, rounded to nearest.
std::unique_ptr<FloatPoint[]> rounded(std::span<const Vec3> inner_points, int threads);

/// Writes nine floats a triangle, corner by corner.
void copy_corners(const FloatPoint* points, std::span<const Triangle> triangles, float* to);

}  // namespace abut
