// The float filter of triangle pairs against the exact test, and its error bounds derived anew by a number type that
// carries the error of every operation along.

#include "leaf/triangle_packet.h"

#include "leaf/triangle_distance.h"
#include "leaf/triangle_packet-inl.h"
#include "leaf/triangle_triangle.h"
#include "support/filter_model.h"
#include "support/tracked.h"

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

/// Close enough to touch as often as not.
TrianglePair close_pair(Random& random, double size) {
  TrianglePair pair = ordinary_pair(random, size);
  pair.at_b.shift += random.in_cube(size * 0.5);
  return pair;
}

TEST(TriangleFilter, DecidesNearlyAllOrdinaryPairs) {
  Random random(32);
  Decided decided;
  for (int i = 0; i < 20000; ++i) {
    check(close_pair(random, 0.01), 100, random, "ordinary", decided);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(decided.yes, 2000);
  EXPECT_GT(decided.no, 2000);
  EXPECT_LT(decided.undecided, 120);
}

TEST(TriangleFilter, KeepsThePairsOfABatchApartFromEachOther) {
  Random random(33);
  const FilterModel a(random_corners(40, random)), b(random_corners(40, random));
  const RelativePlacement b_in_a = relate(a.frame, random.rotation(), b.frame, random.rotation({0.2, 0, 0}), 0);
  const TriangleFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
  for (Simd simd : available_simd())
    for (std::size_t count = 0; count <= TriangleFilter::batch; ++count) {
      const auto of_a = random_triangles(count, 40, random), of_b = random_triangles(count, 40, random);
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
    TrianglePair pair = close_pair(random, 0.05);
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

TEST(TriangleFilter, HasBoundsThatCoverTheErrorsItsArithmeticCarriesAlong) {
  Random random(35);
  double closest = 0;
  for (int i = 0; i < 20000; ++i) {
    TrianglePair pair = close_pair(random, std::exp2(-random.between(0, 12)));
    make_unlike(pair, i, random);
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
  const TrianglePair pair = close_pair(random, 0.1);
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
