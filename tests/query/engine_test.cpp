// The fast engine, whatever the instructions and the number of threads.

#include "math/random.h"
#include "support/effort.h"
#include "support/scenes.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {

std::ostream& operator<<(std::ostream& out, const Contact& c);

namespace {

/// Every way to run a query.
struct EngineWay {
  Simd simd;
  int threads;
};
std::vector<EngineWay> all_ways() {
  std::vector<EngineWay> ways;
  for (Simd simd : available_simd())
    for (int threads : {1, 2}) ways.push_back({simd, threads});
  return ways;
}
CollideOptions by(const EngineWay& way) {
  CollideOptions options;
  options.simd = way.simd;
  options.threads = way.threads;
  return options;
}
std::string describe(const EngineWay& way) {
  return std::string(name_of(way.simd)) + " on " + std::to_string(way.threads) + " threads";
}

void expect_brute_force(const PlacedMeshes& scene, double margin = 0) {
  const std::vector<Contact> truth = brute_force(scene, margin);
  const Model a(scene.a), b(scene.b);
  for (const EngineWay& way : all_ways()) {
    CollideOptions options = by(way);
    options.margin = margin;
    const Contacts contacts = collide(a, scene.at_a, b, scene.at_b, options);
    EXPECT_EQ(contacts.pairs, truth) << scene.name << ", " << describe(way) << ", margin " << margin;
    EXPECT_TRUE(contacts.complete);
    EXPECT_EQ(touches(a, scene.at_a, b, scene.at_b, options), !truth.empty()) << scene.name << ", " << describe(way);
  }
}

TEST(Engine, GivesThePairsThatBruteForceFinds) {
  for (const PlacedMeshes& scene : special_scenes()) expect_brute_force(scene);
  for (const PlacedMeshes& scene : random_scenes(tries(60), 21)) expect_brute_force(scene);
}

TEST(Engine, GivesThePairsWithinAMargin) {
  for (const PlacedMeshes& scene : random_scenes(tries(8), 22))
    for (double margin : {1e-7, 0.003, 0.1}) expect_brute_force(scene, margin);
}

/// A turn, scales of 10^-3 to 10^3 along each axis, and shear.
Matrix3 stretched(Random& random, bool sheared) {
  Matrix3 m = random.rotation().linear;
  for (int j = 0; j < 3; ++j) {
    const double factor = std::pow(10, random.between(-3, 3));
    for (int i = 0; i < 3; ++i) m(i, j) *= factor;
  }
  return sheared ? m * Matrix3{{1, random.between(-2, 2), random.between(-2, 2), 0, 1, random.between(-2, 2), 0, 0, 1}}
                 : m;
}

TEST(Engine, TakesScalesAndShear) {
  Random random(23);
  std::size_t touching = 0;
  for (int i = 0; i < tries(40); ++i) {
    PlacedMeshes scene{
        "stretched scene " + std::to_string(i), shapes::torus(0.7, 0.2, 20, 12), shapes::bumpy_scan(500, 4), {}, {}};
    scene.at_a = {stretched(random, i % 2 == 1), random.in_cube(1)};
    scene.at_b = {stretched(random, i % 2 == 1), random.in_cube(1)};
    // The same map for both in every third scene, with a turn between them: they surely meet.
    if (i % 3 == 0) scene.at_b = {scene.at_a.linear * random.rotation().linear, scene.at_a.shift};
    expect_brute_force(scene);
    touching += !brute_force(scene).empty();
  }
  EXPECT_GE(touching, static_cast<std::size_t>(tries(12)));
}

TEST(Engine, PrunesUnderScalesAndShear) {
  // Far fewer triangle pairs are tested than there are, whatever the map; worse conditions prune less.
  Random random(24);
  const Model torus(shapes::torus(0.7, 0.2, 60, 40)), scan(shapes::bumpy_scan(5000, 4));
  const double pairs = 4800.0 * static_cast<double>(scan.mesh().triangles.size());
  for (int i = 0; i < 20; ++i) {
    const Placement at_a{stretched(random, true), random.in_cube(1)};
    const Placement at_b{at_a.linear * random.rotation().linear, at_a.shift};
    EXPECT_LT(static_cast<double>(collide(torus, at_a, scan, at_b).counters.triangle_tests), pairs / 500) << i;
  }
}

TEST(Engine, KeepsTheSameContactsUnderACapOnEveryInstructionSetAndThreadCount) {
  for (const PlacedMeshes& scene : random_scenes(tries(20), 25)) {
    const Model a(scene.a), b(scene.b);
    const std::vector<Contact> all = collide(a, scene.at_a, b, scene.at_b).pairs;
    for (std::uint64_t cap : {1u, 2u, 4u, 5u, 17u, 100u}) {
      std::vector<Contact> first;
      for (const EngineWay& way : all_ways()) {
        CollideOptions options = by(way);
        options.max_contacts = cap;
        const Contacts some = collide(a, scene.at_a, b, scene.at_b, options);
        if (way.simd == Simd::scalar && way.threads == 1) first = some.pairs;
        EXPECT_EQ(some.pairs, first) << scene.name << ", cap " << cap << ", " << describe(way);
        EXPECT_EQ(some.pairs.size(), std::min<std::size_t>(cap, all.size())) << scene.name;
        EXPECT_EQ(some.complete, all.size() < cap) << scene.name << ", cap " << cap << ", " << describe(way);
        for (const Contact& c : some.pairs) EXPECT_TRUE(std::binary_search(all.begin(), all.end(), c));
      }
    }
  }
}

TEST(Engine, HandsASinkTheSameContactsInTheSameOrder) {
  const Model torus(shapes::torus(1, 0.25, 24, 12)), scan(shapes::bumpy_scan(800, 3));
  const Placement near = Placement::translation({0.7, 0.1, 0});
  std::vector<Contact> first;
  for (const EngineWay& way : all_ways()) {
    std::vector<Contact> seen;
    const CollideSummary summary = collide(torus, {}, scan, near, by(way), [&](const Contact& c) {
      seen.push_back(c);
      return seen.size() < 40 ? Flow::go_on : Flow::stop;
    });
    EXPECT_FALSE(summary.complete);
    ASSERT_EQ(seen.size(), 40u);
    if (first.empty()) first = seen;
    EXPECT_EQ(seen, first) << describe(way);
  }
}

TEST(Engine, FindsALateContactAfterALongSearch) {
  // Concentric spheres that are clear of each other but for one spike: an ordered search has to look at nearly all.
  const int frequency = sanitized ? 8 : 20;
  Mesh inner = shapes::sphere(1, frequency);
  const Mesh outer = shapes::sphere(1.001, frequency);
  inner.points.push_back({0, 0, 1.01}), inner.points.push_back({0.001, 0, 0.9}),
      inner.points.push_back({0, 0.001, 0.9});
  const auto last = static_cast<std::uint32_t>(inner.points.size());
  inner.triangles.push_back({last - 3, last - 2, last - 1});
  const PlacedMeshes scene{"a spike through the outer sphere", inner, outer, {}, {}};
  const std::vector<Contact> truth = brute_force(scene);
  ASSERT_FALSE(truth.empty());
  const Model a(inner), b(outer);
  for (const EngineWay& way : all_ways()) {
    CollideOptions options = by(way);
    EXPECT_EQ(collide(a, {}, b, {}, options).pairs, truth) << describe(way);
    options.max_contacts = 1;
    const std::vector<Contact> one = collide(a, {}, b, {}, options).pairs;
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one, collide(a, {}, b, {}, {.max_contacts = 1}).pairs) << describe(way);
    EXPECT_TRUE(touches(a, {}, b, {}, by(way)));
  }
}

