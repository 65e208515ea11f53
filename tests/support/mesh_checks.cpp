#include "mesh_checks.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace abut {

PointKey key_of(const Vec3& p) {
  return {std::bit_cast<std::uint64_t>(p.x + 0.0), std::bit_cast<std::uint64_t>(p.y + 0.0),
          std::bit_cast<std::uint64_t>(p.z + 0.0)};
}

std::size_t unmatched_edges(const Mesh& mesh) {
  std::map<PointKey, std::uint32_t> welded;
  std::vector<std::uint32_t> id;
  for (const Vec3& p : mesh.points)
    id.push_back(welded.try_emplace(key_of(p), static_cast<std::uint32_t>(welded.size())).first->second);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> directed;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) ++directed[{id[t[i]], id[t[(i + 1) % 3]]}];
  std::size_t unmatched = 0;
  for (const auto& [edge, count] : directed) {
    const auto opposite = directed.find({edge.second, edge.first});
    if (count != 1 || opposite == directed.end() || opposite->second != 1) ++unmatched;
  }
  return unmatched;
}

double volume(const Mesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    sum += dot(a, cross(b, c)) / 6;
  }
  return sum;
}

double thinnest(const Mesh& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    const double side = std::max({length(b - a), length(c - b), length(a - c)});
    least = std::min(least, side > 0 ? length(cross(b - a, c - a)) / side : 0);
  }
  return least;
}

}  // namespace abut
