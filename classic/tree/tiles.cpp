#include "classic/tree/tiles.h"

#include "math/double_double.h"

namespace abut::classic {

namespace {

/// A corner's way from the frame's centre, in inner units, without a rounding.
std::array<DoubleDouble, 3> exact_inner(const Vec3& corner, const InnerFrame& frame) {
  const double to_inner = 1 / frame.unit;  // a power of two
  std::array<DoubleDouble, 3> result;
  for (int i = 0; i < 3; ++i) result[i] = two_sum(corner[i] * to_inner, -(frame.centre[i] * to_inner));
  return result;
}

int tiles_a_side(const std::array<Vec3, 3>& corners, double tile) {
  double longest = 0;
  for (int i = 0; i < 3; ++i) longest = std::max(longest, length(corners[(i + 1) % 3] - corners[i]));
  int count = 1;
  while (count < most_tiles_a_side && longest > tile * count) count *= 2;
  return count;
}

}  // namespace

void add_tiles(const std::array<Vec3, 3>& corners, std::uint32_t id, const InnerFrame& frame, double tile,
               std::vector<BuildTriangle>& triangles) {
  const std::array<std::array<DoubleDouble, 3>, 3> inner{exact_inner(corners[0], frame), exact_inner(corners[1], frame),
                                                         exact_inner(corners[2], frame)};
  const int count = tiles_a_side(corners, tile);
  // i steps towards the second corner and j towards the third; the weights are exact.
  const auto at = [&](int i, int j) {
    const double b = static_cast<double>(i) / count, c = static_cast<double>(j) / count, a = 1 - b - c;
    Vec3 point;
    for (int axis = 0; axis < 3; ++axis)
      point[axis] = (inner[0][axis] * a + inner[1][axis] * b + inner[2][axis] * c).high;
    return point;
  };
  for (int i = 0; i < count; ++i)
    for (int j = 0; i + j < count; ++j) {
      triangles.push_back({{at(i, j), at(i + 1, j), at(i, j + 1)}, id});
      if (i + j + 1 < count) triangles.push_back({{at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, id});
    }
}

}  // namespace abut::classic