TEST(Engine, AsksWhichPairsToConsiderAndCountsThem) {
  const Model torus(shapes::torus(1, 0.25, 24, 12));
  const Placement near = Placement::translation({0.25, 0.1, 0});
  std::vector<Contact> expected;
  for (const Contact& c : collide(torus, {}, torus, near).pairs)
    if ((c.a + c.b) % 3 != 0) expected.push_back(c);
  for (const EngineWay& way : all_ways()) {
    CollideOptions options = by(way);
    std::atomic<std::uint64_t> asked = 0, accepted = 0;
    options.consider = [&](std::uint32_t a, std::uint32_t b) {
      ++asked;
      accepted += (a + b) % 3 != 0;
      return (a + b) % 3 != 0;
    };
    const Contacts contacts = collide(torus, {}, torus, near, options);
    EXPECT_EQ(contacts.pairs, expected) << describe(way);
    EXPECT_EQ(contacts.counters.triangle_tests, accepted) << describe(way);
    EXPECT_GT(asked, accepted);
  }
}

TEST(Engine, CountsTheSameOnAnyNumberOfThreads) {
  const Model torus(shapes::torus(1, 0.25, 50, 50));
  const Placement near = Placement::translation({0.25, 0.1, 0});
  const Counters one = collide(torus, {}, torus, near).counters;
  for (int threads : {0, 2, 3}) {
    CollideOptions options;
    options.threads = threads;
    const Counters several = collide(torus, {}, torus, near, options).counters;
    EXPECT_EQ(several.volume_tests, one.volume_tests);
    EXPECT_EQ(several.triangle_tests, one.triangle_tests);
  }
}

TEST(Engine, StopsWhenTheFlagSaysSo) {
  const Model torus(shapes::torus(1, 0.25, 50, 50));
  const std::atomic<bool> stop = true;
  for (const EngineWay& way : all_ways())
    for (std::uint64_t cap : {std::uint64_t{1}, std::uint64_t{50}, CollideOptions::all}) {
      CollideOptions options = by(way);
      options.max_contacts = cap;
      options.budget.stop = &stop;
      const Contacts none = collide(torus, {}, torus, {}, options);
      EXPECT_TRUE(none.pairs.empty()) << describe(way);
      EXPECT_FALSE(none.complete) << describe(way);
    }
}

TEST(Engine, RunsOnTheInstructionsOfThisMachineOnly) {
  const Model model(shapes::icosahedron(1));
  const std::vector<Simd> available = available_simd();
  EXPECT_EQ(available.front(), Simd::scalar);
  for (Simd simd : {Simd::best, Simd::scalar, Simd::sse4, Simd::avx2, Simd::avx512}) {
    CollideOptions options;
    options.simd = simd;
    const bool runs = simd == Simd::best || std::find(available.begin(), available.end(), simd) != available.end();
    if (runs)
      EXPECT_TRUE(touches(model, {}, model, {}, options)) << name_of(simd);
    else
      EXPECT_THROW(touches(model, {}, model, {}, options), Error) << name_of(simd);
  }
}

TEST(Engine, NeedsAtMost140BytesATriangle) {
  for (const Mesh& mesh : {shapes::torus(1, 0.25, 50, 50), shapes::bumpy_scan(20000, 1), shapes::sphere(1, 30)}) {
    const Model model(mesh);
    EXPECT_LE(static_cast<double>(model.bytes()), 140.0 * static_cast<double>(mesh.triangles.size()));
  }
}

}  // namespace
}  // namespace abut
