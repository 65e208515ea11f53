#include "math/exact_orientation.h"

#include "math/random.h"
#include "support/effort.h"

#include <array>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using RealPoint = std::array<Rational, 3>;

RealPoint image(const PlacedPoint& p) {
  RealPoint result;
  for (int i = 0; i < 3; ++i) {
    result[i] = Rational(p.at->shift[i]);
    for (int j = 0; j < 3; ++j) result[i] += Rational(p.at->linear(i, j)) * Rational((*p.point)[j]);
  }
  return result;
}
RealPoint minus(const RealPoint& p, const RealPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
RealPoint times(const RealPoint& u, const RealPoint& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

// Four points under two placements; the exponents of coordinates, entries and shifts are drawn separately.
struct Scene {
  std::array<Vec3, 4> points;
  std::array<Placement, 2> placements;
  std::array<PlacedPoint, 4> placed;

  Scene(Random& random, int least, int most) {
    const auto scale = [&] {
      return std::ldexp(1.0, least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least) + 1)));
    };
    const double common = scale();
    for (Placement& at : placements) {
      at = random.rotation();
      at.linear = at.linear * scale();
      at.shift = random.in_cube(scale());
    }
    if (random.chance(0.3))
      placements[1].linear = placements[0].linear, placements[1].shift = placements[0].shift * 0.5;
    for (Vec3& point : points) point = random.in_cube(random.chance(0.5) ? common : scale());
    // Coplanar and coincident points under one placement, and points that nearly are.
    if (random.chance(0.3)) points[3] = points[1] * 2 - points[0];
    if (random.chance(0.1)) points[2] = points[1];
    for (int i = 0; i < 4; ++i) placed[i] = {&points[i], &placements[random.chance(0.7) ? 0 : 1]};
  }
};

void expect_signs_of_rationals(Random& random, int least, int most, int count) {
  for (int i = 0; i < count; ++i) {
    const Scene scene(random, least, most);
    const auto& [a, b, c, d] = scene.placed;
    const RealPoint p = image(a), q = image(b), r = image(c), s = image(d);
    const RealPoint normal = times(minus(q, p), minus(r, p)), w = minus(s, p);
    ASSERT_EQ(exact_orientation3d(a, b, c, d), Rational(normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2]).sign());
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_EQ(exact_orientation2d(a, b, c, axis), normal[axis].sign());
      ASSERT_EQ(exact_compare(b, c, axis), Rational(q[axis] - r[axis]).sign());
    }
    ASSERT_EQ(exact_equal(b, c), q == r);
    ASSERT_EQ(exact_determinant_sign(Matrix3::from_rows(scene.points[0], scene.points[1], scene.points[3])),
              Rational(Rational(scene.points[0].x) * (Rational(scene.points[1].y) * Rational(scene.points[3].z) -
                                                      Rational(scene.points[1].z) * Rational(scene.points[3].y)) +
                       Rational(scene.points[0].y) * (Rational(scene.points[1].z) * Rational(scene.points[3].x) -
                                                      Rational(scene.points[1].x) * Rational(scene.points[3].z)) +
                       Rational(scene.points[0].z) * (Rational(scene.points[1].x) * Rational(scene.points[3].y) -
                                                      Rational(scene.points[1].y) * Rational(scene.points[3].x)))
                  .sign());
  }
}

TEST(ExactOrientation, AgreesWithRationalsAtOrdinaryScales) {
  Random random(1);
  expect_signs_of_rationals(random, -3, 3, tries(4000));
}

TEST(ExactOrientation, AgreesWithRationalsWhereExpansionsNeedScaling) {
  Random random(2);
  expect_signs_of_rationals(random, 150, 300, tries(2000));
  expect_signs_of_rationals(random, -300, -150, tries(2000));
}

TEST(ExactOrientation, AgreesWithRationalsWhereOnlyBigNumbersReach) {
  Random random(3);
  expect_signs_of_rationals(random, -1074, 300, tries(2000));
  expect_signs_of_rationals(random, -1074, -1000, tries(1000));
}

TEST(ExactOrientation, SeesTheSmallestShift) {
  // 2^-1074 is far below the last place of any coordinate here and still decides.
  const Vec3 a{1, 0, 0}, b{0, 1, 0}, c{0, 0, 1};
  const Placement still, shifted = Placement::translation({0x1p-1074, 0, 0});
  EXPECT_EQ(exact_orientation3d({&a, &still}, {&b, &still}, {&c, &still}, {&a, &still}), 0);
  EXPECT_EQ(exact_orientation3d({&a, &still}, {&b, &still}, {&c, &still}, {&a, &shifted}), 1);
  EXPECT_EQ(exact_compare({&a, &shifted}, {&a, &still}, 0), 1);
  EXPECT_FALSE(exact_equal({&a, &shifted}, {&a, &still}));
}

}  // namespace
}  // namespace abut
