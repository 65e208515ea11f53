#pragma once

#include <abut/leaf/triangle_packet.h>
#include <abut/math/random.h>

#include <array>
#include <vector>

namespace abut {

/// Triangles as a model keeps them for the float filters.
struct FilterModel {
  InnerFrame frame;
  std::vector<float> corners;

  explicit FilterModel(const std::vector<Vec3>& points);
  /// The corners of the frame's cube are sqrt(3) away.
  TriangleFilter::Corners filter_corners() const { return {corners.data(), 1.7321}; }
};

/// The corners of a triangle as number 0, and of one more that makes the model `size` times as large, as number 1.
std::vector<Vec3> with_company(const std::array<Vec3, 3>& triangle, double size, Random& random);

}  // namespace abut
