#include "math/random.h"
#include "support/effort.h"
#include <abut/classic_game.h>
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/small_tests.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut::classic::game {

namespace {

/// A model whose origin moves straight while it turns evenly about an axis through it.
struct Spin {
  Vec3 from, to, axis;
  double angle;

  Placement operator()(double t) const {
    const double half = 0.5 * angle * t, s = std::sin(half);
    return Placement::rotation(std::cos(half), s * axis.x, s * axis.y, s * axis.z, from + (to - from) * t);
  }
  /// How far the bullet's path in the model's frame is from the straight one: an eighth of the largest acceleration.
  double deviation(const Vec3& start, const Vec3& end) const {
    const Vec3 at_first = start - from, at_last = end - to;
    const double farthest = std::max(length(at_first), length(at_last)), speed = length(at_last - at_first);
    return (angle * angle * farthest + 2 * std::abs(angle) * speed) / 8 * (1 + 1e-9);
  }
};

/// The first of n + 1 times at which a segment of the flight, of the path as it is, hits a triangle.
double sampled_hit(const abut::Model& model, const Spin& spin, const Vec3& start, const Vec3& end, int n) {
  const auto inside = [&](double t) {
    const Placement at = spin(t);
    return transposed_times(at.linear, start + (end - start) * t - at.shift);
  };
  const Mesh& mesh = model.mesh();
  for (int i = 0; i < n; ++i) {
    const Vec3 p = inside(static_cast<double>(i) / n), way = inside(static_cast<double>(i + 1) / n) - p;
    double first = 2;
    for (const Triangle& t : mesh.triangles)
      if (const auto hit = small::first_hit(p, way, 0, 1, {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]}))
        first = std::min(first, hit->upper);
    if (first <= 1) return (i + first) / n;
  }
  return 2;
}

}  // namespace

TEST(GameBullets, AreExactForAModelThatDoesNotTurn) {
  Random random(1);
  const abut::Model model(shapes::submarine());
  const Tree<double> tree(model);
  int hits = 0, literal_hits = 0;
  for (int i = 0; i < tries(1500); ++i) {
    const Placement first = random.rotation(random.in_cube(2));
    const Vec3 drift = random.in_cube(1);
    const Path path = [=](double t) { return Placement{first.linear, first.shift + drift * t}; };
    const Target<double> target(tree, path);
    const Vec3 start = random.in_cube(8), end = random.in_cube(3);
    // The path in the model's frame as the query has it: images of both ends.
    const Matrix3 turn = transposed(first.linear);
    const Vec3 p = turn * start + -(turn * first.shift), q = turn * end + -(turn * (first.shift + drift));
    double expected = 2;
    for (const Triangle& t : model.mesh().triangles) {
      const std::span<const Vec3> points = model.mesh().points;
      if (const auto hit = small::first_hit(p, q - p, 0, 1, {points[t[0]], points[t[1]], points[t[2]]}))
        expected = std::min(expected, hit->lower);
    }
    for (int level : {0, 3, 100}) {
      MovingOptions options;
      options.switch_level = level;
      const Contact found = target.repaired(start, end, options);
      ASSERT_EQ(found.found, expected <= 1) << i;
      EXPECT_TRUE(found.exact);
      if (found.found) {
        EXPECT_EQ(found.time, expected);
      }
      ASSERT_LE(static_cast<int>(found.effort.deepest_stack), tree.depth() + 1);
      for (double accuracy : {0.0, 0.4, 0.8}) {
        options.accuracy = accuracy;
        const Contact rough = target.repaired(start, end, options);
        ASSERT_TRUE(rough.found || expected > 1);
        if (expected <= 1) {
          ASSERT_LE(rough.time, expected);
        }
      }
    }
    hits += expected <= 1;
    literal_hits += target.literal(start, end).found;
  }
  EXPECT_GT(hits, tries(50));
  // At T1 the point is on the sphere of a leaf and rarely in its box: nearly all hits are missed.
  EXPECT_LT(literal_hits, hits / 2);
}

