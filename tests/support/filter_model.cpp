#include "support/filter_model.h"

namespace abut {

FilterModel::FilterModel(const std::vector<Vec3>& points) : frame(InnerFrame::around(points)) {
  for (const Vec3& point : points) {
    const Vec3 inner = frame.inner(point);
    for (int axis = 0; axis < 3; ++axis) corners.push_back(static_cast<float>(inner[axis]));
  }
}

std::vector<Vec3> with_company(const std::array<Vec3, 3>& triangle, double size, Random& random) {
  double reach = 0;
  for (const Vec3& corner : triangle) reach = std::max(reach, largest(abs(corner - triangle[0])));
  std::vector<Vec3> points(triangle.begin(), triangle.end());
  for (int i = 0; i < 3; ++i) points.push_back(triangle[0] + random.direction() * (reach * size));
  for (Vec3& point : points)
    if (largest(abs(point)) > 0x1p300) point = triangle[0];
  return points;
}

}  // namespace abut
