#include "math/random.h"
#include <abut/bound_pair.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <memory>

#include <gtest/gtest.h>

namespace abut {
namespace {

std::vector<PlacementPair> path(int steps) {
  Random random(4);
  std::vector<PlacementPair> at;
  for (int i = 0; i < steps; ++i)
    at.push_back({random.rotation(), random.rotation(random.in_cube(i % 3 == 0 ? 6 : 2))});
  return at;
}

TEST(BoundPair, AnswersWhatTheFunctionsDo) {
  const Model a(shapes::torus(1, 0.3, 24, 12)), b(shapes::sphere(0.7, 5));
  const std::vector<PlacementPair> placements = path(80);
  for (bool coherent : {false, true})
    for (double margin : {0.0, 0.2}) {
      BoundPair pair(a, b, {.collide = {.margin = margin}, .coherent = coherent});
      int touching = 0;
      for (const PlacementPair& at : placements) {
        const Contacts expected = collide(a, at.a, b, at.b, {.margin = margin});
        EXPECT_EQ(pair.touches(at.a, at.b), !expected.pairs.empty());
        EXPECT_EQ(pair.collide(at.a, at.b).pairs, expected.pairs);
        const Distance gap = distance(a, at.a, b, at.b), bound = pair.distance(at.a, at.b);
        EXPECT_EQ(bound.upper, gap.upper);
        EXPECT_EQ(bound.lower, gap.lower);
        EXPECT_EQ(pair.within(at.a, at.b, 0.5).answer, within(a, at.a, b, at.b, 0.5).answer);
        touching += !expected.pairs.empty();
      }
      EXPECT_GT(touching, 8);
      EXPECT_LT(touching, 72);
    }
}

TEST(BoundPair, AnswersManyPlacementsInTheirOrder) {
  const Model a(shapes::torus(1, 0.3, 24, 12)), b(shapes::box({0.3, 0.4, 0.5}));
  const std::vector<PlacementPair> placements = path(40);
  BoundPair pair(a, b);
  const auto touching = std::make_unique<bool[]>(placements.size());
  std::vector<Distance> gaps(placements.size());
  std::vector<Nearness> near(placements.size());
  pair.touches(placements, {touching.get(), placements.size()});
  pair.distance(placements, gaps);
  pair.within(placements, 1, near);
  for (std::size_t i = 0; i < placements.size(); ++i) {
    EXPECT_EQ(touching[i], touches(a, placements[i].a, b, placements[i].b));
    EXPECT_EQ(gaps[i].upper, distance(a, placements[i].a, b, placements[i].b).upper);
    EXPECT_EQ(near[i].answer, gaps[i].upper <= 1 ? Answer::yes : Answer::no);
  }
  gaps.pop_back();
  EXPECT_THROW(pair.distance(placements, gaps), Error);
}

TEST(BoundPair, SeesARefitAndMayBeMoved) {
  Model a(shapes::box({1, 1, 1}));
  const Model b(shapes::box({1, 1, 1}));
  const Placement beside = Placement::translation({3, 0, 0});
  BoundPair first(a, b, {.coherent = true});
  EXPECT_FALSE(first.touches({}, beside));
  a.refit(shapes::box({2, 1, 1}).points);
  EXPECT_TRUE(first.touches({}, beside));
  BoundPair second = std::move(first);
  EXPECT_TRUE(second.touches({}, beside));
  EXPECT_EQ(second.collide({}, beside).pairs, collide(a, {}, b, beside).pairs);
  EXPECT_EQ(&second.a(), &a);
  EXPECT_EQ(&second.b(), &b);
}

TEST(BoundPair, KeepsToItsCapAndBudget) {
  const Model a(shapes::torus(1, 0.3, 24, 12));
  const Placement aside = Placement::rotation(0.9, 0.1, 0.3, 0.2, {0.3, 0.1, 0.05});
  BoundPair few(a, a, {.collide = {.max_contacts = 3}});
  EXPECT_EQ(few.collide({}, aside).pairs.size(), 3);
  EXPECT_FALSE(few.collide({}, aside).complete);
  BoundPair none(a, a, {.collide = {.budget = {.tests = 0}}, .distance = {.budget = {.tests = 0}}});
  EXPECT_THROW(none.touches({}, aside), Error);
  EXPECT_FALSE(none.distance({}, Placement::translation({5, 0, 0})).complete);
}

TEST(BoundPair, RefusesOptionsThatNoQueryTakes) {
  const Model a(shapes::box({1, 1, 1}));
  CollideCache cache;
  DistanceCache distance_cache;
  EXPECT_THROW(BoundPair(a, a, {.collide = {.margin = -1}}), Error);
  EXPECT_THROW(BoundPair(a, a, {.collide = {.cache = &cache}}), Error);
  EXPECT_THROW(BoundPair(a, a, {.distance = {.cache = &distance_cache}}), Error);
  EXPECT_THROW(BoundPair(a, a, {.distance = {.relative_error = -1}}), Error);
  EXPECT_THROW(BoundPair(a, a, {.distance = {.budget = {.seconds = -1}}}), Error);
  EXPECT_THROW(BoundPair(a, a).touches({}, {Matrix3{}, {0, 0, 1e200}}), Error);
}

}  // namespace
}  // namespace abut
