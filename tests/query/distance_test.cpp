#include "classic/any_model.h"
#include "leaf/triangle_distance.h"
#include "math/random.h"
#include "support/effort.h"
#include "support/expect_distance.h"
#include "support/scenes.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <cstring>

#include <gtest/gtest.h>

namespace abut::any {

namespace {

void expect_brute_force(const PlacedMeshes& scene) {
  const Distance truth = brute_force_distance(scene);
  const Model a(scene.a), b(scene.b);
  for (Simd simd : available_simd()) {
    DistanceOptions options;
    options.simd = simd;
    options.smallest_touching = true;
    const std::string what = scene.name + ", " + std::string(name_of(simd));
    const Distance found = distance(a, scene.at_a, b, scene.at_b, options);
    expect_same(found, truth, what);
    EXPECT_TRUE(found.complete) << what;
    EXPECT_EQ(found.upper == 0, touches(a, scene.at_a, b, scene.at_b)) << what;
    if (std::isinf(truth.upper)) continue;
    // The points are where the bracket says, up to the rounding of points in the world.
    const double size = largest(abs(found.point_a)) + largest(abs(found.point_b));
    EXPECT_NEAR(length(found.point_b - found.point_a), found.upper, 1e-13 * size) << what;
  }
  EXPECT_TRUE(within(a, scene.at_a, b, scene.at_b, truth.upper)) << scene.name;
  if (truth.upper > 0) {
    const double below = std::nextafter(truth.upper, 0);
    EXPECT_FALSE(within(a, scene.at_a, b, scene.at_b, below)) << scene.name;
  }
  // The other way round everything is swapped, unless several pairs are equally close.
  const Distance swapped = distance(b, scene.at_b, a, scene.at_a);
  EXPECT_EQ(swapped.upper, truth.upper) << scene.name;
  EXPECT_EQ(swapped.lower, truth.lower) << scene.name;
}

TEST(Distance, OfModelsThatTouchNamesOnePairThatDoesWhateverTheInstructionsAndTheCache) {
  int touching = 0;
  for (const PlacedMeshes& scene : random_scenes(tries(120), 43)) {
    const Model a(scene.a), b(scene.b);
    const std::vector<Contact> contacts = collide(a, scene.at_a, b, scene.at_b).pairs;
    if (contacts.empty()) continue;
    ++touching;
    const Distance first = distance(a, scene.at_a, b, scene.at_b);
    EXPECT_TRUE(first.complete);
    EXPECT_EQ(first.lower, 0);
    EXPECT_EQ(first.upper, 0);
    const Contact named{first.triangle_a, first.triangle_b};
    EXPECT_TRUE(std::binary_search(contacts.begin(), contacts.end(), named)) << scene.name;
    for (Simd simd : available_simd())
      expect_same(distance(a, scene.at_a, b, scene.at_b, {.simd = simd}), first,
                  scene.name + ", " + std::string(name_of(simd)));
    DistanceCache cache;
    Placement aside = scene.at_b;
    aside.shift += Vec3{5, 0, 0};
    (void)distance(a, scene.at_a, b, aside, {.cache = &cache});
    for (int again = 0; again < 2; ++again)
      expect_same(distance(a, scene.at_a, b, scene.at_b, {.cache = &cache}), first, scene.name + ", with a cache");
    expect_same(distance(a, scene.at_a, b, scene.at_b, {.relative_error = 0.1}), first, scene.name + ", roughly");
  }
  EXPECT_GT(touching, 10);
}

TEST(Distance, OfModelsThatTouchCostsAFirstContact) {
  const Model ring(shapes::torus(1, 0.4, 100, 60));
  Random random(9);
  std::uint64_t tests = 0, contact_tests = 0;
  for (int i = 0; i < 50; ++i) {
    const Placement at = random.rotation(random.in_cube(0.7));
    const Contacts one = collide(ring, {}, ring, at, {.max_contacts = 1});
    if (one.pairs.empty()) continue;
    const Distance gap = distance(ring, {}, ring, at);
    EXPECT_EQ(gap.upper, 0);
    tests += gap.counters.volume_tests + gap.counters.triangle_tests;
    contact_tests += one.counters.volume_tests + one.counters.triangle_tests;
  }
  EXPECT_GT(contact_tests, 1000u);
  EXPECT_LE(tests, 1.2 * static_cast<double>(contact_tests));
}

TEST(Distance, OfRandomScenesIsThatOfBruteForce) {
  for (const PlacedMeshes& scene : random_scenes(tries(120), 41)) expect_brute_force(scene);
}

TEST(Distance, OfEveryKindAndSearchIsThatOfBruteForce) {
  std::vector<PlacedMeshes> scenes = random_scenes(long_tries(12), 51);
  Random random(52);
  for (std::size_t i = 0; i < scenes.size(); i += 2) scenes[i].at_b.shift += random.direction() * random.between(0, 5);
  for (const PlacedMeshes& scene : scenes) {
    const Distance truth = brute_force_distance(scene);
    for (VolumeKind kind : binary_volume_kinds)
      for (Storage storage : all_storages) {
        const Model a(scene.a, {.volume = kind, .storage = storage}), b(scene.b, {.volume = kind, .storage = storage});
        for (Search search : all_searches)
          for (Descent descent : all_descents) {
            const Distance found = distance(a, scene.at_a, b, scene.at_b, {.smallest_touching = true},
                                            {.search = search, .descent = descent});
            const std::string what = scene.name + ", " + std::string(name_of(kind)) + ", " +
                                     std::string(name_of(storage)) + ", " + std::string(name_of(search)) + ", " +
                                     std::string(name_of(descent));
            expect_same(found, truth, what);
            EXPECT_TRUE(found.complete) << what;
          }
        EXPECT_TRUE(within(a, scene.at_a, b, scene.at_b, truth.upper)) << scene.name;
        if (truth.upper > 0) {
          EXPECT_FALSE(within(a, scene.at_a, b, scene.at_b, std::nextafter(truth.upper, 0)));
        }
        // Against another kind.
        expect_same(distance(a, scene.at_a, Model(scene.b), scene.at_b, {.smallest_touching = true}), truth,
                    scene.name + ", mixed");
      }
  }
}

TEST(Distance, OfSpecialScenesIsThatOfBruteForce) {
  for (const PlacedMeshes& scene : special_scenes()) expect_brute_force(scene);
}

TEST(Distance, OfSeparatedScenesIsThatOfBruteForce) {
  Random random(42);
  for (PlacedMeshes& scene : random_scenes(tries(40), 43)) {
    scene.at_b.shift += random.direction() * random.between(0, 5);
    expect_brute_force(scene);
  }
}

TEST(Distance, KeepsItsDigitsFarAwayAndAtEveryScale) {
  Random random(44);
  for (PlacedMeshes& scene : random_scenes(tries(6), 45)) {
    scene.at_b.shift += random.direction() * 3;
    PlacedMeshes far = scene;
    far.name += " a million sizes apart";
    far.at_b.shift += random.direction() * 1e6;
    expect_brute_force(far);
    far = scene;
    far.name += " both far from the origin";
    const Vec3 away = random.direction() * 1e6;
    far.at_a.shift += away, far.at_b.shift += away;
    expect_brute_force(far);
    for (double scale : {1e-8, 1e8, 0x1p-200, 0x1p200}) {
      PlacedMeshes scaled = scene;
      scaled.name += " scaled";
      for (Vec3& p : scaled.a.points) p = p * scale;
      for (Vec3& p : scaled.b.points) p = p * scale;
      scaled.at_a.shift = scaled.at_a.shift * scale, scaled.at_b.shift = scaled.at_b.shift * scale;
      expect_brute_force(scaled);
    }
  }
}

TEST(Distance, TakesScalesAndShear) {
  Random random(46);
  for (PlacedMeshes& scene : random_scenes(tries(12), 47)) {
    for (Placement* at : {&scene.at_a, &scene.at_b})
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) at->linear(i, j) *= std::pow(10, random.between(-1, 1));
    scene.at_b.shift += random.direction() * random.between(0, 8);
    scene.name += " stretched";
    expect_brute_force(scene);
  }
}

TEST(Distance, IsInfiniteToAnEmptyModel) {
  const Model empty, ball(shapes::sphere(1, 3));
  const Distance found = distance(empty, {}, ball, {});
  EXPECT_EQ(found.upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.lower, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(within(empty, {}, ball, {}, 1e300));
}

/// Two balls of radius 1, `gap` apart.
struct Balls {
  Model ball{shapes::sphere(1, 45)};
  Placement at_b;
  explicit Balls(double gap) : at_b(Placement::rotation(0.3, 0.4, 0.5, 0.6, {2 + gap, 0.1, 0.2})) {}
  Distance measured(const DistanceOptions& options = {}) const { return distance(ball, {}, ball, at_b, options); }
};

void expect_true_bracket(const Distance& rough, const Distance& exact) {
  EXPECT_LE(rough.lower, exact.upper);
  EXPECT_GE(rough.upper, exact.lower);
  EXPECT_LE(rough.lower, rough.upper);
}

TEST(ApproximateDistance, IsWithinEitherErrorAndSparesWork) {
  const Balls balls(1);
  const Distance exact = balls.measured();
  for (double relative : {0.0, 0.01, 0.1, 1.0})
    for (double absolute : {0.0, 0.01, 0.1}) {
      if (relative == 0 && absolute == 0) continue;
      const Distance rough = balls.measured({.relative_error = relative, .absolute_error = absolute});
      expect_true_bracket(rough, exact);
      EXPECT_TRUE(rough.complete);
      EXPECT_LE(rough.upper, std::max(rough.lower * (1 + relative), rough.lower + absolute) * (1 + 1e-12));
      const auto tests = [](const Distance& d) { return d.counters.volume_tests + d.counters.triangle_tests; };
      EXPECT_LT(tests(rough), tests(exact));
      // The exact one took 5000 before it looked first at what faces the other ball.
      if (relative >= 0.1 || absolute >= 0.1) {
        EXPECT_LT(2 * tests(rough), tests(exact));
        EXPECT_LT(tests(rough), 600u);
      }
    }
}

TEST(ApproximateDistance, IsTheSameOnEveryInstructionSet) {
  for (const PlacedMeshes& scene : random_scenes(tries(20), 48)) {
    const Model a(scene.a), b(scene.b);
    Placement at_b = scene.at_b;
    at_b.shift += Vec3{2, 1, 1};
    const Distance scalar = distance(a, scene.at_a, b, at_b, {.relative_error = 0.05, .simd = Simd::scalar});
    for (Simd simd : available_simd()) {
      const Distance found = distance(a, scene.at_a, b, at_b, {.relative_error = 0.05, .simd = simd});
      expect_same(found, scalar, scene.name + ", " + std::string(name_of(simd)));
      EXPECT_EQ(found.counters.volume_tests, scalar.counters.volume_tests);
    }
  }
}

TEST(DistanceBudget, WidensTheBracketAndNeverBreaksIt) {
  const Balls balls(0.05);
  const Distance exact = balls.measured();
  double last = std::numeric_limits<double>::infinity();
  for (std::uint64_t tests : {0u, 1u, 10u, 100u, 300u, 1000u, 1000000u}) {
    const Distance rough = balls.measured({.budget = {.tests = tests}});
    expect_true_bracket(rough, exact);
    EXPECT_LE(rough.upper - rough.lower, last);
    last = rough.upper - rough.lower;
    if (!rough.complete) {
      EXPECT_LE(rough.counters.volume_tests, tests + 2000);
    }
  }
  expect_same(balls.measured({.budget = {.tests = 1000000}}), exact, "a budget that is never used up");
  EXPECT_FALSE(balls.measured({.budget = {.tests = 0}}).complete);
}

TEST(DistanceBudget, OfTimeEndsTheSearch) {
  const Model ball(shapes::sphere(1, 40));
  Mesh smaller = shapes::sphere(0.999, 40);
  const Model inner(smaller);
  const Distance rough = distance(inner, {}, ball, {}, {.budget = {.seconds = 1e-4}});
  EXPECT_FALSE(rough.complete);
  EXPECT_LE(rough.lower, 0.0011);
  EXPECT_LT(rough.upper, 2);
}

TEST(DistanceBudget, StopFlagEndsTheSearch) {
  const Balls balls(0.05);
  const std::atomic<bool> stop = true;
  const Distance rough = balls.measured({.budget = {.stop = &stop}});
  EXPECT_FALSE(rough.complete);
  expect_true_bracket(rough, balls.measured());
}

TEST(DistanceCache, ChangesNoExactAnswer) {
  Random random(49);
  const Model a(shapes::torus(0.7, 0.2, 40, 24)), b(shapes::bumpy_scan(2000, 4));
  DistanceCache cache;
  Placement at;
  at.shift = {2.5, 0.2, 0.1};
  for (int step = 0; step < 200; ++step) {
    at.shift += random.in_cube(0.05);
    if (step % 50 == 49) at.linear = random.rotation().linear;
    expect_same(distance(a, {}, b, at, {.cache = &cache}), distance(a, {}, b, at), "step " + std::to_string(step));
  }
}

TEST(DistanceCache, ChangesNoExactAnswerOnSmallAndLargeStepsOfEveryKindOfPlacement) {
  const Model a(shapes::torus(1, 0.3, 40, 20)), b(shapes::sphere(0.4, 10));
  Random random(7);
  for (double scale : {1.0, 0.37, 1.002})
    for (double step : {1e-9, 1e-5, 1e-3, 0.05}) {
      DistanceCache cache;
      Placement at_a = random.rotation({}), at_b = random.rotation({2, 0.3, 0.1});
      at_b.linear = at_b.linear * scale;
      for (int i = 0; i < 60; ++i) {
        const std::string what = "scale " + std::to_string(scale) + ", step " + std::to_string(step);
        // Both move, also apart, into contact and back, now and then far; numbers as from a file of six digits.
        Placement near = at_b;
        if (i % 20 == 19) near.shift = near.shift * (i % 40 == 19 ? 0.6 : 20);
        for (double& entry : near.linear.entries) entry = std::round(entry * 1e6) / 1e6;
        for (Simd simd : {Simd::best, Simd::scalar})
          expect_same(distance(a, at_a, b, near, {.simd = simd, .cache = &cache}), distance(a, at_a, b, near), what);
        EXPECT_EQ(within(a, at_a, b, near, 0.3, {.cache = &cache}).answer, within(a, at_a, b, near, 0.3).answer);
        at_b = Placement::rotation(1, step * 0.2, step * 0.7, step * 0.1) * at_b;
        at_a.shift += random.direction() * step;
      }
    }
}

TEST(DistanceCache, LeavesAloneWhatWasFarApart) {
  const Model a(shapes::sphere(1, 40)), b(shapes::sphere(1, 40));
  DistanceCache cache;
  std::uint64_t cached = 0, plain = 0;
  for (int i = 0; i < 20; ++i) {
    const Placement at = Placement::rotation(1, 1e-5 * i, 2e-5 * i, 0, {2.1 + 1e-6 * i, 1e-6 * i, 0});
    const Counters with = distance(a, {}, b, at, {.cache = &cache}).counters;
    if (i == 0) continue;  // finds everything out
    cached += with.volume_tests + with.triangle_tests;
    const Counters without = distance(a, {}, b, at).counters;
    plain += without.volume_tests + without.triangle_tests;
  }
  EXPECT_LT(4 * cached, plain);
}

// Steps of a tenth of a triangle's side around the other body: all of it moves, and hardly anything comes nearer.
TEST(DistanceCache, LeavesAloneWhatMovesAlong) {
  const Model a(shapes::sphere(1, 30)), b(shapes::bumpy_scan(8000, 3));
  DistanceCache cache;
  std::uint64_t cached = 0, plain = 0;
  for (int i = 0; i < 80; ++i) {
    const double s = 0.001 * i;
    Placement at = Placement::rotation(1, 0.48 * s, 0.64 * s, 0.6 * s);
    at.shift = Placement::rotation(1, 0, 0.6 * s, 0.8 * s) * Vec3{2.6, 0, 0};
    const Distance with = distance(a, {}, b, at, {.cache = &cache}), without = distance(a, {}, b, at);
    expect_same(with, without, "step " + std::to_string(i));
    cached += with.counters.volume_tests + with.counters.triangle_tests;
    plain += without.counters.volume_tests + without.counters.triangle_tests;
  }
  EXPECT_LT(8 * cached, plain);
}

// Everything is equally near: to remember it all would take 50 MB.
TEST(DistanceCache, RemembersNoMoreThanItShould) {
  const Model inner(shapes::sphere(1, 16)), outer(shapes::sphere(1.1, 16));
  DistanceCache cache;
  for (int i = 0; i < 4; ++i) {
    const Placement at = Placement::rotation(1, 0.3, 0.2 + 1e-4 * i, 0.1);
    expect_same(distance(inner, {}, outer, at, {.cache = &cache}), distance(inner, {}, outer, at), "nested spheres");
  }
}

TEST(DistanceCache, SavesTestsOnAWayAndCostsNoneWhereModelsJump) {
  Random random(53);
  const Model a(shapes::torus(0.7, 0.2, 40, 24)), b(shapes::bumpy_scan(2000, 4));
  const auto tests_of = [&](const Placement& at, DistanceCache* cache) {
    const Counters counters = distance(a, {}, b, at, {.cache = cache}).counters;
    return static_cast<double>(counters.volume_tests + counters.triangle_tests);
  };
  struct Cost {
    double cached = 0, uncached = 0;
  } way, jumps;
  DistanceCache way_cache, jump_cache;
  Placement at;
  at.shift = {2.5, 0.2, 0.1};
  for (int step = 0; step < 100; ++step) {
    at.shift += random.in_cube(0.002);
    way.cached += tests_of(at, &way_cache), way.uncached += tests_of(at, nullptr);
    const Placement anywhere = random.rotation(random.direction() * random.between(2, 4));
    jumps.cached += tests_of(anywhere, &jump_cache), jumps.uncached += tests_of(anywhere, nullptr);
  }
  EXPECT_LT(way.cached, 0.9 * way.uncached);
  EXPECT_LT(jumps.cached, 1.05 * jumps.uncached);
}

TEST(Distance, MakesHardlyMoreTestsWhenItMayBeOff) {
  Random random(54);
  const Model ball(shapes::sphere(1, 20));
  for (double gap : {0.01, 0.1, 1.0}) {
    double exact = 0, rough[] = {0, 0, 0};
    for (int i = 0; i < 10; ++i) {
      const Placement at_a = random.rotation(), at_b = random.rotation(random.direction() * (2 + gap));
      const auto tests_of = [&](double relative) {
        const Counters counters = distance(ball, at_a, ball, at_b, {.relative_error = relative}).counters;
        return static_cast<double>(counters.volume_tests + counters.triangle_tests);
      };
      exact += tests_of(0);
      int k = 0;
      for (double relative : {0.01, 0.1, 0.5}) rough[k++] += tests_of(relative);
    }
    for (double tests : rough) EXPECT_LT(tests, 1.25 * exact) << gap;
  }
}

TEST(DistanceCache, BeginsAnewForOtherModelsAndAfterARefit) {
  DistanceCache cache;
  const Model large(shapes::sphere(1, 10)), small(shapes::sphere(1, 1));
  const Placement at = Placement::translation({3, 0, 0});
  distance(large, {}, large, at, {.cache = &cache});
  expect_same(distance(small, {}, small, at, {.cache = &cache}), distance(small, {}, small, at), "another model");
  Model moving(shapes::sphere(1, 5));
  distance(moving, {}, small, at, {.cache = &cache});
  Mesh shrunk = moving.mesh();
  for (Vec3& p : shrunk.points) p = p * 0.5;
  moving.refit(shrunk.points);
  expect_same(distance(moving, {}, small, at, {.cache = &cache}), distance(moving, {}, small, at), "refitted");
  const std::vector<PlacementPair> placements{{{}, at}};
  EXPECT_THROW(distance(large, small, placements, {.cache = &cache}), Error);
  const std::vector<PlacedPair> items{{&large.engine(), &small.engine(), {{}, at}}};
  EXPECT_THROW(abut::distance(items, {.cache = &cache}), Error);
}

TEST(DistanceBatch, GivesResultsInInputOrderForEveryThreadCount) {
  Random random(50);
  const Model a(shapes::torus(0.7, 0.2, 20, 12)), b(shapes::sphere(0.5, 6));
  std::vector<PlacementPair> at;
  for (int i = 0; i < 100; ++i) at.push_back({random.rotation(), random.rotation(random.in_cube(3))});
  for (int threads : {1, 2, 0}) {
    const std::vector<Distance> all = distance(a, b, at, {.threads = threads});
    ASSERT_EQ(all.size(), at.size());
    for (std::size_t i = 0; i < at.size(); ++i) expect_same(all[i], distance(a, at[i].a, b, at[i].b), "item");
  }
}

TEST(Distance, RefusesBadOptions) {
  const Model ball(shapes::sphere(1, 2));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(distance(ball, {}, ball, {}, {.relative_error = -0.1}), Error);
  EXPECT_THROW(distance(ball, {}, ball, {}, {.absolute_error = nan}), Error);
  EXPECT_THROW(distance(ball, {}, ball, {}, {.budget = {.seconds = -1}}), Error);
  EXPECT_THROW(within(ball, {}, ball, {}, -1), Error);
  Placement flat;
  flat.linear(2, 2) = 0;
  EXPECT_THROW(distance(ball, flat, ball, {}), Error);
}

}  // namespace

}  // namespace abut::any
