#include "assembly/common_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace abut {

namespace {

using Corners = std::array<Vec3, 3>;

Corners placed(const Mesh& mesh, std::uint32_t triangle, const Placement& at) {
  Corners corners = mesh.corners(triangle);
  for (Vec3& corner : corners) corner = at * corner;
  return corners;
}

Vec3 facing(const Corners& t) { return cross(t[1] - t[0], t[2] - t[0]); }

/// The sum of where the sides of one triangle pass through the other, rounded, and how often they do.
void add_crossings(const Corners& sides, const Corners& through, Vec3& sum, int& count) {
  const Vec3 normal = facing(through);
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = sides[i], &to = sides[(i + 1) % 3];
    const double before = dot(normal, from - through[0]), after = dot(normal, to - through[0]);
    if (!(before * after < 0)) continue;
    const Vec3 x = from + (to - from) * (before / (before - after));
    bool is_within = true;
    for (int k = 0; k < 3; ++k)
      is_within = is_within && dot(cross(through[(k + 1) % 3] - through[k], x - through[k]), normal) >= 0;
    if (!is_within) continue;
    sum += x;
    ++count;
  }
}

/// Where to look beside two triangles that may lie on each other, as those of a part that is there twice do: next to
/// the middle of the smaller one, on its inner side and on the other.
std::vector<Vec3> beside(const Corners& a, const Corners& b) {
  const Corners& t = length(facing(a)) <= length(facing(b)) ? a : b;
  const Vec3 normal = facing(t), middle = (t[0] + t[1] + t[2]) * (1.0 / 3);
  const double size = length(normal);
  if (!(size > 0)) return {};
  const Vec3 step = normal * (0x1p-6 / std::sqrt(size));
  return {middle - step, middle + step};
}

/// Where to look, beside a place where two triangles pass through each other: on the inner side of both, as far as
/// their sides say which that is, and else on the other sides.
std::vector<Vec3> candidates(const Corners& a, const Corners& b) {
  Vec3 sum, normal_a = facing(a), normal_b = facing(b);
  int count = 0;
  add_crossings(a, b, sum, count);
  add_crossings(b, a, sum, count);
  const double size_a = length(normal_a), size_b = length(normal_b);
  if (count == 0 || !(length(cross(normal_a, normal_b)) > 1e-6 * size_a * size_b)) return beside(a, b);
  const Vec3 place = sum * (1.0 / count);
  normal_a = normal_a * (1 / size_a);
  normal_b = normal_b * (1 / size_b);
  const double step = std::sqrt(std::min(size_a, size_b));
  std::vector<Vec3> points;
  for (const double part : {0.125, 0x1p-6, 0x1p-12}) points.push_back(place - (normal_a + normal_b) * (part * step));
  for (const Vec3& way : {normal_a + normal_b, normal_a - normal_b, normal_b - normal_a})
    points.push_back(place + way * (0x1p-6 * step));
  return points;
}

}  // namespace

CommonPoint find_common_point(const Solid& a, const Solid& b, const PlacementPair& at,
                              std::span<const Contact> contacts, const Budget& budget) {
  CommonPoint result;
  const auto is_inside = [&](const Solid& solid, const Placement& place, const Vec3& point) {
    const Located located = locate(solid, place, point, {.budget = budget});
    result.counters += located.counters;
    return located.side == Containment::inside;
  };
  for (const Contact& contact : contacts)
    for (const Vec3& point :
         candidates(placed(a.model().mesh(), contact.a, at.a), placed(b.model().mesh(), contact.b, at.b)))
      if (largest(abs(point)) <= 0x1p300 && is_inside(b, at.b, point) && is_inside(a, at.a, point)) {
        result.is_found = true;
        return result;
      }
  return result;
}

}  // namespace abut
