#include "query/farthest_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace abut {

Vec3 FarthestListed::along(const Vec3& direction) const {
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (const double along = dot(points_[i], direction); along > most) best = i, most = along;
  return points_[best];
}

void FarthestCorner::look_at_leaf(const WideChild& leaf, const Vec3& direction, Best& best) const {
  const std::span<const Vec3> points = data_.mesh.points();
  for (std::uint32_t i = 0; i < leaf.count(); ++i)
    for (const std::uint32_t point : data_.mesh.triangles()[data_.tree.order[leaf.first() + i]])
      if (const double along = dot(points[point] - data_.frame.centre, direction); along > best.along)
        best = {along, point};
}

namespace {

/// How far each box of a node reaches along a direction, from the inner frame's centre, at least; see PlacedBox.
/// Nothing is larger than 2, so that the sums in float are off by less than 2^-20 of the direction.
std::array<float, ObbPacket::lanes> extents_of(const ObbPacket& boxes, const Vec3& direction) {
  const float d[3] = {static_cast<float>(direction.x), static_cast<float>(direction.y),
                      static_cast<float>(direction.z)};
  const float size = std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]);
  std::array<float, ObbPacket::lanes> result;
  for (int i = 0; i < ObbPacket::lanes; ++i) {
    const float more = 0x1p-20f * (boxes.half[0][i] + boxes.half[1][i] + boxes.half[2][i]);
    float sum = d[0] * boxes.centre[0][i] + d[1] * boxes.centre[1][i] + d[2] * boxes.centre[2][i] + 0x1p-20f * size;
    for (int k = 0; k < 3; ++k) {
      const float across = d[0] * boxes.axes[k][0][i] + d[1] * boxes.axes[k][1][i] + d[2] * boxes.axes[k][2][i];
      sum += std::abs(across) * (boxes.half[k][i] + more);
    }
    result[i] = sum;
  }
  return result;
}

}  // namespace

std::uint32_t FarthestCorner::index_along(const Vec3& direction) const {
  // In the model's frame, of a length that floats hold.
  Vec3 inner = transposed_times(at_.linear, direction);
  if (const double size = largest(abs(inner)); size > 0) inner = inner * (1 / size);
  struct Waiting {
    double extent;
    WideChild child;
  };
  std::vector<Waiting> waiting{{std::numeric_limits<double>::infinity(), data_.tree.nodes[0].child[0]}};
  Best best;
  while (!waiting.empty()) {
    const Waiting next = waiting.back();
    waiting.pop_back();
    if (next.extent * data_.frame.unit <= best.along) continue;
    if (next.child.is_leaf()) {
      look_at_leaf(next.child, inner, best);
      continue;
    }
    const WideNode& node = data_.tree.nodes[next.child.node()];
    const std::array<float, ObbPacket::lanes> extents = extents_of(node.boxes, inner);
    const std::size_t before = waiting.size();
    for (int i = 0; i < ObbPacket::lanes && !node.child[i].is_empty(); ++i)
      if (extents[i] * data_.frame.unit > best.along) waiting.push_back({extents[i], node.child[i]});
    std::sort(waiting.begin() + static_cast<std::ptrdiff_t>(before), waiting.end(),
              [](const Waiting& x, const Waiting& y) { return x.extent < y.extent; });
  }
  return best.point;
}

}  // namespace abut
