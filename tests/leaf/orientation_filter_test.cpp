#include "leaf/triangle_pair.h"
#include "support/effort.h"
#include "support/pair_configurations.h"
#include "support/pair_families.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Rational = boost::multiprecision::cpp_rational;

// Points that are hard to tell apart from coplanar ones, and the same points as a filter might see them: every
// coordinate off by up to `error`.
struct BlurredPoints {
  std::array<Vec3, 4> real, seen;
  double error;

  explicit BlurredPoints(Random& random) {
    const Configuration c = any_configuration(random);
    const double size = std::ldexp(1.0, static_cast<int>(random.below(400)) - 200);
    real = {c.a[0] * size, c.a[1] * size, c.a[2] * size, c.b[0] * size};
    if (random.chance(0.5)) {
      // Full digits, coplanar or collinear but for rounding: here the filter's own arithmetic is at stake.
      // Factors spread the exponents; on one grid differences would be exact, and rounded products keep their order.
      for (Vec3& p : real) p = random.in_cube(size) * random.unit();
      if (random.chance(0.3)) real[2] = real[0] + (real[1] - real[0]) * random.unit();
      real[3] = real[0] + (real[1] - real[0]) * random.unit() + (real[2] - real[0]) * random.unit();
    }
    error = random.chance(0.4) ? 0 : size * std::ldexp(1.0, -static_cast<int>(random.below(60)));
    for (int i = 0; i < 4; ++i) seen[i] = real[i];
    // The whole error on some coordinates, where the sum is exact: the worst case is drawn often.
    for (Vec3& p : seen)
      for (int axis = 0; axis < 3; ++axis) {
        const double moved = p[axis] + error * (static_cast<double>(random.below(3)) - 1);
        if (abs(Rational(moved) - Rational(p[axis])) <= Rational(error)) p[axis] = moved;
      }
  }
};

TEST(OrientationFilter, IsNeverCertainOfAWrongSign) {
  Random random(7);
  const Placement still;
  int certain = 0, uncertain = 0;
  for (int i = 0; i < tries(100000); ++i) {
    const BlurredPoints points(random);
    const auto& [a, b, c, d] = points.seen;
    const auto placed = [&](int k) { return PlacedPoint{&points.real[k], &still}; };
    const int side = orientation_filter::orientation3d(a, b, c, d, points.error);
    side != 0 ? ++certain : ++uncertain;
    if (side != 0) {
      ASSERT_EQ(side, exact_orientation3d(placed(0), placed(1), placed(2), placed(3))) << i;
    }
    for (int axis = 0; axis < 3; ++axis) {
      const int turn = orientation_filter::orientation2d(a, b, c, axis, points.error);
      if (turn != 0) {
        ASSERT_EQ(turn, exact_orientation2d(placed(0), placed(1), placed(2), axis)) << i;
      }
      const int order = orientation_filter::compare(a[axis], b[axis], points.error);
      if (order != 0) {
        ASSERT_EQ(order, exact_compare(placed(0), placed(1), axis)) << i;
      }
    }
  }
  EXPECT_GT(certain, tries(10000));
  EXPECT_GT(uncertain, tries(10000));
}

TEST(OrientationFilter, IsCertainOfNothingBeyondItsRange) {
  const Vec3 a{}, b{1, 0, 0}, c{0, 1, 0}, d{0, 0, 1};
  EXPECT_EQ(orientation_filter::orientation3d(a, b, c, d, 0), 1);
  for (const double size : {0x1p-301, 0x1p301})
    EXPECT_EQ(orientation_filter::orientation3d(a, b * size, c * size, d * size, 0), 0) << size;
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(orientation_filter::orientation3d(a, b, c, {0, 0, not_a_number}, 0), 0);
  EXPECT_EQ(orientation_filter::orientation3d(a, b, c, d, std::numeric_limits<double>::infinity()), 0);
}

std::array<Rational, 3> image(const Placement& at, const Vec3& p) {
  std::array<Rational, 3> result;
  for (int i = 0; i < 3; ++i)
    result[i] = Rational(at.linear(i, 0)) * Rational(p.x) + Rational(at.linear(i, 1)) * Rational(p.y) +
                Rational(at.linear(i, 2)) * Rational(p.z) + Rational(at.shift[i]);
  return result;
}

TEST(TestedPair, KnowsHowFarItsRoundedCornersMayBeOff) {
  for (const PairFamily& family : pair_families()) {
    Random random(8);
    double closest = 0;
    for (int i = 0; i < 500; ++i) {
      const TrianglePair pair = family.next(random);
      const Vec3 centre_a = some_centre(pair.a, random), centre_b = some_centre(pair.b, random);
      const OneTriangle a(pair.a, centre_a), b(pair.b, centre_b);
      TestedPair placed(a.geometry(), pair.at_a, b.geometry(), pair.at_b, CommonPlacement::kept);
      placed.load(0, 0);
      const std::array<Rational, 3> origin = image(pair.at_a, centre_a);
      for (int corner = 0; corner < 6; ++corner) {
        const auto real = corner < 3 ? image(pair.at_a, pair.a[corner]) : image(pair.at_b, pair.b[corner - 3]);
        for (int axis = 0; axis < 3; ++axis) {
          const Rational off = abs(Rational(placed.corner(corner)[axis]) - (real[axis] - origin[axis]));
          ASSERT_LE(off, Rational(placed.error())) << family.name << "\n" << describe(pair);
          closest = std::max(closest, static_cast<double>(off / Rational(placed.error())));
        }
      }
    }
    // A bound that is never nearly met would send more pairs to exact arithmetic than need be.
    if (family.name == "rotations") {
      EXPECT_GT(closest, 0.05);
    }
  }
}

}  // namespace
}  // namespace abut
