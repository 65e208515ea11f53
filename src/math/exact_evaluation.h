#pragma once

// Polynomials in the exact world coordinates of placed points, evaluated without rounding. Included by .cpp files only,
// because of math/big_number.h.

#include "math/big_number.h"
#include "math/bit_range.h"
#include "math/exact_orientation.h"
#include "math/expansion.h"

#include <algorithm>
#include <array>

namespace abut::exact_evaluation {

// Every predicate is a polynomial of degree at most three in differences of world coordinates. Let all of those
// be integer multiples of 2^low and smaller than 2^high. Then every number that appears while the polynomial is
// evaluated is an integer multiple of 2^min(0, 3 low) and, being a sum of at most twelve products, smaller than
// 2^max(4, 3 high + 4).
// What rounding takes from a product or sum of such numbers is again such a multiple. So nothing overflows and nothing
// is lost below 2^-1074 if
//   3 low >= -1074 and 3 high + 4 <= 995,
// where 995 rather than 1023 leaves room for the splitter 2^27 + 1 of two_product.
inline constexpr int lowest = -358;
inline constexpr int highest = 330;

// Bounds every difference of world coordinates between points of this placement and others bounded alike:
// |linear * point| < 3 * 2^(l + p) < 2^(l + p + 2); adding the shift and taking a difference doubles twice.
inline BitRange world_range(const BitRange& linear, const BitRange& point, const Vec3& shift) {
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
Number minor_of(const Row<Number>& u, const Row<Number>& v, int i, int j) {
  return compressed(u[i] * v[j] - u[j] * v[i]);
}

inline double scaled(double x, int exponent) { return std::ldexp(x, exponent); }
inline Vec3 scaled(const Vec3& v, int exponent) {
  return {scaled(v.x, exponent), scaled(v.y, exponent), scaled(v.z, exponent)};
}
inline Matrix3 scaled(const Matrix3& m, int exponent) {
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

/// What the predicate, a template of the number type, returns for points whose images are the given ones, perhaps all
/// of them times one power of two. Chooses the type that makes it exact: expansions as they are, expansions after
/// scaling, or big numbers.
//
// Points that share a placement share its ranges, so that one point's tiny coordinate is seen by all.
template <std::size_t count, class Predicate>
auto evaluated_exactly(const std::array<PlacedPoint, count>& points, const Predicate& predicate) {
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

}  // namespace abut::exact_evaluation
