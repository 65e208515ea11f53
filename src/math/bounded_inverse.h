#pragma once

#include "math/exact_solution.h"

namespace abut {

/// The inverse of a matrix; the error is infinite where nothing can be said.
BoundedMatrix bounded_inverse(const Matrix3& m);
/// back^-1 m; `inverse` is that of `back`.
BoundedMatrix bounded_quotient(const Matrix3& back, const BoundedMatrix& inverse, const Matrix3& m);

/// Of a matrix with ||M'M - I|| <= 2^-10 in the 2-norm. Rows are no longer than 1.0005, nor are those of the inverse,
/// and |det M| >= 0.998. Cofactors: two products, together at most 1.001, and their difference are off by 2.01u.
/// Determinant: 3.5u from them, three products summed 3.01u: 6.6u. Entry = cofactor / determinant: 1.0005 times 8.7u,
/// and 2.02u: less than 11u.
inline BoundedMatrix bounded_inverse_near_rotation(const Matrix3& m) { return {inverse(m), 16 * unit_roundoff}; }
/// back^-1 m for two such matrices: three products, together at most 1.002, are off by 3.1u, and by what the inverse is
/// off, 16u, times the sum of a column's magnitudes, at most 1.74.
inline BoundedMatrix bounded_quotient_near_rotation(const BoundedMatrix& inverse, const Matrix3& m) {
  return {inverse.matrix * m, 32 * unit_roundoff};
}

}  // namespace abut
