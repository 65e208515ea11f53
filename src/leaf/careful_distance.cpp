#include "leaf/careful_distance.h"

#include "math/expansion.h"
#include "math/rounding.h"

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace abut {

namespace {

using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<320, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

struct RealVector {
  Real x, y, z;
  friend RealVector operator+(const RealVector& a, const RealVector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend RealVector operator-(const RealVector& a, const RealVector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend RealVector operator*(const RealVector& a, const Real& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend Real dot(const RealVector& a, const RealVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

// The image of q minus the image of p, which may stand elsewhere: summed exactly and rounded. Products that underflow
// lose at most 5 * 2^-1075 each, below 2^-1070 together.
RealVector difference(const Placement& at_q, const Vec3& q, const Placement& at_p, const Vec3& p) {
  Real sums[3];
  const bool shifted = !(&at_q == &at_p);
  for (int axis = 0; axis < 3; ++axis) {
    Expansion exact;
    for (int j = 0; j < 3; ++j) {
      exact = exact + Expansion(two_product(at_q.linear(axis, j), q[j]));
      exact = exact + Expansion(two_product(-at_p.linear(axis, j), p[j]));
    }
    if (shifted) exact = exact + Expansion(two_difference(at_q.shift[axis], at_p.shift[axis]));
    for (int i = 0; i < exact.size(); ++i) sums[axis] += exact[i];
  }
  return {sums[0], sums[1], sums[2]};
}

// A triangle of any form: corners and sides as in PlacedShape.
struct RealTriangle {
  RealVector corners[3], sides[3];
  Real squares[3], corner_dot, area;  // four times the area's square

  explicit RealTriangle(const PlacedTriangle& t) {
    for (int i = 1; i < 3; ++i) corners[i] = difference(*t.at, *t.corners[i], *t.at, *t.corners[0]);
    for (int i = 0; i < 3; ++i) {
      sides[i] = corners[(i + 1) % 3] - corners[i];
      squares[i] = dot(sides[i], sides[i]);
    }
    corner_dot = dot(corners[1], corners[2]);
    area = squares[0] * squares[2] - corner_dot * corner_dot;
  }
};

using RealWeights = std::array<Real, 3>;

RealWeights part_of_side(int i, const Real& t) {
  RealWeights weights{0, 0, 0};
  weights[i] = 1 - t;
  weights[(i + 1) % 3] = t;
  return weights;
}

Real clamped_ratio(const Real& above, const Real& below) {
  if (!(below > 0) || !(above > 0)) return 0;
  return above < below ? Real(above / below) : Real(1);
}

// With 320 bits the textbook's formulas keep enough digits on every sliver and nearly parallel pair that doubles make.
class RealSearch {
 public:
  RealSearch(const RealTriangle& a, const RealTriangle& b, const RealVector& way) : a_(a), b_(b), way_(way) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sides(i, j);
    for (int i = 0; i < 3; ++i)
      corner_to_face(b_, a_.corners[i] - way_, [&](const RealWeights& foot) { offer(part_of_side(i, 0), foot); });
    for (int j = 0; j < 3; ++j)
      corner_to_face(a_, way_ + b_.corners[j], [&](const RealWeights& foot) { offer(foot, part_of_side(j, 0)); });
  }

  RealWeights weights_a, weights_b;
  RealVector between;

 private:
  void offer(const RealWeights& s, const RealWeights& t) {
    const RealVector v =
        way_ + (b_.corners[1] * t[1] + b_.corners[2] * t[2]) - (a_.corners[1] * s[1] + a_.corners[2] * s[2]);
    const Real square = dot(v, v);
    if (found_ && !(square < square_)) return;
    found_ = true, square_ = square, weights_a = s, weights_b = t, between = v;
  }

  void sides(int i, int j) {
    const RealVector &u = a_.sides[i], &v = b_.sides[j], start = way_ + b_.corners[j] - a_.corners[i];
    const Real uv = dot(u, v), ur = dot(u, start), vr = dot(v, start);
    const Real first = clamped_ratio(ur * b_.squares[j] - uv * vr, a_.squares[i] * b_.squares[j] - uv * uv);
    const Real t = clamped_ratio(uv * first - vr, b_.squares[j]);
    offer(part_of_side(i, clamped_ratio(ur + uv * t, a_.squares[i])), part_of_side(j, t));
  }

  template <class Found>
  static void corner_to_face(const RealTriangle& face, const RealVector& corner, Found&& found) {
    if (!(face.area > 0)) return;
    const Real x = dot(corner, face.corners[1]), y = dot(corner, face.corners[2]);
    const Real first = (x * face.squares[2] - y * face.corner_dot) / face.area;
    const Real second = (y * face.squares[0] - x * face.corner_dot) / face.area;
    if (first >= 0 && second >= 0 && first + second <= 1) found(RealWeights{1 - first - second, first, second});
  }

  const RealTriangle &a_, &b_;
  const RealVector& way_;
  bool found_ = false;
  Real square_;
};

Real magnitude(const RealVector& v) { return abs(v.x) + abs(v.y) + abs(v.z); }

Weights rounded(const RealWeights& weights) {
  return {std::max(0.0, static_cast<double>(weights[0])), std::max(0.0, static_cast<double>(weights[1])),
          std::max(0.0, static_cast<double>(weights[2]))};
}

}  // namespace

// With S the sum of all coordinates' magnitudes of the way and the corners, no length or plane's gap below goes through
// more than 2^8 roundings of 2^-320 S: 2^-300 S covers them and the inputs' own rounding. The inputs also lose at most
// 2^-1070 in each coordinate of the way, of a's corners and of b's: below 2^-1067 as a length.
CarefulDistance careful_distance(const PlacedTriangle& a, const PlacedTriangle& b) {
  const RealTriangle of_a(a), of_b(b);
  const RealVector way = difference(*b.at, *b.corners[0], *a.at, *a.corners[0]);
  const RealSearch closest(of_a, of_b, way);
  Real size = magnitude(way);
  for (int i = 1; i < 3; ++i) size += magnitude(of_a.corners[i]) + magnitude(of_b.corners[i]);
  const Real slack = ldexp(size, -300) + ldexp(Real(1), -1067);

  const RealVector& normal = closest.between;
  const Real length = sqrt(dot(normal, normal));
  Real behind = 0, ahead = 0;
  for (int i = 1; i < 3; ++i) {
    behind = std::max(behind, dot(normal, of_a.corners[i]));
    ahead = std::min(ahead, dot(normal, of_b.corners[i]));
  }
  CarefulDistance result{0, next_up(static_cast<double>(Real(length + slack))), rounded(closest.weights_a),
                         rounded(closest.weights_b)};
  if (length > 0) {
    const Real gap = (dot(normal, way) + ahead - behind) / length - slack;
    if (gap > 0) result.lower = std::max(0.0, next_down(static_cast<double>(gap)));
  }
  return result;
}

}  // namespace abut
