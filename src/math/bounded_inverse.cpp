#include "math/bounded_inverse.h"

#include "math/power_of_two.h"

#include <limits>

namespace abut {

namespace {

constexpr double u = unit_roundoff;
// First-order error bounds below are multiplied by this to cover the higher orders: every relative error in them is
// below 2^-20, or the bound is given up as infinite.
constexpr double higher_orders = 1 + 0x1p-10;

// Of a matrix with entries of at most 1. Cofactors: two products and a difference, error 4u at most; determinant: error
// 3 * 4u from them and 3u * 6 of its own; entry = cofactor / determinant.
BoundedMatrix bounded_inverse_of_scaled(const Matrix3& m) {
  const Vec3 x = cross(m.row(1), m.row(2)), y = cross(m.row(2), m.row(0)), z = cross(m.row(0), m.row(1));
  const double over_det = 1 / dot(m.row(0), x), size = std::abs(over_det), relative = 32 * u * size;
  const Matrix3 result = Matrix3::from_columns(x, y, z) * over_det;
  if (!(relative < 0x1p-20)) return {result, std::numeric_limits<double>::infinity()};
  return {result, (4 * u * size + largest_magnitude(result) * (relative + 3 * u)) * higher_orders};
}

// With rows and columns brought to 1 one by one: axes that are scaled unlike each other are no reason to give up.
BoundedMatrix bounded_inverse_of_unlike(const Matrix3& m) {
  Matrix3 scaled = m;
  Vec3 rows, columns;
  for (int i = 0; i < 3; ++i) {
    rows[i] = 1 / power_of_two_at_least(largest(abs(scaled.row(i))));
    for (int j = 0; j < 3; ++j) scaled(i, j) *= rows[i];
  }
  for (int j = 0; j < 3; ++j) {
    columns[j] = 1 / power_of_two_at_least(largest(abs(scaled.column(j))));
    for (int i = 0; i < 3; ++i) scaled(i, j) *= columns[j];
  }
  BoundedMatrix result = bounded_inverse_of_scaled(scaled);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result.matrix(i, j) *= columns[i] * rows[j];
  result.error *= largest(columns) * largest(rows);
  return result;
}

// An error beyond this share of the largest entry would leave boxes together that are well apart.
bool is_good(const BoundedMatrix& m) { return m.error <= 0x1p-40 * largest_magnitude(m.matrix); }
BoundedMatrix better_of(const BoundedMatrix& x, const BoundedMatrix& y) { return y.error < x.error ? y : x; }

}  // namespace

BoundedMatrix bounded_inverse(const Matrix3& m) {
  const double size = power_of_two_at_least(largest_magnitude(m));
  BoundedMatrix result = bounded_inverse_of_scaled(m * (1 / size));
  result = std::isinf(result.error) ? bounded_inverse_of_unlike(m)
                                    : BoundedMatrix{result.matrix * (1 / size), result.error / size};
  return is_good(result) ? result : better_of(result, exact_solution(m, Matrix3{}));
}

// Three products a term: 9u per entry of two factors, and three times the
// inverse's own error; what underflows is below 2^-1070.
BoundedMatrix bounded_quotient(const Matrix3& back, const BoundedMatrix& inverse, const Matrix3& m) {
  const double size = largest_magnitude(m);
  const BoundedMatrix product{
      inverse.matrix * m,
      (9 * u * largest_magnitude(inverse.matrix) * size + 3 * inverse.error * size) * higher_orders + 0x1p-1070};
  return is_good(product) ? product : better_of(product, exact_solution(back, m));
}

}  // namespace abut
