#include "math/random.h"
#include "support/effort.h"
#include "support/possible.h"
#include "support/scenes.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace abut::any {

std::ostream& operator<<(std::ostream& out, const Contact& c) { return out << '(' << c.a << ", " << c.b << ')'; }

namespace {

/// Every way to make a tree: kind x split, each with the fits that matter to it, and the fast engine's.
/// Every split with every fit; unless tests are run in full, one of them is the usual one.
std::vector<ModelOptions> all_model_options(Storage storage) {
  std::vector<ModelOptions> result;
  for (VolumeKind volume : binary_volume_kinds)
    for (Split split : all_splits)
      for (Fit fit : all_fits) {
        if (!takes_fit(volume) && fit != Fit::vertex_covariance) continue;
        if (!in_full() && fit != Fit::vertex_covariance && split != Split::surface_area) continue;
        result.push_back(possible({volume, fit, split, storage, 1}));
      }
  result.push_back({});
  result.push_back({.volume = VolumeKind::obb, .leaf_size = 4});
  result.push_back({.volume = VolumeKind::aabb, .split = Split::bottom_up, .leaf_size = 7});
  return result;
}

std::string describe(const PlacedMeshes& scene, const ModelOptions& o) { return scene.name + ": " + describe(o); }

std::vector<Contact> pairs_of(const PlacedMeshes& scene, const ModelOptions& model,
                              const CollideOptions& options = {}) {
  return collide(Model(scene.a, model), scene.at_a, Model(scene.b, model), scene.at_b, options).pairs;
}

std::vector<Contact> swapped(std::vector<Contact> contacts) {
  for (Contact& c : contacts) std::swap(c.a, c.b);
  std::sort(contacts.begin(), contacts.end());
  return contacts;
}

class SpecialScenes : public testing::TestWithParam<VolumeKind> {};

TEST_P(SpecialScenes, GiveThePairsThatBruteForceFinds) {
  for (const PlacedMeshes& scene : special_scenes()) {
    const std::vector<Contact> truth = brute_force(scene);
    for (Storage storage : all_storages)
      for (const ModelOptions& model : all_model_options(storage)) {
        if (model.volume != GetParam()) continue;
        if ((storage == Storage::float32 || sanitized) &&
            model.fit.value_or(Fit::vertex_covariance) != Fit::vertex_covariance)
          continue;
        EXPECT_EQ(pairs_of(scene, model), truth) << describe(scene, model);
      }
  }
}
INSTANTIATE_TEST_SUITE_P(Collide, SpecialScenes, testing::ValuesIn(all_volume_kinds), [](const auto& kind) {
  std::string name(name_of(kind.param));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// Two hundred random scenes, in full, a part of them at a time. Each part has a few bodies: most of the time goes into
/// trees.
class RandomScenes : public testing::TestWithParam<int> {};
constexpr int parts_of_scenes = 8;

TEST_P(RandomScenes, GiveThePairsThatBruteForceFinds) {
  const int scenes = sanitized ? 2 : in_full() ? 25 : 12, bodies = sanitized ? 2 : in_full() ? 5 : 3;
  const SceneGroup group = random_scene_group(bodies, scenes, GetParam());
  std::vector<std::vector<Contact>> truth;
  int touching = 0;
  for (const PlacedMeshes& scene : group.scenes) {
    EXPECT_GE(std::min(scene.a.triangles.size(), scene.b.triangles.size()), 500u) << scene.name;
    truth.push_back(brute_force(scene));
    touching += !truth.back().empty();
  }
  EXPECT_GE(touching, scenes / 2);
  // Floats for one part, to keep the time down.
  for (const ModelOptions& options : all_model_options(GetParam() == 0 ? Storage::float32 : Storage::float64)) {
    std::vector<Model> models;
    for (const Mesh& body : group.bodies) models.emplace_back(body, options);
    for (std::size_t i = 0; i < group.scenes.size(); ++i) {
      const PlacedMeshes& scene = group.scenes[i];
      const auto [a, b] = group.members[i];
      ASSERT_EQ(collide(models[a], scene.at_a, models[b], scene.at_b).pairs, truth[i]) << describe(scene, options);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Collide, RandomScenes, testing::Range(0, parts_of_scenes));

TEST(Collide, GivesTheSameForEverySatAndDescentAndForSwappedModels) {
  for (const PlacedMeshes& scene : random_scenes(tries(20), 2)) {
    const std::vector<Contact> truth = brute_force(scene);
    for (VolumeKind kind : all_volume_kinds)
      for (Sat sat : {Sat::full, Sat::lite})
        for (Descent descent : all_descents) {
          const CollideMethod method{.descent = possible(kind, descent), .sat = possible(kind, sat)};
          const Model a(scene.a, {.volume = kind}), b(scene.b, {.volume = kind});
          EXPECT_EQ(collide(a, scene.at_a, b, scene.at_b, {}, method).pairs, truth) << scene.name;
          EXPECT_EQ(swapped(collide(b, scene.at_b, a, scene.at_a, {}, method).pairs), truth) << scene.name;
        }
  }
}

TEST(Collide, MixesKindsAndStorages) {
  for (const PlacedMeshes& scene : random_scenes(tries(10), 3)) {
    const std::vector<Contact> truth = brute_force(scene);
    for (VolumeKind kind_a : all_volume_kinds)
      for (VolumeKind kind_b : all_volume_kinds)
        for (Storage storage : all_storages) {
          const Model a(scene.a, possible({.volume = kind_a, .storage = storage})), b(scene.b, {.volume = kind_b});
          EXPECT_EQ(collide(a, scene.at_a, b, scene.at_b).pairs, truth)
              << scene.name << " " << name_of(kind_a) << " " << name_of(kind_b);
        }
  }
}

TEST(Collide, TakesAffinePlacements) {
  Random random(4);
  for (PlacedMeshes& scene : random_scenes(tries(30), 4)) {
    for (Placement* at : {&scene.at_a, &scene.at_b}) {
      at->linear = at->linear * Matrix3{{random.between(0.2, 3), random.between(-1, 1), random.between(-1, 1),  //
                                         0, random.between(0.2, 3), random.between(-1, 1), 0, 0, 1e-3}};
    }
    const std::vector<Contact> truth = brute_force(scene);
    for (VolumeKind kind : all_volume_kinds) EXPECT_EQ(pairs_of(scene, {.volume = kind}), truth) << scene.name;
  }
}

TEST(Collide, EndsAtTheFirstContactOrAtTheCap) {
  const Model torus(shapes::torus(1, 0.25, 24, 12));
  const Placement near = Placement::translation({0.25, 0, 0});
  const Contacts all = collide(torus, {}, torus, near);
  ASSERT_GT(all.pairs.size(), 20u);
  EXPECT_TRUE(all.complete);
  EXPECT_TRUE(touches(torus, {}, torus, near));
  EXPECT_FALSE(touches(torus, {}, torus, Placement::translation({3, 0, 0})));
  for (std::uint64_t cap : {1u, 7u}) {
    CollideOptions options;
    options.max_contacts = cap;
    const Contacts some = collide(torus, {}, torus, near, options);
    EXPECT_EQ(some.pairs.size(), cap);
    EXPECT_FALSE(some.complete);
    for (const Contact& c : some.pairs) EXPECT_TRUE(std::binary_search(all.pairs.begin(), all.pairs.end(), c));
    EXPECT_LT(some.counters.triangle_tests, all.counters.triangle_tests);
  }
}

TEST(Collide, StopsWhenTheSinkOrTheFlagSaysSo) {
  const Model torus(shapes::torus(1, 0.25, 24, 12));
  int seen = 0;
  const CollideSummary summary =
      collide(torus, {}, torus, {}, {}, [&](const Contact&) { return ++seen == 3 ? Flow::stop : Flow::go_on; });
  EXPECT_EQ(seen, 3);
  EXPECT_FALSE(summary.complete);
  const std::atomic<bool> stop = true;
  CollideOptions options;
  options.budget.stop = &stop;
  const Contacts none = collide(torus, {}, torus, {}, options);
  EXPECT_TRUE(none.pairs.empty());
  EXPECT_FALSE(none.complete);
}

TEST(Collide, LeavesOutThePairsThatAreNotToBeConsidered) {
  const Model torus(shapes::torus(1, 0.25, 24, 12));
  CollideOptions options;
  options.consider = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 3 != 0; };
  std::vector<Contact> expected;
  for (const Contact& c : collide(torus, {}, torus, {}).pairs)
    if ((c.a + c.b) % 3 != 0) expected.push_back(c);
  EXPECT_EQ(collide(torus, {}, torus, {}, options).pairs, expected);
}

TEST(Collide, AsksOnceAboutEachPair) {
  const Model torus(shapes::torus(1, 0.25, 24, 12));
  std::set<std::pair<std::uint32_t, std::uint32_t>> asked;
  CollideOptions options;
  options.consider = [&](std::uint32_t a, std::uint32_t b) {
    EXPECT_TRUE(asked.insert({a, b}).second) << a << " " << b;
    return true;
  };
  const Placement aside = Placement::rotation(0.9, 0.1, 0.3, 0.2, {0.3, 0.1, 0.05});
  const Contacts contacts = collide(torus, {}, torus, aside, options);
  EXPECT_EQ(asked.size(), contacts.counters.triangle_tests);
  EXPECT_GT(asked.size(), 300u);
}

TEST(Collide, CallsNoFunctionThatIsEmpty) {
  const Model torus(shapes::torus(1, 0.25, 24, 12));
  EXPECT_THROW(collide(torus, {}, torus, {}, CollideOptions(), ContactSink()), Error);
}

TEST(Collide, AnswersBatchesInInputOrderOnAnyNumberOfThreads) {
  Random random(5);
  const Model torus(shapes::torus(1, 0.25, 24, 12)), sphere(shapes::sphere(0.8, 4));
  std::vector<PlacementPair> placements;
  for (int i = 0; i < 300; ++i)
    placements.push_back({random.rotation(random.in_cube(1)), random.rotation(random.in_cube(1))});
  for (int threads : {0, 1, 2, 3}) {
    const std::vector<Contacts> batch = collide(torus, sphere, placements, {.threads = threads});
    ASSERT_EQ(batch.size(), placements.size());
    for (std::size_t i = 0; i < batch.size(); ++i)
      ASSERT_EQ(batch[i].pairs, collide(torus, placements[i].a, sphere, placements[i].b).pairs);
  }
}

TEST(Collide, CountsPairsWithinTheMargin) {
  // Plates of unit squares, one above the other: each triangle's neighbours are known by hand.
  const Model low(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}});
  const Model high(
      Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {{0, 1, 2}, {3, 4, 5}}, {}});
  const Placement above = Placement::translation({0, 0, 0.25});
  EXPECT_TRUE(collide(low, {}, high, above).pairs.empty());
  EXPECT_TRUE(collide(low, {}, high, above, {.margin = 0.2499}).pairs.empty());
  EXPECT_EQ(collide(low, {}, high, above, {.margin = 0.2501}).pairs, (std::vector<Contact>{{0, 0}}));
  EXPECT_EQ(collide(low, {}, high, above, {.margin = 10}).pairs, (std::vector<Contact>{{0, 0}, {0, 1}}));
}

TEST(Collide, GivesTheSamePairsWithinAMarginForEveryKind) {
  for (const PlacedMeshes& scene : random_scenes(tries(10), 6)) {
    for (double margin : {1e-6, 0.01, 0.2}) {
      const std::vector<Contact> truth = brute_force(scene, margin);
      for (VolumeKind kind : all_volume_kinds)
        for (Storage storage : all_storages)
          EXPECT_EQ(pairs_of(scene, possible({.volume = kind, .storage = storage}), {.margin = margin}), truth)
              << scene.name << " " << name_of(kind) << " margin " << margin;
    }
  }
}

TEST(Collide, RefusesBadPlacementsAndMargins) {
  const Model model(shapes::icosahedron(1));
  Placement singular;
  singular.linear(2, 2) = 0;
  EXPECT_THROW(collide(model, singular, model, {}), Error);
  EXPECT_THROW(collide(model, {}, model, Placement::translation({0, std::nan(""), 0})), Error);
  EXPECT_THROW(collide(model, {}, model, {}, {.margin = -1}), Error);
  EXPECT_THROW(collide(model, {}, model, {}, {.margin = std::nan("")}), Error);
}

}  // namespace
}  // namespace abut::any
