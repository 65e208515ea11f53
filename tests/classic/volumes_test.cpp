// What every kind of volume promises, on sets of points that are placed in a hundred digits.

#include "classic/counted.h"
#include "random_volumes.h"
#include "support/effort.h"

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

TEST(Volumes, AreNeverFartherApartThanThePointsInThem) {
  for (bool affine : {false, true}) {
    Random random(affine ? 1 : 2);
    for (int i = 0; i < tries(3000); ++i) {
      const Setting s = random_setting(random, affine);
      const auto a = random_run(random), b = random_run(random);
      const Fifty truth = least_distance(s, a, b);
      for_every_kind([&]<class V>(const V*) {
        const V va = V::around(a, Fit::surface), vb = V::around(b, Fit::surface);
        const typename V::Test test(s.b_in_a, Sat::full, V::axes_defect);
        const double below = test.distance_below(va, vb);
        ASSERT_GE(below, 0);
        ASSERT_LE(Fifty(below), truth) << name_of(V::kind) << " " << sizeof(V) << " setting " << i;
        // An affine overlap test of boxes leaves out the edges, which a distance does not.
        ASSERT_TRUE(affine || below <= 1e-4 * std::max(1.0, s.b_in_a.scale) || !test.may_overlap(va, vb))
            << name_of(V::kind) << " setting " << i;
      });
    }
  }
}

// The margin makes them overlap from a distance; it does not change what the distance is.
TEST(Volumes, CloserThanTheMarginOverlap) {
  Random random(3);
  for (int i = 0; i < tries(1000); ++i) {
    Setting s = random_setting(random, i % 2 == 0);
    const auto a = random_run(random), b = random_run(random);
    const auto truth = static_cast<double>(least_distance(s, a, b));
    RelativePlacement with_margin = s.b_in_a;
    with_margin.margin = truth * (1 + 1e-15);
    for_every_kind([&]<class V>(const V*) {
      const V va = V::around(a, Fit::surface), vb = V::around(b, Fit::surface);
      const typename V::Test test(with_margin, Sat::full, V::axes_defect), plain(s.b_in_a, Sat::full, V::axes_defect);
      ASSERT_TRUE(test.may_overlap(va, vb)) << name_of(V::kind) << " setting " << i;
      ASSERT_TRUE((typename V::Test::ClosedA(test, va)).may_overlap(vb));
      ASSERT_TRUE((typename V::Test::ClosedB(test, vb)).may_overlap(va));
      ASSERT_EQ(test.distance_below(va, vb), plain.distance_below(va, vb));
    });
  }
}

TEST(Volumes, AroundPointsAreAsFarApartAsThePoints) {
  Random random(4);
  for (int i = 0; i < tries(1000); ++i) {
    const Vec3 p = random.in_cube(1), q = random.in_cube(1);
    const std::vector<BuildTriangle> a{{{p, p, p}, 0}}, b{{{q, q, q}, 0}};
    Setting s = random_setting(random, false);
    const auto truth = static_cast<double>(least_distance(s, a, b));
    const double size = truth + std::max(1.0, s.b_in_a.scale);
    for_every_kind([&]<class V>(const V*) {
      const typename V::Test test(s.b_in_a, Sat::full, V::axes_defect);
      const double below = test.distance_below(V::around(a, Fit::surface), V::around(b, Fit::surface));
      // What the placement's own bounds cost: boxes carry them through more steps.
      constexpr bool is_dop = requires(V v) { v.low; };
      const bool round = !(is_dop || V::takes_sat);
      const double loss = sizeof(V) == sizeof(typename V::template In<float>) ? 1e-5 : round ? 1e-11 : 1e-10;
      ASSERT_GE(below, truth - loss * size) << name_of(V::kind) << " " << sizeof(V);
    });
  }
}

TEST(Volumes, SayMaybeWhenABoundCannotBeGiven) {
  const std::vector<BuildTriangle> run{{{Vec3{0, 0, 0}, Vec3{0.1, 0, 0}, Vec3{0, 0.1, 0}}, 0}};
  RelativePlacement unknown, nothing;
  unknown.shift = nothing.shift = {100, 0, 0};
  unknown.margin = std::numeric_limits<double>::infinity();
  nothing.shift = {std::nan(""), std::nan(""), std::nan("")};
  for_every_kind([&]<class V>(const V*) {
    const V v = V::around(run, Fit::surface);
    for (const RelativePlacement& p : {unknown, nothing}) {
      const typename V::Test test(p, Sat::full, V::axes_defect);
      EXPECT_TRUE(test.may_overlap(v, v)) << name_of(V::kind);
      EXPECT_EQ(test.distance_below(v, v), 0) << name_of(V::kind);
    }
  });
}

