#include "math/big_number.h"
#include "math/rounding.h"
#include "math/scaled_length.h"
#include "math/sine.h"
#include "shape/core_mesh.h"
#include <abut/error.h>

namespace abut {

namespace {

constexpr double pi = 0x1.921fb54442d18p1;
constexpr int most_sides = 4096;

/// Is the distance of the origin from the line through p and q, which turn left about it, at least `radius`? Exact.
bool stays_outside(const Vec3& p, const Vec3& q, double radius) {
  const BigNumber px(p.x), py(p.y), qx(q.x), qy(q.y), r(radius), dx = qx - px, dy = qy - py;
  const BigNumber turned = px * qy - py * qx;
  return turned.sign() > 0 && (turned * turned - r * r * (dx * dx + dy * dy)).sign() >= 0;
}

std::vector<Vec3> regular_polygon(int sides, double reach) {
  std::vector<Vec3> polygon;
  for (int i = 0; i < sides; ++i) {
    const SineCosine turn = sine_and_cosine(2 * pi * i / sides);
    polygon.push_back({reach * turn.cosine, reach * turn.sine, 0});
  }
  return polygon;
}

/// A polygon with z = 0 around the circle, and how far it sticks out. Each of its sides turns left about the origin and
/// stays outside of the circle. So whichever way one leaves the circle one is within the polygon.
struct Around {
  std::vector<Vec3> polygon;
  double stray = 0;
};

Around polygon_around(double radius, double most_stray) {
  if (radius == 0) return {{{}}, 0};
  // A corner of a polygon with its sides on the circle is at radius / cos(pi / sides); a little more is for rounding.
  int sides = 8;
  const auto corner = [&] { return radius / sine_and_cosine(pi / sides).cosine * (1 + 0x1p-48); };
  while (sides <= most_sides && !(corner() - radius <= most_stray * (1 - 0x1p-40))) sides += 4;
  if (sides > most_sides)
    throw Error("a stray of " + std::to_string(most_stray) + " for a radius of " + std::to_string(radius) +
                " takes more than 4096 sides; allow more.");
  Around result{regular_polygon(sides, corner()), 0};
  for (int i = 0; i < sides; ++i) {
    if (!stays_outside(result.polygon[i], result.polygon[(i + 1) % sides], radius))
      throw Error("the radius is too small for a mesh around it.");
    result.stray = std::max(result.stray, next_up(next_up(scaled_length(result.polygon[i]) * (1 + 0x1p-50)) - radius));
  }
  return result;
}

}  // namespace

Circumscribed cylinder_mesh(double radius, double length, double most_stray) {
  const Around around = polygon_around(radius, most_stray);
  const auto sides = static_cast<std::uint32_t>(around.polygon.size());
  Mesh mesh;
  for (const double z : {-0.5 * length, 0.5 * length})
    for (const Vec3& corner : around.polygon) mesh.points.push_back({corner.x, corner.y, z});
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t next = (i + 1) % sides;
    mesh.triangles.push_back({i, next, sides + next});
    mesh.triangles.push_back({i, sides + next, sides + i});
    if (i < 2) continue;
    mesh.triangles.push_back({0, i, i - 1});
    mesh.triangles.push_back({sides, sides + i - 1, sides + i});
  }
  return {mesh, around.stray};
}

Circumscribed cone_mesh(double radius, double height, double most_stray) {
  const Around around = polygon_around(radius, most_stray);
  const auto sides = static_cast<std::uint32_t>(around.polygon.size());
  Mesh mesh;
  for (const Vec3& corner : around.polygon) mesh.points.push_back({corner.x, corner.y, -0.5 * height});
  mesh.points.push_back({0, 0, 0.5 * height});
  for (std::uint32_t i = 0; i < sides; ++i) {
    mesh.triangles.push_back({i, (i + 1) % sides, sides});
    if (i >= 2) mesh.triangles.push_back({0, i, i - 1});
  }
  return {mesh, around.stray};
}

}  // namespace abut
