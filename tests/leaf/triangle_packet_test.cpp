// The float filter of triangle pairs against the exact test, and its error bounds derived anew by a number type that
// carries the error of every operation along.

#include "support/filter_model.h"
#include "support/pair_families.h"
#include <abut/leaf/triangle_distance.h>
#include <abut/leaf/triangle_packet-inl.h>
#include <abut/leaf/triangle_packet.h>
#include <abut/leaf/triangle_triangle.h>

#include <numeric>

#include <gtest/gtest.h>

namespace abut {
namespace {

struct Decided {
  int yes = 0, no = 0, undecided = 0;
};

/// Every verdict that the filter gives on a pair must be the exact test's.
void check(const TrianglePair& pair, double size, Random& random, const std::string& name, Decided& decided) {
  const std::vector<Vec3> points_a = with_company(pair.a, size, random), points_b = with_company(pair.b, size, random);
  const FilterModel a(points_a), b(points_b);
  const OneTriangle exact_a(pair.a, a.frame.centre), exact_b(pair.b, b.frame.centre);
  const bool touch = ContactTest(exact_a.geometry(), pair.at_a, exact_b.geometry(), pair.at_b).touch(0, 0);
  const RelativePlacement b_in_a = relate(a.frame, pair.at_a, b.frame, pair.at_b, 0);
  const TriangleFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
  const std::uint32_t own[] = {0};
  for (Simd simd : available_simd()) {
    const PairVerdicts verdicts = decide(simd, filter, own, own);
    EXPECT_EQ(verdicts.touching & verdicts.undecided, 0u);
    if (verdicts.undecided == 0) {
      ASSERT_EQ(verdicts.touching == 1, touch) << name << ", " << name_of(simd) << "\n" << describe(pair);
    }
    if (simd != Simd::scalar) continue;
    ++(verdicts.undecided ? decided.undecided : verdicts.touching ? decided.yes : decided.no);
  }
}

TEST(TriangleFilter, NeverContradictsTheExactTestOnAnyFamily) {
  for (const PairFamily& family : pair_families()) {
    Random random(31);
    Decided decided;
    for (int i = 0; i < 3000; ++i) {
      const TrianglePair pair = family.next(random);
      check(pair, i % 3 == 0 ? 1 : std::exp2(random.between(0, 12)), random, family.name, decided);
      if (HasFatalFailure()) return;
    }
    RecordProperty(family.name, std::to_string(decided.yes) + "/" + std::to_string(decided.no) + "/" +
                                    std::to_string(decided.undecided));
  }
}

/// Ordinary triangles of two ordinary models, close to each other.
TrianglePair ordinary_pair(Random& random, double size) {
  TrianglePair pair;
  const Vec3 place = random.in_cube(0.5);
  for (Vec3& corner : pair.a) corner = place + random.in_cube(size);
  pair.at_a = random.rotation(random.in_cube(2));
  pair.at_b = random.rotation();
  const Vec3 at_b = random.in_cube(0.5);
  for (Vec3& corner : pair.b) corner = at_b + random.in_cube(size);
  pair.at_b.shift = pair.at_a * place - pair.at_b.linear * at_b + random.in_cube(size * 0.5);
  return pair;
}

TEST(TriangleFilter, DecidesNearlyAllOrdinaryPairs) {
  Random random(32);
  Decided decided;
  for (int i = 0; i < 20000; ++i) {
    check(ordinary_pair(random, 0.01), 100, random, "ordinary", decided);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(decided.yes, 2000);
  EXPECT_GT(decided.no, 2000);
  EXPECT_LT(decided.undecided, 120);
}

TEST(TriangleFilter, KeepsThePairsOfABatchApartFromEachOther) {
  Random random(33);
  std::vector<Vec3> points_a, points_b;
  for (int i = 0; i < 40; ++i)
    for (int k = 0; k < 3; ++k) points_a.push_back(random.in_cube(1)), points_b.push_back(random.in_cube(1));
  const FilterModel a(points_a), b(points_b);
  const RelativePlacement b_in_a = relate(a.frame, random.rotation(), b.frame, random.rotation({0.2, 0, 0}), 0);
  const TriangleFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
  for (Simd simd : available_simd())
    for (std::size_t count = 0; count <= TriangleFilter::batch; ++count) {
      std::vector<std::uint32_t> of_a(count), of_b(count);
      for (std::uint32_t& i : of_a) i = static_cast<std::uint32_t>(random.below(40));
      for (std::uint32_t& i : of_b) i = static_cast<std::uint32_t>(random.below(40));
      const PairVerdicts together = decide(simd, filter, of_a, of_b);
      for (std::size_t i = 0; i < count; ++i) {
        const PairVerdicts alone = decide(simd, filter, std::span(of_a).subspan(i, 1), std::span(of_b).subspan(i, 1));
        EXPECT_EQ(together.touching >> i & 1, alone.touching) << name_of(simd);
        EXPECT_EQ(together.undecided >> i & 1, alone.undecided) << name_of(simd);
      }
      EXPECT_EQ((together.touching | together.undecided) >> count, 0u);
    }
}

TEST(TriangleFilter, LeavesOutOnlyPairsBeyondTheMargin) {
  Random random(34);
  int left_out = 0, within = 0;
  for (int i = 0; i < 20000; ++i) {
    TrianglePair pair = ordinary_pair(random, 0.05);
    if (i % 2) pair.at_b.linear = pair.at_b.linear * Matrix3{{1.5, 0.3, 0, 0, 0.4, 0, 0, 0, 1}};
    const double margin = random.between(0, 0.03);
    const FilterModel a(with_company(pair.a, 10, random)), b(with_company(pair.b, 10, random));
    const OneTriangle exact_a(pair.a, {}), exact_b(pair.b, {});
    const double upper = DistanceTest(exact_a.geometry(), pair.at_a, exact_b.geometry(), pair.at_b).upper(0, 0);
    const TriangleFilter filter(a.filter_corners(), b.filter_corners(),
                                relate(a.frame, pair.at_a, b.frame, pair.at_b, margin));
    const std::uint32_t own[] = {0};
    for (Simd simd : available_simd()) {
      const PairVerdicts verdicts = decide(simd, filter, own, own);
      if (verdicts.touching) {
        ASSERT_EQ(upper, 0) << name_of(simd) << describe(pair);
      }
      if (!verdicts.touching && !verdicts.undecided) {
        ASSERT_GT(upper, margin) << name_of(simd) << describe(pair);
        left_out += simd == Simd::scalar;
      }
    }
    within += upper <= margin;
  }
  EXPECT_GT(left_out, 1000);
  EXPECT_GT(within, 1000);
}

/// A float with a bound on its distance from the real number that it stands for.
struct Tracked {
  static constexpr int lanes = 1;
  float v = 0;
  double error = 0;
  /// A comparison with a bound: the bound must cover what the other side may be off. Signs of exact numbers, that is
  /// comparisons among themselves, do not occur.
  struct Mask {
    bool v;
    friend Mask operator&(Mask a, Mask b) { return {a.v && b.v}; }
    friend Mask operator|(Mask a, Mask b) { return {a.v || b.v}; }
    std::uint32_t bits() const { return v; }
  };
  static inline double given_error = 0, largest_share = 0;

  static Tracked rounded(float v, double error) { return {v, error + std::abs(static_cast<double>(v)) * 0x1p-24}; }
  static Tracked of(float x) { return {x, 0}; }
  static Tracked given(float x) { return rounded(x, given_error); }
  static void load_corners(const float* values, const std::uint32_t* triangles, Tracked (&to)[9]) {
    for (int i = 0; i < 9; ++i) to[i] = rounded(values[9 * triangles[0] + static_cast<std::uint32_t>(i)], inner_error);
  }
  friend Tracked operator+(Tracked a, Tracked b) { return rounded(a.v + b.v, a.error + b.error); }
  friend Tracked operator-(Tracked a, Tracked b) { return rounded(a.v - b.v, a.error + b.error); }
  friend Tracked operator*(Tracked a, Tracked b) {
    return rounded(a.v * b.v, std::abs(a.v) * b.error + std::abs(b.v) * a.error + a.error * b.error);
  }
  friend Tracked mul_add(Tracked a, Tracked b, Tracked c) { return a * b + c; }
  friend Tracked mul_sub(Tracked a, Tracked b, Tracked c) { return a * b - c; }
  friend Tracked abs(Tracked a) { return {std::abs(a.v), a.error}; }
  friend Tracked max(Tracked a, Tracked b) { return {std::max(a.v, b.v), std::max(a.error, b.error)}; }
  friend Tracked min(Tracked a, Tracked b) { return {std::min(a.v, b.v), std::max(a.error, b.error)}; }
  friend Tracked negative(Tracked a) { return {-a.v, a.error}; }
  friend Tracked root_bound(Tracked a) { return {std::sqrt(a.v) * 1.01f, 0}; }
  friend Mask operator>(Tracked a, Tracked bound) {
    largest_share = std::max(largest_share, a.error / bound.v);
    return {a.v > bound.v};
  }
};

TEST(TriangleFilter, HasBoundsThatCoverTheErrorsItsArithmeticCarriesAlong) {
  Random random(35);
  double closest = 0;
  for (int i = 0; i < 20000; ++i) {
    TrianglePair pair = ordinary_pair(random, std::exp2(-random.between(0, 12)));
    // Slivers, and models of unlike size.
    if (i % 4 == 1) pair.a[2] = pair.a[0] + (pair.a[1] - pair.a[0]) * random.unit() + random.in_cube(1e-6);
    if (i % 4 == 2) pair.at_b.linear = pair.at_b.linear * std::exp2(random.between(-8, 8));
    const FilterModel a(with_company(pair.a, 50, random)), b(with_company(pair.b, 50, random));
    const RelativePlacement b_in_a = relate(a.frame, pair.at_a, b.frame, pair.at_b, 0);
    const TriangleFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
    ASSERT_TRUE(filter.usable);
    Tracked::given_error = std::max(b_in_a.linear_error * b_in_a.scale, b_in_a.shift_error);
    Tracked::largest_share = 0;
    const std::uint32_t own[] = {0};
    HWY_NAMESPACE::decide_lanes<Tracked, false>(filter, own, own);
    ASSERT_LE(Tracked::largest_share, 1) << describe(pair);
    closest = std::max(closest, Tracked::largest_share);
  }
  // The bounds are not wasteful either.
  EXPECT_GT(closest, 0.05);
}

TEST(TriangleFilter, LeavesEverythingToTheExactTestWhereFloatsEnd) {
  Random random(36);
  const TrianglePair pair = ordinary_pair(random, 0.1);
  const FilterModel a(with_company(pair.a, 2, random)), b(with_company(pair.b, 2, random));
  for (double scale : {0x1p-200, 0x1p30, 0x1p200}) {
    RelativePlacement b_in_a = relate(a.frame, pair.at_a, b.frame, pair.at_b, 0);
    b_in_a.scale *= scale;
    const TriangleFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
    const std::uint32_t own[] = {0, 1};
    // A model that is a point in the other's frame may be decided, a model beyond float may not.
    if (scale > 1)
      for (Simd simd : available_simd()) EXPECT_EQ(decide(simd, filter, own, own).undecided, 3u) << name_of(simd);
    else
      EXPECT_TRUE(filter.usable);
  }
}

}  // namespace
}  // namespace abut
