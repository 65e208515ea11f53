// The bounds that come with a relative placement, against arithmetic with a hundred digits.

#include "math/inner_frame.h"
#include "math/random.h"

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Precise = boost::multiprecision::cpp_bin_float_100;
struct PreciseMatrix {
  Precise entries[3][3];
};

PreciseMatrix precise(const Matrix3& m) {
  PreciseMatrix result;
  for (int i = 0; i < 9; ++i) result.entries[i / 3][i % 3] = m(i / 3, i % 3);
  return result;
}
PreciseMatrix transposed(const PreciseMatrix& m) {
  PreciseMatrix result;
  for (int i = 0; i < 9; ++i) result.entries[i / 3][i % 3] = m.entries[i % 3][i / 3];
  return result;
}
PreciseMatrix operator*(const PreciseMatrix& a, const PreciseMatrix& b) {
  PreciseMatrix result;
  for (int i = 0; i < 9; ++i)
    for (int k = 0; k < 3; ++k) result.entries[i / 3][i % 3] += a.entries[i / 3][k] * b.entries[k][i % 3];
  return result;
}
Precise cofactor(const PreciseMatrix& m, int i, int j) {
  const int r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
  return m.entries[r][c] * m.entries[s][d] - m.entries[r][d] * m.entries[s][c];
}
Precise determinant(const PreciseMatrix& m) {
  Precise sum = 0;
  for (int j = 0; j < 3; ++j) sum += m.entries[0][j] * cofactor(m, 0, j);
  return sum;
}
PreciseMatrix inverse(const PreciseMatrix& m) {
  const Precise size = determinant(m);
  PreciseMatrix result;
  for (int i = 0; i < 9; ++i) result.entries[i / 3][i % 3] = cofactor(m, i % 3, i / 3) / size;
  return result;
}
PreciseMatrix operator*(PreciseMatrix m, double factor) {
  for (auto& row : m.entries)
    for (Precise& entry : row) entry *= factor;
  return m;
}
/// The largest magnitude of an entry of the difference.
Precise farthest(const PreciseMatrix& a, const PreciseMatrix& b) {
  Precise most = 0;
  for (int i = 0; i < 9; ++i) {
    const Precise by = abs(a.entries[i / 3][i % 3] - b.entries[i / 3][i % 3]);
    if (by > most) most = by;
  }
  return most;
}
/// Is no image of a unit vector longer? stretch^2 - M'M is positive: so are its leading minors.
bool bounds_norm(double stretch, const PreciseMatrix& m) {
  const PreciseMatrix square = transposed(m) * m;
  PreciseMatrix rest;
  for (int i = 0; i < 9; ++i)
    rest.entries[i / 3][i % 3] = (i % 4 == 0 ? Precise(stretch) * stretch : Precise(0)) - square.entries[i / 3][i % 3];
  const Precise two = rest.entries[0][0] * rest.entries[1][1] - rest.entries[0][1] * rest.entries[1][0];
  return rest.entries[0][0] > 0 && two > 0 && determinant(rest) > 0;
}

void expect_bounds(const Placement& at_a, const Placement& at_b) {
  const InnerFrame a{{0.3, -0.1, 0.2}, 1}, b{{-0.2, 0.4, 0.1}, 0.5};
  const RelativePlacement found = relate(a, at_a, b, at_b, 0);
  const PreciseMatrix of_a = precise(at_a.linear), of_b = precise(at_b.linear);
  const PreciseMatrix from_world = inverse(of_a), linear = from_world * of_b, back = inverse(of_b) * of_a;
  EXPECT_LE(farthest(linear, precise(found.linear)), found.linear_error);
  EXPECT_LE(farthest(back, precise(found.back)), found.back_error);
  EXPECT_LE(farthest(transposed(linear) * linear, precise({})), found.defect);
  EXPECT_TRUE(bounds_norm(found.stretch, linear));
  EXPECT_TRUE(bounds_norm(found.back_stretch, back));
  for (int i = 0; i < 3; ++i) {
    Precise sum = 0;
    for (int k = 0; k < 3; ++k) {
      Precise gap = Precise(at_b.shift[k]) - at_a.shift[k];
      for (int c = 0; c < 3; ++c) gap += of_b.entries[k][c] * b.centre[c] - of_a.entries[k][c] * a.centre[c];
      sum += from_world.entries[i][k] * gap;
    }
    EXPECT_LE(abs(sum - found.shift[i]), found.shift_error);
  }
  if (!found.nearly_turns()) return;
  const PreciseMatrix turn = precise(found.turn);
  EXPECT_LE(farthest(transposed(turn) * turn, precise({})), 0x1p-36);
  EXPECT_EQ(farthest(transposed(turn), precise(found.turn_back)), 0);
  EXPECT_LE(farthest(linear, turn * found.size), found.turn_error * found.size);
  EXPECT_LE(farthest(back * found.size, transposed(turn)), found.back_turn_error);
}

Placement rounded(Placement at, double steps) {
  for (double& entry : at.linear.entries) entry = std::round(entry * steps) / steps;
  return at;
}

TEST(Relate, BoundsWhatRoundedPlacementsLose) {
  Random random(71);
  for (int round = 0; round < 60; ++round) {
    const Placement a = random.rotation(random.in_cube(3)), b = random.rotation(random.in_cube(3));
    expect_bounds(a, b);
    for (int digits = 2; digits <= 12; ++digits) {
      const double steps = std::pow(10, digits);
      expect_bounds(rounded(a, steps), rounded(b, steps));
      expect_bounds(a, rounded(b, steps));
      expect_bounds(rounded(a, steps), b);
    }
  }
}

TEST(Relate, TurnsWherePlacementsNearlyDo) {
  Random random(72);
  for (int round = 0; round < 300; ++round) {
    const Placement a = random.rotation(random.in_cube(3)), b = random.rotation(random.in_cube(3));
    for (const double steps : {1e4, 1e6, 1e9}) {
      const RelativePlacement found = relate({}, rounded(a, steps), {}, rounded(b, steps), 0);
      EXPECT_TRUE(found.turns);
      EXPECT_LE(found.turn_error, 4 / steps);
      EXPECT_LE(found.linear_error, 0x1p-45);
    }
  }
}

}  // namespace
}  // namespace abut
