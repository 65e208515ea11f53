#include "base/budget_watch.h"
#include "classic/any_model.h"
#include "support/here.h"
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/solid.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

namespace abut::any {

namespace {

const std::atomic<bool> set_flag = true;

struct NamedBudget {
  const char* name;
  Budget budget;
};
/// None of them is enough for anything.
std::vector<NamedBudget> small_budgets() {
  return {{"one test", {.tests = 1}}, {"no time", {.seconds = 0}}, {"stopped", {.stop = &set_flag}}};
}

/// Two models of both houses, of each, and mixed.
struct Pair {
  VolumeKind a, b;
  std::string name() const { return std::string(name_of(a)) + " and " + std::string(name_of(b)); }
};
std::vector<Pair> kinds_of_pairs() {
  return {{VolumeKind::automatic, VolumeKind::automatic},
          {VolumeKind::obb, VolumeKind::obb},
          {VolumeKind::rss, VolumeKind::automatic},
          {VolumeKind::automatic, VolumeKind::kdop18},
          {VolumeKind::sphere, VolumeKind::aabb}};
}

Mesh ring() { return shapes::torus(1, 0.3, 30, 16); }
Placement aside(double x) { return {Placement::rotation(0.3, 1, 2, 0.5).linear, {x, 0, 0}}; }
// Clear of each other, but linked as in a chain: no box tells.
const Placement touching = aside(1.5), linked{Placement::rotation(1.5707963267948966, 1, 0, 0).linear, {1, 0, 0}};

/// A ring that is folded through itself.
Mesh folded() {
  Mesh mesh = ring();
  for (Vec3& p : mesh.points) p.x = std::abs(p.x - 0.2);
  return mesh;
}

/// For each pair of houses and each budget: ask(a, b, budget, what).
template <class Ask>
void for_each_case(const Ask& ask) {
  for (const Pair& kinds : kinds_of_pairs()) {
    const Model a(ring(), {.volume = kinds.a}), b(ring(), {.volume = kinds.b});
    for (const NamedBudget& one : small_budgets()) ask(a, b, one.budget, kinds.name() + ", " + one.name);
  }
}

bool are_among(const std::vector<Contact>& some, const std::vector<Contact>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// A question with a yes or no that is not known: it may be answered right, or not at all.
template <class Ask>
void expect_true_or_unknown(bool truth, const Ask& ask, const std::string& what) {
  try {
    EXPECT_EQ(static_cast<bool>(ask()), truth) << what;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("before it was known whether"), std::string::npos) << error.what();
  }
}

TEST(Budget, EndsACollideQueryThatSaysSo) {
  const std::vector<Contact> all = collide(Model(ring()), here, Model(ring()), touching).pairs;
  ASSERT_GT(all.size(), 10u);
  for_each_case([&](const Model& a, const Model& b, const Budget& budget, const std::string& what) {
    const CollideOptions options{.budget = budget};
    for (const Placement& at : {touching, linked}) {
      const Contacts found = collide(a, here, b, at, options);
      EXPECT_FALSE(found.complete) << what;
      EXPECT_TRUE(are_among(found.pairs, all)) << what;
      EXPECT_FALSE(collide(a, here, b, at, options, [](const Contact&) { return Flow::go_on; }).complete) << what;
      expect_true_or_unknown(
          true, [&] { return at.shift == linked.shift || touches(a, here, b, at, options); }, what);
      const std::vector<PlacementPair> twice(2, {here, at});
      for (const Contacts& one : collide(a, b, twice, options)) EXPECT_FALSE(one.complete) << what;
    }
    EXPECT_THROW(touches(a, here, b, linked, options), Error) << what;
  });
}

TEST(Budget, EndsASelfQueryThatSaysSo) {
  const Model truth(folded());
  const std::vector<Contact> all = self_contacts(truth).pairs;
  ASSERT_GT(all.size(), 10u);
  for (VolumeKind kind : all_volume_kinds) {
    const Model model(folded(), {.volume = kind}), intact(ring(), {.volume = kind});
    for (const NamedBudget& one : small_budgets())
      for (int threads : {1, 2}) {
        const std::string what = std::string(name_of(kind)) + ", " + one.name;
        const SelfOptions options{.budget = one.budget, .threads = threads};
        const Contacts found = self_contacts(model, options);
        EXPECT_FALSE(found.complete) << what;
        EXPECT_TRUE(are_among(found.pairs, all)) << what;
        EXPECT_FALSE(self_contacts(model, options, [](const Contact&) { return Flow::go_on; }).complete) << what;
        expect_true_or_unknown(
            true, [&] { return touches_itself(model, options); }, what);
        EXPECT_THROW(touches_itself(intact, options), Error) << what;
      }
  }
}

TEST(Budget, LeavesADistanceWithAValidBracket) {
  const double gap = distance(Model(ring()), here, Model(ring()), linked).upper;
  for_each_case([&](const Model& a, const Model& b, const Budget& budget, const std::string& what) {
    const Distance found = distance(a, here, b, linked, {.budget = budget});
    EXPECT_FALSE(found.complete) << what;
    EXPECT_LE(found.lower, gap) << what;
    EXPECT_GE(found.upper, gap) << what;
    EXPECT_TRUE(std::isfinite(found.upper)) << what;
    const Distance deep = distance(a, here, b, touching, {.budget = budget});
    EXPECT_EQ(deep.lower, 0) << what;
    EXPECT_TRUE(!deep.complete || deep.upper == 0) << what;
  });
}

TEST(Budget, IsNeverReadAsFartherAway) {
  const double gap = distance(Model(ring()), here, Model(ring()), linked).upper;
  for_each_case([&](const Model& a, const Model& b, const Budget& budget, const std::string& what) {
    const WithinOptions options{.budget = budget};
    for (double limit : {0.0, 0.99 * gap, gap, 1.5 * gap, 10 * gap}) {
      const Nearness near = within(a, here, b, linked, limit, options);
      if (near.answer == Answer::unknown) {
        EXPECT_FALSE(near.complete) << what;
        EXPECT_TRUE(std::isinf(near.upper)) << what;
        EXPECT_THROW(static_cast<void>(static_cast<bool>(near)), Error) << what;
      } else {
        // A bound that a single volume test gives may be proof enough that they are farther.
        EXPECT_TRUE(near.complete) << what;
        EXPECT_EQ(near.answer == Answer::yes, gap <= limit) << what << ", within " << limit;
        EXPECT_EQ(near.upper <= limit, gap <= limit) << what;
      }
      const std::vector<PlacementPair> twice(2, {here, linked});
      for (const Nearness& one : within(a, b, twice, limit, options)) EXPECT_EQ(one.answer, near.answer) << what;
    }
    EXPECT_EQ(within(a, here, b, linked, 0.999 * gap, options).answer, Answer::unknown) << what;
    EXPECT_EQ(within(a, here, b, linked, 100 * gap, options).answer, Answer::yes) << what;
  });
}

TEST(Budget, LeavesAClosestPointWithAValidBracket) {
  const Vec3 point{0.9, 0.2, 0.8};
  const double gap = closest_point(Model(ring()), here, point).upper;
  for (VolumeKind kind : all_volume_kinds) {
    const Model model(ring(), {.volume = kind});
    for (const NamedBudget& one : small_budgets()) {
      const ClosestPoint found = closest_point(model, here, point, {.budget = one.budget});
      EXPECT_FALSE(found.complete) << name_of(kind) << ", " << one.name;
      EXPECT_LE(found.lower, gap);
      EXPECT_GE(found.upper, gap);
      EXPECT_TRUE(std::isfinite(found.upper));
      const std::vector<Vec3> points(3, point);
      for (const ClosestPoint& each : closest_point(model, here, points, {.budget = one.budget, .threads = 2}))
        EXPECT_FALSE(each.complete) << name_of(kind) << ", " << one.name;
    }
  }
}

TEST(Budget, LeavesItOpenWhetherAPointIsInside) {
  const Solid solid{abut::Model(ring())};
  const Pieces pin{abut::Model(shapes::box({0.05, 0.05, 0.05}))};
  const Vec3 inside{1, 0, 0.01}, in_the_hole{0.05, 0.02, 0.01};
  ASSERT_EQ(contains(solid, here, inside), Containment::inside);
  ASSERT_EQ(contains(solid, here, in_the_hole), Containment::outside);
  ASSERT_TRUE(enclosed(pin, {{}, inside}, solid, here));
  for (const NamedBudget& one : small_budgets()) {
    for (const Vec3& point : {inside, in_the_hole}) {
      EXPECT_EQ(contains(solid, here, point, {.budget = one.budget}), Containment::unknown) << one.name;
      const std::vector<Vec3> points(3, point);
      for (Containment side : contains(solid, here, points, {.budget = one.budget, .threads = 2}))
        EXPECT_EQ(side, Containment::unknown) << one.name;
      const SignedDistance truth = signed_distance(solid, here, point),
                           found = signed_distance(solid, here, point, {.budget = one.budget});
      EXPECT_EQ(found.side, Containment::unknown) << one.name;
      EXPECT_FALSE(found.closest.complete) << one.name;
      EXPECT_LE(found.lower, truth.lower) << one.name;
      EXPECT_GE(found.upper, truth.upper) << one.name;
      const Enclosure piece = enclosed(pin, {{}, point}, solid, here, {.budget = one.budget});
      EXPECT_EQ(piece.answer, Answer::unknown) << one.name;
      EXPECT_FALSE(piece.complete) << one.name;
      EXPECT_THROW(static_cast<void>(static_cast<bool>(piece)), Error) << one.name;
    }
  }
}

TEST(Budget, OfTestsFindsTheSameOnAllMachinesAndThreads) {
  const abut::Model a(ring()), b(ring()), twisted(folded());
  const std::vector<Contact> all = collide(a, here, b, touching).pairs, own = self_contacts(twisted).pairs;
  std::size_t parts = 0;
  for (std::uint64_t tests = 1; tests < 1 << 20; tests *= 4) {
    const Budget budget{.tests = tests};
    const Contacts some = collide(a, here, b, touching, {.budget = budget, .simd = Simd::scalar});
    const Contacts some_own = self_contacts(twisted, {.budget = budget, .simd = Simd::scalar});
    const Nearness near = within(a, here, b, linked, 0.9, {.budget = budget, .simd = Simd::scalar});
    EXPECT_TRUE(are_among(some.pairs, all)) << tests;
    EXPECT_EQ(some.complete, some.pairs == all) << tests;
    EXPECT_EQ(some_own.complete, some_own.pairs == own) << tests;
    parts += !some.complete && !some.pairs.empty();
    for (Simd simd : available_simd())
      for (int threads : {1, 2}) {
        EXPECT_EQ(collide(a, here, b, touching, {.budget = budget, .simd = simd, .threads = threads}).pairs, some.pairs)
            << tests << ", " << name_of(simd);
        EXPECT_EQ(self_contacts(twisted, {.budget = budget, .simd = simd, .threads = threads}).pairs, some_own.pairs)
            << tests << ", " << name_of(simd);
        EXPECT_EQ(within(a, here, b, linked, 0.9, {.budget = budget, .simd = simd}).answer, near.answer) << tests;
      }
  }
  EXPECT_GE(parts, 2u);
}

TEST(Budget, EndsCachedQueriesAndLeavesTheirCacheUsable) {
  const abut::Model a(ring()), b(ring());
  const std::vector<Contact> all = collide(a, here, b, touching).pairs;
  CollideCache cache;
  for (int round = 0; round < 3; ++round) {
    for (const NamedBudget& one : small_budgets()) {
      const Contacts some = collide(a, here, b, touching, {.budget = one.budget, .cache = &cache});
      EXPECT_FALSE(some.complete) << one.name;
      EXPECT_TRUE(are_among(some.pairs, all)) << one.name;
    }
    EXPECT_EQ(collide(a, here, b, touching, {.cache = &cache}).pairs, all);
    EXPECT_TRUE(touches(a, here, b, touching, {.cache = &cache}));
    EXPECT_FALSE(touches(a, here, b, linked, {.cache = &cache}));
  }
}

TEST(Budget, OfSecondsMustBeANumberFromZero) {
  for (double seconds : {-1.0, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const Budget budget{.seconds = seconds};
    for (const Pair& kinds : kinds_of_pairs()) {
      const Model a(ring(), {.volume = kinds.a}), b(ring(), {.volume = kinds.b});
      EXPECT_THROW(collide(a, here, b, touching, {.budget = budget}), Error);
      EXPECT_THROW(touches(a, here, b, touching, {.budget = budget}), Error);
      EXPECT_THROW(self_contacts(a, {.budget = budget}), Error);
      EXPECT_THROW(distance(a, here, b, touching, {.budget = budget}), Error);
      EXPECT_THROW(within(a, here, b, touching, 1, {.budget = budget}), Error);
      EXPECT_THROW(closest_point(a, here, Vec3{2, 2, 2}, {.budget = budget}), Error);
    }
    const Solid solid{abut::Model(ring())};
    EXPECT_THROW(contains(solid, here, Vec3{1, 0, 0}, {.budget = budget}), Error);
    EXPECT_THROW(signed_distance(solid, here, Vec3{1, 0, 0}, {.budget = budget}), Error);
    EXPECT_THROW(enclosed(Pieces{solid.model()}, here, solid, here, {.budget = budget}), Error);
  }
}

TEST(BudgetWatch, SpendsWhatPartsNeed) {
  BudgetWatch unlimited;
  EXPECT_FALSE(unlimited.is_limited());
  EXPECT_FALSE(unlimited.is_over(Budget::no_limit - 1));
  BudgetWatch watch({.tests = 10});
  EXPECT_FALSE(watch.is_over(9));
  EXPECT_TRUE(watch.is_over(10));
  watch.spend({.volume_tests = 3, .triangle_tests = 2, .exact_tests = 2});
  EXPECT_EQ(watch.rest().tests, 5u);
  EXPECT_FALSE(watch.is_over(4));
  EXPECT_TRUE(watch.is_over(5));
  EXPECT_FALSE(watch.is_over_now());
  watch.spend({.volume_tests = 7});
  EXPECT_EQ(watch.rest().tests, 0u);
  EXPECT_TRUE(watch.is_over_now());
}

TEST(BudgetWatch, KeepsItsTime) {
  BudgetWatch watch({.seconds = 1e-3});
  EXPECT_LE(watch.rest().seconds, 1e-3);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_TRUE(BudgetWatch(watch).is_over_now());
  // It looks at the clock from time to time.
  bool over = false;
  for (int i = 0; i < 100; ++i) over = over || watch.is_over(0);
  EXPECT_TRUE(over);
  EXPECT_EQ(watch.rest().seconds, 0);
  EXPECT_TRUE(std::isinf(BudgetWatch({.seconds = 1e300}).rest().seconds));
}

}  // namespace

}  // namespace abut::any
