#include "math/random.h"
#include <abut/error.h>
#include <abut/scene.h>
#include <abut/shapes.h>

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace abut {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

Scene crowd(std::uint64_t seed, int bodies, bool with_ground) {
  Random random(seed);
  const Shape shapes[] = {Shape::box({1, 0.5, 0.5}),
                          Shape::sphere(0.4),
                          Shape::capsule(0.2, 0.8),
                          Shape(Solid(Model(shapes::sphere(0.5, 2)))),
                          Shape::cylinder(0.3, 1, 0.01),
                          Shape(Model(shapes::torus(0.5, 0.2, 12, 8))),
                          Shape()};
  Scene scene;
  for (int i = 0; i < bodies; ++i)
    scene.add("body " + std::to_string(i), shapes[random.below(7)], random.rotation(random.in_cube(5)),
              {.padding = i % 3 == 0 ? 0.05 : 0, .group = i % 5 == 0 ? 2u : 1u, .mask = i % 7 == 0 ? 1u : 3u});
  if (with_ground) scene.add("ground", Shape::half_space(), random.rotation({0, 0, -4}));
  scene.allow("body 1*", "body 2?");
  return scene;
}

void expect_same(const ShapeDistance& a, const ShapeDistance& b) {
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.point_a, b.point_a);
  EXPECT_EQ(a.point_b, b.point_b);
}

TEST(SceneDistances, OfContactsAreThoseOfTheirShapes) {
  int deep = 0, apart = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Scene scene = crowd(seed, 60, seed % 2 == 0);
    const std::vector<BodyPair> pairs = scene.within(0.3);
    const std::vector<SceneContact> contacts = scene.contacts({.distance = 0.3, .threads = 2});
    ASSERT_EQ(contacts.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      ASSERT_EQ(contacts[i].pair, pairs[i]);
      expect_same(contacts[i].distance,
                  distance(scene.shape(a), scene.placement(a), scene.shape(b), scene.placement(b), {.depth = true}));
      deep += contacts[i].distance.upper < 0;
      apart += contacts[i].distance.lower > 0;
    }
    ASSERT_EQ(scene.contacts().size(), scene.touching().size());
  }
  EXPECT_GT(deep, 10);
  EXPECT_GT(apart, 10);
}

TEST(SceneDistances, ToTheNearestBodyAreThoseOfBruteForce) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Scene scene = crowd(seed, 80, seed % 2 == 0);
    const std::vector<BodyId> ids = scene.bodies();
    for (const double cut_off : {no_limit, 0.2}) {
      const auto found = scene.nearest(ids, cut_off, {.threads = 2});
      for (std::size_t i = 0; i < ids.size(); ++i) {
        double least = no_limit;
        BodyId nearest;
        for (const BodyId other : ids) {
          if (other == ids[i] || !scene.looks_at(ids[i], other)) continue;
          const double upper =
              distance(scene.shape(ids[i]), scene.placement(ids[i]), scene.shape(other), scene.placement(other)).upper;
          if (upper < least) least = upper, nearest = other;
        }
        ASSERT_EQ(found[i].has_value(), least < no_limit && least <= cut_off);
        if (!found[i]) continue;
        ASSERT_EQ(found[i]->body, nearest);
        ASSERT_EQ(found[i]->distance.upper, least);
      }
    }
  }
}

TEST(SceneDistances, ThatAreEqualGoToTheSmallestId) {
  Scene scene;
  const BodyId middle = scene.add("middle", Shape::box({1, 1, 1}));
  const BodyId first = scene.add("first", Shape::box({1, 1, 1}), Placement::translation({3, 0, 0}));
  scene.add("second", Shape::box({1, 1, 1}), Placement::translation({-3, 0, 0}));
  scene.add("third", Shape::box({1, 1, 1}), Placement::translation({0, 3, 0}));
  EXPECT_EQ(scene.nearest(middle)->body, first);
  EXPECT_EQ(scene.nearest(middle)->distance.upper, 2);
  EXPECT_EQ(scene.nearest(middle)->distance.normal, (Vec3{1, 0, 0}));
  EXPECT_FALSE(scene.nearest(middle, 1.5));
  EXPECT_THROW(scene.nearest(middle, -1), Error);
  EXPECT_THROW(scene.contacts({.distance = -1}), Error);
}

}  // namespace
}  // namespace abut
