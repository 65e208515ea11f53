#include "leaf/perturbed_crossing.h"

#include "math/exact_evaluation.h"

#include <cmath>

namespace abut {

namespace {

using exact_evaluation::difference, exact_evaluation::evaluated_exactly, exact_evaluation::minor_of,
    exact_evaluation::Row;

template <class Number>
Number determinant(const Row<Number>& u, const Row<Number>& v, const Row<Number>& w) {
  return compressed(w[0] * minor_of(u, v, 1, 2) + w[1] * minor_of(u, v, 2, 0) + w[2] * minor_of(u, v, 0, 1));
}

/// The number times a power of two that brings it near 1, off by at most 5 u^2 of itself: the largest component, less
/// than 1, and the sum of the others, which is below 2u of it and off by at most 2u of itself.
struct Normal {
  DoubleDouble value;
  int exponent;
};
Normal normal(const Expansion& x) {
  double rest = 0;
  for (int i = 0; i + 1 < x.size(); ++i) rest += x[i];
  const double most = x.size() > 0 ? x[x.size() - 1] : 0;
  int exponent = 0;
  std::frexp(most, &exponent);
  return {fast_two_sum(std::ldexp(most, -exponent), std::ldexp(rest, -exponent)), exponent};
}

/// Within 64 u^2 of a / b. The first quotient is off by u, and times b, taken from a, leaves a rest below 3u of a that
/// is off by 8 u^2 in the product and 8 u^2 of either term in the difference: 24.1 u^2 of a. Over b's high part that
/// makes a second quotient off by this, by 3 u^2 for the rest's own low part and by 6 u^2 for the division and b's low
/// part. a and b bring 5 u^2 each.
DoubleDouble quotient(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * DoubleDouble(first);
  return fast_two_sum(first, rest.high / b.high);
}

MeasuredWide ratio(const Expansion& over, const Expansion& under) {
  if (over.sign() == 0) return MeasuredWide(0.0);
  const Normal a = normal(over), b = normal(under);
  const DoubleDouble part = quotient(a.value, b.value);
  const int exponent = a.exponent - b.exponent;
  const DoubleDouble scaled(ExactPair{std::ldexp(part.high, exponent), std::ldexp(part.low, exponent)});
  return {scaled, 0x1p-100 * std::abs(scaled.high) + 0x1p-1070};
}

MeasuredWide ratio(const BigNumber& over, const BigNumber& under) {
  const BigNumber::Rounded a = over.rounded(), b = under.rounded();
  const double part = std::ldexp(a.value / b.value, a.exponent - b.exponent);
  // Either number is off by 2u, and the quotient rounds once.
  return {DoubleDouble(part), 6 * unit_roundoff * std::abs(part) + 0x1p-1070};
}

MeasuredNumber determinant(const PointOf<MeasuredNumber>& u, const PointOf<MeasuredNumber>& v,
                           const PointOf<MeasuredNumber>& w) {
  return w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) + w[2] * (u[0] * v[1] - u[1] * v[0]);
}

}  // namespace

MeasuredWide exact_crossing_part(const PlacedPoint& p, const PlacedPoint& q, const PlacedCorners& plane) {
  return evaluated_exactly(std::array{p, q, plane[0].exact, plane[1].exact, plane[2].exact},
                           []<class Number>(const std::array<PlacedPoint, 5>& x) {
                             const Row<Number> u = difference<Number>(x[3], x[2]), v = difference<Number>(x[4], x[2]);
                             const Number from = determinant(u, v, difference<Number>(x[0], x[2]));
                             const Number to = determinant(u, v, difference<Number>(x[1], x[2]));
                             return ratio(from, compressed(from - to));
                           });
}

MeasuredNumber crossing_part(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorners& plane, double error) {
  const auto way = [error](const Vec3& to, const Vec3& from) {
    PointOf<MeasuredNumber> result;
    for (int axis = 0; axis < 3; ++axis)
      result[axis] = MeasuredNumber(to[axis], error) - MeasuredNumber(from[axis], error);
    return result;
  };
  const auto u = way(plane[1].near, plane[0].near), v = way(plane[2].near, plane[0].near);
  const MeasuredNumber from = determinant(u, v, way(p.near, plane[0].near));
  const MeasuredNumber to = determinant(u, v, way(q.near, plane[0].near));
  const MeasuredNumber part = from / (from - to);
  if (part.error <= 0x1p-30) return part;
  return exact_crossing_part(p.exact, q.exact, plane).rounded();
}

PointOf<MeasuredWide> exact_point(const PlacedPoint& p, const Vec3& origin, double factor) {
  PointOf<MeasuredWide> result;
  for (int axis = 0; axis < 3; ++axis) {
    Expansion sum = Expansion(two_difference(p.at->shift[axis], origin[axis]));
    for (int j = 0; j < 3; ++j) sum = sum + Expansion(two_product(p.at->linear(axis, j), (*p.point)[j]));
    sum = compressed(sum);
    double rest = 0;
    for (int i = 0; i + 1 < sum.size(); ++i) rest += sum[i];
    const double most = sum.size() > 0 ? sum[sum.size() - 1] : 0;
    // As of Normal above; what products lose below 2^-1074 is less than 2^-1070.
    const DoubleDouble value = fast_two_sum(most * factor, rest * factor);
    result[axis] = {value, 0x1p-103 * std::abs(value.high) + 0x1p-1069 * factor};
  }
  return result;
}

}  // namespace abut
