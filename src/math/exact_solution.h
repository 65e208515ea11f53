#pragma once

#include <abut/vec3.h>

namespace abut {

/// A matrix and a bound on the error of each of its entries.
struct BoundedMatrix {
  Matrix3 matrix;
  double error;
};

/// The X with a X = b, by Cramer's rule in exact arithmetic: right to the last digits however ill-conditioned `a` is.
/// The error is infinite where numbers are so unlike each other that even that cannot help.
BoundedMatrix exact_solution(const Matrix3& a, const Matrix3& b);

}  // namespace abut
