#include "engine/corners.h"

#include "base/threads.h"

#include <cstring>

namespace abut {

std::unique_ptr<FloatPoint[]> rounded(std::span<const Vec3> inner_points, int threads) {
  auto result = std::make_unique_for_overwrite<FloatPoint[]>(inner_points.size());
  for_each_range(threads, inner_points.size(), 1 << 13, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const Vec3& p = inner_points[i];
      result[i] = {{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0}};
    }
  });
  return result;
}

void copy_corners(const FloatPoint* points, std::span<const Triangle> triangles, float* to) {
  // Four floats are copied faster than three; the next corner overwrites the fourth. After the last corner there may be
  // nothing, or what another thread writes.
  constexpr std::size_t three = 3 * sizeof(float), four = 4 * sizeof(float);
  for (std::size_t i = 0; i < triangles.size(); ++i, to += 9) {
    const Triangle& t = triangles[i];
    std::memcpy(to, points[t[0]].at, four);
    std::memcpy(to + 3, points[t[1]].at, four);
    if (i + 1 < triangles.size())
      std::memcpy(to + 6, points[t[2]].at, four);
    else
      std::memcpy(to + 6, points[t[2]].at, three);
  }
}

}  // namespace abut
