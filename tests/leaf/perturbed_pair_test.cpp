#include "leaf/perturbed_pair.h"

#include "leaf/perturbed_crossing.h"
#include "math/random.h"
#include "support/rational_solids.h"

#include <gtest/gtest.h>

namespace abut {

namespace {

using oracle::minus;
using oracle::Point;
using oracle::Rational;

int sign_of(const Rational& x) { return x.sign(); }

Rational determinant(const Point& a, const Point& b, const Point& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
int orientation(const Point& a, const Point& b, const Point& c, const Point& d) {
  return sign_of(determinant(minus(b, a), minus(c, a), minus(d, a)));
}

/// Where the side from p to q passes through the triangle, none of whose planes and sides it meets otherwise: 1 in, -1
/// out.
int pass(const Point& p, const Point& q, const std::array<Point, 3>& t) {
  const int from = orientation(t[0], t[1], t[2], p), to = orientation(t[0], t[1], t[2], q);
  if (from == to) return 0;
  const int first = orientation(p, q, t[0], t[1]);
  return orientation(p, q, t[1], t[2]) == first && orientation(p, q, t[2], t[0]) == first ? from : 0;
}

struct Pair {
  std::array<Vec3, 3> a, b;
  Placement at_a, at_b;

  PlacedCorners placed(const std::array<Vec3, 3>& points, const Placement& at) const {
    PlacedCorners corners;
    for (int i = 0; i < 3; ++i) corners[i] = {at * points[i], {&points[i], &at}};
    return corners;
  }
  PlacedCorners placed_a() const { return placed(a, at_a); }
  PlacedCorners placed_b() const { return placed(b, at_b); }

  static std::array<Point, 3> exact(const std::array<Vec3, 3>& points, const Placement& at, const Point& shift) {
    std::array<Point, 3> result;
    for (int i = 0; i < 3; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        result[i][axis] = oracle::exactly(at.shift[axis]) + shift[axis];
        for (int j = 0; j < 3; ++j)
          result[i][axis] += oracle::exactly(at.linear(axis, j)) * oracle::exactly(points[i][j]);
      }
    return result;
  }
};

bool is_flat(const std::array<Vec3, 3>& t) { return cross(t[1] - t[0], t[2] - t[0]) == Vec3{}; }

/// Corners on a small grid of whole numbers, under placements of whole numbers: all numbers are exact, and most pairs
/// touch in a special way.
Pair pair_on_grid(Random& random) {
  const auto whole = [&](int most) { return static_cast<double>(random.below(static_cast<std::uint64_t>(most))); };
  const auto triangle = [&](std::array<Vec3, 3>& t) {
    do
      for (Vec3& p : t) p = {whole(3), whole(3), whole(3)};
    while (is_flat(t));
  };
  Pair pair;
  triangle(pair.a), triangle(pair.b);
  if (random.chance(0.5)) {
    pair.at_a = {Matrix3::from_rows({3, -4, 0}, {4, 3, 0}, {0, 0, 5}), {1, 2, 3}};
    pair.at_b = pair.at_a;
    pair.at_b.shift = pair.at_a * Vec3{whole(2), whole(2), whole(2)};
  }
  return pair;
}

TEST(PerturbedPair, MeetsAsTrianglesDoThatAreReallyMovedALittle) {
  Random random(1);
  const Rational e = Rational(1) / (Rational(1LL << 40) * Rational(1LL << 40));
  int met = 0, through_sides_of_both = 0;
  for (int round = 0; round < 5000; ++round) {
    const Pair pair = pair_on_grid(random);
    const auto a = Pair::exact(pair.a, pair.at_a, {0, 0, 0}), b = Pair::exact(pair.b, pair.at_b, {e, e * e, e * e * e});
    const auto found = PerturbedPair(1e-13).meet(pair.placed_a(), pair.placed_b());
    int count = 0;
    for (int i = 0; i < 3; ++i) {
      const int in_b = pass(a[i], a[(i + 1) % 3], b), in_a = pass(b[i], b[(i + 1) % 3], a);
      count += (in_b != 0) + (in_a != 0);
      if (!found) continue;
      const auto is = [&](const PerturbedPair::End& end, bool of_a) { return end.of_a == of_a && end.side == i; };
      EXPECT_EQ(in_b, is(found->end, true) - is(found->begin, true)) << round;
      EXPECT_EQ(in_a, is(found->begin, false) - is(found->end, false)) << round;
    }
    EXPECT_EQ(count, found ? 2 : 0) << round;
    met += found.has_value();
    through_sides_of_both += found && found->begin.of_a != found->end.of_a;
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(through_sides_of_both, 100);
}

TEST(PerturbedPair, PassesAsAWayDoesThroughATriangleThatIsReallyMoved) {
  Random random(2);
  const Rational e = Rational(1) / (Rational(1LL << 40) * Rational(1LL << 40));
  int passed = 0;
  for (int round = 0; round < 5000; ++round) {
    const Pair pair = pair_on_grid(random);
    const auto a = Pair::exact(pair.a, pair.at_a, {0, 0, 0}), b = Pair::exact(pair.b, pair.at_b, {e, e * e, e * e * e});
    const auto against = Pair::exact(pair.b, pair.at_b, {-e, -e * e, -e * e * e});
    const PlacedCorners of_a = pair.placed_a(), of_b = pair.placed_b();
    const int found = PerturbedPair(1e-13).pass(of_a[0], of_a[1], of_b);
    EXPECT_EQ(found, pass(a[0], a[1], b)) << round;
    EXPECT_EQ(PerturbedPair(1e-13, {-1, -1}).pass(of_a[0], of_a[1], of_b), pass(a[0], a[1], against)) << round;
    passed += found != 0;
  }
  EXPECT_GT(passed, 100);
}

TEST(PerturbedPair, MeasuresWhereASideCrossesAPlane) {
  Random random(3);
  int crossed = 0;
  for (int round = 0; round < 3000; ++round) {
    Pair pair = pair_on_grid(random);
    // Also at an angle of next to nothing.
    if (round % 2 == 0)
      for (Vec3& p : pair.a) p = p + random.in_cube(1e-9);
    const auto a = Pair::exact(pair.a, pair.at_a, {0, 0, 0}), b = Pair::exact(pair.b, pair.at_b, {0, 0, 0});
    const Rational from = determinant(minus(b[1], b[0]), minus(b[2], b[0]), minus(a[0], b[0]));
    const Rational to = determinant(minus(b[1], b[0]), minus(b[2], b[0]), minus(a[1], b[0]));
    if (sign_of(from) * sign_of(to) > 0 || from == to) continue;
    ++crossed;
    const Rational part = from / (from - to);
    const PlacedCorners of_a = pair.placed_a(), of_b = pair.placed_b();
    const MeasuredWide wide = exact_crossing_part(of_a[0].exact, of_a[1].exact, of_b);
    const Rational off = abs(Rational(wide.value.high) + Rational(wide.value.low) - part);
    EXPECT_LE(off, Rational(wide.error));
    EXPECT_LE(wide.error, 0x1p-99 * std::abs(wide.value.high) + 0x1p-1000);
    const MeasuredNumber near = crossing_part(of_a[0], of_a[1], of_b, 1e-13);
    EXPECT_LE(abs(Rational(near.value) - part), Rational(near.error));
    EXPECT_LE(near.error, 0x1p-30);
  }
  EXPECT_GT(crossed, 500);
}

}  // namespace

}  // namespace abut
