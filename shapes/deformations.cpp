#include "math/random.h"
#include "shapes/building.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::shapes {

namespace {

double size_of(const Bounds& bounds) { return std::max(0.0, largest(bounds.high - bounds.low)); }

}  // namespace

std::vector<Vec3> twisted(std::span<const Vec3> points, double turns) {
  std::vector<Vec3> result(points.begin(), points.end());
  const Bounds bounds = bounds_of(points);
  const double size = size_of(bounds);
  if (!(size > 0)) return result;
  const Vec3 sides = bounds.high - bounds.low, middle = (bounds.low + bounds.high) * 0.5;
  const int along = sides.x == size ? 0 : sides.y == size ? 1 : 2, first = (along + 1) % 3, second = (along + 2) % 3;
  for (Vec3& p : result) {
    const Turn by = turn(turns * (p[along] - bounds.low[along]) / size);
    const double a = p[first] - middle[first], b = p[second] - middle[second];
    p[first] = middle[first] + a * by.cosine - b * by.sine;
    p[second] = middle[second] + a * by.sine + b * by.cosine;
  }
  return result;
}

std::vector<Vec3> blown_up(std::span<const Vec3> points, double factor) {
  std::vector<Vec3> result(points.begin(), points.end());
  if (points.empty()) return result;
  const Vec3 middle = points.back();
  const double reach = size_of(bounds_of(points)) / 3;
  for (Vec3& p : result) {
    const double away = length(p - middle);
    if (!(away < reach)) continue;
    const double fade = 1 - (away / reach) * (away / reach);
    p = middle + (p - middle) * (1 + (factor - 1) * fade);
  }
  return result;
}

Mesh unwelded(const Mesh& mesh) {
  Mesh result;
  result.parts = mesh.parts;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(result.points.size());
    for (const Vec3& corner : mesh.corners(i)) result.points.push_back(corner);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

std::vector<Vec3> torn(const Mesh& mesh, double distance, std::uint64_t seed) {
  std::vector<Vec3> result = mesh.points;
  const double farthest = distance * size_of(bounds_of(mesh.points));
  Random random(seed);
  for (const Triangle& t : mesh.triangles) {
    const Vec3 by = random.direction() * (farthest * random.unit());
    for (std::uint32_t corner : t) result[corner] += by;
  }
  return result;
}

}  // namespace abut::shapes