TEST(GameBullets, AtASpinningModelAreNeitherMissedNorLateWithinTheDeviation) {
  Random random(2);
  const abut::Model model(shapes::submarine());
  const Tree<float> tree(model);
  int hits = 0;
  for (int i = 0; i < tries(200); ++i) {
    const Spin spin{random.in_cube(2), random.in_cube(2), random.direction(), random.between(-1, 1)};
    const Target<float> target(tree, spin);
    const Vec3 start = random.in_cube(6), end = random.in_cube(6);
    const double sampled = sampled_hit(model, spin, start, end, 64);
    MovingOptions options;
    options.deviation = spin.deviation(start, end);
    const Contact found = target.repaired(start, end, options);
    if (sampled <= 1) {
      ASSERT_TRUE(found.found) << i;
      ASSERT_LE(found.time, sampled) << i;
    }
    hits += sampled <= 1;
  }
  EXPECT_GT(hits, tries(10));
}

TEST(GamePairs, ThatMoveStraightAreNeitherMissedNorLateNorMuchTooEarly) {
  Random random(4);
  const abut::Model sub(shapes::submarine()), ball(shapes::sphere(0.5, 2));
  const Tree<double> tree_sub(sub), tree_ball(ball);
  int contacts = 0, literal_in_time = 0;
  for (int i = 0; i < tries(150); ++i) {
    const Placement at_sub = random.rotation(), at_ball = random.rotation();
    const Vec3 from = random.direction() * 7, to = random.in_cube(4), drift = random.in_cube(1);
    const Path path_sub = [=](double t) { return Placement{at_sub.linear, drift * t}; };
    const Path path_ball = [=](double t) { return Placement{at_ball.linear, from + (to - from) * t}; };
    double sampled = 2;
    for (int k = 0; k <= 100 && sampled > 1; ++k)
      if (touches(sub, path_sub(k / 100.0), ball, path_ball(k / 100.0))) sampled = k / 100.0;
    const Contact found = repaired_contact(tree_sub, path_sub, tree_ball, path_ball);
    if (sampled <= 1) {
      ASSERT_TRUE(found.found) << i;
      ASSERT_LE(found.time, sampled);
    }
    if (found.found) {
      const double gap = distance(sub, path_sub(found.time), ball, path_ball(found.time)).upper;
      EXPECT_LE(gap, 1e-4);
      ASSERT_LE(static_cast<int>(found.effort.deepest_stack), tree_sub.depth() + tree_ball.depth() + 1);
      MovingOptions rough;
      rough.accuracy = 0.5;
      const Contact early = repaired_contact(tree_sub, path_sub, tree_ball, path_ball, rough);
      ASSERT_TRUE(early.found);
      ASSERT_LE(early.time, found.time + 1e-9);
    }
    contacts += found.found;
    const Contact literal = literal_contact(tree_sub, path_sub, tree_ball, path_ball);
    literal_in_time += literal.found && found.found && literal.time <= found.time + 1e-3;
  }
  EXPECT_GT(contacts, tries(20));
  EXPECT_LT(literal_in_time, contacts / 2);
}

TEST(GamePairs, RefuseBadOptions) {
  const Tree<double> tree{abut::Model(shapes::box({1, 1, 1}))};
  const Path still = [](double) { return Placement{}; };
  MovingOptions options;
  options.deviation = -1;
  EXPECT_THROW(repaired_contact(tree, still, tree, still, options), Error);
  EXPECT_THROW(Target<double>(tree, still).repaired({}, {1, 0, 0}, options), Error);
  options = {};
  options.time_tolerance = 0;
  EXPECT_THROW(repaired_contact(tree, still, tree, still, options), Error);
  options = {};
  options.accuracy = -0.1;
  EXPECT_THROW(literal_contact(tree, still, tree, still, options), Error);
  EXPECT_THROW(Target<double>(tree, [](double) { return Placement{Matrix3{} * 3, {}}; }), Error);
}

}  // namespace abut::classic::game
