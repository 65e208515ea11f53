#include "shape/core_mesh.h"

namespace abut {

Mesh box_mesh(const Vec3& half) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.points.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  for (const std::array<std::uint32_t, 4>& side : {std::array<std::uint32_t, 4>{0, 4, 6, 2},
                                                   {1, 3, 7, 5},
                                                   {0, 1, 5, 4},
                                                   {2, 6, 7, 3},
                                                   {0, 2, 3, 1},
                                                   {4, 5, 7, 6}}) {
    mesh.triangles.push_back({side[0], side[1], side[2]});
    mesh.triangles.push_back({side[0], side[2], side[3]});
  }
  return mesh;
}

}  // namespace abut
