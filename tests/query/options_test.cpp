#include "classic/any_model.h"
#include "support/here.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::any {

namespace {

// No option is ignored: each changes the answer or its cost, or is an Error that names it.

Mesh ring() { return shapes::torus(1, 0.3, 30, 16); }
const Placement touching{Placement::rotation(0.3, 1, 2, 0.5).linear, {1.5, 0, 0}};
const Placement apart{Placement::rotation(0.3, 1, 2, 0.5).linear, {2.9, 0.3, 0}};

struct Models {
  std::string name;
  Model a, b;

  Models(VolumeKind of_a, VolumeKind of_b)
      : name(std::string(name_of(of_a)) + " and " + std::string(name_of(of_b))),
        a(ring(), {.volume = of_a}),
        b(ring(), {.volume = of_b}) {}
  bool are_engine() const { return a.is_engine() && b.is_engine(); }
};
std::vector<Models> all_models() {
  std::vector<Models> all;
  for (VolumeKind kind : all_volume_kinds) all.emplace_back(kind, kind);
  all.emplace_back(VolumeKind::obb, VolumeKind::automatic);
  all.emplace_back(VolumeKind::automatic, VolumeKind::obb);
  return all;
}

std::uint64_t tests_of(const Counters& counters) { return counters.volume_tests + counters.triangle_tests; }

template <class Ask>
void expect_refused(const Ask& ask, const std::string& option, const std::string& what) {
  try {
    ask();
    ADD_FAILURE() << what << ": '" << option << "' is ignored";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'" + option + "'"), std::string::npos) << error.what();
  }
}

TEST(Options, OfCollideAllMatter) {
  for (const Models& m : all_models()) {
    const auto ask = [&](const CollideOptions& options, const CollideMethod& method = {}) {
      return collide(m.a, here, m.b, touching, options, method);
    };
    const Contacts plain = ask({});
    EXPECT_EQ(ask({.max_contacts = 3}).pairs.size(), 3u) << m.name;
    EXPECT_GT(ask({.margin = 0.1}).pairs.size(), plain.pairs.size()) << m.name;
    const Contacts odd = ask({.consider = [](std::uint32_t a, std::uint32_t) { return a % 2 == 1; }});
    EXPECT_TRUE(!odd.pairs.empty() && odd.pairs.size() < plain.pairs.size()) << m.name;
    EXPECT_FALSE(ask({.budget = {.tests = 10}}).complete) << m.name;
    CollideCache cache;
    if (m.are_engine()) {
      for (int i = 0; i < 2; ++i) EXPECT_EQ(ask({.cache = &cache}).pairs, plain.pairs);
      EXPECT_NE(tests_of(ask({.cache = &cache}).counters), tests_of(plain.counters));
      EXPECT_EQ(ask({.threads = 2}).pairs, plain.pairs);
      expect_refused([&] { ask({}, {.descent = Descent::both}); }, "descent", m.name);
      expect_refused([&] { ask({}, {.sat = Sat::full}); }, "sat", m.name);
      expect_refused([&] { touches(m.a, here, m.b, touching, {}, {.sat = Sat::full}); }, "sat", m.name);
      continue;
    }
    expect_refused([&] { ask({.simd = Simd::scalar}); }, "simd", m.name);
    expect_refused([&] { ask({.cache = &cache}); }, "cache", m.name);
    expect_refused([&] { ask({.threads = 2}); }, "threads", m.name);
    EXPECT_NE(tests_of(ask({}, {.descent = Descent::both}).counters), tests_of(plain.counters)) << m.name;
    const bool are_boxes = (m.a.is_engine() || takes_sat(m.a.volume())) && (m.b.is_engine() || takes_sat(m.b.volume()));
    if (!are_boxes) {
      expect_refused([&] { ask({}, {.sat = Sat::full}); }, "sat", m.name);
    } else {
      EXPECT_GT(tests_of(ask({}, {.sat = Sat::lite}).counters), tests_of(plain.counters)) << m.name;
    }
    const std::vector<PlacementPair> twice(2, {here, touching});
    EXPECT_EQ(collide(m.a, m.b, twice, {.threads = 2})[1].pairs, plain.pairs) << m.name;
  }
}

TEST(Options, OfSelfQueriesAllMatter) {
  Mesh folded = ring();
  for (Vec3& p : folded.points) p.x = std::abs(p.x - 0.2);
  for (VolumeKind kind : all_volume_kinds) {
    const Model model(folded, {.volume = kind});
    const std::string what(name_of(kind));
    const Contacts plain = self_contacts(model);
    EXPECT_EQ(self_contacts(model, {.max_contacts = 3}).pairs.size(), 3u) << what;
    const Contacts odd = self_contacts(model, {.consider = [](std::uint32_t a, std::uint32_t) { return a % 2 == 1; }});
    EXPECT_TRUE(!odd.pairs.empty() && odd.pairs.size() < plain.pairs.size()) << what;
    EXPECT_FALSE(self_contacts(model, {.budget = {.tests = 10}}).complete) << what;
    EXPECT_EQ(self_contacts(model, {.threads = 2}).pairs, plain.pairs) << what;
    if (model.is_engine()) {
      expect_refused([&] { self_contacts(model, {}, {.descent = Descent::both}); }, "descent", what);
      expect_refused([&] { touches_itself(model, {}, {.sat = Sat::full}); }, "sat", what);
      continue;
    }
    expect_refused([&] { self_contacts(model, {.simd = Simd::scalar}); }, "simd", what);
    EXPECT_NE(tests_of(self_contacts(model, {}, {.descent = Descent::both}).counters), tests_of(plain.counters));
    if (!takes_sat(kind)) expect_refused([&] { self_contacts(model, {}, {.sat = Sat::full}); }, "sat", what);
  }
}

TEST(Options, OfDistancesAllMatter) {
  for (const Models& m : all_models()) {
    const auto ask = [&](const DistanceOptions& options, const DistanceMethod& method = {}) {
      return distance(m.a, here, m.b, apart, options, method);
    };
    const Distance plain = ask({});
    ASSERT_GT(plain.upper, 0.1) << m.name;
    const std::uint64_t tests = tests_of(plain.counters);
    EXPECT_LT(tests_of(ask({.relative_error = 0.5}).counters), tests) << m.name;
    EXPECT_LT(tests_of(ask({.absolute_error = 0.2}).counters), tests) << m.name;
    EXPECT_NE(tests_of(ask({.known_upper = 1e-3}).counters), tests) << m.name;
    EXPECT_FALSE(ask({.budget = {.tests = 10}}).complete) << m.name;
    DistanceCache cache;
    EXPECT_EQ(ask({.cache = &cache}).upper, plain.upper) << m.name;
    EXPECT_NE(ask({.cache = &cache}).counters.triangle_tests, plain.counters.triangle_tests) << m.name;
    const std::vector<PlacementPair> twice(2, {here, apart});
    EXPECT_EQ(distance(m.a, m.b, twice, {.threads = 2})[1].upper, plain.upper) << m.name;
    if (m.are_engine()) {
      expect_refused([&] { ask({}, {.search = Search::depth_first}); }, "search", m.name);
      expect_refused([&] { ask({}, {.descent = Descent::both}); }, "descent", m.name);
      expect_refused([&] { ask({}, {.queue_size = 10}); }, "queue_size", m.name);
      expect_refused([&] { ask({}, {.overflow = classic::Overflow::depth_first}); }, "overflow", m.name);
      expect_refused([&] { distance(m.a, m.b, twice, {}, {.search = Search::priority}); }, "search", m.name);
      continue;
    }
    expect_refused([&] { ask({.simd = Simd::scalar}); }, "simd", m.name);
    EXPECT_NE(tests_of(ask({}, {.search = Search::breadth_first}).counters), tests) << m.name;
    EXPECT_NE(tests_of(ask({}, {.descent = Descent::both}).counters), tests) << m.name;
    // Queues that follow each other may open the same pairs here; what is searched depth first at once does not.
    // tests/classic/method_test.cpp has a scene in which both matter.
    const auto queue = [&](std::size_t size) {
      return tests_of(ask({}, {.queue_size = size, .overflow = classic::Overflow::depth_first}).counters);
    };
    EXPECT_NE(queue(1), queue(1 << 20)) << m.name;
    EXPECT_THROW(ask({}, {.search = Search::depth_first, .queue_size = 1}), Error) << m.name;
    EXPECT_THROW(ask({}, {.search = Search::depth_first, .overflow = classic::Overflow::new_queue}), Error) << m.name;
  }
}

TEST(Options, OfWithinAllMatter) {
  for (const Models& m : all_models()) {
    const double gap = distance(m.a, here, m.b, apart).upper;
    const auto ask = [&](const WithinOptions& options, const DistanceMethod& method = {}) {
      return within(m.a, here, m.b, apart, gap, options, method);
    };
    const Nearness plain = ask({});
    EXPECT_EQ(plain.answer, Answer::yes) << m.name;
    EXPECT_EQ(plain.upper, gap) << m.name;
    EXPECT_EQ(within(m.a, here, m.b, apart, 0.99 * gap, {.budget = {.tests = 3}}).answer, Answer::unknown) << m.name;
    DistanceCache cache;
    for (int i = 0; i < 2; ++i) EXPECT_EQ(ask({.cache = &cache}).answer, Answer::yes) << m.name;
    EXPECT_LT(tests_of(ask({.cache = &cache}).counters), tests_of(plain.counters)) << m.name;
    if (m.are_engine()) {
      expect_refused([&] { ask({}, {.search = Search::depth_first}); }, "search", m.name);
      continue;
    }
    expect_refused([&] { ask({.simd = Simd::scalar}); }, "simd", m.name);
    EXPECT_NE(tests_of(ask({}, {.search = Search::breadth_first}).counters), tests_of(plain.counters)) << m.name;
  }
}

TEST(Options, OfClosestPointsAllMatter) {
  const Vec3 point{0.2, 0.3, 2};
  for (VolumeKind kind : all_volume_kinds) {
    const Model model(ring(), {.volume = kind});
    const std::string what(name_of(kind));
    const auto ask = [&](const ClosestPointOptions& options, const PointMethod& method = {}) {
      return closest_point(model, here, point, options, method);
    };
    const ClosestPoint plain = ask({});
    const std::uint64_t tests = tests_of(plain.counters);
    EXPECT_LT(tests_of(ask({.relative_error = 1}).counters), tests) << what;
    EXPECT_LT(tests_of(ask({.absolute_error = 1}).counters), tests) << what;
    EXPECT_LT(tests_of(ask({.known_upper = 1e-3}).counters), tests) << what;
    EXPECT_FALSE(ask({.budget = {.tests = 3}}).complete) << what;
    const std::vector<Vec3> points(3, point);
    EXPECT_EQ(closest_point(model, here, points, {.threads = 2})[2].upper, plain.upper) << what;
    if (model.is_engine()) {
      expect_refused([&] { ask({}, {.search = Search::depth_first}); }, "search", what);
      continue;
    }
    expect_refused([&] { ask({.simd = Simd::scalar}); }, "simd", what);
    EXPECT_NE(tests_of(ask({}, {.search = Search::breadth_first}).counters), tests) << what;
  }
}

TEST(Options, OfCostsAreThoseOfOneQuery) {
  const Models engine(VolumeKind::automatic, VolumeKind::automatic), boxes(VolumeKind::obb, VolumeKind::obb);
  CollideCache cache;
  const auto ask = [&](const Models& m, const CollideOptions& options, const CollideMethod& method = {}) {
    return classic::measure_cost(m.a, here, m.b, touching, options, 1, method);
  };
  EXPECT_NE(ask(boxes, {}, {.descent = Descent::both}).volume_tests, ask(boxes, {}).volume_tests);
  expect_refused([&] { ask(engine, {}, {.descent = Descent::both}); }, "descent", "auto");
  expect_refused([&] { ask(boxes, {.simd = Simd::scalar}); }, "simd", "obb");
  for (const Models* m : {&engine, &boxes}) {
    expect_refused([&] { ask(*m, {.threads = 2}); }, "threads", m->name);
    expect_refused([&] { ask(*m, {.cache = &cache}); }, "cache", m->name);
  }
}

}  // namespace

}  // namespace abut::any
