// The bounds of inner_frame.cpp and box_test.cpp, checked against a hundred digits and derived anew by a number type
// that carries the error of every operation along.

#include "classic/all_volumes.h"
#include "math/random.h"
#include "support/effort.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut::classic {
namespace {

using Real = boost::multiprecision::cpp_bin_float_100;
using RealVec = std::array<Real, 3>;
using RealMatrix = std::array<RealVec, 3>;

RealMatrix real(const Matrix3& m) {
  RealMatrix r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r[i][j] = m(i, j);
  return r;
}
RealVec real(const Vec3& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
RealVec operator*(const RealMatrix& m, const RealVec& v) {
  RealVec r;
  for (int i = 0; i < 3; ++i) r[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return r;
}
RealMatrix operator*(const RealMatrix& a, const RealMatrix& b) {
  RealMatrix r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
  return r;
}
RealMatrix real_inverse(const RealMatrix& m) {
  RealMatrix c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      c[j][i] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
    }
  const Real det = m[0][0] * c[0][0] + m[0][1] * c[1][0] + m[0][2] * c[2][0];
  for (RealVec& row : c)
    for (Real& x : row) x /= det;
  return c;
}

struct Setting {
  InnerFrame a, b;
  Placement at_a, at_b;
};

/// Frames far from their origins, of unlike size, turned, and in every third case stretched.
Setting random_setting(Random& random, int i) {
  const auto frame = [&] {
    const double unit = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
    return InnerFrame{random.in_cube(1) * unit * (random.chance(0.5) ? 1e8 : 1), unit};
  };
  const auto placement = [&] {
    Placement at = random.rotation(random.in_cube(1) * std::ldexp(1.0, static_cast<int>(random.below(60)) - 30));
    if (i % 3 == 0)
      at.linear = at.linear *
                  Matrix3{{random.between(0.1, 5), random.between(-1, 1), 0, 0, random.between(0.1, 5), 0, 0, 0, 1}};
    return at;
  };
  Setting s{frame(), frame(), placement(), placement()};
  return s;
}

TEST(RelativePlacement, IsWithinItsBoundsOfTheRealMap) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const Setting s = random_setting(random, i);
    const RelativePlacement p = relate(s.a, s.at_a, s.b, s.at_b, 0);
    const RealMatrix inverse_a = real_inverse(real(s.at_a.linear)), inverse_b = real_inverse(real(s.at_b.linear));
    const RealMatrix linear = inverse_a * real(s.at_b.linear), back = inverse_b * real(s.at_a.linear);
    RealVec gap = real(s.at_b.linear) * real(s.b.centre);
    const RealVec centre_a = real(s.at_a.linear) * real(s.a.centre);
    for (int k = 0; k < 3; ++k) gap[k] += Real(s.at_b.shift[k]) - centre_a[k] - Real(s.at_a.shift[k]);
    const RealVec shift = inverse_a * gap;
    Real gram_error = 0;
    for (int r = 0; r < 3; ++r) {
      ASSERT_LE(abs(shift[r] / Real(s.a.unit) - Real(p.shift[r])), Real(p.shift_error));
      for (int c = 0; c < 3; ++c) {
        ASSERT_LE(abs(linear[r][c] - Real(p.linear(r, c))), Real(p.linear_error));
        ASSERT_LE(abs(back[r][c] - Real(p.back(r, c))), Real(p.back_error));
        const Real gram = linear[0][r] * linear[0][c] + linear[1][r] * linear[1][c] + linear[2][r] * linear[2][c];
        gram_error = std::max(gram_error, Real(abs(gram - (r == c))));
      }
    }
    ASSERT_LE(gram_error, Real(p.defect));
    for (int k = 0; k < 5; ++k) {
      const Vec3 d = random.direction();
      const RealVec image = linear * real(d), back_image = back * real(d);
      ASSERT_LE(sqrt(Real(image[0] * image[0] + image[1] * image[1] + image[2] * image[2])),
                Real(p.stretch) * Real(1 + 1e-15));
      ASSERT_LE(
          sqrt(Real(back_image[0] * back_image[0] + back_image[1] * back_image[1] + back_image[2] * back_image[2])),
          Real(p.back_stretch) * Real(1 + 1e-15));
    }
    EXPECT_EQ(p.rigid, i % 3 != 0);
  }
}

/// A double with a bound on its distance from the real number that it stands for.
struct Tracked {
  double value = 0, error = 0;
  static double half_ulp(double x) { return std::abs(x) * unit_roundoff; }
  friend Tracked operator+(Tracked a, Tracked b) {
    const double v = a.value + b.value;
    return {v, a.error + b.error + half_ulp(v)};
  }
  friend Tracked operator-(Tracked a, Tracked b) { return a + Tracked{-b.value, b.error}; }
  friend Tracked operator*(Tracked a, Tracked b) {
    const double v = a.value * b.value;
    return {v, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error + half_ulp(v)};
  }
  friend Tracked abs(Tracked a) { return {std::abs(a.value), a.error}; }
  /// Never separates, so that every axis is computed; remembers the largest error of a comparison.
  friend bool operator>(Tracked a, Tracked b) {
    worst = std::max(worst, a.error + b.error);
    return false;
  }
  static inline double worst = 0;
};

