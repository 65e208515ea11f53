#include "math/exact_orientation.h"

#include "math/big_number.h"
#include "math/bit_range.h"
#include "math/expansion.h"

#include <algorithm>
#include <array>

namespace abut {

namespace {

// Every predicate below is a polynomial of degree at most three in differences of world coordinates. Let all of those
// be integer multiples of 2^low and smaller than 2^high. Then every number that appears while the polynomial is
// evaluated is an integer multiple of 2^min(0, 3 low) and, being a sum of at most six products, smaller than
// 2^max(3, 3 high + 3).
// What rounding takes from a product or sum of such numbers is again such a multiple. So nothing overflows and nothing
// is lost below 2^-1074 if
//   3 low >= -1074 and 3 high + 3 <= 995,
// where 995 rather than 1023 leaves room for the splitter 2^27 + 1 of two_product.
constexpr int lowest = -358;
constexpr int highest = 330;

// Bounds every difference of world coordinates between points of this placement and others bounded alike:
// |linear * point| < 3 * 2^(l + p) < 2^(l + p + 2); adding the shift and taking a difference doubles twice.
BitRange world_range(const BitRange& linear, const BitRange& point, const Vec3& shift) {
  BitRange range;
  range.include(shift);
  if (!linear.empty() && !point.empty()) {
    range.low = std::min(range.low, linear.low + point.low);
    range.high = std::max(range.high, linear.high + point.high + 2);
  }
  range.high += 2;
  return range;
}

template <class Number>
Number world_coordinate(const PlacedPoint& p, int axis) {
  Number sum(p.at->shift[axis]);
  for (int j = 0; j < 3; ++j) sum = sum + Number((*p.point)[j]) * p.at->linear(axis, j);
  return sum;
}

// p - q along one axis of the world. Under one placement the shift cancels before anything is added up.
template <class Number>
Number difference(const PlacedPoint& p, const PlacedPoint& q, int axis) {
  if (p.at != q.at) return compressed(world_coordinate<Number>(p, axis) - world_coordinate<Number>(q, axis));
  Number sum(0.0);
  for (int j = 0; j < 3; ++j) sum = sum + (Number((*p.point)[j]) - Number((*q.point)[j])) * p.at->linear(axis, j);
  return compressed(sum);
}

template <class Number>
using Row = std::array<Number, 3>;

template <class Number>
Row<Number> difference(const PlacedPoint& p, const PlacedPoint& q) {
  return {difference<Number>(p, q, 0), difference<Number>(p, q, 1), difference<Number>(p, q, 2)};
}

template <class Number>
Number minor(const Row<Number>& u, const Row<Number>& v, int i, int j) {
  return compressed(u[i] * v[j] - u[j] * v[i]);
}

// The sign of the determinant when rounded entries are enough to be certain, otherwise 0. An estimate is off by at most
// 2 u of itself; with no entry above `most` each of six products changes by less than 6.001 u most^3 and goes through
// five roundings, together below 6 * 11.01 u most^3. Within the range below nothing over- or underflows that counts.
int certain_determinant_sign(const Row<Expansion>& u, const Row<Expansion>& v, const Row<Expansion>& w) {
  const auto rounded = [](const Row<Expansion>& row) {
    return Vec3{row[0].estimate(), row[1].estimate(), row[2].estimate()};
  };
  const Vec3 a = rounded(u), b = rounded(v), c = rounded(w);
  const double most = largest(max(abs(a), max(abs(b), abs(c))));
  if (!(most >= 0x1p-300 && most <= 0x1p300)) return 0;
  const double determinant = dot(cross(a, b), c), bound = 70 * unit_roundoff * (most * most * most);
  return (determinant > bound) - (determinant < -bound);
}
int certain_determinant_sign(const Row<BigNumber>&, const Row<BigNumber>&, const Row<BigNumber>&) { return 0; }

template <class Number>
int determinant_sign(const Row<Number>& u, const Row<Number>& v, const Row<Number>& w) {
  if (const int certain = certain_determinant_sign(u, v, w); certain != 0) return certain;
  return (w[0] * minor(u, v, 1, 2) + w[1] * minor(u, v, 2, 0) + w[2] * minor(u, v, 0, 1)).sign();
}

double scaled(double x, int exponent) { return std::ldexp(x, exponent); }
Vec3 scaled(const Vec3& v, int exponent) {
  return {scaled(v.x, exponent), scaled(v.y, exponent), scaled(v.z, exponent)};
}
Matrix3 scaled(const Matrix3& m, int exponent) {
  return Matrix3::from_rows(scaled(m.row(0), exponent), scaled(m.row(1), exponent), scaled(m.row(2), exponent));
}

// Copies of placed points whose world coordinates are the originals' times one power of two, which leaves signs alone.
template <std::size_t count>
class ScaledPoints {
 public:
  using Ranges = std::array<BitRange, count>;

