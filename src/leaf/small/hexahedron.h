#pragma once

#include "leaf/small/decide.h"

#include <array>

namespace abut::small {

/// A point in homogeneous coordinates: point / weight, the weight positive.
template <class Number>
struct WeightedPoint {
  VectorOf<Number> point;
  Number weight;
};

/// A half space normal . x + offset >= 0 in numbers of any kind.
template <class Number>
struct Side {
  VectorOf<Number> normal;
  Number offset;

  Number at(const VectorOf<Number>& x) const { return dot(normal, x) + offset; }
  /// Times the point's weight.
  Number at(const WeightedPoint<Number>& x) const { return dot(normal, x.point) + offset * x.weight; }
};

/// A solid with the corners, edges and faces of a cube: a box or a frustum, relative to an origin. Sides 2k and 2k + 1
/// face each other; corner i is on side 2k + (bit k of i).
template <class Number>
struct Hexahedron {
  std::array<Side<Number>, 6> sides;
  std::array<WeightedPoint<Number>, 8> corners;

  bool contains(const VectorOf<Number>& x) const {
    for (const Side<Number>& side : sides)
      if (side.at(x).sign() < 0) return false;
    return true;
  }
};

/// The edges, by the corners that they join: those along bit 0, then bit 1, then bit 2.
struct Edge {
  int from, to;
};
inline constexpr std::array<Edge, 12> edges{
    {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
/// Is the corner on the side?
constexpr bool is_on(int corner, int side) { return ((corner >> (side / 2)) & 1) == side % 2; }
/// Do the sides face each other?
constexpr bool are_opposite(int a, int b) { return a / 2 == b / 2 && a != b; }

/// Where three planes meet; a weight of 0 when they do not meet in one point.
template <class Number>
WeightedPoint<Number> meeting(const Side<Number>& a, const Side<Number>& b, const Side<Number>& c) {
  // Cramer: det x = -(d_a n_b x n_c + d_b n_c x n_a + d_c n_a x n_b).
  const VectorOf<Number> bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
  const Number weight = dot(a.normal, bc);
  const VectorOf<Number> sum = bc * a.offset + ca * b.offset + ab * c.offset;
  if (weight.sign() < 0) return {sum, -weight};
  return {VectorOf<Number>() - sum, weight};
}

template <class Number>
Hexahedron<Number> hexahedron_of(const Box& box, const Vec3& origin) {
  using Vector = VectorOf<Number>;
  Hexahedron<Number> result;
  const Vector centre = Vector(box.centre) - Vector(origin);
  const Vector axes[3] = {Vector(box.axes.column(0)), Vector(box.axes.column(1)), Vector(box.axes.column(2))};
  const Number volume = dot(axes[0], cross(axes[1], axes[2]));
  const bool left_handed = volume.sign() < 0;
  for (int k = 0; k < 3; ++k) {
    // w_k = n . (x - centre) / volume, so that |w_k| <= half reads |n . (x - centre)| <= half |volume|.
    const Vector n = cross(axes[(k + 1) % 3], axes[(k + 2) % 3]);
    const Number reach = (left_handed ? -volume : volume) * Number(box.half[k]), shift = dot(n, centre);
    result.sides[2 * k] = {n, reach - shift};
    result.sides[2 * k + 1] = {Vector() - n, reach + shift};
    if (left_handed) std::swap(result.sides[2 * k].normal, result.sides[2 * k + 1].normal);
    if (left_handed) std::swap(result.sides[2 * k].offset, result.sides[2 * k + 1].offset);
  }
  for (int i = 0; i < 8; ++i) {
    Vector corner = centre;
    for (int k = 0; k < 3; ++k) corner = corner + axes[k] * Number((i >> k) & 1 ? box.half[k] : -box.half[k]);
    result.corners[i] = {corner, Number(1.0)};
  }
  return result;
}

template <class Number>
Hexahedron<Number> hexahedron_of(const std::array<HalfSpace, 6>& half_spaces, const Vec3& origin) {
  Hexahedron<Number> result;
  for (int i = 0; i < 6; ++i) {
    const VectorOf<Number> normal(half_spaces[i].normal);
    result.sides[i] = {normal, dot(normal, VectorOf<Number>(origin)) + Number(half_spaces[i].offset)};
  }
  for (int i = 0; i < 8; ++i)
    result.corners[i] = meeting(result.sides[i & 1], result.sides[2 + ((i >> 1) & 1)], result.sides[4 + (i >> 2)]);
  return result;
}
template <class Number>
Hexahedron<Number> hexahedron_of(const Frustum& frustum, const Vec3& origin) {
  return hexahedron_of<Number>(frustum.sides(), origin);
}

/// Do the planes of the sides make eight corners, each strictly within the three sides that it is not on? Then the
/// half spaces make a bounded solid with these corners.
//
// Each such corner is a vertex of the solid whose three edges run along pairs of its planes to other corners of the
// list: along planes i and j to the corner on i, j and the side that faces the third, which is a vertex on the same
// line. So no edge leads to a vertex that is not listed, none is unbounded, and the edges of a polyhedron with a vertex
// connect all of its vertices.
template <class Number>
bool is_hexahedron(const Hexahedron<Number>& solid) {
  for (int i = 0; i < 8; ++i) {
    if (solid.corners[i].weight.sign() == 0) return false;
    for (int side = 0; side < 6; ++side)
      if (!is_on(i, side) && solid.sides[side].at(solid.corners[i]).sign() <= 0) return false;
  }
  return true;
}

}  // namespace abut::small
