#include "support/overlap_oracle.h"

#include <cmath>
#include <vector>

#include <boost/multiprecision/gmp.hpp>

namespace abut {

namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Point = std::array<Rational, 3>;
using Tetrahedron = std::array<Point, 4>;

Point image(const Placement& at, const Vec3& p) {
  Point result;
  for (int i = 0; i < 3; ++i) {
    result[i] = Rational(at.shift[i]);
    for (int j = 0; j < 3; ++j) result[i] += Rational(at.linear(i, j)) * Rational(p[j]);
  }
  return result;
}

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Rational determinant(const Point& a, const Point& b, const Point& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
Rational six_volumes(const Tetrahedron& t) {
  return determinant(minus(t[1], t[0]), minus(t[2], t[0]), minus(t[3], t[0]));
}

struct Signed {
  Tetrahedron tetrahedron;  // of a positive volume
  int sign;
  Vec3 low, high;  // rounded, with room
};

std::vector<Signed> tetrahedra(const Mesh& mesh, const Placement& at) {
  std::vector<Signed> result;
  if (mesh.triangles.empty()) return result;
  std::vector<Point> points;
  for (const Vec3& p : mesh.points) points.push_back(image(at, p));
  const Point& apex = points[mesh.triangles[0][0]];
  for (const Triangle& t : mesh.triangles) {
    // The apex sees the back of an outward triangle.
    Tetrahedron one{apex, points[t[0]], points[t[1]], points[t[2]]};
    const Rational volume = six_volumes(one);
    if (volume == 0) continue;
    if (volume < 0) std::swap(one[1], one[2]);
    Signed made{one, volume > 0 ? 1 : -1, {}, {}};
    for (int axis = 0; axis < 3; ++axis) {
      double low = INFINITY, high = -INFINITY;
      for (const Point& p : one) {
        const double x = p[axis].convert_to<double>();
        low = std::min(low, x), high = std::max(high, x);
      }
      const double room = 1e-9 * (std::abs(low) + std::abs(high));
      made.low[axis] = low - room, made.high[axis] = high + room;
    }
    result.push_back(made);
  }
  return result;
}

Point between(const Point& a, const Point& b, const Rational& at_a, const Rational& at_b) {
  const Rational part = at_a / (at_a - at_b);
  return {a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part};
}

/// The part of a tetrahedron where a linear function is not negative, as tetrahedra of any orientation.
void clip(const Tetrahedron& t, const std::array<Rational, 4>& heights, std::vector<Tetrahedron>& out) {
  std::vector<int> in, beyond;
  for (int i = 0; i < 4; ++i) (heights[i] >= 0 ? in : beyond).push_back(i);
  const auto cut = [&](int i, int j) { return between(t[i], t[j], heights[i], heights[j]); };
  const auto prism = [&](const std::array<Point, 3>& p, const std::array<Point, 3>& q) {
    out.push_back({p[0], p[1], p[2], q[2]});
    out.push_back({p[0], p[1], q[1], q[2]});
    out.push_back({p[0], q[0], q[1], q[2]});
  };
  if (in.size() == 4) out.push_back(t);
  if (in.size() == 3)
    prism({t[in[0]], t[in[1]], t[in[2]]}, {cut(in[0], beyond[0]), cut(in[1], beyond[0]), cut(in[2], beyond[0])});
  if (in.size() == 2)
    prism({t[in[0]], cut(in[0], beyond[0]), cut(in[0], beyond[1])},
          {t[in[1]], cut(in[1], beyond[0]), cut(in[1], beyond[1])});
  if (in.size() == 1) out.push_back({t[in[0]], cut(in[0], beyond[0]), cut(in[0], beyond[1]), cut(in[0], beyond[2])});
}

std::vector<Tetrahedron> common(const Tetrahedron& a, const Tetrahedron& b) {
  std::vector<Tetrahedron> parts{b};
  // Each face of a, wound so that the fourth corner is in front of it.
  constexpr int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  for (const auto& face : faces) {
    const Point &p = a[face[0]], u = minus(a[face[1]], p), v = minus(a[face[2]], p);
    std::vector<Tetrahedron> kept;
    for (const Tetrahedron& part : parts) {
      std::array<Rational, 4> heights;
      for (int i = 0; i < 4; ++i) heights[i] = determinant(u, v, minus(part[i], p));
      clip(part, heights, kept);
    }
    parts = std::move(kept);
    if (parts.empty()) break;
  }
  return parts;
}

double rounded(const Rational& x, bool up) {
  const double near = x.convert_to<double>();
  if (up) return Rational(near) >= x ? near : std::nextafter(near, INFINITY);
  return Rational(near) <= x ? near : std::nextafter(near, -INFINITY);
}

}  // namespace

ExactOverlap exact_overlap(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b) {
  Rational volume = 0;
  Point moment{0, 0, 0};
  const std::vector<Signed> of_b = tetrahedra(b, at_b);
  for (const Signed& one : tetrahedra(a, at_a))
    for (const Signed& other : of_b) {
      bool are_apart = false;
      for (int axis = 0; axis < 3; ++axis)
        are_apart = are_apart || one.low[axis] > other.high[axis] || other.low[axis] > one.high[axis];
      if (are_apart) continue;
      for (const Tetrahedron& part : common(one.tetrahedron, other.tetrahedron)) {
        const Rational share = abs(six_volumes(part)) * (one.sign * other.sign);
        volume += share;
        for (int axis = 0; axis < 3; ++axis)
          moment[axis] += share * (part[0][axis] + part[1][axis] + part[2][axis] + part[3][axis]);
      }
    }
  ExactOverlap result{rounded(volume / 6, false), rounded(volume / 6, true), {}};
  if (volume != 0)
    for (int axis = 0; axis < 3; ++axis)
      result.centre[axis] = Rational(moment[axis] / (volume * 4)).convert_to<double>();
  return result;
}

}  // namespace abut
