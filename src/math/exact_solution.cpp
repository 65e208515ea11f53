#include "math/exact_solution.h"

#include "math/expansion.h"
#include "math/power_of_two.h"

#include <limits>

namespace abut {

namespace {

// Exact as long as entries are 0 or at least 2^-150: no product of three loses a bit then.
constexpr double smallest_entry = 0x1p-150;

double determinant(const Vec3& x, const Vec3& y, const Vec3& z) {
  const auto minor = [&](int i, int j) {
    return Expansion(two_product(y[i], z[j])) + Expansion(two_product(-y[j], z[i]));
  };
  return (minor(1, 2) * x[0] + minor(2, 0) * x[1] + minor(0, 1) * x[2]).estimate();
}

bool is_in_range(const Matrix3& m) {
  for (double entry : m.entries)
    if (entry != 0 && !(std::abs(entry) >= smallest_entry)) return false;
  return true;
}

}  // namespace

BoundedMatrix exact_solution(const Matrix3& a, const Matrix3& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double size_a = largest_magnitude(a), size_b = largest_magnitude(b);
  if (!(size_a > 0 && size_b > 0)) return {b, infinity};
  const double unit_a = power_of_two_at_least(size_a), unit_b = power_of_two_at_least(size_b);
  const Matrix3 scaled_a = a * (1 / unit_a), scaled_b = b * (1 / unit_b);
  if (!is_in_range(scaled_a) || !is_in_range(scaled_b)) return {b, infinity};
  const Vec3 columns[3] = {scaled_a.column(0), scaled_a.column(1), scaled_a.column(2)};
  const double whole = determinant(columns[0], columns[1], columns[2]);
  Matrix3 solution;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      const Vec3 other = scaled_b.column(j);
      solution(i, j) =
          determinant(i == 0 ? other : columns[0], i == 1 ? other : columns[1], i == 2 ? other : columns[2]) / whole *
          (unit_b / unit_a);
    }
  const double most = largest_magnitude(solution);
  if (!std::isfinite(most)) return {solution, infinity};
  // Estimates are within a unit in the last place, 2u; the quotient rounds once more; scaling may underflow.
  return {solution, 6 * unit_roundoff * most + 0x1p-1070};
}

}  // namespace abut
