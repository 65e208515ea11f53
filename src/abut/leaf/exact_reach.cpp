#include <abut/leaf/exact_reach.h>
#include <abut/math/big_number.h>

namespace abut {

namespace {

struct BigVector {
  BigNumber x, y, z;
};
BigVector operator-(const BigVector& a, const BigVector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
BigNumber dot(const BigVector& a, const BigVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BigVector cross(const BigVector& a, const BigVector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

using BigTriangle = std::array<BigVector, 3>;

BigNumber world_coordinate(const PlacedPoint& p, int axis) {
  BigNumber sum(p.at->shift[axis]);
  for (int j = 0; j < 3; ++j) sum = sum + BigNumber((*p.point)[j]) * p.at->linear(axis, j);
  return sum;
}
BigTriangle world_triangle(const std::array<PlacedPoint, 3>& t) {
  BigTriangle result;
  for (int i = 0; i < 3; ++i)
    result[i] = {world_coordinate(t[i], 0), world_coordinate(t[i], 1), world_coordinate(t[i], 2)};
  return result;
}

// The closest points of triangles that do not touch are two corners, a corner and an inner point of a side or of a
// face, or inner points of two sides that are not parallel. Each pair below is of points of the two triangles, so none
// is closer than they are; and squares are compared without a quotient or a root.
class Reach {
 public:
  Reach(double length, bool equal_counts) : square_(BigNumber(length) * length), least_sign_(equal_counts ? 0 : 1) {}

  bool corners(const BigVector& p, const BigVector& q) const { return covers(dot(p - q, p - q), BigNumber(1)); }

  bool corner_and_side(const BigVector& p, const BigVector& a, const BigVector& b) const {
    const BigVector along = b - a, way = p - a;
    const BigNumber size = dot(along, along), place = dot(way, along);
    if (place.sign() <= 0 || (size - place).sign() <= 0) return false;
    const BigVector off = cross(way, along);
    return covers(dot(off, off), size);
  }

  bool sides(const BigVector& a, const BigVector& b, const BigVector& c, const BigVector& d) const {
    const BigVector u = b - a, v = d - c, way = c - a, normal = cross(u, v);
    const BigNumber size = dot(normal, normal);
    if (size.sign() == 0) return false;
    for (const BigNumber& place : {dot(cross(way, v), normal), dot(cross(way, u), normal)})
      if (place.sign() < 0 || (size - place).sign() < 0) return false;
    const BigNumber height = dot(way, normal);
    return covers(height * height, size);
  }

  bool corner_and_face(const BigVector& p, const BigTriangle& t) const {
    const BigVector normal = cross(t[1] - t[0], t[2] - t[0]);
    const BigNumber size = dot(normal, normal);
    if (size.sign() == 0) return false;
    for (int i = 0; i < 3; ++i)
      if (dot(cross(t[(i + 1) % 3] - t[i], p - t[i]), normal).sign() < 0) return false;
    const BigNumber height = dot(p - t[0], normal);
    return covers(height * height, size);
  }

 private:
  /// Is square / size at most the length's square, or less?
  bool covers(const BigNumber& square, const BigNumber& size) const {
    return (square_ * size - square).sign() >= least_sign_;
  }

  BigNumber square_;
  int least_sign_;
};

}  // namespace

bool exact_reach(const std::array<PlacedPoint, 3>& a, const std::array<PlacedPoint, 3>& b, double length,
                 bool equal_counts) {
  const BigTriangle s = world_triangle(a), t = world_triangle(b);
  const Reach reach(length, equal_counts);
  for (int i = 0; i < 3; ++i) {
    if (reach.corner_and_face(s[i], t) || reach.corner_and_face(t[i], s)) return true;
    for (int j = 0; j < 3; ++j) {
      const BigVector &p = s[i], &q = s[(i + 1) % 3], &u = t[j], &v = t[(j + 1) % 3];
      if (reach.sides(p, q, u, v) || reach.corner_and_side(p, u, v) || reach.corner_and_side(u, p, q) ||
          reach.corners(p, u))
        return true;
    }
  }
  return false;
}

}  // namespace abut
