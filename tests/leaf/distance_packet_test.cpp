// The float bounds of triangle pairs' distances against the proved brackets, and their slack derived anew by a number
// type that carries the error of every operation along.

#include "leaf/distance_packet-inl.h"
#include "leaf/triangle_distance.h"
#include "support/filter_model.h"
#include "support/kernels.h"
#include "support/tracked.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

constexpr float unlimited = std::numeric_limits<float>::infinity();

PairDistance measured(const TrianglePair& pair) {
  const OneTriangle a(pair.a, {}), b(pair.b, {});
  return DistanceTest(a.geometry(), pair.at_a, b.geometry(), pair.at_b).measure(0, 0);
}

/// The bound of a pair in A's inner frame, which every instruction set must give.
float bound_of(const FilterModel& a, const FilterModel& b, const TrianglePair& pair) {
  const DistanceFilter filter(a.filter_corners(), b.filter_corners(),
                              relate(a.frame, pair.at_a, b.frame, pair.at_b, 0));
  const std::uint32_t own[] = {0};
  float bound = -1;
  distances_below(Simd::scalar, filter, own, own, unlimited, &bound);
  for (Simd simd : available_simd()) {
    float other = -1;
    distances_below(simd, filter, own, own, unlimited, &other);
    EXPECT_EQ(bound, other) << name_of(simd) << "\n" << describe(pair);
  }
  return bound;
}

// A stands still, so that its frame is the world's; B stands anywhere.
TEST(DistanceFilter, NeverExceedsTheRealDistanceOnAnyFamily) {
  for (const PairFamily& family : pair_families()) {
    Random random(51);
    for (int i = 0; i < 3000 && !HasFailure(); ++i) {
      TrianglePair pair = family.next(random);
      if (!is_rigid(pair.at_a)) pair.at_a = {};
      const double size = i % 3 == 0 ? 1 : std::exp2(random.between(0, 12));
      const FilterModel a(with_company(pair.a, size, random)), b(with_company(pair.b, size, random));
      const double bound = bound_of(a, b, pair);
      EXPECT_GE(bound, 0);
      EXPECT_LE(bound * a.frame.unit, measured(pair).upper) << family.name << "\n" << describe(pair);
    }
  }
}

/// The least bound from above that an instruction set gives, in A's inner frame.
float least_above(const FilterModel& a, const FilterModel& b, const TrianglePair& pair) {
  const DistanceFilter filter(a.filter_corners(), b.filter_corners(),
                              relate(a.frame, pair.at_a, b.frame, pair.at_b, 0));
  float least = unlimited;
  for (Simd simd : available_simd()) least = std::min(least, distance_above(simd, filter, 0, 0));
  return least;
}

TEST(DistanceFilter, IsNeverBelowTheRealDistanceFromAboveOnAnyFamily) {
  for (const PairFamily& family : pair_families()) {
    Random random(56);
    for (int i = 0; i < 3000 && !HasFailure(); ++i) {
      TrianglePair pair = family.next(random);
      if (!is_rigid(pair.at_a)) pair.at_a = {};
      const double size = i % 3 == 0 ? 1 : std::exp2(random.between(0, 12));
      const FilterModel a(with_company(pair.a, size, random)), b(with_company(pair.b, size, random));
      // Also the computed distance is not above it.
      EXPECT_GE(double{least_above(a, b, pair)} * a.frame.unit, measured(pair).upper) << family.name << "\n"
                                                                                      << describe(pair);
    }
  }
}

/// Up to a few sizes from each other.
TrianglePair near_pair(Random& random, double size) {
  TrianglePair pair = ordinary_pair(random, size);
  pair.at_b.shift += random.direction() * (size * random.between(0, 6));
  return pair;
}

TEST(DistanceFilter, IsCloseToTheDistanceOfOrdinaryPairs) {
  Random random(52);
  int apart = 0, close = 0, from_above = 0;
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    const TrianglePair pair = near_pair(random, 0.01);
    const FilterModel a(with_company(pair.a, 50, random)), b(with_company(pair.b, 50, random));
    const double bound = bound_of(a, b, pair) * a.frame.unit, upper = measured(pair).upper;
    EXPECT_LE(bound, upper) << describe(pair);
    if (upper < 0.001) continue;
    ++apart;
    close += bound > 0.999 * upper - 1e-5;
    from_above += least_above(a, b, pair) * a.frame.unit < 1.001 * upper + 1e-5;
  }
  EXPECT_GT(apart, 15000);
  EXPECT_GT(close, 0.999 * apart);
  // Where a corner is closest to a face's inside, sides are farther apart.
  EXPECT_GT(from_above, 0.5 * apart);
}

