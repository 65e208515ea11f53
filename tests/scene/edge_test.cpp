// Whole edges against configurations on them, and against arms whose contacts a person can compute.

#include "support/figures.h"
#include <abut/edge.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut::test {
namespace {

std::vector<CheckedBody> world_of(int count, double size, std::uint64_t seed) {
  Random random(seed);
  std::vector<CheckedBody> bodies{{"floor", Shape::half_space(), Placement::translation({0, 0, -2.5}), 0}};
  for (int i = 0; i < count; ++i) {
    const std::string name = "body " + std::to_string(i);
    const Placement at = random.rotation(random.in_cube(size));
    const double padding = i % 6 == 5 ? 0.1 : 0;
    if (i % 4 == 0) bodies.push_back({name, Shape::box({0.5, 0.7, 0.9}), at, padding});
    if (i % 4 == 1) bodies.push_back({name, Shape::sphere(0.4), at, padding});
    if (i % 4 == 2) bodies.push_back({name, Shape(Model(shapes::torus(0.8, 0.2, 16, 8))), at, padding});
    if (i % 4 == 3) bodies.push_back({name, Shape(Solid(Model(shapes::box({0.5, 0.5, 0.5})))), at, padding});
  }
  return bodies;
}

struct EdgeTally {
  int clear = 0, contact = 0, touching_from_the_start = 0;
};

void expect_true(const EdgeChecker& edges, const Figure& figure, std::span<const double> from,
                 std::span<const double> to, const EdgeOptions& options, int samples, EdgeTally& tally) {
  const Checker& checker = edges.checker();
  const EdgeAnswer answer = edges.check(from, to, options);
  ASSERT_NE(answer.verdict, MotionVerdict::undecided);
  for (int i = 0; i <= samples; ++i) {
    const double time = static_cast<double>(i) / samples;
    if (time < answer.lower || answer.verdict == MotionVerdict::clear) {
      EXPECT_TRUE(checker.is_free(figure.between(from, to, time), {.margin = options.margin})) << "at " << time;
    }
  }
  if (answer.verdict == MotionVerdict::clear) {
    ++tally.clear;
    EXPECT_EQ(answer.last_valid, 1);
    EXPECT_EQ(answer.lower, 1);
    return;
  }
  ++(answer.upper == 0 ? tally.touching_from_the_start : tally.contact);
  EXPECT_LE(answer.upper - answer.lower, options.time_tolerance);
  const double slack = answer.tolerance * (1 + 1e-9) + 1e-12;
  const std::vector<CheckedPair> touching =
      checker.touching(figure.between(from, to, answer.upper), {.margin = options.margin + slack});
  EXPECT_NE(std::find(touching.begin(), touching.end(), answer.pair), touching.end())
      << checker.names()[answer.pair.a] << " and " << checker.names()[answer.pair.b] << " at " << answer.upper;
  if (answer.last_valid) {
    EXPECT_TRUE(checker.is_free(figure.between(from, to, *answer.last_valid), {.margin = options.margin}));
  }
}

TEST(EdgeChecker, MissesNoContactThatSamplesFindOnAMixedChain) {
  const Figure figure = mixed_chain(9, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0.02, 0.01}}, world_of(16, 6, 5), {}}));
  Random random(21);
  EdgeTally tally;
  for (int i = 0; i < 300; ++i) {
    // The second half with balls around links and a map of the world.
    if (i == 150) edges.checker().prepare();
    const std::vector<double> from = random_configuration(figure, random),
                              to = configuration_near(figure, from, 0.5, random);
    SCOPED_TRACE(i);
    expect_true(edges, figure, from, to, {.margin = i % 3 == 0 ? 0.05 : 0}, 100, tally);
  }
  EXPECT_GT(tally.clear, 10);
  EXPECT_GT(tally.contact, 10);
}

TEST(EdgeChecker, MissesNoContactThatSamplesFindOnATreeWithEveryKindOfJoint) {
  const Figure figure = branching_figure();
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, world_of(14, 4, 6), {{"cart", "floor"}}}));
  Random random(22);
  EdgeTally tally;
  for (int i = 0; i < 300; ++i) {
    // The second half with balls around links and a map of the world.
    if (i == 150) edges.checker().prepare();
    const std::vector<double> from = random_configuration(figure, random), to = random_configuration(figure, random);
    SCOPED_TRACE(i);
    expect_true(edges, figure, from, to, {}, 100, tally);
    expect_true(edges, figure, from, configuration_near(figure, from, 0.3, random), {}, 100, tally);
  }
  EXPECT_GT(tally.clear, 10);
  EXPECT_GT(tally.contact, 10);
}

