#include "math/exact_orientation.h"
#include <abut/error.h>
#include <abut/placement.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace abut {

Placement Placement::rotation(double w, double x, double y, double z, const Vec3& shift) {
  const double norm = std::sqrt(w * w + x * x + y * y + z * z);
  w /= norm, x /= norm, y /= norm, z /= norm;
  return {Matrix3{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),  //
                   2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),  //
                   2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}},
          shift};
}

Placement Placement::from_rows(std::span<const double, 12> rows) {
  return {Matrix3{{rows[0], rows[1], rows[2], rows[4], rows[5], rows[6], rows[8], rows[9], rows[10]}},
          {rows[3], rows[7], rows[11]}};
}

bool is_rigid(const Placement& at) {
  const Matrix3 gram = transposed(at.linear) * at.linear;
  double defect = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) defect = std::max(defect, std::abs(gram(i, j) - (i == j)));
  return defect <= rigid_defect;
}

namespace {

// Six products of entries, five roundings each: a rounded determinant is off by less than 30.1u times the largest entry
// cubed.
bool certainly_valid(const Placement& at) {
  bool in_range = true;
  for (double entry : at.linear.entries) in_range &= std::abs(entry) <= largest_input;
  for (int axis = 0; axis < 3; ++axis) in_range &= std::abs(at.shift[axis]) <= largest_input;
  const double most = largest_magnitude(at.linear);
  return in_range && most >= 0x1p-300 && std::abs(determinant(at.linear)) > 32 * unit_roundoff * (most * most * most);
}

}  // namespace

void require_valid(const Placement& at, const char* what) {
  if (certainly_valid(at)) return;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) {
      const double entry = column < 3 ? at.linear(row, column) : at.shift[row];
      if (std::abs(entry) <= largest_input) continue;
      const std::string where =
          std::string(what) + ": row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
      if (std::isnan(entry)) throw Error(where + " is not a number.");
      if (std::isinf(entry)) throw Error(where + " is infinite.");
      throw Error(where + " is beyond 2^300, the largest entry that abut takes.");
    }
  if (exact_determinant_sign(at.linear) == 0)
    throw Error(std::string(what) +
                " is singular: its 3x3 part flattens space (determinant 0). Check its rows for zeros or repeats.");
}

}  // namespace abut
