// First contacts of moving figures, against every pair of links by itself over all of the time.

#include "figure_chain.h"
#include "support/effort.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut::classic::figure {

namespace {

struct FirstOfPairs {
  double lower = std::numeric_limits<double>::infinity(), upper = lower;
};

FirstOfPairs first_of_pairs(const Figures& figures, std::span<const Motion> motions,
                            const FirstContactOptions& options) {
  FirstOfPairs first;
  for (std::uint32_t a = 0; a < motions.size(); ++a)
    for (std::uint32_t b = a + 1; b < motions.size(); ++b) {
      if (!figures.asks(a, b)) continue;
      const MovingContact found =
          abut::first_contact(figures.links()[a].model, motions[a], figures.links()[b].model, motions[b], options);
      if (found.verdict != MotionVerdict::contact) continue;
      first = {std::min(first.lower, found.lower), std::min(first.upper, found.upper)};
    }
  return first;
}

}  // namespace

TEST(FigureMotion, FindsTheFirstContactThatPairsByThemselvesHave) {
  abut::Random random(16);
  const Figures figures = crowd();
  int touching = 0, clear = 0;
  for (int i = 0; i < tries(40); ++i) {
    const std::vector<Placement> from = some_pose(random, figures, 1, 7), to = some_pose(random, figures, 1, 7);
    std::vector<Motion> motions;
    for (std::size_t k = 0; k < from.size(); ++k) motions.push_back(Motion::slerp(from[k], to[k], {}, {2, 5}));
    const FirstContactOptions options{.margin = i % 3 == 0 ? 0.05 : 0};
    const FirstOfPairs expected = first_of_pairs(figures, motions, options);
    const FirstContact brute = first_contact(figures, motions, Way::brute, options);
    if (brute.verdict == MotionVerdict::clear) {
      ++clear;
      EXPECT_EQ(expected.upper, std::numeric_limits<double>::infinity());
      EXPECT_EQ(brute.lower, 5);
    } else {
      ++touching;
      ASSERT_EQ(brute.verdict, MotionVerdict::contact);
      EXPECT_LE(brute.lower, expected.upper);
      EXPECT_LE(expected.lower, brute.upper);
      EXPECT_LE(brute.upper - brute.lower, 3.1e-6);
      const Distance gap = abut::distance(figures.links()[brute.pair.a].model, motions[brute.pair.a].at(brute.upper),
                                          figures.links()[brute.pair.b].model, motions[brute.pair.b].at(brute.upper));
      EXPECT_LE(gap.lower, options.margin + brute.contact.tolerance * (1 + 1e-9));
    }
    for (const Way way : all_ways) {
      const FirstContact found = first_contact(figures, motions, way, options);
      EXPECT_EQ(found.verdict, brute.verdict) << name_of(way);
      EXPECT_EQ(found.lower, brute.lower) << name_of(way);
      EXPECT_EQ(found.upper, brute.upper) << name_of(way);
      EXPECT_EQ(found.pair, brute.pair) << name_of(way);
      EXPECT_LE(found.tested, brute.tested) << name_of(way);
    }
  }
  EXPECT_GT(touching, 5);
  EXPECT_GT(clear, 5);
}

// A bullet passes the ball between any two of the sixteen parts' middles.
TEST(FigureMotion, MissesNoFastLinkAndNoWorldThatStays) {
  const Figures figures(
      {{{abut::Model(shapes::sphere(0.1, 2)), -1, {}}}, {{abut::Model(shapes::sphere(0.2, 2)), -1, {}}}});
  const std::vector<Motion> motions{Motion::straight(Placement::translation({-1000, 0, 0}), {2000, 0, 0}),
                                    Motion(Placement::translation({31, 0, 0}))};
  for (const Way way : all_ways) {
    const FirstContact found = first_contact(figures, motions, way);
    ASSERT_EQ(found.verdict, MotionVerdict::contact) << name_of(way);
    EXPECT_NEAR(found.upper, 1030.7 / 2000, 1e-4);
    EXPECT_EQ(found.pair, (LinkPair{0, 1}));
  }
}

TEST(FigureMotion, SaysWhatIsWrongAndStopsAtItsBudget) {
  const Figures figures({chain(2)});
  const std::vector<Motion> one(1), stay(2),
      apart{Motion::straight({}, {1, 0, 0}, {0, 1}), Motion::straight({}, {1, 0, 0}, {2, 3})},
      go{Motion::straight({}, {1, 0, 0}), Motion::straight(Placement::translation({0, 3, 0}), {0, -3, 0})};
  EXPECT_THROW(first_contact(figures, one), Error);
  EXPECT_THROW(first_contact(figures, stay), Error);
  EXPECT_THROW(first_contact(figures, apart), Error);
  EXPECT_THROW(first_contact(figures, go, Way::cab, {.margin = -1}), Error);
  EXPECT_THROW(first_contact(figures, go, Way::cab, {.after_parting = true}), Error);
  EXPECT_EQ(first_contact(figures, stay, Way::cab, {.during = {0, 1}}).verdict, MotionVerdict::contact);
  EXPECT_EQ(first_contact(figures, go).verdict, MotionVerdict::contact);
  const FirstContact ended = first_contact(figures, go, Way::cab, {.budget = {.tests = 0}});
  EXPECT_EQ(ended.verdict, MotionVerdict::undecided);
  EXPECT_FALSE(ended.complete);
  EXPECT_LT(ended.lower, first_contact(figures, go).upper);
  EXPECT_EQ(first_contact(Figures({}), {}, Way::cab, {.during = {0, 1}}).lower, 1);
}

}  // namespace abut::classic::figure
