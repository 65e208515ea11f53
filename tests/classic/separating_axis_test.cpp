#include "classic/volume/separating_axis.h"

#include "classic/counted.h"
#include "math/random.h"

#include <algorithm>
#include <set>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

namespace abut::classic {
namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                            boost::multiprecision::expression_template_option::et_off>;
using ExactVec = std::array<Exact, 3>;

// Operation counts
// -----------------------------------------------------------------------------------------------------

template <class A, class B>
OperationCounts worst_case(const A& a, const B& b) {
  BoxPair<Counted> pair;
  for (int i = 0; i < 3; ++i) pair.r[i][i] = Counted(1);
  Counted::counts() = {};
  EXPECT_EQ(separating_axis(pair, a, b), no_axis);
  return Counted::counts();
}

const HalfExtents<Counted> counted_box{Counted(1), Counted(1), Counted(1)};
const HalfExtents<Counted, Counted, Zero> counted_rectangle{Counted(1), Counted(1), {}};

void expect_counts(const OperationCounts& counts, int add, int multiply, int total) {
  EXPECT_EQ(counts.compare, 15);
  EXPECT_EQ(counts.absolute, 24);
  EXPECT_EQ(counts.add, add);
  EXPECT_EQ(counts.multiply, multiply);
  EXPECT_EQ(counts.total(), total);
}

TEST(SeparatingAxis, TakesTheOperationsOfThePapersTable1) {
  expect_counts(worst_case(counted_box, counted_box), 60, 81, 180);
  expect_counts(worst_case(counted_box, counted_rectangle), 50, 72, 161);
  expect_counts(worst_case(counted_rectangle, counted_box), 50, 72, 161);
  expect_counts(worst_case(counted_rectangle, counted_rectangle), 40, 63, 142);
}

TEST(SeparatingAxis, EndsAtTheFirstAxisThatSeparates) {
  BoxPair<Counted> pair;
  for (int i = 0; i < 3; ++i) pair.r[i][i] = Counted(1);
  pair.t[0] = Counted(3);
  Counted::counts() = {};
  EXPECT_EQ(separating_axis(pair, counted_box, counted_box), 1);
  EXPECT_EQ(Counted::counts().compare, 1);
}

// Truth by exact arithmetic
// ---------------------------------------------------------------------------------------------

/// A rotation with rational entries, exact: from a quaternion of small whole numbers.
std::array<ExactVec, 3> exact_rotation(Random& random, int size) {
  for (;;) {
    std::array<int, 4> q;
    for (int& x : q) x = static_cast<int>(random.below(static_cast<std::uint64_t>(2 * size + 1))) - size;
    const auto [w, x, y, z] = q;
    const int n = w * w + x * x + y * y + z * z;
    if (n == 0) continue;
    const int rows[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    std::array<ExactVec, 3> r;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r[i][j] = Exact(rows[i][j]) / n;
    return r;
  }
}

struct ExactPair {
  BoxPair<Exact> placed;
  ExactVec a, b;  // half extents
};

Exact determinant(const ExactVec& a, const ExactVec& b, const ExactVec& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// Two bounded polytopes share a point if and only if three of the twelve planes meet in a point of all half-spaces.
bool share_a_point(const ExactPair& pair) {
  std::vector<ExactVec> normals;
  std::vector<Exact> offsets;
  for (int i = 0; i < 3; ++i)
    for (int sign : {1, -1}) {
      ExactVec axis_a{}, axis_b;
      axis_a[i] = sign;
      Exact middle = 0;
      for (int k = 0; k < 3; ++k) {
        axis_b[k] = pair.placed.r[k][i] * sign;
        middle += axis_b[k] * pair.placed.t[k];
      }
      normals.push_back(axis_a), offsets.push_back(pair.a[i]);
      normals.push_back(axis_b), offsets.push_back(pair.b[i] + middle);
    }
  const auto inside = [&](const ExactVec& x) {
    for (std::size_t i = 0; i < normals.size(); ++i)
      if (normals[i][0] * x[0] + normals[i][1] * x[1] + normals[i][2] * x[2] > offsets[i]) return false;
    return true;
  };
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = i + 1; j < 12; ++j)
      for (std::size_t k = j + 1; k < 12; ++k) {
        const Exact d = determinant(normals[i], normals[j], normals[k]);
        if (d == 0) continue;
        ExactVec x;
        for (int c = 0; c < 3; ++c) {
          ExactVec u = normals[i], v = normals[j], w = normals[k];
          u[c] = offsets[i], v[c] = offsets[j], w[c] = offsets[k];
          x[c] = determinant(u, v, w) / d;
        }
        if (inside(x)) return true;
      }
  return false;
}

ExactPair random_exact_pair(Random& random, int i) {
  ExactPair pair;
  // Small numbers make boxes that touch in a corner, an edge or a face; a size of 1 gives quarter turns.
  const int size = i % 3 == 0 ? 1 : 3;
  const auto whole = [&](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  pair.placed.r = exact_rotation(random, size);
  for (int k = 0; k < 3; ++k) {
    pair.placed.t[k] = Exact(whole(-7, 7)) / 2;
    pair.a[k] = Exact(whole(i % 5 == 0 ? 0 : 1, 4)) / 2;
    pair.b[k] = Exact(whole(i % 7 == 0 ? 0 : 1, 4)) / 2;
  }
  return pair;
}

TEST(SeparatingAxis, IsExactlyRightInExactArithmetic) {
  Random random(1);
  int overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const ExactPair pair = random_exact_pair(random, i);
    const HalfExtents<Exact> a{pair.a[0], pair.a[1], pair.a[2]}, b{pair.b[0], pair.b[1], pair.b[2]};
    const bool truth = share_a_point(pair);
    ASSERT_EQ(separating_axis(pair.placed, a, b) == no_axis, truth) << i;
    overlapping += truth;
  }
  EXPECT_GT(overlapping, 80);
  EXPECT_LT(overlapping, 220);
}

TEST(SeparatingAxis, AnswersForRectanglesAsForBoxesWithoutThickness) {
  Random random(2);
  int apart = 0;
  for (int i = 0; i < 3000; ++i) {
    const ExactPair pair = random_exact_pair(random, i);
    const HalfExtents<Exact> a{pair.a[0], pair.a[1], Exact(0)}, b{pair.b[0], Exact(0), pair.b[2]};
    const HalfExtents<Exact, Exact, Zero> flat_a{pair.a[0], pair.a[1], {}};
    const HalfExtents<Exact, Zero, Exact> flat_b{pair.b[0], {}, pair.b[2]};
    const int truth = separating_axis(pair.placed, a, b);
    ASSERT_EQ(separating_axis(pair.placed, flat_a, b), truth);
    ASSERT_EQ(separating_axis(pair.placed, a, flat_b), truth);
    ASSERT_EQ(separating_axis(pair.placed, flat_a, flat_b), truth);
    apart += truth != no_axis;
  }
  EXPECT_GT(apart, 500);
  EXPECT_LT(apart, 2900);
}

// Numbering of the axes
// --------------------------------------------------------------------------------------------------

struct DoublePair {
  BoxPair<double> placed;
  Vec3 a, b;
  Matrix3 r;
};

DoublePair random_double_pair(Random& random) {
  DoublePair pair;
  const Placement at = random.rotation(random.direction() * random.between(0.5, 3));
  pair.r = at.linear;
  for (int i = 0; i < 3; ++i) {
    pair.placed.t[i] = at.shift[i];
    for (int j = 0; j < 3; ++j) pair.placed.r[i][j] = at.linear(i, j);
    pair.a[i] = random.between(0.05, 1.2);
    pair.b[i] = random.between(0.05, 1.2);
  }
  return pair;
}

struct Shadow {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Shadow shadow(const Matrix3& axes, const Vec3& centre, const Vec3& half, const Vec3& line) {
  Shadow result;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner =
        centre + axes * Vec3{k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
    result.low = std::min(result.low, dot(corner, line));
    result.high = std::max(result.high, dot(corner, line));
  }
  return result;
}

/// How far apart the corners' shadows on each of the fifteen lines are, in the SOLID paper's order.
std::array<double, 15> gaps_on_all_lines(const DoublePair& pair) {
  std::vector<Vec3> lines{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int j = 0; j < 3; ++j) lines.push_back(pair.r.column(j));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) lines.push_back(cross(lines[i], pair.r.column(j)));
  std::array<double, 15> gaps;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Shadow a = shadow({}, {}, pair.a, lines[i]);
    const Shadow b = shadow(pair.r, {pair.placed.t[0], pair.placed.t[1], pair.placed.t[2]}, pair.b, lines[i]);
    gaps[i] = std::max(a.low - b.high, b.low - a.high);
  }
  return gaps;
}

TEST(SeparatingAxis, NamesTheFirstAxisOnWhichTheShadowsOfTheCornersAreApart) {
  Random random(3);
  std::set<int> seen;
  for (int i = 0; i < 60000; ++i) {
    const DoublePair pair = random_double_pair(random);
    const std::array<double, 15> gaps = gaps_on_all_lines(pair);
    int first = no_axis;
    bool close_call = false;
    for (int axis = 15; axis >= 1; --axis) {
      if (gaps[axis - 1] > 0) first = axis;
      close_call |= std::abs(gaps[axis - 1]) < 1e-12;
    }
    if (close_call) continue;
    const HalfExtents<double> a{pair.a.x, pair.a.y, pair.a.z}, b{pair.b.x, pair.b.y, pair.b.z};
    ASSERT_EQ(separating_axis(pair.placed, a, b), first) << i;
    const BoxPair<double> sizes = magnitudes(pair.placed);
    ASSERT_EQ(separating_face(pair.placed, sizes, a, b, 0.0), first <= 6 ? first : no_axis) << i;
    seen.insert(first);
  }
  EXPECT_EQ(seen.size(), 16u) << "every axis comes first for some pair, and some pair overlaps";
}

TEST(SeparatingAxis, CountsBoxesWithinTheSlackAsTouching) {
  BoxPair<double> pair{{2.5, 0, 0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  const HalfExtents<double> box{1, 1, 1};
  EXPECT_EQ(separating_axis(pair, box, box), 1);
  EXPECT_EQ(separating_axis(pair, box, box, 0.25), 1);
  EXPECT_EQ(separating_axis(pair, box, box, 0.5), no_axis);
  pair.t = {2, 0, 0};
  EXPECT_EQ(separating_axis(pair, box, box), no_axis) << "touching is no separation";
}

// Infinite extents and numbers that are none
// ---------------------------------------------------------------------------------

TEST(SeparatingAxis, TellsASlabFromABoxBesideIt) {
  Random random(4);
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    const DoublePair pair = random_double_pair(random);
    const Shadow b = shadow(pair.r, {pair.placed.t[0], pair.placed.t[1], pair.placed.t[2]}, pair.b, {0, 0, 1});
    const bool truth = b.low > pair.a.z || b.high < -pair.a.z;
    const HalfExtents<Infinite, Infinite, double> slab{{}, {}, pair.a.z};
    const HalfExtents<double> box{pair.b.x, pair.b.y, pair.b.z};
    ASSERT_EQ(separating_axis(pair.placed, slab, box) != no_axis, truth);
    apart += truth;
  }
  EXPECT_GT(apart, 500);
}

TEST(SeparatingAxis, TellsABeamFromABoxBesideItAsAVeryLongBoxDoes) {
  Random random(5);
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    const DoublePair pair = random_double_pair(random);
    const HalfExtents<Infinite, double, double> beam{{}, pair.a.y, pair.a.z};
    const HalfExtents<double> box{pair.b.x, pair.b.y, pair.b.z}, very_long{1e7, pair.a.y, pair.a.z};
    const int axis = separating_axis(pair.placed, beam, box);
    ASSERT_EQ(axis, separating_axis(pair.placed, very_long, box));
    // B's own faces cross the beam in this general position.
    ASSERT_TRUE(axis == no_axis || axis == 2 || axis == 3 || (7 <= axis && axis <= 9)) << axis;
    apart += axis != no_axis;
  }
  EXPECT_GT(apart, 500);
}

TEST(SeparatingAxis, TakesBeamsOnEitherSide) {
  Random random(6);
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    const DoublePair pair = random_double_pair(random);
    const HalfExtents<double, Infinite, double> beam_a{pair.a.x, {}, pair.a.z};
    const HalfExtents<double, double, Infinite> beam_b{pair.b.x, pair.b.y, {}};
    const int axis = separating_axis(pair.placed, beam_a, beam_b);
    // Two beams are apart only across both: on A's second axis x B's third.
    const double gap = gaps_on_all_lines({pair.placed, {pair.a.x, 0, pair.a.z}, {pair.b.x, pair.b.y, 0}, pair.r})[11];
    ASSERT_EQ(axis, gap > 0 ? 12 : no_axis);
    apart += axis != no_axis;
  }
  EXPECT_GT(apart, 500);
}