TEST(Volumes, LieInTheirBoxes) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto run = random_run(random);
    for_every_kind([&]<class V>(const V*) {
      const BoxView box = V::around(run, Fit::surface).box();
      for (const BuildTriangle& t : run)
        for (const Vec3& corner : t.corners) {
          const Vec3 along = abs(transposed_times(box.axes, corner - box.centre));
          for (int k = 0; k < 3; ++k) ASSERT_LE(along[k], box.half[k]) << name_of(V::kind);
        }
    });
  }
}

// A refit never makes a volume that loses a point, from triangles or from pieces.
TEST(Volumes, HoldTheirPointsAfterARefit) {
  Random random(6);
  for (int i = 0; i < 500; ++i) {
    const auto before = random_run(random), run = random_run(random);
    Extents<double> ends = extents_of<double>(run[0].corners[0], run[0].corners[1], run[0].corners[2]);
    for (const BuildTriangle& t : run)
      ends = merged(ends, extents_of<double>(t.corners[0], t.corners[1], t.corners[2]));
    for_every_kind([&]<class V>(const V*) {
      if constexpr (requires(const V& v) { refitted(v, ends, TriangleRun(run)); }) {
        const V old = V::around(before, Fit::surface);
        std::vector<V> pieces;
        for (const BuildTriangle& t : run) pieces.push_back(V::around({&t, 1}, Fit::surface));
        const V volumes[] = {refitted(old, ends, TriangleRun(run)), refitted(old, ends, std::span<const V>(pieces))};
        for (const V& v : volumes)
          for (const BuildTriangle& t : run)
            for (const Vec3& corner : t.corners) {
              const Vec3 along = abs(transposed_times(v.box().axes, corner - v.box().centre));
              for (int k = 0; k < 3; ++k) ASSERT_LE(along[k], v.box().half[k]) << name_of(V::kind);
              if constexpr (requires { v.core(); }) {
                ASSERT_LE(true_distance(Core<0>{corner, {}, {}}, v.core()), Fifty(v.radius)) << name_of(V::kind);
              }
            }
      }
    });
  }
}

TEST(SweptSpheres, HoldTheirPoints) {
  Random random(7);
  for (int i = 0; i < tries(1000); ++i) {
    const auto run = random_run(random);
    const auto check = [&]<class V>(const V& v) {
      for (const BuildTriangle& t : run)
        for (const Vec3& corner : t.corners)
          ASSERT_LE(true_distance(Core<0>{corner, {}, {}}, v.core()), Fifty(v.radius)) << name_of(V::kind);
    };
    for (Fit fit : all_fits) {
      check(Lss::around(run, fit));
      check(BasicLss<float>::around(run, fit));
      check(Rss::around(run, fit));
      check(BasicRss<float>::around(run, fit));
    }
  }
}

// What is flat costs no radius, what is straight neither.
TEST(SweptSpheres, FollowFlatAndStraightShapes) {
  std::vector<BuildTriangle> plate, rod;
  const Matrix3 turn = Placement::rotation(0.9, 0.3, 0.2, 0.1).linear;
  for (int i = 0; i < 8; ++i) {
    const double x = 0.1 * i - 0.4;
    plate.push_back({{turn * Vec3{x, -0.2, 0}, turn * Vec3{x + 0.1, -0.2, 0}, turn * Vec3{x, 0.2, 0}}, 0});
    plate.push_back({{turn * Vec3{x + 0.1, 0.2, 0}, turn * Vec3{x + 0.1, -0.2, 0}, turn * Vec3{x, 0.2, 0}}, 0});
    rod.push_back({{turn * Vec3{x, 0, 0}, turn * Vec3{x + 0.1, 0, 0}, turn * Vec3{x + 0.05, 0, 0}}, 0});
  }
  const Rss flat = Rss::around(plate, Fit::surface);
  EXPECT_LT(flat.radius, 1e-13);
  EXPECT_NEAR(std::max(flat.extent[0], flat.extent[1]), 0.4, 1e-12);
  EXPECT_NEAR(std::min(flat.extent[0], flat.extent[1]), 0.2, 1e-12);
  const Lss straight = Lss::around(rod, Fit::vertex_covariance);
  EXPECT_LT(straight.radius, 1e-13);
  EXPECT_NEAR(straight.extent, 0.4, 1e-12);
  // Around the plate: half its width, and ends that the round caps spare.
  const Lss around_plate = Lss::around(plate, Fit::surface);
  EXPECT_NEAR(around_plate.radius, 0.2, 1e-12);
  EXPECT_NEAR(around_plate.extent, 0.4, 1e-7);  // corners that rounding puts inside the circle spare its root
}

