#pragma once

// Distances between the corners, sides and faces of two triangles, in whatever numbers an oracle takes. Shares no code
// with the library.

#include <abut/placement.h>

#include <algorithm>
#include <array>

namespace abut::oracle {

template <class Number>
using Point = std::array<Number, 3>;
template <class Number>
using Corners = std::array<Point<Number>, 3>;

template <class Number>
Point<Number> minus(const Point<Number>& p, const Point<Number>& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
template <class Number>
Point<Number> moved(const Point<Number>& p, const Number& t, const Point<Number>& by) {
  return {p[0] + t * by[0], p[1] + t * by[1], p[2] + t * by[2]};
}
template <class Number>
Number product(const Point<Number>& p, const Point<Number>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
template <class Number>
Number square(const Point<Number>& p) {
  return product(p, p);
}
template <class Number>
Point<Number> normal_of(const Point<Number>& p, const Point<Number>& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

template <class Number>
Point<Number> image(const Vec3& point, const Placement& at) {
  Point<Number> result;
  for (int axis = 0; axis < 3; ++axis) {
    Number sum = at.shift[axis];
    for (int j = 0; j < 3; ++j) sum += Number(at.linear(axis, j)) * Number(point[j]);
    result[axis] = sum;
  }
  return result;
}
template <class Number>
Point<Number> mixed(const Corners<Number>& corners, const std::array<double, 3>& weights) {
  Point<Number> result{};
  for (int i = 0; i < 3; ++i) result = moved(result, Number(weights[i]), corners[i]);
  return result;
}
template <class Number>
Number longest_side(const Corners<Number>& corners) {
  Number most = 0;
  for (int i = 0; i < 3; ++i) most = std::max(most, square(minus(corners[i], corners[(i + 1) % 3])));
  return sqrt(most);
}

/// Whether the direction of a normal means something, when numbers have few digits: `may_use` is asked about the normal
/// of a face or of two sides, the square of the longest side that made it, and the way to the other feature.
struct EveryNormal {
  template <class Number>
  bool may_use(const Number& squared_normal, const Number&, const Point<Number>&) {
    return squared_normal > 0;
  }
};

/// The squared distance of the closest features of two triangles that do not cross.
template <class Number, class Normals = EveryNormal>
class Features {
 public:
  Features(const Corners<Number>& a, const Corners<Number>& b, Normals& normals) : a_(a), b_(b), normals_(normals) {}

  Number squared_distance() {
    least_ = square(minus(a_[0], b_[0]));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        point_to_side(a_[i], b_[j], b_[(j + 1) % 3]);
        point_to_side(b_[j], a_[i], a_[(i + 1) % 3]);
        side_to_side(a_[i], a_[(i + 1) % 3], b_[j], b_[(j + 1) % 3]);
      }
    for (int i = 0; i < 3; ++i) point_to_face(a_[i], b_), point_to_face(b_[i], a_);
    return least_;
  }

  /// Does a side of one go through the other's face?
  bool cross() const {
    for (int i = 0; i < 3; ++i)
      if (goes_through(a_[i], a_[(i + 1) % 3], b_) || goes_through(b_[i], b_[(i + 1) % 3], a_)) return true;
    return false;
  }

 private:
  static bool goes_through(const Point<Number>& p, const Point<Number>& q, const Corners<Number>& face) {
    const Point<Number> normal = normal_of(minus(face[1], face[0]), minus(face[2], face[0])), way = minus(q, p);
    const Number from = product(normal, minus(p, face[0])), to = product(normal, minus(q, face[0]));
    if ((from > 0 && to > 0) || (from < 0 && to < 0)) return false;
    bool left = false, right = false;
    for (int i = 0; i < 3; ++i) {
      const Number turn = product(way, normal_of(minus(face[i], p), minus(face[(i + 1) % 3], p)));
      if (turn > 0) left = true;
      if (turn < 0) right = true;
    }
    return !(left && right);
  }

  void try_square(const Number& candidate) { least_ = std::min(least_, candidate); }

  void point_to_side(const Point<Number>& p, const Point<Number>& from, const Point<Number>& to) {
    const Point<Number> side = minus(to, from), way = minus(p, from);
    const Number length = square(side);
    Number t = length > 0 ? Number(product(way, side) / length) : Number(0);
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    try_square(square(minus(way, moved(Point<Number>{}, t, side))));
  }

  // Over the face's inside only: elsewhere a side is closer.
  void point_to_face(const Point<Number>& p, const Corners<Number>& face) {
    const Point<Number> u = minus(face[1], face[0]), v = minus(face[2], face[0]), normal = normal_of(u, v);
    const Number length = square(normal);
    const Number longest = std::max({square(u), square(v), square(minus(v, u))});
    if (!normals_.may_use(length, longest, minus(p, face[0]))) return;
    for (int i = 0; i < 3; ++i) {
      const Point<Number> inwards = normal_of(normal, minus(face[(i + 1) % 3], face[i]));
      if (product(inwards, minus(p, face[i])) < 0) return;
    }
    const Number height = product(normal, minus(p, face[0]));
    try_square(height * height / length);
  }

  // Over the insides of both only: elsewhere a corner is closer.
  void side_to_side(const Point<Number>& p, const Point<Number>& q, const Point<Number>& r, const Point<Number>& s) {
    const Point<Number> u = minus(q, p), v = minus(s, r), way = minus(r, p), normal = normal_of(u, v);
    const Number length = square(normal);
    if (!normals_.may_use(length, std::max(square(u), square(v)), way)) return;
    const Number along_u = product(normal_of(way, v), normal), along_v = product(normal_of(way, u), normal);
    if (along_u < 0 || along_u > length || along_v < 0 || along_v > length) return;
    const Number height = product(way, normal);
    try_square(height * height / length);
  }

  const Corners<Number>&a_, &b_;
  Normals& normals_;
  Number least_;
};

}  // namespace abut::oracle
