#include "math/exact_solution.h"

#include "math/random.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut {

namespace {

using Precise = boost::multiprecision::cpp_bin_float_100;

Precise determinant_of(const Precise (&m)[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

void expect_within_its_error(const Matrix3& a, const Matrix3& b) {
  const BoundedMatrix found = exact_solution(a, b);
  ASSERT_LE(found.error, 0x1p-50 * largest_magnitude(found.matrix) + 0x1p-1000);
  Precise whole[3][3];
  for (int i = 0; i < 9; ++i) whole[i / 3][i % 3] = a(i / 3, i % 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Precise replaced[3][3];
      for (int k = 0; k < 9; ++k) replaced[k / 3][k % 3] = k % 3 == i ? b(k / 3, j) : a(k / 3, k % 3);
      const Precise exact = determinant_of(replaced) / determinant_of(whole);
      EXPECT_LE(abs(exact - found.matrix(i, j)), found.error);
    }
}

TEST(ExactSolution, IsRightHoweverIllConditioned) {
  Random random(61);
  for (int round = 0; round < 200; ++round) {
    Matrix3 a = random.rotation().linear, b = random.rotation().linear;
    for (int j = 0; j < 3; ++j) {
      const double factor = std::pow(10, random.between(-8, 8));
      for (int i = 0; i < 3; ++i) a(i, j) *= factor;
    }
    // Two columns that differ in their last digits only.
    if (round % 2 == 1)
      for (int i = 0; i < 3; ++i) a(i, 1) = a(i, 0) * (1 + 1e-14 * random.between(-1, 1));
    expect_within_its_error(a, b);
    expect_within_its_error(a, a * b);
  }
}

TEST(ExactSolution, GivesUpOnNumbersThatAreTooUnlike) {
  Matrix3 a;
  a(1, 1) = 0x1p-200;
  EXPECT_TRUE(std::isinf(exact_solution(a, Matrix3{}).error));
}

}  // namespace

}  // namespace abut
