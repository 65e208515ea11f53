#include "leaf/self_contact.h"
#include "math/random.h"
#include "support/cgal_oracle.h"
#include "support/effort.h"
#include "support/possible.h"
#include "support/scenes.h"
#include <abut/collide.h>
#include <abut/shapes.h>

#include <algorithm>
#include <mutex>
#include <set>

#include <gtest/gtest.h>

namespace abut::any {
namespace {

struct SelfScene {
  std::string name;
  Mesh mesh;
};

/// A square sheet laid in waves so narrow that its folds cross each other.
Mesh folded_cloth() {
  Mesh mesh = shapes::plate(4, 4, 24, 24);
  for (Vec3& p : mesh.points) {
    const double t = p.x * 2.5, wave = t - std::floor(t);
    p = {p.x * 0.1 + (wave < 0.5 ? wave : 1 - wave) * 1.5, p.y, p.z + std::floor(t) * 0.05 + 0.02 * p.y * wave};
  }
  return mesh;
}

/// Folded flat over its middle line, so that the halves lie in one plane, triangle on triangle.
Mesh sheet_folded_flat() {
  Mesh mesh = shapes::plate(2, 2, 8, 8);
  for (Vec3& p : mesh.points) p.x = std::abs(p.x);
  return mesh;
}

std::vector<SelfScene> crossing_scenes() {
  const Mesh cube = shapes::box({1, 1, 1});
  std::vector<SelfScene> scenes;
  scenes.push_back({"folded cloth", folded_cloth()});
  scenes.push_back({"a sheet folded flat", sheet_folded_flat()});
  scenes.push_back({"a torus whose tube is wider than its ring", shapes::torus(0.6, 1, 30, 20)});
  scenes.push_back({"a soup of small triangles", shapes::random_soup(700, 0.2, 3)});
  scenes.push_back({"a soup of large triangles", shapes::random_soup(300, 1.5, 4)});
  scenes.push_back({"two spheres that cross",
                    joined(std::vector{shapes::sphere(1, 4),
                                       transformed(shapes::sphere(1, 4), Placement::translation({0.7, 0.1, 0}))})});
  scenes.push_back({"two cubes with a face in common",
                    joined(std::vector{cube, transformed(cube, Placement::translation({2, 0, 0}))})});
  scenes.push_back({"two cubes, one flush on the other, moved aside",
                    joined(std::vector{cube, transformed(cube, Placement::translation({0.5, 0.25, 2}))})});
  scenes.push_back({"a cube five times", joined(std::vector(5, cube))});
  scenes.push_back({"a curve twice", joined(std::vector(2, shapes::space_curve(200)))});
  return scenes;
}

/// Surfaces that do not cross, with neighbours in abundance.
std::vector<SelfScene> clear_scenes() {
  std::vector<SelfScene> scenes;
  scenes.push_back({"a sphere", shapes::sphere(1, 7)});
  scenes.push_back({"a torus", shapes::torus(1, 0.3, 30, 20)});
  scenes.push_back({"a cylinder with fans of many needles", shapes::cylinder(1, 2, 120)});
  scenes.push_back({"a flat plate", shapes::plate(3, 2, 24, 20)});
  scenes.push_back({"a scan", shapes::bumpy_scan(1500, 5)});
  scenes.push_back({"a curve", shapes::space_curve(300)});
  scenes.push_back({"a box far away", transformed(shapes::box({1, 1, 1}), Placement::translation({1e9, 1e9, 1e9}))});
  scenes.push_back({"nothing", {}});
  scenes.push_back({"a single triangle", {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}}});
  return scenes;
}

/// Every pair of triangles, decided by the leaf test; no tree is involved.
std::vector<Contact> brute_force(const Mesh& mesh) {
  const std::vector<TriangleForm> forms = classify_triangles(mesh.points, mesh.triangles);
  SelfContactTest test({mesh.points, mesh.triangles, forms, {}});
  std::vector<Contact> contacts;
  for (std::uint32_t a = 0; a < mesh.triangles.size(); ++a)
    for (std::uint32_t b = a + 1; b < mesh.triangles.size(); ++b)
      if (test.touch(a, b)) contacts.push_back({a, b});
  return contacts;
}

std::vector<ModelOptions> some_model_options() {
  std::vector<ModelOptions> result;
  for (VolumeKind volume : all_volume_kinds)
    for (Storage storage : all_storages)
      for (Split split : {Split::surface_area, Split::median})
        if (!sanitized || (storage == Storage::float64 && split == Split::median))
          result.push_back(possible({.volume = volume, .split = split, .storage = storage}));
  for (std::uint32_t leaf_size : {3u, 20u, 100000u})
    result.push_back({.volume = VolumeKind::obb, .leaf_size = leaf_size});
  return result;
}

std::string describe(const SelfScene& scene, const ModelOptions& o) { return scene.name + ": " + describe(o); }

TEST(SelfContacts, AreThePairsThatBruteForceFindsWhateverTheTree) {
  for (const SelfScene& scene : crossing_scenes()) {
    const std::vector<Contact> truth = brute_force(scene.mesh);
    EXPECT_GE(truth.size(), 2u) << scene.name;
    for (const ModelOptions& options : some_model_options()) {
      const Model model(scene.mesh, options);
      for (Descent descent : all_descents)
        for (Sat sat : {Sat::full, Sat::lite})
          ASSERT_EQ(self_contacts(model, {},
                                  {.descent = possible(options.volume, descent), .sat = possible(options.volume, sat)})
                        .pairs,
                    truth)
              << describe(scene, options);
      EXPECT_TRUE(touches_itself(model));
    }
  }
}

TEST(SelfContacts, AreNoneInASurfaceThatDoesNotCrossItself) {
  for (const SelfScene& scene : clear_scenes())
    for (const ModelOptions& options : some_model_options()) {
      const Model model(scene.mesh, options);
      const Contacts none = self_contacts(model);
      ASSERT_TRUE(none.pairs.empty()) << describe(scene, options);
      EXPECT_TRUE(none.complete);
      EXPECT_FALSE(touches_itself(model));
    }
}

TEST(SelfContacts, AgreeWithCgalOnSmallMeshes) {
  for (const Mesh& mesh : {shapes::torus(0.6, 1, 9, 7), sheet_folded_flat(), shapes::random_soup(60, 1, 8)}) {
    std::vector<Contact> truth;
    for (std::uint32_t a = 0; a < mesh.triangles.size(); ++a)
      for (std::uint32_t b = a + 1; b < mesh.triangles.size(); ++b)
        if (cgal_touch_beyond_common(mesh.corners(a), mesh.corners(b))) truth.push_back({a, b});
    EXPECT_EQ(self_contacts(Model(mesh)).pairs, truth);
  }
}

TEST(SelfContacts, DoNotDependOnHowPointsAreShared) {
  for (const SelfScene& scene : crossing_scenes())
    EXPECT_EQ(self_contacts(Model(shapes::unwelded(scene.mesh))).pairs, self_contacts(Model(scene.mesh)).pairs)
        << scene.name;
}

TEST(SelfContacts, OfTheTeapotAreWhereHandleAndSpoutReachIntoTheBody) {
  const Mesh teapot = shapes::teapot();
  const std::vector<Contact> truth = brute_force(teapot);
  EXPECT_GT(truth.size(), 100u);
  for (VolumeKind kind : all_volume_kinds)
    EXPECT_EQ(self_contacts(Model(teapot, {.volume = kind})).pairs, truth) << name_of(kind);
}

TEST(SelfContacts, FindASegmentAndAPointOnTheirOwnMesh) {
  Mesh mesh = shapes::box({1, 1, 1});
  const auto first = static_cast<std::uint32_t>(mesh.points.size()),
             id = static_cast<std::uint32_t>(mesh.triangles.size());
  mesh.points.insert(mesh.points.end(), {{0.25, 0.5, 1}, {0.25, 0.5, 3}});
  mesh.triangles.insert(mesh.triangles.end(), {{first, first, first}, {first + 1, first, first}});
  const std::vector<Contact> pairs = self_contacts(Model(mesh)).pairs;
  EXPECT_EQ(pairs, brute_force(mesh));
  ASSERT_EQ(pairs.size(), 2u) << "the point and the segment stand on one face; their common corner is no contact";
  EXPECT_EQ(pairs[0].b, id);
  EXPECT_EQ(pairs[1].b, id + 1);
}

/// Cloth that starts flat and clear, is folded, rolled up, and smoothed out again.
TEST(SelfContacts, OfADeformedMeshAreThoseOfItsPointsAsTheyStand) {
  const Mesh flat = shapes::plate(4, 4, 24, 24);
  const std::vector<std::vector<Vec3>> poses{folded_cloth().points, shapes::twisted(flat.points, 3), flat.points};
  std::vector<std::vector<Contact>> truths;
  for (const std::vector<Vec3>& points : poses) truths.push_back(brute_force({points, flat.triangles, {}}));
  EXPECT_GT(truths[0].size(), 100u);
  EXPECT_TRUE(truths[2].empty());
  for (const ModelOptions& options : some_model_options()) {
    Model cloth(flat, options);
    EXPECT_FALSE(touches_itself(cloth));
    for (std::size_t i = 0; i < poses.size(); ++i) {
      cloth.refit(poses[i]);
      ASSERT_EQ(self_contacts(cloth).pairs, truths[i]) << describe({"pose " + std::to_string(i), {}}, options);
    }
  }
}

TEST(SelfContacts, OfAMeshShrunkToAPointAreAllPairs) {
  const Mesh plate = shapes::plate(1, 1, 3, 3);
  for (const ModelOptions& options : some_model_options()) {
    Model model(plate, options);
    model.refit(std::vector<Vec3>(plate.points.size(), Vec3{1, 2, 3}));
    EXPECT_EQ(self_contacts(model).pairs.size(), 18u * 17 / 2) << describe({"plate", {}}, options);
  }
}

TEST(SelfContacts, OfTornTrianglesAreThoseBetweenCornersThatHaveParted) {
  const Mesh whole = shapes::unwelded(shapes::torus(1, 0.3, 24, 12));
  Model model(whole);
  EXPECT_FALSE(touches_itself(model));
  const std::vector<Vec3> torn = shapes::torn(whole, 0.02, 5);
  model.refit(torn);
  const std::vector<Contact> pairs = self_contacts(model).pairs;
  EXPECT_EQ(pairs, brute_force({torn, whole.triangles, {}}));
  EXPECT_GT(pairs.size(), 100u);
  model.refit(whole.points);
  EXPECT_FALSE(touches_itself(model)) << "mended";
}

/// Large enough for several pieces of work.
const Model& wide_tube() {
  static const Model model(shapes::torus(0.6, 1, 120, 60));
  return model;
}

TEST(SelfContacts, AndTheirCostAreTheSameOnAnyNumberOfThreads) {
  for (std::uint64_t cap : {CollideOptions::all, std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{2000}}) {
    const Contacts one = self_contacts(wide_tube(), {.max_contacts = cap});
    for (int threads : {0, 2, 3}) {
      const Contacts several = self_contacts(wide_tube(), {.max_contacts = cap, .threads = threads});
      EXPECT_EQ(several.pairs, one.pairs) << cap;
      EXPECT_EQ(several.complete, one.complete);
      EXPECT_EQ(several.counters.volume_tests, one.counters.volume_tests);
      EXPECT_EQ(several.counters.triangle_tests, one.counters.triangle_tests);
      EXPECT_EQ(several.counters.exact_tests, one.counters.exact_tests);
    }
  }
}

TEST(SelfContacts, AreTheSameOnEveryInstructionSet) {
  for (std::uint64_t cap : {CollideOptions::all, std::uint64_t{1}, std::uint64_t{50}}) {
    const std::vector<Contact> plain = self_contacts(wide_tube(), {.max_contacts = cap, .simd = Simd::scalar}).pairs;
    for (Simd simd : available_simd())
      EXPECT_EQ(self_contacts(wide_tube(), {.max_contacts = cap, .simd = simd}).pairs, plain) << name_of(simd);
  }
}

TEST(SelfContacts, EndAtTheCap) {
  const Contacts all = self_contacts(wide_tube());
  EXPECT_TRUE(all.complete);
  ASSERT_GT(all.pairs.size(), 100u);
  for (std::uint64_t cap : {0u, 1u, 7u, 100u}) {
    const Contacts some = self_contacts(wide_tube(), {.max_contacts = cap});
    EXPECT_EQ(some.pairs.size(), cap);
    EXPECT_FALSE(some.complete);
    EXPECT_TRUE(std::is_sorted(some.pairs.begin(), some.pairs.end()));
    for (const Contact& c : some.pairs) EXPECT_TRUE(std::binary_search(all.pairs.begin(), all.pairs.end(), c));
    EXPECT_LT(some.counters.triangle_tests, all.counters.triangle_tests);
  }
}

TEST(SelfContacts, ReachTheSinkOnceEachUntilItSaysStop) {
  const std::vector<Contact> all = self_contacts(wide_tube()).pairs;
  std::vector<Contact> seen;
  const CollideSummary whole = self_contacts(wide_tube(), {}, [&](const Contact& c) {
    seen.push_back(c);
    return Flow::go_on;
  });
  EXPECT_TRUE(whole.complete);
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, all);
  int count = 0;
  const auto three = [&](const Contact&) { return ++count == 3 ? Flow::stop : Flow::go_on; };
  EXPECT_FALSE(self_contacts(wide_tube(), {}, three).complete);
  EXPECT_EQ(count, 3);
  count = 10;
  EXPECT_FALSE(self_contacts(wide_tube(), {.max_contacts = 5}, three).complete);
  EXPECT_EQ(count, 15);
  EXPECT_FALSE(self_contacts(wide_tube(), {.max_contacts = 0}, three).complete);
  EXPECT_EQ(count, 15);
}