TEST(EdgeChecker, MissesNoContactOfTwoFigures) {
  const Figure arm = mixed_chain(5, 4);
  const Placement beside = Placement::translation({1.5, 0, 0});
  const EdgeChecker edges(Checker({{{"left", arm, {}, 0, 0}, {"right", arm, beside, 0, 0}}, {}, {}}));
  Random random(23);
  int clear = 0, contact = 0;
  for (int i = 0; i < 200; ++i) {
    if (i == 100) edges.checker().prepare();
    const auto both = [&](const std::vector<double>& a, const std::vector<double>& b) {
      std::vector<double> all = a;
      all.insert(all.end(), b.begin(), b.end());
      return all;
    };
    const std::vector<double> a = random_configuration(arm, random), b = random_configuration(arm, random),
                              a1 = configuration_near(arm, a, 0.6, random),
                              b1 = configuration_near(arm, b, 0.6, random);
    const EdgeAnswer answer = edges.check(both(a, b), both(a1, b1));
    (answer.verdict == MotionVerdict::clear ? clear : contact)++;
    for (int k = 0; k <= 100; ++k) {
      const double time = k / 100.0;
      if (time < answer.lower || answer.verdict == MotionVerdict::clear) {
        EXPECT_TRUE(edges.checker().is_free(both(arm.between(a, a1, time), arm.between(b, b1, time))));
      }
    }
  }
  EXPECT_GT(clear, 10);
  EXPECT_GT(contact, 10);
}

/// Two links of length 1 in the plane, with a ball at the end.
Figure planar_arm() {
  const Placement along = Placement::translation({1, 0, 0});
  return Figure(
      {{"base", {}}, {"upper", {}}, {"lower", {}}, {"hand", {{Shape::sphere(0.1)}}}},
      {{.name = "shoulder", .kind = JointKind::revolute, .parent = "base", .child = "upper", .axis = {0, 0, 1}},
       {.name = "elbow",
        .kind = JointKind::revolute,
        .parent = "upper",
        .child = "lower",
        .origin = along,
        .axis = {0, 0, 1}},
       {.name = "tip", .kind = JointKind::fixed, .parent = "lower", .child = "hand", .origin = along}});
}

TEST(EdgeChecker, FindsWhenABallOnAnArmMeetsAWall) {
  // The hand is at x = 2 cos(q), y = 2 sin(q) with a straight elbow; the wall begins at x = 1.
  const Placement wall{Matrix3{{0, 0, 1, 0, 1, 0, -1, 0, 0}}, {1, 0, 0}};
  const EdgeChecker edges(Checker({{{"", planar_arm(), {}, 0.05, 0}}, {{"wall", Shape::half_space(), wall}}, {}}));
  // The half-space is all x <= 1.
  const std::vector<double> from{0, 0}, to{1.5, 0};
  const EdgeAnswer answer = edges.check(from, to, {.margin = 0.05});
  ASSERT_EQ(answer.verdict, MotionVerdict::contact);
  const double expected = std::acos(1.2 / 2) / 1.5;
  EXPECT_LE(answer.lower, expected);
  EXPECT_GE(answer.upper, expected - 1e-9);
  EXPECT_NEAR(answer.upper, expected, 1e-6);
  EXPECT_EQ(edges.checker().names()[answer.pair.b], "wall");
}

TEST(EdgeChecker, ProvesThatAHandStaysBesideAWallWhenJointsTurnAgainstEachOther) {
  // Shoulder and elbow fold: the hand goes straight along x, 0.25 above the floor at y = -0.25 - 0.1 - gap.
  const auto verdict = [](double gap) {
    const Placement floor{Matrix3{{1, 0, 0, 0, 0, 1, 0, -1, 0}}, {0, -0.1 - gap, 0}};
    const EdgeChecker edges(Checker({{{"", planar_arm(), {}, 0, 0}}, {{"floor", Shape::half_space(), floor}}, {}}));
    const std::vector<double> from{0.2, -0.4}, to{1.2, -2.4};
    return edges.check(from, to).verdict;
  };
  EXPECT_EQ(verdict(1e-6), MotionVerdict::clear);
  EXPECT_EQ(verdict(0.01), MotionVerdict::clear);
  EXPECT_EQ(verdict(-1e-6), MotionVerdict::contact);
}

