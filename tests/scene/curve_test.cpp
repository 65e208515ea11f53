// Curves of configurations against configurations on them, and against arms whose contacts a person can compute.

#include "support/figures.h"
#include <abut/edge.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut::test {
namespace {

std::vector<CheckedBody> world_of(int count, double size) {
  Random random(5);
  std::vector<CheckedBody> bodies{{"floor", Shape::half_space(), Placement::translation({0, 0, -2.5}), 0}};
  const Shape kinds[] = {Shape::box({0.5, 0.7, 0.9}), Shape::sphere(0.4), Shape(Model(shapes::torus(0.8, 0.2, 16, 8)))};
  for (int i = 0; i < count; ++i)
    bodies.push_back({"body " + std::to_string(i), kinds[i % 3], random.rotation(random.in_cube(size)), i % 5 * 0.02});
  return bodies;
}

bool touches_within(const Checker& checker, const std::vector<double>& q, CheckedPair pair, double margin) {
  const std::vector<CheckedPair> touching = checker.touching(q, {.margin = margin});
  return std::find(touching.begin(), touching.end(), pair) != touching.end();
}

struct CurveTally {
  int clear = 0, contact = 0;
};

void expect_true(const EdgeChecker& edges, const JointCurve& curve, const EdgeOptions& options, CurveTally& tally) {
  const Checker& checker = edges.checker();
  const EdgeAnswer answer = edges.check(curve, options);
  ASSERT_NE(answer.verdict, MotionVerdict::undecided);
  const bool is_clear = answer.verdict == MotionVerdict::clear;
  const double whole = curve.end() - curve.begin();
  for (int i = 0; i <= 200; ++i) {
    const double time = i == 200 ? curve.end() : curve.begin() + whole * i / 200;
    if (!is_clear && !(time < answer.lower)) break;
    EXPECT_TRUE(checker.is_free(curve.at(time), {.margin = options.margin})) << "at " << time;
  }
  ++(is_clear ? tally.clear : tally.contact);
  if (is_clear) {
    EXPECT_EQ(answer.lower, curve.end());
    EXPECT_EQ(answer.last_valid, curve.end());
    return;
  }
  EXPECT_LE(answer.lower, answer.upper);
  EXPECT_LE(answer.upper - answer.lower, options.time_tolerance * whole * (1 + 1e-9));
  EXPECT_TRUE(touches_within(checker, curve.at(answer.upper), answer.pair,
                             options.margin + answer.tolerance * (1 + 1e-9) + 1e-12));
  if (answer.last_valid) {
    EXPECT_TRUE(checker.is_free(curve.at(*answer.last_valid), {.margin = options.margin}));
  }
}

/// Waypoints near each other, well within the limits, so that splines through them stay there, too.
std::vector<double> waypoints(const Figure& figure, int count, double most, Random& random) {
  std::vector<double> q = random_configuration(figure, random), all;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Bracket& limits = figure.numbers()[i].limits;
    if (std::isfinite(limits.lower)) q[i] = 0.5 * limits.lower + 0.5 * limits.upper + 0.3 * (q[i] - limits.lower) / 2;
  }
  for (int k = 0; k < count; ++k) {
    all.insert(all.end(), q.begin(), q.end());
    q = configuration_near(figure, q, most, random);
  }
  return all;
}

TEST(EdgeChecker, MissesNoContactOfSplinesThatSamplesFind) {
  const Figure figure = mixed_chain(7, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0.02, 0.01}}, world_of(14, 6), {}}));
  Random random(41);
  CurveTally tally;
  int beyond = 0;
  for (int i = 0; i < 120; ++i) {
    if (i == 60) edges.checker().prepare();
    const JointCurve curve = JointCurve::through(figure.dof(), waypoints(figure, 2 + i % 4, 0.2, random));
    SCOPED_TRACE(i);
    try {
      expect_true(edges, curve, {.margin = i % 3 * 0.02}, tally);
    } catch (const Error&) {
      ++beyond;  // the spline leaves a limit
    }
  }
  EXPECT_GT(tally.clear, 10);
  EXPECT_GT(tally.contact, 10);
  EXPECT_LT(beyond, 60);
}

TEST(EdgeChecker, MissesNoContactOfCurvesOfATree) {
  const Figure figure = branching_figure();
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, world_of(12, 4), {{"cart", "floor"}}}));
  Random random(42);
  CurveTally tally;
  for (int i = 0; i < 60; ++i) {
    // Of any degree: the points of one piece lie near each other.
    const std::size_t degree = 1 + static_cast<std::size_t>(i) % 7;
    const JointCurve curve(figure.dof(), degree, waypoints(figure, static_cast<int>(degree) + 1, 0.3, random), {-1, 2});
    SCOPED_TRACE(i);
    expect_true(edges, curve, {}, tally);
  }
  EXPECT_GT(tally.clear, 5);
  EXPECT_GT(tally.contact, 5);
}

TEST(EdgeChecker, SaysOfStraightCurvesWhatItSaysOfEdges) {
  const Figure figure = mixed_chain(7, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0.02, 0.01}}, world_of(14, 6), {}}));
  Random random(43);
  for (int i = 0; i < 60; ++i) {
    const std::vector<double> path = waypoints(figure, 2, 0.3, random);
    const std::span<const double> all = path;
    const EdgeAnswer edge = edges.check(all.first(figure.dof()), all.last(figure.dof())),
                     curve = edges.check(JointCurve(figure.dof(), 1, path));
    EXPECT_EQ(edge.verdict, curve.verdict);
    EXPECT_LE(edge.lower, curve.upper);
    EXPECT_LE(curve.lower, edge.upper);
  }
}

