#include "math/random.h"
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

TEST(WithinBatch, AnswersAsSingleQueriesForEveryThreadCount) {
  Random random(51);
  const Model a(shapes::torus(0.7, 0.2, 20, 12)), b(shapes::sphere(0.5, 6));
  std::vector<PlacementPair> at;
  for (int i = 0; i < 100; ++i) at.push_back({random.rotation(), random.rotation(random.in_cube(3))});
  const double limit = 0.7;
  std::size_t near = 0;
  for (int threads : {1, 2, 0}) {
    const std::vector<Nearness> all = within(a, b, at, limit, {.threads = threads});
    ASSERT_EQ(all.size(), at.size());
    near = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      EXPECT_EQ(all[i].answer, within(a, at[i].a, b, at[i].b, limit).answer) << i;
      EXPECT_TRUE(all[i].complete) << i;
      EXPECT_GT(all[i].counters.volume_tests + all[i].counters.triangle_tests, 0u) << i;
      near += all[i].answer == Answer::yes;
    }
  }
  EXPECT_GT(near, 10u);
  EXPECT_LT(near, 90u);
  DistanceCache cache;
  EXPECT_THROW(within(a, b, at, limit, {.cache = &cache}), Error);
  EXPECT_THROW(within(a, b, at, -1), Error);
}

}  // namespace

}  // namespace abut
