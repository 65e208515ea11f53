#include "support/filter_model.h"

namespace abut {

FilterModel::FilterModel(const std::vector<Vec3>& points) : frame(InnerFrame::around(points)) {
  for (const Vec3& point : points) {
    const Vec3 inner = frame.inner(point);
    for (int axis = 0; axis < 3; ++axis) corners.push_back(static_cast<float>(inner[axis]));
  }
  corners.push_back(0);
  for (std::uint32_t i = 0; i + 2 < points.size(); i += 3) triangles.push_back({i, i + 1, i + 2});
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

std::vector<Vec3> random_corners(int triangles, Random& random) {
  std::vector<Vec3> points;
  for (int i = 0; i < 3 * triangles; ++i) points.push_back(random.in_cube(1));
  return points;
}

std::vector<std::uint32_t> random_triangles(std::size_t count, int triangles, Random& random) {
  std::vector<std::uint32_t> result(count);
  for (std::uint32_t& i : result) i = static_cast<std::uint32_t>(random.below(static_cast<std::uint64_t>(triangles)));
  return result;
}

TrianglePair ordinary_pair(Random& random, double size) {
  TrianglePair pair;
  const Vec3 place = random.in_cube(0.5);
  for (Vec3& corner : pair.a) corner = place + random.in_cube(size);
  pair.at_a = random.rotation(random.in_cube(2));
  pair.at_b = random.rotation();
  const Vec3 at_b = random.in_cube(0.5);
  for (Vec3& corner : pair.b) corner = at_b + random.in_cube(size);
  pair.at_b.shift = pair.at_a * place - pair.at_b.linear * at_b;
  return pair;
}

void make_unlike(TrianglePair& pair, int turn, Random& random) {
  if (turn % 4 == 1) pair.a[2] = pair.a[0] + (pair.a[1] - pair.a[0]) * random.unit() + random.in_cube(1e-6);
  if (turn % 4 == 2) pair.at_b.linear = pair.at_b.linear * std::exp2(random.between(-8, 8));
}

}  // namespace abut