/// A ball on an arm of length 1 that turns in the plane.
Figure planar_arm(JointKind kind) {
  return Figure({{"base", {}}, {"arm", {{Shape::sphere(0.1), Placement::translation({1, 0, 0})}}}},
                {{.name = "shoulder", .kind = kind, .parent = "base", .child = "arm", .axis = {0, 0, 1}}});
}

TEST(EdgeChecker, FindsWhenABallOnACurvedWayMeetsAWall) {
  // The ball is at x = cos q; the half-space is all x <= 0.2, so it touches from cos q = 0.3 on. With q = t^2.
  const Placement wall{Matrix3{{0, 0, 1, 0, 1, 0, -1, 0, 0}}, {0.2, 0, 0}};
  const EdgeChecker edges(
      Checker({{{"", planar_arm(JointKind::revolute), {}, 0, 0}}, {{"wall", Shape::half_space(), wall}}, {}}));
  const JointCurve curve(1, 2, {0, 0, 4}, {0, 2});
  const EdgeAnswer answer = edges.check(curve);
  ASSERT_EQ(answer.verdict, MotionVerdict::contact);
  const double expected = std::sqrt(std::acos(0.3));
  EXPECT_LE(answer.lower, expected + 1e-12);
  EXPECT_NEAR(answer.upper, expected, 3e-6);
  // Turning back at q = 1.1: the closest is cos 1.1 - 0.3.
  const JointCurve back(1, 2, {0, 2.2, 0});
  EXPECT_EQ(edges.check(back).verdict, MotionVerdict::clear);
  EXPECT_NEAR(edges.clearance(back).lower, std::cos(1.1) - 0.3, 2e-3);
  EXPECT_EQ(edges.check(back, {.margin = std::cos(1.1) - 0.3 + 1e-6}).verdict, MotionVerdict::contact);
  EXPECT_EQ(edges.check(back, {.margin = std::cos(1.1) - 0.3 - 1e-6}).verdict, MotionVerdict::clear);
}

TEST(EdgeChecker, GoesAroundWithACurveThatTurnsOften) {
  // From 0 to 2.5 turns: the straight way of an edge would go the short way.
  const double pi = std::acos(-1.0);
  const CheckedBody post{"post", Shape::sphere(0.1), Placement::translation({0, 1.05, 0})};
  const EdgeChecker edges(Checker({{{"", planar_arm(JointKind::continuous), {}, 0, 0}}, {post}, {}}));
  const std::vector<double> from{pi}, to{pi + 4 * pi};
  EXPECT_EQ(edges.check(from, to).verdict, MotionVerdict::clear);
  const EdgeAnswer around = edges.check(JointCurve(1, 1, {from[0], to[0]}));
  ASSERT_EQ(around.verdict, MotionVerdict::contact);
  EXPECT_NEAR(around.upper, 1.5 / 4, 0.04);
}

TEST(EdgeChecker, RefusesCurvesThatLeaveLimits) {
  const Figure figure(
      {{"base", {}}, {"arm", {{Shape::sphere(0.1)}}}},
      {{.name = "shoulder", .kind = JointKind::revolute, .parent = "base", .child = "arm", .limits = {-1, 1}}});
  const EdgeChecker edges(Checker({{{"", figure, {}, 0, 0}}, {}, {}}));
  EXPECT_EQ(edges.check(JointCurve(1, 2, {0, 2, 0})).verdict, MotionVerdict::clear);  // up to 1
  EXPECT_THROW(edges.check(JointCurve(1, 2, {0, 2.1, 0})), Error);
  EXPECT_THROW(edges.require_valid(JointCurve(1, 2, {0, 2.1, 0})), Error);
  EXPECT_NO_THROW(edges.require_valid(JointCurve(1, 2, {0, 2, 0})));
  EXPECT_THROW(edges.check(JointCurve(2, 1, {0, 0, 1, 1})), Error);
  EXPECT_THROW(edges.check(JointCurve(1, 1, {0, 1}), {.margin = -1}), Error);
  const Figure floating({{"world", {}}, {"body", {{Shape::sphere(0.1)}}}},
                        {{.name = "free", .kind = JointKind::floating, .parent = "world", .child = "body"}});
  const EdgeChecker free(Checker({{{"", floating, {}, 0, 0}}, {}, {}}));
  EXPECT_EQ(free.check(JointCurve(7, 1, {0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1})).verdict, MotionVerdict::clear);
  try {
    free.check(JointCurve(7, 1, {0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 1, 0}));
    ADD_FAILURE() << "a curve turned a floating joint";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("floating joint 'free'"));
  }
}

TEST(EdgeChecker, IsUndecidedOfACurveWhenItsBudgetEnds) {
  const Figure figure = mixed_chain(7, 3);
  const EdgeChecker edges(Checker({{{"", figure, {}, 0.02, 0.01}}, world_of(14, 6), {}}));
  Random random(44);
  int undecided = 0;
  for (int i = 0; i < 40; ++i) {
    const JointCurve curve(figure.dof(), 3, waypoints(figure, 4, 0.3, random));
    const EdgeAnswer part = edges.check(curve, {.samples = 1, .budget = {.tests = 10}});
    if (part.verdict != MotionVerdict::undecided) continue;
    ++undecided;
    EXPECT_FALSE(part.complete);
    EXPECT_LE(part.lower, edges.check(curve).upper);
  }
  EXPECT_GT(undecided, 3);
}

}  // namespace
}  // namespace abut::test
