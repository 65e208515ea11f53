// Rough contacts along motions: never later than the first real one, and none is missed.

#include "math/random.h"
#include "support/effort.h"
#include <abut/classic_game.h>
#include <abut/error.h>
#include <abut/first_contact.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::classic::game {
namespace {

Motion some_motion(Random& random, int kind) {
  const Placement from = random.rotation(random.in_cube(3)), to = random.rotation(random.in_cube(3));
  if (kind == 0) return Motion(from);
  if (kind == 1) return Motion::straight(from, to.shift, {2, 5});
  if (kind == 2) return Motion::screw(from, Screw{{1, 0, 0}, {1, 2, 3}, 7.0, 1.0}, {2, 5});
  if (kind == 3) return Motion::slerp(from, to, {}, {2, 5});
  const TimedPlacement ways[] = {{2, from}, {2.5, to}, {5, random.rotation(random.in_cube(3))}};
  return Motion::through(ways);
}

// The oracle is the engine's proved first contact.
template <class Real>
void compare(std::uint64_t seed) {
  Random random(seed);
  const abut::Model models[] = {abut::Model(shapes::submarine()), abut::Model(shapes::torus(1.0, 0.3, 16, 8)),
                                abut::Model(shapes::box({1, 0.2, 0.5}))};
  const Tree<Real> trees[] = {Tree<Real>(models[0]), Tree<Real>(models[1]), Tree<Real>(models[2])};
  int clear = 0, false_alarms[3] = {}, contacts = 0;
  for (int i = 0; i < tries(90); ++i) {
    const int a = i % 3, b = i / 3 % 3;
    const Motion of_a = some_motion(random, 1 + i % 4), of_b = some_motion(random, i / 2 % 5);
    const MovingContact real = first_contact(models[a], of_a, models[b], of_b);
    const bool is_contact = real.verdict == MotionVerdict::contact;
    ++(is_contact ? contacts : clear);
    int at = 0;
    for (const double accuracy : {0.0, 0.6, 1.0}) {
      const Contact rough = contact_along(trees[a], of_a, trees[b], of_b, {.accuracy = accuracy});
      EXPECT_EQ(rough.exact, !rough.found);
      if (is_contact) {
        ASSERT_TRUE(rough.found) << i << " " << accuracy;
        EXPECT_LE(rough.time, real.upper + 3e-6) << i << " " << accuracy;
        EXPECT_GE(rough.time, 2);
      }
      false_alarms[at++] += rough.found && !is_contact;
    }
  }
  EXPECT_GT(contacts, 0);
  EXPECT_GT(clear, 0);
  EXPECT_LE(false_alarms[1], false_alarms[0]);
  EXPECT_LT(false_alarms[2], false_alarms[0]);
}

TEST(GameMotions, MissNoContactAndAreNotLate) {
  compare<double>(3);
  compare<float>(4);
}

TEST(GameMotions, AreCloseToTheRealContactAtFullAccuracy) {
  const abut::Model box(shapes::box({1, 0.7, 0.5}));
  const Tree<double> tree(box);
  const Motion moving = Motion::straight(Placement::translation({-5, 0.3, 0.2}), {4, 0, 0}, {10, 14});
  const Contact found = contact_along(tree, moving, tree, Motion());
  ASSERT_TRUE(found.found);
  EXPECT_NEAR(found.time, 13, 0.02);
  EXPECT_LE(found.time, 13 + 1e-6);
  EXPECT_GT(found.effort.triangle_tests, 0u);
  const Contact rough = contact_along(tree, moving, tree, Motion(), {.accuracy = 0});
  // Two spheres of the square radius 1.74, 0.3 and 0.2 beside each other, meet.
  EXPECT_NEAR(rough.time, 10 + 5 - std::sqrt(4 * 1.74 - 0.13), 0.05);
}

TEST(GameMotions, RefuseWhatIsNoQuestion) {
  const abut::Model box(shapes::box({1, 1, 1}));
  const Tree<double> tree(box), none{abut::Model()};
  const Motion moving = Motion::straight({}, {4, 0, 0}), later = Motion::straight({}, {4, 0, 0}, {2, 3});
  EXPECT_THROW(contact_along(tree, Motion(), tree, Motion()), Error);
  EXPECT_THROW(contact_along(tree, moving, tree, later), Error);
  EXPECT_THROW(contact_along(tree, moving, tree, Motion(), {.accuracy = 1.5}), Error);
  EXPECT_THROW(contact_along(tree, moving, tree, Motion(), {.accuracy = -0.1}), Error);
  const Contact found = contact_along(none, moving, tree, Motion());
  EXPECT_FALSE(found.found);
  EXPECT_TRUE(found.exact);
}

}  // namespace
}  // namespace abut::classic::game