  // Linear parts are brought to 2^0 and the points take the rest. Both stay exact: the product of the lowest bits is at
  // least 2^lowest, and neither factor exceeds 2^highest, so each factor's lowest bit is at least 2^(lowest - highest).
  ScaledPoints(const std::array<PlacedPoint, count>& originals, const Ranges& linear_ranges, int exponent) {
    for (std::size_t i = 0; i < count; ++i) {
      const int linear_exponent = -linear_ranges[i].high;
      points_[i] = scaled(*originals[i].point, exponent - linear_exponent);
      std::size_t first = 0;
      while (originals[first].at != originals[i].at) ++first;
      if (first == i)
        placements_[i] = {scaled(originals[i].at->linear, linear_exponent), scaled(originals[i].at->shift, exponent)};
      placed_[i] = {&points_[i], &placements_[first]};
    }
  }
  ScaledPoints(const ScaledPoints&) = delete;
  ScaledPoints& operator=(const ScaledPoints&) = delete;

  const std::array<PlacedPoint, count>& placed() const { return placed_; }

 private:
  std::array<Vec3, count> points_;
  std::array<Placement, count> placements_;
  std::array<PlacedPoint, count> placed_;
};

// The same model point at the same place, as neighbouring triangles of one model have them.
bool same(const PlacedPoint& p, const PlacedPoint& q) { return p.at == q.at && *p.point == *q.point; }

// Chooses the number type that makes the predicate exact: expansions as they are, expansions after scaling, or big
// numbers. Points that share a placement share its ranges, so that one point's tiny coordinate is seen by all.
template <std::size_t count, class Predicate>
int exact_sign(const std::array<PlacedPoint, count>& points, const Predicate& predicate) {
  std::array<BitRange, count> linear_ranges;
  BitRange world;
  bool linear_vanishes = false;
  for (std::size_t i = 0; i < count; ++i) {
    BitRange point_range;
    point_range.include(*points[i].point);
    if (i > 0 && points[i].at == points[i - 1].at)
      linear_ranges[i] = linear_ranges[i - 1];
    else
      linear_ranges[i].include(points[i].at->linear);
    linear_vanishes = linear_vanishes || linear_ranges[i].empty();
    world.include(world_range(linear_ranges[i], point_range, points[i].at->shift));
  }
  if (world.low >= lowest && world.high <= highest) return predicate.template operator()<Expansion>(points);
  const int exponent = highest - world.high;
  if (world.low + exponent >= lowest && !linear_vanishes)
    return predicate.template operator()<Expansion>(ScaledPoints<count>(points, linear_ranges, exponent).placed());
  return predicate.template operator()<BigNumber>(points);
}

}  // namespace

int exact_orientation3d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, const PlacedPoint& d) {
  if (same(a, b) || same(a, c) || same(a, d) || same(b, c) || same(b, d) || same(c, d)) return 0;
  return exact_sign(std::array{a, b, c, d}, []<class Number>(const std::array<PlacedPoint, 4>& p) {
    return determinant_sign(difference<Number>(p[1], p[0]), difference<Number>(p[2], p[0]),
                            difference<Number>(p[3], p[0]));
  });
}

int exact_orientation2d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int dropped) {
  if (same(a, b) || same(a, c) || same(b, c)) return 0;
  const int i = (dropped + 1) % 3, j = (dropped + 2) % 3;
  return exact_sign(std::array{a, b, c}, [i, j]<class Number>(const std::array<PlacedPoint, 3>& p) {
    return (difference<Number>(p[1], p[0], i) * difference<Number>(p[2], p[0], j) -
            difference<Number>(p[1], p[0], j) * difference<Number>(p[2], p[0], i))
        .sign();
  });
}

int exact_compare(const PlacedPoint& a, const PlacedPoint& b, int axis) {
  return exact_sign(std::array{a, b}, [axis]<class Number>(const std::array<PlacedPoint, 2>& p) {
    return difference<Number>(p[0], p[1], axis).sign();
  });
}

bool exact_equal(const PlacedPoint& a, const PlacedPoint& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (exact_compare(a, b, axis) != 0) return false;
  return true;
}

int exact_determinant_sign(const Matrix3& m) {
  // The columns are the images of the unit points under the placement without a shift.
  static constexpr Vec3 origin{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  const Placement at{m, {}};
  return exact_orientation3d({&origin, &at}, {&x, &at}, {&y, &at}, {&z, &at});
}

}  // namespace abut
