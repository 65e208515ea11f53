// First contacts of moving models against oracles that share no code with the library, a little of what
// scripts/campaign_motion does for long.

#include "support/effort.h"
#include "support/moving_scenes.h"
#include "support/turning_oracle.h"
#include <abut/distance.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

class MovingFamilies : public testing::TestWithParam<int> {};

TEST_P(MovingFamilies, AreAnsweredAsTheOraclesSay) {
  const MovingFamily& family = moving_families()[GetParam()];
  for (int i = 0; i < tries(12); ++i) {
    Random random(Random(77).bits() ^ Random(100 * GetParam() + i).bits());
    const MovingScene scene = family.make(random);
    EXPECT_EQ(check_moving(scene, random).wrong, "") << family.name << "\n" << description_of(scene);
  }
}
INSTANTIATE_TEST_SUITE_P(MovingOracle, MovingFamilies, testing::Range(0, static_cast<int>(moving_families().size())));

TEST(MovingOracle, TurnsAreNeverProvedClearBeyondTheRootOfTheirPolynomials) {
  Random random(5);
  int contacts = 0;
  for (int i = 0; i < tries(60); ++i) {
    const TurningScene scene = turning_scene(random);
    EXPECT_EQ(check_turning(scene, contacts), "") << i;
  }
  EXPECT_GT(contacts, tries(60) / 5);
}

/// A box that lands on another exactly at the end, or at a knot, and flies off again.
TEST(MovingOracle, ATouchOfOneMomentAtAnEndOrAKnotIsAContactWithoutATolerance) {
  const Model box(shapes::box({1, 1, 1}));
  const Placement high = Placement::translation({0, 0.25, 5}), low = Placement::translation({0.5, 0, 2});
  const TimedPlacement bounce[] = {{0, high}, {0.375, low}, {1, high}};
  const Motion lands = Motion::screw(high, low), bounces = Motion::through(bounce);
  const MovingContact at_end = first_contact(box, lands, box, Motion(), {.distance_tolerance = 0});
  EXPECT_EQ(at_end.verdict, MotionVerdict::contact);
  EXPECT_EQ(at_end.upper, 1);
  EXPECT_GE(at_end.lower, 1 - 1e-6);
  const MovingContact at_knot = first_contact(box, Motion(), box, bounces, {.distance_tolerance = 0});
  EXPECT_EQ(at_knot.verdict, MotionVerdict::contact);
  EXPECT_EQ(at_knot.upper, 0.375);
  EXPECT_GE(at_knot.lower, 0.375 - 1e-6);
}

// A touch within the tolerance was kept where the whole cell was proved clear: the bracket was [0.375, 0.2745].
TEST(MovingOracle, ABracketIsNotEmptyWhereModelsSlideWithinTheTolerance) {
  const Model box(shapes::box({1, 1, 1}));
  Random random(3);
  for (int i = 0; i < tries(200); ++i) {
    const double gap = random.between(0, 2e-3);
    const Motion sliding = Motion::straight(Placement::translation({-4, random.between(-1, 1), 2 + gap}), {7, 0, 0});
    const MovingContact found = first_contact(box, sliding, box, Motion(), {.distance_tolerance = 1e-3});
    EXPECT_LE(found.lower, found.upper) << gap;
    if (found.verdict == MotionVerdict::clear) {
      EXPECT_EQ(found.lower, 1);
    }
  }
}

// A corner that grazes a wall took 300 tests, and 6 million with the models exchanged.
TEST(MovingOracle, ACornerThatGrazesAWallTakesFewTestsWhicheverModelTurns) {
  Mesh tip;
  tip.points = {{0, 0, 0}, {0.25, 0.03125, 0}, {0.25, -0.03125, 0}, {1, 0, 0}};
  tip.triangles = {{0, 1, 3}, {0, 2, 3}};
  const Model corner(tip), wall(shapes::box({2, 1, 2}));
  for (const double off : {1e-3, 1e-6, 1e-9, 1e-12, -1e-12, -1e-9, -1e-6}) {
    const Motion turning = Motion::screw({}, Screw{{}, {0, 0, 1}, 4, 0.125}),
                 still(Placement::translation({0, 2 - off, 0}));
    for (const bool exchanged : {false, true}) {
      const MovingContact found =
          exchanged ? first_contact(wall, still, corner, turning) : first_contact(corner, turning, wall, still);
      EXPECT_LE(found.counters.volume_tests + found.counters.triangle_tests, 5000u) << off << exchanged;
      if (off > 1e-11) {
        EXPECT_EQ(found.verdict, MotionVerdict::contact) << off;
      }
      if (off < -1e-11) {
        EXPECT_EQ(found.verdict, MotionVerdict::clear) << off;
      }
    }
  }
}

}  // namespace
}  // namespace abut