// The paper's rule, with a factor of two.
TEST(Hybrid, IsASphereASegmentOrARectangleByTheSidesOfTheBox) {
  const auto box = [](const Vec3& half) {
    std::vector<BuildTriangle> run;
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
      run.push_back({{corner, corner, corner}, 0});
    }
    return run;
  };
  const auto shape = [&](const Vec3& half) { return Hybrid::around(box(half), Fit::vertex_covariance).dimensions; };
  EXPECT_EQ(shape({0.5, 0.4, 0.26}), 0u);
  EXPECT_EQ(shape({0.5, 0.4, 0.24}), 2u);
  EXPECT_EQ(shape({0.5, 0.26, 0.14}), 2u);
  EXPECT_EQ(shape({0.5, 0.24, 0.14}), 1u);
  EXPECT_EQ(shape({0.5, 0.24, 0.1}), 2u);
  EXPECT_EQ(shape({0.5, 0.24, 0}), 2u);
  EXPECT_EQ(shape({0.5, 0, 0}), 1u);
  EXPECT_EQ(shape({0, 0, 0}), 0u);
}

TEST(SweptSpheres, TakeThePapersBytes) {
  EXPECT_EQ(sizeof(BasicSphere<float>), 16u);
  EXPECT_EQ(sizeof(BasicLss<float>), 32u);
  EXPECT_EQ(sizeof(BasicRss<float>), 48u);
  EXPECT_EQ(sizeof(BasicHybrid<float>), 52u);
}

template <int k>
void check_cones(std::uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 5000; ++i) {
    Vec3 d = random.in_cube(1);
    if (random.chance(0.3)) d.x = 0;
    if (random.chance(0.3)) d.y = d.z;
    const KDopCone cone = cone_around<k>(d);
    Vec3 sum;
    for (int c = 0; c < 3; ++c) sum += KDopDirections<k>::direction(cone.indices[c]) * cone.factors[c];
    ASSERT_LT(largest(abs(sum - d)), 1e-15) << k << ": " << d.x << " " << d.y << " " << d.z;
  }
  // A direction of its own is met by itself alone.
  for (int i = 0; i < k / 2; ++i) {
    const KDopCone cone = cone_around<k>(KDopDirections<k>::direction(i));
    double factors = 0;
    for (int c = 0; c < 3; ++c)
      factors += cone.indices[c] == i ? std::abs(cone.factors[c] - 1) : std::abs(cone.factors[c]);
    EXPECT_EQ(factors, 0) << k << " " << i;
  }
}

TEST(KDop, WritesEveryDirectionAsASumOfItsOwn) {
  check_cones<6>(8);
  check_cones<14>(9);
  check_cones<18>(10);
  check_cones<26>(11);
}

template <int k>
OperationCounts operations_of_a_triangle() {
  using Point = std::array<Counted, 3>;
  const Point a{Counted(1), Counted(2), Counted(3)}, b{Counted(3), Counted(1), Counted(2)}, c{Counted(0)};
  Counted::counts() = {};
  slabs_of<k, Counted>(a, b, c);
  return Counted::counts();
}

// An axis-aligned box takes 12 for a triangle and 6 for a merger; a k-DOP k for a merger.
TEST(KDop, TakesTwelveOperationsOfATriangleForEveryThreePairsOfPlanesAndASumForEachNewDirection) {
  EXPECT_EQ(operations_of_a_triangle<6>().total(), 12);
  EXPECT_EQ(operations_of_a_triangle<14>().compare, 28);
  EXPECT_EQ(operations_of_a_triangle<14>().add, 3 * 8);
  EXPECT_EQ(operations_of_a_triangle<18>().compare, 36);
  EXPECT_EQ(operations_of_a_triangle<18>().add, 3 * 6);
  EXPECT_EQ(operations_of_a_triangle<26>().compare, 52);
  EXPECT_EQ(operations_of_a_triangle<26>().add, 3 * 14);
}

}  // namespace
}  // namespace abut::classic