TEST(SeparatingAxis, SeparatesInfiniteExtentsOnAxesThatAreExactlyPerpendicular) {
  BoxPair<double> pair{{0, 0, 5}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  const HalfExtents<Infinite, Infinite, double> slab{{}, {}, 1};
  EXPECT_EQ(separating_axis(pair, slab, slab), 3);
  pair.t = {100, 100, 2};
  EXPECT_EQ(separating_axis(pair, slab, slab), no_axis) << "touching slabs";
  pair = {{0, 0, 1e9}, {{{1, 0, 0}, {0, 0.8, -0.6}, {0, 0.6, 0.8}}}};
  EXPECT_EQ(separating_axis(pair, slab, slab), no_axis) << "slabs that are not parallel meet somewhere";
}

TEST(SeparatingAxis, SaysMaybeWhenThereIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const HalfExtents<double> box{1, 1, 1}, broken{nan, nan, nan};
  const BoxPair<double> far{{50, 60, 70}, {{{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}}}};
  EXPECT_EQ(separating_axis(far, box, box), 1);
  EXPECT_EQ(separating_axis(far, box, broken), no_axis);
  EXPECT_EQ(separating_axis(far, broken, box), no_axis);
  EXPECT_EQ(separating_axis(far, box, box, nan), no_axis);
  BoxPair<double> lost = far;
  lost.t = {nan, nan, nan};
  EXPECT_EQ(separating_axis(lost, box, box), no_axis);
  BoxPair<double> unturned = far;
  unturned.r = {{{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}}};
  EXPECT_EQ(separating_axis(unturned, box, box), no_axis);
}

}  // namespace
}  // namespace abut::classic