TEST(EdgeChecker, AnswersAtOnceWhenAnyContactIsEnough) {
  const Figure figure = mixed_chain(9, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, world_of(16, 6, 5), {}}));
  Random random(24);
  for (int i = 0; i < 60; ++i) {
    const std::vector<double> from = random_configuration(figure, random),
                              to = configuration_near(figure, from, 0.5, random);
    const EdgeAnswer first = edges.check(from, to), any = edges.check(from, to, {.any_contact = true}),
                     sampled = edges.check(from, to, {.samples = 17});
    EXPECT_EQ(first.verdict, any.verdict);
    EXPECT_EQ(first.verdict, sampled.verdict);
    if (first.verdict != MotionVerdict::contact) continue;
    EXPECT_LE(first.lower, any.upper);
    EXPECT_LE(first.lower, sampled.upper);
    EXPECT_LE(sampled.lower, first.upper);
  }
}

TEST(EdgeChecker, KnowsHowMuchRoomThereIs) {
  const Figure figure = mixed_chain(9, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0.02, 0.01}}, world_of(16, 6, 5), {}}));
  const Checker& checker = edges.checker();
  Random random(27);
  int clear = 0, touching = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<double> from = random_configuration(figure, random),
                              to = configuration_near(figure, from, 0.4, random);
    const EdgeClearance room = edges.clearance(from, to);
    EXPECT_TRUE(room.complete);
    if (room.upper == 0) {
      ++touching;
      EXPECT_EQ(edges.check(from, to).verdict, MotionVerdict::contact);
      continue;
    }
    ++clear;
    EXPECT_LE(room.upper, room.lower * 1.001);
    for (int k = 0; k <= 50; ++k)
      EXPECT_TRUE(checker.is_free(figure.between(from, to, k / 50.0), {.margin = room.lower * (1 - 1e-12)})) << i;
    const std::vector<CheckedPair> pairs =
        checker.touching(figure.between(from, to, room.time), {.margin = room.upper * (1 + 1e-12) + 1e-12});
    EXPECT_NE(std::find(pairs.begin(), pairs.end(), room.pair), pairs.end()) << i;
  }
  EXPECT_GT(clear, 5);
  EXPECT_GT(touching, 5);
}

TEST(EdgeChecker, HasRoomWithoutEndWhereNothingCanTouch) {
  const EdgeChecker edges(Checker({{{"", planar_arm(), {}, 0, 0}}, {}, {}}));
  const std::vector<double> from{0, 0}, to{1, 1};
  EXPECT_TRUE(std::isinf(edges.clearance(from, to).lower));
  EXPECT_TRUE(std::isinf(edges.free_ball(from).radius));
  EXPECT_THROW(edges.clearance(from, to, {.relative_error = 0}), Error);
}

TEST(EdgeChecker, FindsABallOfFreeConfigurations) {
  const Figure figure = mixed_chain(9, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0.02, 0.01}}, world_of(16, 6, 5), {}}));
  Random random(28);
  int free = 0;
  for (int i = 0; i < 80; ++i) {
    const std::vector<double> q = random_configuration(figure, random);
    const FreeBall ball = edges.free_ball(q, 0.01);
    if (!edges.checker().is_free(q, {.margin = 0.01})) {
      EXPECT_EQ(ball.radius, 0);
      continue;
    }
    ++free;
    EXPECT_GT(ball.radius, 0);
    for (int k = 0; k < 100; ++k) {
      std::vector<double> other = q;
      for (std::size_t n = 0; n < q.size(); ++n) {
        const Bracket& limits = figure.numbers()[n].limits;
        const double by = k % 2 == 0 ? random.between(-1, 1) : random.chance(0.5) ? 1 : -1;
        other[n] = std::clamp(q[n] + by * ball.radius, limits.lower, limits.upper);
      }
      EXPECT_TRUE(edges.checker().is_free(other, {.margin = 0.01})) << i;
    }
  }
  EXPECT_GT(free, 10);
}

TEST(EdgeChecker, FindsTheBallOfAnArmBeforeAWall) {
  // Stretched along x, shoulder and elbow turn by r each: the hand's centre moves by no more than 2 r + (1 + 2 r r) r
  // ...
  const Placement wall{Matrix3{{1, 0, 0, 0, 0, 1, 0, -1, 0}}, {0, -0.4, 0}};
  const EdgeChecker edges(Checker({{{"", planar_arm(), {}, 0, 0}}, {{"wall", Shape::half_space(), wall}}, {}}));
  const std::vector<double> stretched{0, 0};
  const double radius = edges.free_ball(stretched).radius;
  // ... of which the ball of 0.1 and the gap of 0.3 leave r (1.1) + r (2.1 + r) < 0.3.
  EXPECT_LT(radius, 0.3 / 3);
  EXPECT_GT(radius, 0.085);
}

