#include "math/random.h"
#include "pqp/application.h"
#include "pqp/replay.h"
#include "pqp/spheres.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::bench::pqp {
namespace {

using any::Search;
using any::VolumeKind;

struct Heights {
  double low, high;
};
Heights heights_of(const Mesh& mesh, const Placement& at) {
  Heights heights{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec3& point : mesh.points) {
    const double z = (at * point).z;
    heights = {std::min(heights.low, z), std::max(heights.high, z)};
  }
  return heights;
}

TEST(SweptSphereScenarios, HaveThePapersTriangleCounts) {
  EXPECT_EQ(shapes::warped_torus().triangles.size(), 1332u);
  EXPECT_EQ(shapes::lumpy_torus().triangles.size(), 3240u);
  EXPECT_EQ(shapes::wrinkled_torus().triangles.size(), 20000u);
  EXPECT_EQ(shapes::cave().triangles.size(), 50970u);
  EXPECT_EQ(falling_rings().meshes[0].triangles.size(), 256u);
}

TEST(FallingTori, EndWithTheSmallOneBelowTheLargeOneHavingGoneThroughIt) {
  const Scenario tori = falling_tori();
  const Heights large = heights_of(tori.meshes[1], {});
  EXPECT_GT(heights_of(tori.meshes[0], tori.questions.front().at.a).low, 0);
  EXPECT_LT(heights_of(tori.meshes[0], tori.questions.back().at.a).high, large.low);
  // Where its centre passes the middle of the large one, it is inside the hole.
  const auto passing =
      std::find_if(tori.questions.begin(), tori.questions.end(), [](const Question& q) { return q.at.a.shift.z < 0; });
  ASSERT_NE(passing, tori.questions.end());
  EXPECT_LT(std::hypot(passing->at.a.shift.x, passing->at.a.shift.y), 1.15);
  const std::vector<double> distances = true_distances(tori);
  EXPECT_GT(std::count(distances.begin(), distances.end(), 0.0), 0) << "it never touches";
}

/// How often the second ring's circle passes through the first one's disc.
int crossings(const Placement& disc, const Placement& circle) {
  const Placement into_disc = inverse(disc) * circle;
  constexpr int points = 256;
  int count = 0;
  Vec3 before;
  for (int i = 0; i <= points; ++i) {
    const double angle = 2 * 3.141592653589793 * (i + 0.37) / points;
    const Vec3 p = into_disc * Vec3{std::cos(angle), std::sin(angle), 0};
    if (i > 0 && (p.z > 0) != (before.z > 0)) {
      const Vec3 at = before + (p - before) * (before.z / (before.z - p.z));
      count += at.x * at.x + at.y * at.y < 1;
    }
    before = p;
  }
  return count;
}

TEST(FallingRings, StayAChainThatNeverTouchesItself) {
  const auto motion = motion_of_rings();
  for (std::size_t step = 0; step < motion.size(); step += 19)
    for (std::size_t i = 0; i < ring_count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_EQ(crossings(motion[step][i], motion[step][j]) % 2, j + 1 == i) << step << ": " << i << " and " << j;
  const std::vector<double> distances = true_distances(falling_rings());
  EXPECT_GT(*std::min_element(distances.begin(), distances.end()), 0);
  // Fallen: no ring is higher than a ring's width and a rod's above the ground.
  for (const Placement& at : motion.back()) EXPECT_LT(at.shift.z, 1.3);
}

TEST(CavePlan, ProbesAsOftenAsThePapersAndFindsAFreePath) {
  const auto& plan = cave_plan();
  if (!plan) GTEST_SKIP() << "OMPL was not found when this was built; scripts/packages peers installs it";
  EXPECT_EQ(plan->computation.questions.size(), 2880u);
  EXPECT_EQ(plan->verification.questions.size(), 487u);
  const classic::ModelOptions options{.volume = classic::VolumeKind::obb};
  const classic::Model torus(plan->verification.meshes[0], options), cave(plan->verification.meshes[1], options);
  for (const Question& q : plan->verification.questions) EXPECT_FALSE(touches(torus, q.at.a, cave, q.at.b));
  EXPECT_LT(plan->verification.questions.front().at.a.shift.x, -8);
  EXPECT_GT(plan->verification.questions.back().at.a.shift.x, 8);
  // One path: no point of the torus leaps.
  EXPECT_LT(*std::max_element(plan->strides.begin(), plan->strides.end()), 0.5);
}

TEST(Cave, IsClosedAroundTheTorusAtBothEnds) {
  const Model torus(shapes::wrinkled_torus()), cave(shapes::cave());
  for (double side : {-1.0, 1.0})
    EXPECT_FALSE(touches(torus, Placement::translation({side * shapes::cave_stalagmite, 0, 1.2}), cave, {}));
  const Model needle(Mesh{{{-1, 0, 0}, {30, 0.1, 0}, {30, -0.1, 0}}, {{0, 1, 2}}, {}});
  Random random(3);
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(touches(needle, random.rotation({0, 0, 3}), cave, {})) << i;
}

TEST(Replay, GivesTheSameAnswersForEveryKindAndSearch) {
  std::vector<Scenario> scenarios{thinned(engine(), 47), thinned(falling_tori(), 190), thinned(falling_rings(), 997),
                                  thinned(inline_four(), 89)};
  if (const auto& plan = cave_plan()) {
    scenarios.push_back(thinned(plan->computation, 511));
    scenarios.push_back(thinned(plan->verification, 197));
  }
  for (const Scenario& scenario : scenarios) {
    const std::vector<double> truth = true_distances(scenario);
    for (VolumeKind kind : any::binary_volume_kinds) {
      const Replayer replayer(scenario, trees_of(kind));
      std::vector<Way> ways{{.ask = Way::Ask::contact}, {.relative_error = 0.1}};
      // Spheres fit badly, and level by level nearly all of two trees is opened: only small models are searched so.
      if (kind == VolumeKind::sphere && scenario.name == "inline-four") continue;
      const bool small = scenario.name == "rings";
      for (Search search : any::all_searches)
        for (bool cached : {false, true})
          if (small || search == Search::priority || (search == Search::left_first && !cached))
            ways.push_back({.search = search, .cached = cached});
      ways.push_back({.known = truth});
      for (const Way& way : ways)
        EXPECT_NO_THROW(require_right(scenario, name_of(kind), way, replayer.ask_once(way), truth));
    }
  }
}

TEST(Replay, FindsAWrongAnswer) {
  const Scenario scenario = separated_spheres(1, 2);
  const std::vector<double> truth = true_distances(scenario);
  Cost cost = Replayer(scenario, {}).ask_once({});
  EXPECT_NO_THROW(require_right(scenario, "the engine", {}, cost, truth));
  cost.upper[1] *= 1.0000001;
  EXPECT_THROW(require_right(scenario, "the engine", {}, cost, truth), Error);
}

/// repeated() of runs that take so long, one after another, from the first again after the last.
Timing repeated_over(std::vector<double> seconds, const Patience& patience = {}) {
  std::size_t next = 0;
  return repeated([&] { return seconds[next++ % seconds.size()]; }, patience);
}

TEST(FirstOf, IsAskedWhatTheFirstQuestionsOfFewerTurnsAre) {
  const Scenario few = separated_spheres(1, 2), some = first_of(separated_spheres(1, 5), 2);
  EXPECT_EQ(true_distances(some), true_distances(few));
  EXPECT_EQ(first_of(few, 5).questions.size(), 2u);
}

TEST(Repeated, EndsAsSoonAsTheQuartilesAreClose) {
  EXPECT_EQ(repeated_over({0.01}).runs, 5u);
  const Timing after_a_slow_start = repeated_over({0.02, 0.02, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01});
  EXPECT_EQ(after_a_slow_start.runs, 9u);
  EXPECT_EQ(after_a_slow_start.seconds, 0.01);
}

TEST(Repeated, GoesOnWhileRunsDifferUntilThePatienceEnds) {
  EXPECT_EQ(repeated_over({0.01, 0.02}).runs, 100u);
  const Timing long_runs = repeated_over({0.5, 1.0}, {.seconds = 3.9});
  EXPECT_EQ(long_runs.runs, 5u);  // 0.5 + 1 + 0.5 + 1 + 0.5, and another one like their median would end too late
  EXPECT_EQ(repeated_over({0.5, 1.0}, {.seconds = 3}).runs, 4u);
}

TEST(Repeated, RunsOnceWhatTakesLong) {
  const Timing once = repeated_over({100});
  EXPECT_EQ(once.runs, 1u);
  EXPECT_EQ(once.seconds, 100);
  EXPECT_EQ(once.lower_quartile, 100);
  EXPECT_EQ(once.upper_quartile, 100);
}

TEST(Repeated, SaysTheMedianAndTheQuartilesOfAllRuns) {
  const Timing timing = repeated_over({5, 1, 4, 2, 3}, {.most_runs = 5, .seconds = 1000});
  EXPECT_EQ(timing.lower_quartile, 2);
  EXPECT_EQ(timing.seconds, 3);
  EXPECT_EQ(timing.upper_quartile, 4);
  EXPECT_EQ(repeated_over({4, 1}, {.most_runs = 2, .seconds = 1000}).seconds, 2.5);
}

TEST(Application, AsksTheSameTreesTheSameWayOnce) {
  Application spheres(separated_spheres(1, 3));
  const Trees rss = named_trees(VolumeKind::rss);
  // As a row of Table 3 and one of Table 5 ask.
  const Cost& by_default = spheres.cost(rss, {});
  EXPECT_EQ(&spheres.cost(rss, {.search = Search::priority}), &by_default);
  EXPECT_NE(&spheres.cost(rss, {.search = Search::left_first}), &by_default);
  EXPECT_NE(&spheres.cost(rss, {.relative_error = 0.1}), &by_default);
  EXPECT_NE(&spheres.cost(rss, {.cached = true}), &by_default);
  EXPECT_NE(&spheres.cost(rss, {.known = spheres.truth()}), &by_default);
  EXPECT_NE(&spheres.cost(named_trees(VolumeKind::automatic), {}), &by_default);
  Trees tiled = rss;
  tiled.name += " over tiles", tiled.options.tile = 0.02;
  EXPECT_NE(&spheres.cost(tiled, {}), &by_default);
  EXPECT_GT(spheres.leaves(tiled), spheres.leaves(rss));
  EXPECT_EQ(&spheres.cost(rss, {}), &by_default);
  EXPECT_EQ(by_default.upper, std::vector<double>(spheres.truth().begin(), spheres.truth().end()));
}

}  // namespace
}  // namespace abut::bench::pqp
