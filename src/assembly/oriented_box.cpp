#include "assembly/oriented_box.h"

#include <cmath>

namespace abut {

namespace {

// Makes the terms large enough for what is lost where numbers below 2^-1022 are halved and multiplied.
constexpr Vec3 least{0x1p-1000, 0x1p-1000, 0x1p-1000};

double radius(const OrientedBox& box, const Vec3& direction) {
  return std::abs(dot(direction, box.edges[0])) * box.half.x + std::abs(dot(direction, box.edges[1])) * box.half.y +
         std::abs(dot(direction, box.edges[2])) * box.half.z;
}

// Any direction will do, so its own rounding is of no matter. With u the unit roundoff, a coordinate of a centre is off
// by less than 6u of its terms, those of the half edges together by less than 4u; scalar products, the difference of
// the centres and the sums add less than 12u of the terms times the direction. 64u are more than all that. A product
// that underflows is off by 2^-1074, which a length up to 2^300 may multiply. What overflows makes `slack` infinite,
// and what is not a number compares false.
bool separates(const Vec3& direction, const Vec3& between, const OrientedBox& a, const OrientedBox& b, double reach) {
  const double slack = 64 * unit_roundoff * dot(abs(direction), a.terms + b.terms) + 0x1p-700;
  const double square = dot(direction, direction);
  if (reach > 0 && !(square >= 0x1p-900)) return false;
  const double needed = reach > 0 ? reach * std::sqrt(square) * (1 + 0x1p-48) : 0;
  return std::abs(dot(direction, between)) - (radius(a, direction) + radius(b, direction)) > needed + slack;
}

}  // namespace

OrientedBox::OrientedBox(const Bounds& box, const Placement& at)
    : edges{at.linear.column(0), at.linear.column(1), at.linear.column(2)},
      normals{cross(edges[1], edges[2]), cross(edges[2], edges[0]), cross(edges[0], edges[1])},
      half(0.5 * box.high - 0.5 * box.low),
      terms(abs(at.linear) * max(max(abs(box.low), abs(box.high)), least) + abs(at.shift) + least) {
  centre = at * (0.5 * box.low + 0.5 * box.high);
}

bool surely_apart(const OrientedBox& a, const OrientedBox& b, double reach) {
  const Vec3 between = b.centre - a.centre;
  for (const OrientedBox* box : {&a, &b})
    for (const Vec3& normal : box->normals)
      if (separates(normal, between, a, b, reach)) return true;
  for (const Vec3& of_a : a.edges)
    for (const Vec3& of_b : b.edges)
      if (separates(cross(of_a, of_b), between, a, b, reach)) return true;
  return false;
}

}  // namespace abut
