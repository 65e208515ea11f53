#include "leaf/degenerate.h"
#include "leaf/small/hexahedron.h"
#include "leaf/triangle_triangle.h"

#include <algorithm>

namespace abut::small {

namespace {

/// A sphere seen from its centre: what is within the radius of 0.
template <class Number>
struct Reach {
  Number squared;

  /// Is numerator / denominator^2, a squared length, within the radius?
  bool holds(const Number& numerator, const Number& denominator_squared) const {
    return (numerator - squared * denominator_squared).sign() <= 0;
  }
};

/// Does a face's plane have its point closest to 0 within the face and the reach?
template <class Number>
bool face_meets(const Hexahedron<Number>& solid, int face, const Reach<Number>& reach) {
  // The foot is -offset n / (n . n); every other side holds it when offset_j (n . n) >= offset (n_j . n).
  const Side<Number>& side = solid.sides[face];
  const Number square = dot(side.normal, side.normal);
  if (!reach.holds(side.offset * side.offset, square)) return false;
  for (int other = 0; other < 6; ++other)
    if (other != face &&
        (solid.sides[other].offset * square - side.offset * dot(solid.sides[other].normal, side.normal)).sign() < 0)
      return false;
  return true;
}

/// Does an edge's line have its point closest to 0 within the edge and the reach?
template <class Number>
bool edge_meets(const WeightedPoint<Number>& p, const WeightedPoint<Number>& q, const Reach<Number>& reach) {
  // Along e, which is q - p times both weights: the foot lies behind p and before q, at |p x e| / |e| from 0.
  const VectorOf<Number> e = q.point * p.weight - p.point * q.weight, turned = cross(p.point, e);
  if (dot(p.point, e).sign() > 0 || dot(q.point, e).sign() < 0) return false;
  const Number square = dot(e, e);
  if (square.sign() == 0) return false;
  return reach.holds(dot(turned, turned), square * (p.weight * p.weight));
}

/// Does the solid have a point within the reach of 0?
//
// If 0 is outside, let p be the closest point: -p is a sum of -l_i n_i with l_i >= 0 over the sides that p is on, so
// that |p|^2 is the sum of -l_i offset_i, and one of these sides has a negative offset: 0 is outside of it. In the face
// on that side p is the foot of 0, or it is the foot in one of the face's edges, or a corner.
template <class Number>
bool meets(const Hexahedron<Number>& solid, const Reach<Number>& reach) {
  bool outside[6], any = false;
  for (int side = 0; side < 6; ++side) {
    outside[side] = solid.sides[side].offset.sign() < 0;
    if (!outside[side]) continue;
    any = true;
    const Side<Number>& beyond = solid.sides[side];
    if (!reach.holds(beyond.offset * beyond.offset, dot(beyond.normal, beyond.normal))) return false;
  }
  if (!any) return true;
  const auto is_of_interest = [&](int corner) {
    return outside[corner & 1] || outside[2 + ((corner >> 1) & 1)] || outside[4 + (corner >> 2)];
  };
  for (int face = 0; face < 6; ++face)
    if (outside[face] && face_meets(solid, face, reach)) return true;
  for (const Edge& edge : edges)
    if (is_of_interest(edge.from) && is_of_interest(edge.to) &&
        edge_meets(solid.corners[edge.from], solid.corners[edge.to], reach))
      return true;
  for (int i = 0; i < 8; ++i) {
    const WeightedPoint<Number>& corner = solid.corners[i];
    if (is_of_interest(i) && reach.holds(dot(corner.point, corner.point), corner.weight * corner.weight)) return true;
  }
  return false;
}

template <class Solid>
bool sphere_touches(const Sphere& sphere, const Solid& solid) {
  return decide([&](auto number) {
    using Number = decltype(number);
    const Number radius(sphere.radius);
    return meets(hexahedron_of<Number>(solid, sphere.centre), Reach<Number>{radius * radius});
  });
}

/// Does an edge of `a` meet `b`? The edge's points are (1 - s) p + s q in homogeneous coordinates, in which a side's
/// value is linear in s; what is left of [0, 1] when all sides have cut is where the edge is in b.
template <class Number>
bool an_edge_meets(const Hexahedron<Number>& a, const Hexahedron<Number>& b) {
  Number values[8][6];
  for (int i = 0; i < 8; ++i)
    for (int side = 0; side < 6; ++side) values[i][side] = b.sides[side].at(a.corners[i]);
  for (const Edge& edge : edges) {
    Fraction<Number> from(0.0), to(1.0);
    bool cut_off = false;
    for (int side = 0; side < 6 && !cut_off; ++side) {
      const Number &p = values[edge.from][side], &q = values[edge.to][side];
      const bool p_in = p.sign() >= 0, q_in = q.sign() >= 0;
      cut_off = !p_in && !q_in;
      if (p_in == q_in) continue;
      const Fraction<Number> cut = p_in ? Fraction<Number>(p, p - q) : Fraction<Number>(-p, q - p);
      if (p_in && compare(cut, to) < 0) to = cut;
      if (q_in && compare(from, cut) < 0) from = cut;
    }
    if (!cut_off && compare(from, to) <= 0) return true;
  }
  return false;
}

/// Is every corner of `a` strictly outside of one side of `b`?
template <class Number>
bool is_beyond_a_side(const Hexahedron<Number>& a, const Hexahedron<Number>& b) {
  return std::any_of(b.sides.begin(), b.sides.end(), [&](const Side<Number>& side) {
    return std::all_of(a.corners.begin(), a.corners.end(),
                       [&](const WeightedPoint<Number>& corner) { return side.at(corner).sign() < 0; });
  });
}

/// Two solids that share a point share one that is a vertex of what they share, where three of their planes meet: all
/// of one solid, at its corner, or two of one, on its edge. Hence an edge of one meets the other.
template <class SolidA, class SolidB>
bool solids_touch(const SolidA& solid_a, const Vec3& origin, const SolidB& solid_b) {
  return decide([&](auto number) {
    using Number = decltype(number);
    const auto a = hexahedron_of<Number>(solid_a, origin);
    const auto b = hexahedron_of<Number>(solid_b, origin);
    if (is_beyond_a_side(a, b) || is_beyond_a_side(b, a)) return false;
    return an_edge_meets(a, b) || an_edge_meets(b, a);
  });
}

}  // namespace

bool touches(const Sphere& a, const Sphere& b) {
  require_valid(a), require_valid(b);
  return decide([&](auto number) {
    using Number = decltype(number);
    const VectorOf<Number> way = VectorOf<Number>(b.centre) - VectorOf<Number>(a.centre);
    const Number sum = Number(a.radius) + Number(b.radius);
    return (dot(way, way) - sum * sum).sign() <= 0;
  });
}

bool touches(const Sphere& sphere, const Box& box) {
  require_valid(sphere), require_valid(box);
  return sphere_touches(sphere, box);
}

bool touches(const Sphere& sphere, const Frustum& frustum) {
  require_valid(sphere);
  return sphere_touches(sphere, frustum);
}

bool touches(const Corners& a, const Corners& b) {
  require_valid(a), require_valid(b);
  constexpr Triangle whole{0, 1, 2};
  const TriangleForm form_a = classify_triangle(a[0], a[1], a[2]), form_b = classify_triangle(b[0], b[1], b[2]);
  const Placement world;
  const LeafGeometry geometry_a{a, {&whole, 1}, {&form_a, 1}, a[0]}, geometry_b{b, {&whole, 1}, {&form_b, 1}, b[0]};
  return ContactTest(geometry_a, world, geometry_b, world).touch(0, 0);
}

bool touches(const Box& a, const Box& b) {
  require_valid(a), require_valid(b);
  return solids_touch(a, a.centre, b);
}

bool touches(const Box& box, const Frustum& frustum) {
  require_valid(box);
  return solids_touch(box, box.centre, frustum);
}

bool contains(const Box& box, const Vec3& point) {
  require_valid(box);
  require_finite(point, "the point");
  return decide([&](auto number) { return hexahedron_of<decltype(number)>(box, point).contains({}); });
}

bool contains(const Frustum& frustum, const Vec3& point) {
  require_finite(point, "the point");
  return decide([&](auto number) {
    using Number = decltype(number);
    return std::all_of(frustum.sides().begin(), frustum.sides().end(), [&](const HalfSpace& side) {
      const Side<Number> exact{VectorOf<Number>(side.normal), Number(side.offset)};
      return exact.at(VectorOf<Number>(point)).sign() >= 0;
    });
  });
}

bool contains(const RoundedCone& cone, const Vec3& point) {
  require_valid(cone);
  require_finite(point, "the point");
  return decide([&](auto number) {
    using Number = decltype(number);
    const VectorOf<Number> x = VectorOf<Number>(point) - VectorOf<Number>(cone.apex), axis(cone.axis);
    const Number square = dot(x, x), along = dot(x, axis), cosine(cone.cosine), range(cone.range);
    // x . axis >= cos |x| |axis|, both sides squared: neither is negative.
    return (square - range * range).sign() <= 0 && along.sign() >= 0 &&
           (along * along - cosine * cosine * square * dot(axis, axis)).sign() >= 0;
  });
}

}  // namespace abut::small
