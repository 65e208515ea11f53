#include "query/point_batch.h"

#include <abut/mesh.h>

namespace abut {

namespace {

/// Ten bits with two zeros after each.
std::uint32_t spread_out(std::uint32_t x) {
  x = (x | x << 16) & 0x030000ffu;
  x = (x | x << 8) & 0x0300f00fu;
  x = (x | x << 4) & 0x030c30c3u;
  return (x | x << 2) & 0x09249249u;
}

std::uint32_t cell_of(double x, double low, double high) {
  const double share = (x - low) / (high - low) * 1024;
  // Not a number where there is no extent.
  return share > 0 ? std::min(1023u, static_cast<std::uint32_t>(std::min(share, 1023.0))) : 0;
}

}  // namespace

std::vector<std::uint32_t> neighbourly_order(std::span<const Vec3> points) {
  const Bounds bounds = bounds_of(points);
  std::vector<std::uint64_t> keys;
  keys.reserve(points.size());
  for (const Vec3& p : points) {
    std::uint32_t key = 0;
    for (int axis = 0; axis < 3; ++axis)
      key |= spread_out(cell_of(p[axis], bounds.low[axis], bounds.high[axis])) << axis;
    keys.push_back(std::uint64_t{key} << 32 | keys.size());
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const std::uint64_t key : keys) order.push_back(static_cast<std::uint32_t>(key));
  return order;
}

}  // namespace abut
