#include <abut/classic.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

double sum_of_parts(const QueryCost& cost) {
  return static_cast<double>(cost.volume_tests) * cost.seconds_per_volume_test +
         static_cast<double>(cost.triangle_tests) * cost.seconds_per_triangle_test;
}

TEST(Cost, CountsWhatCollideCounts) {
  const Placement near = Placement::translation({0.25, 0.1, 0});
  for (VolumeKind kind : all_volume_kinds) {
    const Model torus(shapes::torus(1, 0.25, 48, 24), {.volume = kind});
    const Counters counters = collide(torus, {}, torus, near).counters;
    const QueryCost cost = measure_cost(torus, {}, torus, near);
    EXPECT_EQ(cost.volume_tests, counters.volume_tests) << name_of(kind);
    EXPECT_EQ(cost.triangle_tests, counters.triangle_tests) << name_of(kind);
    EXPECT_GT(cost.triangle_tests, 0u) << name_of(kind);
  }
}

TEST(Cost, SplitsTheTimeIntoVolumesAndTriangles) {
  const Model torus(shapes::torus(1, 0.25, 48, 24));
  const QueryCost cost = measure_cost(torus, {}, torus, Placement::translation({0.25, 0.1, 0}));
  EXPECT_GT(cost.total_seconds, 0);
  EXPECT_GT(cost.seconds_per_volume_test, 0);
  EXPECT_GT(cost.seconds_per_triangle_test, 0);
  EXPECT_NEAR(sum_of_parts(cost), cost.total_seconds, 1e-9 * cost.total_seconds);
}

TEST(Cost, GivesAllTimeToTheVolumesWhenNoTrianglesAreTested) {
  const Model sphere(shapes::sphere(1, 8));
  const QueryCost cost = measure_cost(sphere, {}, sphere, Placement::translation({0, 0, 5}));
  EXPECT_GT(cost.volume_tests, 0u);
  EXPECT_EQ(cost.triangle_tests, 0u);
  EXPECT_EQ(cost.seconds_per_triangle_test, 0);
  EXPECT_EQ(cost.seconds_per_volume_test, cost.total_seconds / static_cast<double>(cost.volume_tests));
}

TEST(Cost, FollowsTheOptionsOfTheQuery) {
  const Model torus(shapes::torus(1, 0.25, 48, 24));
  const Placement near = Placement::translation({0.25, 0.1, 0});
  CollideOptions options;
  options.max_contacts = 1;
  options.consider = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 2 == 0; };
  const Counters counters = collide(torus, {}, torus, near, options).counters;
  const QueryCost cost = measure_cost(torus, {}, torus, near, options, 1);
  EXPECT_EQ(cost.volume_tests, counters.volume_tests);
  EXPECT_EQ(cost.triangle_tests, counters.triangle_tests);
  EXPECT_LT(cost.triangle_tests, measure_cost(torus, {}, torus, near, {}, 1).triangle_tests);
}

TEST(Cost, MeasuresDistancesWhenThereIsAMargin) {
  const Model sphere(shapes::sphere(1, 12));
  const Placement apart = Placement::translation({0, 0, 2.1});
  const CollideOptions options{.margin = 0.2};
  const Contacts contacts = collide(sphere, {}, sphere, apart, options);
  ASSERT_FALSE(contacts.pairs.empty());
  const QueryCost cost = measure_cost(sphere, {}, sphere, apart, options);
  EXPECT_EQ(cost.volume_tests, contacts.counters.volume_tests);
  EXPECT_EQ(cost.triangle_tests, contacts.counters.triangle_tests);
  EXPECT_GT(cost.seconds_per_triangle_test, 0);
  EXPECT_NEAR(sum_of_parts(cost), cost.total_seconds, 1e-9 * cost.total_seconds);
}

TEST(Cost, IsNothingForAnEmptyModel) {
  const QueryCost cost = measure_cost(Model(), {}, Model(shapes::icosahedron(1)), {});
  EXPECT_EQ(cost.volume_tests, 0u);
  EXPECT_EQ(cost.seconds_per_volume_test, 0);
}

TEST(Cost, RefusesToMeasureNothing) {
  const Model model(shapes::icosahedron(1));
  EXPECT_THROW(measure_cost(model, {}, model, {}, {}, 0), Error);
}

}  // namespace
}  // namespace abut::classic