TEST(EdgeChecker, ChecksPathsOnAnyNumberOfThreadsAlike) {
  const Figure figure = mixed_chain(9, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, world_of(16, 6, 5), {}}));
  Random random(25);
  std::vector<double> path, q = random_configuration(figure, random);
  for (int i = 0; i < 20; ++i) {
    path.insert(path.end(), q.begin(), q.end());
    q = configuration_near(figure, q, 0.3, random);
  }
  const std::vector<EdgeAnswer> one = edges.check_path(path), more = edges.check_path(path, {.threads = 3});
  ASSERT_EQ(one.size(), 19u);
  ASSERT_EQ(more.size(), 19u);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].verdict, more[i].verdict);
    EXPECT_EQ(one[i].lower, more[i].lower);
    EXPECT_EQ(one[i].upper, more[i].upper);
    const std::span<const double> all = path;
    const EdgeAnswer alone =
        edges.check(all.subspan(i * figure.dof(), figure.dof()), all.subspan((i + 1) * figure.dof(), figure.dof()));
    EXPECT_EQ(one[i].lower, alone.lower);
    EXPECT_EQ(one[i].pair, alone.pair);
  }
}

TEST(EdgeChecker, SaysTheSameAfterItsCheckerIsPrepared) {
  const Figure figure = mixed_chain(9, 3);
  const std::vector<CheckedBody> world = world_of(16, 6, 5);
  // The second base is not quite a rotation, the third a mirror's.
  for (const Matrix3& turn :
       {Matrix3{}, Matrix3{{1, 1e-9, 0, 0, 1, 0, 0, 0, 1}}, Matrix3{{0, 1, 0, 1, 0, 0, 0, 0, 1}}}) {
    const CheckerSetup setup{{{"", figure, {turn, {0.5, -0.25, 0.125}}, 0.02, 0.01}}, world, {}};
    const EdgeChecker plain{Checker(setup)}, prepared{Checker(setup)}, often{Checker(setup)};
    prepared.checker().prepare();
    Random random(29);
    // So many that it makes a rough map.
    std::vector<double> path;
    for (int i = 0; i < 600; ++i) {
      const std::vector<double> q = random_configuration(figure, random);
      path.insert(path.end(), q.begin(), q.end());
    }
    static_cast<void>(often.check_path(path, {.any_contact = true}));
    for (int i = 0; i < 100; ++i) {
      const std::vector<double> from = random_configuration(figure, random),
                                to = configuration_near(figure, from, 0.3, random);
      const EdgeOptions options{.margin = i % 2 * 0.03};
      const EdgeAnswer one = plain.check(from, to, options), other = prepared.check(from, to, options);
      for (const EdgeAnswer& each : {other, often.check(from, to, options)}) {
        EXPECT_EQ(one.verdict, each.verdict);
        EXPECT_LE(one.lower, each.upper);
        EXPECT_LE(each.lower, one.upper);
      }
    }
  }
}

TEST(EdgeChecker, IsUndecidedWhenItsBudgetEnds) {
  const Figure figure = mixed_chain(9, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, world_of(16, 6, 5), {}}));
  Random random(26);
  int undecided = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<double> from = random_configuration(figure, random),
                              to = configuration_near(figure, from, 0.5, random);
    const EdgeAnswer whole = edges.check(from, to, {.samples = 1}),
                     part = edges.check(from, to, {.samples = 1, .budget = {.tests = 20}});
    if (part.verdict != MotionVerdict::undecided) continue;
    ++undecided;
    EXPECT_FALSE(part.complete);
    EXPECT_LE(part.lower, std::min(whole.upper, 1.0));
  }
  EXPECT_GT(undecided, 5);
}

TEST(EdgeChecker, SaysWhatIsWrong) {
  const Figure figure = mixed_chain(3, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, {}, {}}));
  const std::vector<double> q(figure.dof()), longer(figure.dof() + 1);
  EXPECT_THROW(edges.check(q, longer), Error);
  EXPECT_THROW(edges.check(longer, q), Error);
  EXPECT_THROW(edges.check(q, q, {.margin = -1}), Error);
  EXPECT_THROW(edges.check(q, q, {.time_tolerance = 0}), Error);
  EXPECT_THROW(edges.check(q, q, {.samples = 0}), Error);
  EXPECT_THROW(edges.check_path(q), Error);
  EXPECT_EQ(edges.check(q, q).verdict, MotionVerdict::clear);
}

}  // namespace
}  // namespace abut::test
