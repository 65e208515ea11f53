#include "math/random.h"
#include <abut/collide.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// One of the two bodies of a path.
Mesh body(int which) {
  switch (which % 4) {
    case 0:
      return shapes::bumpy_scan(1500, 3);
    case 1:
      return shapes::torus(1, 0.3, 24, 16);
    case 2:
      return shapes::sphere(0.8, 6);
    default:
      return shapes::box({1, 0.5, 0.7});
  }
}

/// B on its way around A, in and out of contact: turns and shifts of about `step` each, a jump now and then, back and
/// forth. Begins where the bodies graze each other.
std::vector<PlacementPair> random_path(const Model& a, const Model& b, int steps, double step, Random& random) {
  PlacementPair at{random.rotation({0.3, -0.2, 0.1}), random.rotation({})};
  const Vec3 away = random.direction();
  double touching = 0.2, clear = 8;
  for (int i = 0; i < 20; ++i) {
    const double middle = (touching + clear) / 2;
    at.b.shift = away * middle;
    (touches(a, at.a, b, at.b) ? touching : clear) = middle;
  }
  std::vector<PlacementPair> path;
  for (int i = 0; i < steps; ++i) {
    path.push_back(at);
    const double heading = i / 20 % 2 == 0 ? 1 : -1;
    const Vec3 axis = random.in_cube(0.3 * step);
    const Placement turn = Placement::rotation(1, axis.x, axis.y, axis.z);
    at.b = Placement{turn.linear * at.b.linear, at.b.shift + away * (heading * step) + random.in_cube(0.3 * step)};
    if (i % 3 == 0) at.a = Placement{turn.linear * at.a.linear, at.a.shift + random.in_cube(0.1 * step)};
    if (i % 97 == 90) at.b.linear = random.rotation().linear;
    if (i % 11 == 10) at = path[path.size() - 5];
  }
  return path;
}

/// Compares every answer along the path with the one that no cache had a part in. Says at how many steps they touch.
int compare(const Model& a, const Model& b, const std::vector<PlacementPair>& path, CollideOptions options,
            CollideCache& cache) {
  int touching = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PlacementPair& at = path[i];
    options.cache = nullptr;
    options.max_contacts = CollideOptions::all;
    const Contacts truth = collide(a, at.a, b, at.b, options);
    touching += !truth.pairs.empty();
    options.cache = &cache;
    EXPECT_EQ(touches(a, at.a, b, at.b, options), !truth.pairs.empty()) << "step " << i;
    // Queries that end early and queries that do not take turns on the same front.
    options.max_contacts = 1 + i % 3;
    const Contacts few = collide(a, at.a, b, at.b, options);
    EXPECT_EQ(few.pairs.size(), std::min<std::size_t>(options.max_contacts, truth.pairs.size())) << "step " << i;
    EXPECT_EQ(few.complete, few.pairs.size() < options.max_contacts) << "step " << i;
    EXPECT_TRUE(std::includes(truth.pairs.begin(), truth.pairs.end(), few.pairs.begin(), few.pairs.end()));
    if (i % 4 == 3) continue;
    options.max_contacts = CollideOptions::all;
    const Contacts all = collide(a, at.a, b, at.b, options);
    EXPECT_EQ(all.pairs, truth.pairs) << "step " << i;
    EXPECT_TRUE(all.complete);
  }
  return touching;
}

TEST(CollideCache, ChangesNoAnswerAlongCoherentPaths) {
  int touching = 0, steps = 0;
  for (int seed = 0; seed < 8; ++seed) {
    Random random(100 + seed);
    const Model a(body(seed)), b(body(seed / 2 + 1));
    for (double step : {1e-4, 1e-3, 1e-2, 0.1}) {
      CollideCache cache;
      const std::vector<PlacementPair> path = random_path(a, b, 200, step, random);
      touching += compare(a, b, path, {}, cache);
      steps += static_cast<int>(path.size());
    }
  }
  EXPECT_GT(touching, steps / 10);
  EXPECT_LT(touching, steps * 9 / 10);
}

TEST(CollideCache, ChangesNoAnswerWithAMargin) {
  Random random(7);
  const Model a(body(0)), b(body(1));
  CollideCache cache;
  for (double margin : {1e-3, 0.05, 0.0, 0.2})
    compare(a, b, random_path(a, b, 100, 3e-3, random), {.margin = margin}, cache);
}

TEST(CollideCache, ChangesNoAnswerOnAnyInstructionSet) {
  for (Simd simd : available_simd()) {
    SCOPED_TRACE(name_of(simd));
    Random random(8);
    const Model a(body(0)), b(body(2));
    CollideCache cache;
    compare(a, b, random_path(a, b, 150, 2e-3, random), {.simd = simd}, cache);
  }
}

