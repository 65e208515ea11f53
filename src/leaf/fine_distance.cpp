#include "leaf/fine_distance.h"

#include "math/double_double.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut {

namespace {

struct FineVector {
  DoubleDouble x, y, z;
  friend FineVector operator-(const FineVector& a, const FineVector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend FineVector operator-(const FineVector& a) { return {-a.x, -a.y, -a.z}; }
  friend FineVector operator*(const FineVector& a, const DoubleDouble& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend DoubleDouble dot(const FineVector& a, const FineVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend FineVector cross(const FineVector& a, const FineVector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  double magnitude() const { return std::abs(x.high) + std::abs(y.high) + std::abs(z.high); }
};

/// Both triangles, seen from a's corner 0, and the sum of the magnitudes of everything that went into one coordinate.
struct FinePair {
  FineVector a[3], b[3];
  double magnitude = 0;

  FinePair(const PlacedTriangle& of_a, const PlacedTriangle& of_b) {
    for (int i = 1; i < 3; ++i) a[i] = difference(*of_a.at, *of_a.corners[i], *of_a.at, *of_a.corners[0]);
    for (int i = 0; i < 3; ++i) b[i] = difference(*of_b.at, *of_b.corners[i], *of_a.at, *of_a.corners[0]);
  }

 private:
  FineVector difference(const Placement& at_q, const Vec3& q, const Placement& at_p, const Vec3& p) {
    DoubleDouble sums[3];
    const bool shifted = &at_q != &at_p;
    for (int axis = 0; axis < 3; ++axis) {
      double terms = 0;
      const auto add = [&](const ExactPair& term) {
        sums[axis] = sums[axis] + DoubleDouble(term);
        terms += std::abs(term.value);
      };
      for (int j = 0; j < 3; ++j) {
        add(two_product(at_q.linear(axis, j), q[j]));
        add(two_product(-at_p.linear(axis, j), p[j]));
      }
      if (shifted) add(two_difference(at_q.shift[axis], at_p.shift[axis]));
      magnitude = std::max(magnitude, terms);
    }
    return {sums[0], sums[1], sums[2]};
  }
};

/// A triangle's part that a point with these weights lies inside of: a corner, a side or all of it.
struct Feature {
  const FineVector* corners;
  int count, first;  ///< `first` is the corner, or the one from which the side leads on

  Feature(const FineVector (&of)[3], const Weights& w) : corners(of), count((w[0] != 0) + (w[1] != 0) + (w[2] != 0)) {
    first = count == 1 ? (w[0] != 0 ? 0 : w[1] != 0 ? 1 : 2) : w[2] == 0 ? 0 : w[0] == 0 ? 1 : 2;
  }
  const FineVector& corner() const { return corners[first]; }
  FineVector side() const { return corners[(first + 1) % 3] - corner(); }
  FineVector normal() const { return cross(corners[1] - corners[0], corners[2] - corners[0]); }
};

/// `way` without its part along `side`, times the side's square.
FineVector across(const FineVector& way, const FineVector& side) {
  return way * dot(side, side) - side * dot(way, side);
}

/// Across which the closest points of the features face each other; of any length and either sign.
FineVector direction(const Feature& a, const Feature& b) {
  if (a.count == 3) return a.normal();
  if (b.count == 3) return b.normal();
  const FineVector way = b.corner() - a.corner();
  if (a.count == 1 && b.count == 1) return way;
  if (a.count == 1) return across(way, b.side());
  if (b.count == 1) return across(way, a.side());
  const FineVector u = a.side(), v = b.side(), normal = cross(u, v);
  // Parallel sides have the digits of their common normal in the way between them.
  const bool parallel = normal.magnitude() <= 0x1p-40 * u.magnitude() * v.magnitude();
  return parallel ? across(way, u) : normal;
}

}  // namespace

// Any direction n proves a bound: (least n.b - largest n.a) / |n|. It is taken as it is, so only what follows is
// rounded. With M the largest sum of terms' magnitudes of a coordinate: coordinates are off by at most seven sums of
// 8 u^2 M, 60 u^2 M in all. Each n.x adds three products and two sums, off by less than 40 u^2 |n|_1 M more, and their
// difference one more sum: together below 300 u^2 |n|_1 M. |n|_1 is at most sqrt(3) |n|; so the quotient is off by less
// than 600 u^2 M, and by its own 8 roundings in doubles. The constants below are 2^-94 = 4096 u^2 and 16 u.
double fine_lower(const PlacedTriangle& a, const PlacedTriangle& b, const Weights& guess_a, const Weights& guess_b) {
  const FinePair pair(a, b);
  if (!(pair.magnitude > 0x1p-100 && pair.magnitude < 0x1p100)) return 0;
  FineVector n = direction(Feature(pair.a, guess_a), Feature(pair.b, guess_b));
  // Products of such numbers and their errors stay far from both ends of the range.
  const double size = n.magnitude();
  if (!(size > 0x1p-400 && size < 0x1p400)) return 0;
  if (dot(n, pair.b[0]).high < 0) n = -n;
  DoubleDouble ahead = dot(n, pair.b[0]), behind;
  for (int i = 1; i < 3; ++i) ahead = std::min(ahead, dot(n, pair.b[i])), behind = std::max(behind, dot(n, pair.a[i]));
  const DoubleDouble gap = ahead - behind;
  if (!(gap.high > 0)) return 0;
  const double length = std::sqrt(n.x.high * n.x.high + n.y.high * n.y.high + n.z.high * n.z.high);
  const double lower = gap.high / length;
  return std::max(0.0, lower * (1 - 16 * unit_roundoff) - 0x1p-94 * pair.magnitude);
}

}  // namespace abut