Tracked dot(const std::array<Tracked, 3>& a, const std::array<Tracked, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

BoxView random_box(Random& random) {
  const double size = std::ldexp(1.0, -static_cast<int>(random.below(12)));
  BoxView box{random.rotation().linear, random.in_cube(1), abs(random.in_cube(1)) * size};
  if (random.chance(0.2)) box.half.z = 0;
  return box;
}

// The arithmetic of ObbTest::ClosedA step by step, each input with the error that relate() admits. Errors of the axes'
// orthonormality do not show in this arithmetic; AxesThatAreNotQuiteOrthonormal covers them.
TEST(BoxSlack, CoversTheErrorThatTheArithmeticCarriesAlong) {
  Random random(2);
  double closest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 20000; ++i) {
    Setting s = random_setting(random, 1);
    s.b.centre = s.a.centre * 0, s.a.centre = s.a.centre * 0;
    s.at_b.shift = s.at_a.shift + random.direction() * (s.a.unit + s.b.unit) * random.unit();
    const RelativePlacement p = relate(s.a, s.at_a, s.b, s.at_b, 0);
    const BoxView a = random_box(random), b = random_box(random);
    std::array<std::array<Tracked, 3>, 3> linear, axes_a, axes_b;  // axes as rows
    std::array<Tracked, 3> difference, centre_b, half_a, half_b;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        linear[r][c] = {p.linear(r, c), p.linear_error};
        axes_a[r][c] = {a.axes(c, r), 0};
        axes_b[r][c] = {b.axes(c, r), 0};
      }
      centre_b[r] = Tracked{b.centre[r], 0} * Tracked{p.scale, 0};
      half_a[r] = {a.half[r], 0};
      half_b[r] = Tracked{b.half[r], 0} * Tracked{p.scale, 0};
    }
    for (int r = 0; r < 3; ++r)
      difference[r] = dot(linear[r], centre_b) + Tracked{p.shift[r], p.shift_error} - Tracked{a.centre[r], 0};
    BoxPair<Tracked> pair;
    for (int r = 0; r < 3; ++r) {
      pair.t[r] = dot(axes_a[r], difference);
      for (int c = 0; c < 3; ++c) {
        const std::array<Tracked, 3> image{dot(linear[0], axes_b[c]), dot(linear[1], axes_b[c]),
                                           dot(linear[2], axes_b[c])};
        pair.r[r][c] = dot(axes_a[r], image);
      }
    }
    Tracked::worst = 0;
    const HalfExtents<Tracked> ha{half_a[0], half_a[1], half_a[2]}, hb{half_b[0], half_b[1], half_b[2]};
    separating_axis(pair, ha, hb, Tracked{});
    const BoxSlack slack = slack_on_faces_of_a(p, Obb::axes_defect);
    double size = 0;
    for (int k = 0; k < 3; ++k) size += std::abs(pair.t[k].value) + half_a[k].value + half_b[k].value;
    const double allowed = slack.fixed + slack.relative * size;
    ASSERT_LE(Tracked::worst, allowed) << "setting " << i;
    closest = std::min(closest, allowed / Tracked::worst);
  }
  // The bound is not wasteful either: somewhere it is within two orders of the tracked error.
  EXPECT_LT(closest, 100);
}

/// Boxes whose axes are as skewed as the contract allows, around points on their surfaces that coincide in the world.
TEST(BoxSlack, KeepsBoxesThatShareAPointTogether) {
  Random random(3);
  for (int i = 0; i < tries(60000); ++i) {
    const Setting s = random_setting(random, i);
    const RelativePlacement p = relate(s.a, s.at_a, s.b, s.at_b, 0);
    const double defect = i % 2 ? Obb::axes_defect : BasicObb<float>::axes_defect;
    BoxView a = random_box(random), b = random_box(random);
    for (BoxView* box : {&a, &b})
      for (double& entry : box->axes.entries) entry += random.between(-0.25, 0.25) * defect;
    // A common point: a corner of B's box, seen from A; A's box is moved so that one of its own corners meets it. Both
    // forms of the contract hold for a point well within.
    const auto corner = [&](const BoxView& box) {
      Vec3 point = box.centre;
      for (int k = 0; k < 3; ++k)
        point += box.axes.column(k) * (box.half[k] * (random.chance(0.5) ? 1 : -1) * (1 - 8 * defect));
      return point;
    };
    const RealMatrix linear = real_inverse(real(s.at_a.linear)) * real(s.at_b.linear);
    const Vec3 b_corner = corner(b) * p.scale;
    const RealVec image = linear * real(b_corner);
    const Vec3 a_corner = corner(a);
    RelativePlacement moved = p;
    Vec3 shift;
    for (int k = 0; k < 3; ++k) shift[k] = static_cast<double>(Real(a_corner[k]) - image[k]);
    moved.shift = shift;
    moved.shift_error = largest(abs(shift)) * 4 * unit_roundoff + 4 * unit_roundoff;
    for (Sat sat : {Sat::full, Sat::lite})
      ASSERT_TRUE(ObbTest(moved, sat, defect).may_overlap(a, b)) << "setting " << i;
  }
}

TEST(ObbTest, SaysMaybeWhenANumberIsNotOne) {
  RelativePlacement p;
  p.shift = {std::nan(""), 100, 100};
  const BoxView box{Matrix3{}, {}, {0.1, 0.1, 0.1}};
  p.shift.y = p.shift.z = std::nan("");
  EXPECT_TRUE(ObbTest(p, Sat::full, 0).may_overlap(box, box));
  p.shift = {10, 0, 0};
  EXPECT_FALSE(ObbTest(p, Sat::full, 0).may_overlap(box, box));
  p.margin = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(ObbTest(p, Sat::full, 0).may_overlap(box, box));
}

}  // namespace
}  // namespace abut::classic