TEST(SelfContacts, EndWhenTheFlagIsSet) {
  const std::atomic<bool> stop = true;
  for (int threads : {1, 2}) {
    const Contacts none = self_contacts(wide_tube(), {.budget = {.stop = &stop}, .threads = threads});
    EXPECT_TRUE(none.pairs.empty());
    EXPECT_FALSE(none.complete);
  }
}

TEST(SelfContacts, ConsiderEachPairOnceAndLeaveOutWhatTheyAreTold) {
  std::mutex mutex;
  std::set<Contact> asked;
  SelfOptions options;
  options.threads = 2;
  options.consider = [&](std::uint32_t a, std::uint32_t b) {
    EXPECT_LT(a, b);
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(asked.insert({a, b}).second);
    return (a + b) % 3 != 0;
  };
  std::vector<Contact> expected;
  for (const Contact& c : self_contacts(wide_tube()).pairs)
    if ((c.a + c.b) % 3 != 0) expected.push_back(c);
  EXPECT_EQ(self_contacts(wide_tube(), options).pairs, expected);
}

TEST(SelfContacts, CostNearlyTheSamePerTriangleOnALargerMesh) {
  // Counted, not timed: neighbours are all there is to test on a sphere, and their number grows with the triangles.
  const auto tests_per_triangle = [](int frequency) {
    const Model sphere(shapes::sphere(1, frequency));
    const Counters counters = self_contacts(sphere).counters;
    return static_cast<double>(counters.volume_tests + counters.triangle_tests) /
           static_cast<double>(sphere.mesh().triangles.size());
  };
  EXPECT_LT(tests_per_triangle(40), 1.3 * tests_per_triangle(10));
}

}  // namespace
}  // namespace abut::any