TEST(CollideCache, TellsWhetherModelsTouchWhenNothingElseIsAsked) {
  Random random(9);
  const Model a(body(0)), b(body(0));
  CollideCache cache;
  for (double step : {2e-4, 2e-3, 2e-2})
    for (const PlacementPair& at : random_path(a, b, 600, step, random))
      ASSERT_EQ(touches(a, at.a, b, at.b, {.cache = &cache}), touches(a, at.a, b, at.b));
}

TEST(CollideCache, FollowsAModelThatIsRefitted) {
  Random random(10);
  Model a(body(0));
  const Model b(body(1));
  CollideCache cache;
  for (int i = 0; i < 10; ++i) {
    std::vector<Vec3> points = a.mesh().points;
    for (Vec3& point : points) point = point + random.in_cube(0.02);
    a.refit(points);
    compare(a, b, random_path(a, b, 15, 1e-3, random), {}, cache);
  }
}

TEST(CollideCache, BeginsAnewForOtherModels) {
  Random random(11);
  const Model a(body(0)), b(body(1)), c(body(2));
  CollideCache cache;
  for (int i = 0; i < 10; ++i) {
    compare(a, b, random_path(a, b, 5, 1e-3, random), {}, cache);
    compare(b, a, random_path(b, a, 5, 1e-3, random), {}, cache);
    compare(a, c, random_path(a, c, 5, 1e-3, random), {}, cache);
    // Models that come and go, likely at the same address.
    const Model guest(body(i));
    compare(guest, c, random_path(guest, c, 5, 1e-3, random), {}, cache);
  }
}

TEST(CollideCache, BeginsAnewAfterAPlacementThatIsNotRigid) {
  Random random(12);
  const Model a(body(0)), b(body(1));
  CollideCache cache;
  std::vector<PlacementPair> path = random_path(a, b, 120, 1e-3, random);
  for (std::size_t i = 5; i < path.size(); i += 10) path[i].b.linear = path[i].b.linear * 1.25;
  compare(a, b, path, {}, cache);
}

TEST(CollideCache, OpensFewBoxesAgainWhenNothingMoved) {
  const Model a(shapes::torus(1, 0.25, 24, 12)), b(a);
  // Two links of a chain: their whole boxes meet.
  const Placement apart = Placement::rotation(1, 1, 0, 0, {1, 0, 0});
  CollideCache cache;
  const CollideOptions with{.cache = &cache};
  const Contacts first = collide(a, {}, b, apart, with), second = collide(a, {}, b, apart, with);
  EXPECT_TRUE(first.pairs.empty());
  EXPECT_GT(first.counters.volume_tests, 1u);
  EXPECT_EQ(second.counters.volume_tests, 0u);
}

TEST(CollideCache, RetriesTheLastContactsBeforeItSearches) {
  const Model a(body(0)), b(body(0));
  const Placement near = Placement::translation({0.5, 0.1, 0});
  CollideCache cache;
  const CollideOptions with{.max_contacts = 1, .cache = &cache};
  EXPECT_GT(collide(a, {}, b, near, with).counters.volume_tests, 0u);
  const Contacts again = collide(a, {}, b, near, with);
  EXPECT_EQ(again.counters.volume_tests, 0u);
  EXPECT_EQ(again.pairs.size(), 1u);
  cache.clear();
  EXPECT_GT(collide(a, {}, b, near, with).counters.volume_tests, 0u);
}

TEST(CollideCache, LeavesOutWhatIsNotConsidered) {
  const Model a(body(0)), b(body(0));
  const Placement near = Placement::translation({0.5, 0.1, 0});
  CollideCache cache;
  EXPECT_TRUE(touches(a, {}, b, near, {.cache = &cache}));
  const auto none = [](std::uint32_t, std::uint32_t) { return false; };
  EXPECT_FALSE(touches(a, {}, b, near, {.consider = none, .cache = &cache}));
}

TEST(CollideCache, CanBeMoved) {
  const Model a(body(0)), b(body(1));
  CollideCache cache;
  const bool touching = touches(a, {}, b, {}, {.cache = &cache});
  CollideCache other = std::move(cache);
  EXPECT_EQ(touches(a, {}, b, {}, {.cache = &other}), touching);
  cache = CollideCache();
  EXPECT_EQ(touches(a, {}, b, {}, {.cache = &cache}), touching);
}

TEST(CollideCache, IsLeftAloneByEmptyModels) {
  const Model b(body(1)), empty;
  CollideCache cache;
  const CollideOptions with{.cache = &cache};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(collide(b, {}, empty, {}, with).pairs.empty());
}

TEST(CollideCache, ServesNoBatch) {
  const Model a(body(3));
  CollideCache cache;
  const PlacementPair at[1];
  EXPECT_THROW(collide(a, a, at, {.cache = &cache}), Error);
}

}  // namespace

}  // namespace abut