TEST(DistanceFilter, KeepsThePairsOfABatchApartFromEachOther) {
  Random random(53);
  const FilterModel a(random_corners(40, random)), b(random_corners(40, random));
  const RelativePlacement b_in_a = relate(a.frame, random.rotation(), b.frame, random.rotation({3, 0, 0}), 0);
  const DistanceFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
  for (Simd simd : available_simd())
    for (std::size_t count = 0; count <= DistanceFilter::batch; ++count) {
      const auto of_a = random_triangles(count, 40, random), of_b = random_triangles(count, 40, random);
      std::vector<float> together(count + 1, -1);
      const float cutoff = count % 3 == 0 ? unlimited : static_cast<float>(random.between(0, 3));
      const std::uint32_t closer = distances_below(simd, filter, of_a, of_b, cutoff, together.data());
      for (std::size_t i = 0; i < count; ++i) {
        float alone = -1;
        distances_below(Simd::scalar, filter, std::span(of_a).subspan(i, 1), std::span(of_b).subspan(i, 1), unlimited,
                        &alone);
        EXPECT_EQ(closer >> i & 1, alone < cutoff) << name_of(simd);
        if (alone < cutoff) {
          EXPECT_EQ(together[i], alone) << name_of(simd);
        } else {
          EXPECT_GE(together[i], cutoff) << name_of(simd);
          EXPECT_LE(together[i], alone) << name_of(simd);
        }
      }
      EXPECT_EQ(closer >> count, 0u);
      EXPECT_EQ(together[count], -1);
    }
}

TEST(DistanceFilter, BoundsNothingWhereFloatsEnd) {
  Random random(54);
  const TrianglePair pair = near_pair(random, 0.1);
  const FilterModel a(with_company(pair.a, 2, random)), b(with_company(pair.b, 2, random));
  for (double scale : {0x1p30, 0x1p200}) {
    RelativePlacement b_in_a = relate(a.frame, pair.at_a, b.frame, pair.at_b, 0);
    b_in_a.scale *= scale;
    const DistanceFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
    const std::uint32_t own[] = {0, 1};
    for (Simd simd : available_simd()) {
      float bounds[] = {-1, -1};
      EXPECT_EQ(distances_below(simd, filter, own, own, 1, bounds), 3u);
      EXPECT_EQ(bounds[0], 0) << name_of(simd);
      EXPECT_EQ(bounds[1], 0) << name_of(simd);
    }
  }
}

// Coordinate by coordinate the errors may add up to sqrt(3) times what they do as lengths of vectors: the slack, which
// is derived for lengths, must cover them along the axes, and so much of them elsewhere.
TEST(DistanceFilter, HasSlackThatCoversTheErrorsItsArithmeticCarriesAlong) {
  namespace lanes = HWY_NAMESPACE;
  Random random(55);
  double closest = 0;
  for (int i = 0; i < 20000; ++i) {
    TrianglePair pair = near_pair(random, std::exp2(-random.between(0, 12)));
    make_unlike(pair, i, random);
    const FilterModel a(with_company(pair.a, 50, random)), b(with_company(pair.b, 50, random));
    const RelativePlacement b_in_a = relate(a.frame, pair.at_a, b.frame, pair.at_b, 0);
    const DistanceFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
    ASSERT_TRUE(filter.pairs.usable);
    Tracked::given_error = std::max(b_in_a.linear_error * b_in_a.scale, b_in_a.shift_error);
    const std::uint32_t own[] = {0};
    const lanes::PairGeometry<Tracked> g(filter.pairs, own, own);
    const double slack = lanes::gap_slack(g).v;
    for (int k = 0; k < 6; ++k) {
      const Vec3 d = k == 0   ? Vec3{1, 0, 0}
                     : k == 1 ? Vec3{0, 1, 0}
                     : k == 2 ? Vec3{0, 0, 1}
                              : random.direction() * std::exp2(random.between(-20, 20));
      const lanes::Vec3Of<Tracked> n{Tracked::all(static_cast<float>(d.x)), Tracked::all(static_cast<float>(d.y)),
                                     Tracked::all(static_cast<float>(d.z))};
      const double share = lanes::gap_along(g, n).error / (slack * length({n.x.v, n.y.v, n.z.v}));
      ASSERT_LE(share, k < 3 ? 1 : 1.7321) << describe(pair);
      ASSERT_LE(lanes::gap_across(g, n).error, 1.7321 * slack * length({n.x.v, n.y.v, n.z.v})) << describe(pair);
      closest = std::max(closest, share);
    }
  }
  // The bounds are not wasteful either.
  EXPECT_GT(closest, 0.2);
}

}  // namespace
}  // namespace abut
