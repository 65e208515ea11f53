// Distances and depths between links of figures, against every pair of links by itself.

#include "figure_chain.h"
#include "math/random.h"
#include <abut/classic_figure.h>
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut::classic::figure {

namespace {

/// All pairs that are asked about, each by itself.
std::vector<LinkDistance> brute_force_distances(const Figures& figures, std::span<const Placement> at) {
  std::vector<LinkDistance> all;
  for (std::uint32_t a = 0; a < at.size(); ++a)
    for (std::uint32_t b = a + 1; b < at.size(); ++b)
      if (figures.asks(a, b))
        all.push_back({{a, b}, abut::distance(figures.links()[a].model, at[a], figures.links()[b].model, at[b]), {}});
  return all;
}

void expect_same(const LinkDistance& found, const LinkDistance& expected) {
  EXPECT_EQ(found.pair, expected.pair);
  EXPECT_EQ(found.distance.upper, expected.distance.upper);
  EXPECT_EQ(found.distance.lower, expected.distance.lower);
  if (expected.distance.upper == 0) {
    EXPECT_EQ(found.normal, Vec3{});
    return;
  }
  EXPECT_NEAR(length(found.normal), 1, 1e-12);
  EXPECT_NEAR(dot(found.normal, found.distance.point_b - found.distance.point_a), expected.distance.upper, 1e-9);
}

}  // namespace

TEST(FigureDistance, IsThatOfTheClosestPairWhateverTheWay) {
  Random random(11);
  const Figures figures = crowd();
  int apart = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<Placement> at = some_pose(random, figures, i % 2 == 0 ? 0.4 : 1.2, i % 3 == 0 ? 40 : 8);
    const std::vector<LinkDistance> all = brute_force_distances(figures, at);
    const LinkDistance expected = *std::min_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.distance.upper < b.distance.upper; });
    apart += expected.distance.upper > 0;
    for (const Way way : all_ways) {
      const Distances found = distance(figures, at, way);
      ASSERT_EQ(found.pairs.size(), 1u) << name_of(way);
      expect_same(found.pairs[0], expected);
      EXPECT_LE(found.tested, figures.pairs());
    }
  }
  EXPECT_GT(apart, 10);
}

TEST(FigureDistance, WithinALimitIsThatOfEveryPair) {
  Random random(12);
  const Figures figures = crowd();
  std::size_t pairs = 0, tested = 0, asked = 0;
  for (int i = 0; i < 40; ++i) {
    const std::vector<Placement> at = some_pose(random, figures, 0.8, 10);
    std::vector<LinkDistance> all = brute_force_distances(figures, at);
    // Also a limit that is a distance itself.
    for (const double limit : {0.0, 0.3, 2.5, all[static_cast<std::size_t>(i) % all.size()].distance.upper, 1e80}) {
      std::vector<LinkDistance> expected = all;
      std::erase_if(expected, [&](const LinkDistance& each) { return each.distance.upper > limit; });
      for (const Way way : all_ways) {
        const Distances found = within(figures, at, limit, way);
        ASSERT_EQ(found.pairs.size(), expected.size()) << name_of(way) << ", " << limit;
        for (std::size_t k = 0; k < expected.size(); ++k) expect_same(found.pairs[k], expected[k]);
        if (way == Way::cab && limit == 0.3) tested += found.tested, asked += figures.pairs();
      }
      pairs += expected.size();
    }
  }
  EXPECT_GT(pairs, 100u);
  EXPECT_LT(tested, asked / 2);
}

TEST(FigureDistance, TellsContactsToASink) {
  Random random(13);
  const Figures figures = crowd();
  int told_in_all = 0;
  for (int i = 0; i < 50; ++i) {
    const std::vector<Placement> at = some_pose(random, figures, 1.5, 4);
    const std::vector<LinkPair> expected = contacts(figures, at).touching;
    for (const Way way : all_ways) {
      std::vector<LinkPair> told;
      contacts(figures, at, way, [&](const LinkPair& pair) {
        told.push_back(pair);
        return Flow::go_on;
      });
      std::sort(told.begin(), told.end());
      EXPECT_EQ(told, expected) << name_of(way);
      int first = 0;
      contacts(figures, at, way, [&](const LinkPair&) {
        ++first;
        return Flow::stop;
      });
      EXPECT_EQ(first, expected.empty() ? 0 : 1);
      told_in_all += first;
    }
  }
  EXPECT_GT(told_in_all, 20);
}

TEST(FigureDistance, KnowsHowDeepLinksAreInEachOther) {
  Random random(14);
  const Figures figures = crowd();
  std::vector<Solid> solids;
  for (const Link& link : figures.links()) solids.emplace_back(link.model);
  std::size_t deep = 0;
  for (int i = 0; i < 30; ++i) {
    const std::vector<Placement> at = some_pose(random, figures, 2, 2);
    std::vector<LinkPair> expected;
    for (std::uint32_t a = 0; a < at.size(); ++a)
      for (std::uint32_t b = a + 1; b < at.size(); ++b)
        if (figures.asks(a, b) && !interiors_meet(solids[a], at[a], solids[b], at[b]).is_apart())
          expected.push_back({a, b});
    deep += expected.size();
    for (const Way way : {Way::brute, Way::cab, Way::aabb_partial}) {
      const Depths found = penetration(figures, at, way);
      ASSERT_EQ(found.pairs.size(), expected.size()) << name_of(way);
      for (std::size_t k = 0; k < expected.size(); ++k) {
        const LinkDepth& each = found.pairs[k];
        EXPECT_EQ(each.pair, expected[k]);
        EXPECT_NEAR(length(each.normal), 1, 1e-12);
        // Moved out by a little more than the way, the second is clear of the first.
        Placement out = at[each.pair.b];
        out.shift += each.penetration.way_out * (1 + 1e-9);
        EXPECT_TRUE(interiors_meet(solids[each.pair.a], at[each.pair.a], solids[each.pair.b], out).is_apart());
      }
    }
  }
  EXPECT_GT(deep, 10u);
}

TEST(FigureDistance, KnowsTheDepthOfALinkInsideAnother) {
  const Figures figures(
      {{{abut::Model(shapes::box({1, 1, 1})), -1, {}}}, {{abut::Model(shapes::box({0.25, 0.25, 0.25})), -1, {}}}});
  const std::vector<Placement> at{{}, Placement::translation({0.5, 0, 0})};
  EXPECT_TRUE(contacts(figures, at).touching.empty());
  const Depths found = penetration(figures, at);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_NEAR(found.pairs[0].penetration.way_out_length.upper, 0.75, 0.02);
  EXPECT_NEAR(found.pairs[0].normal.x, 1, 1e-3);
}

TEST(FigureDistance, AnswersManyFramesAsOneByOne) {
  Random random(15);
  const Figures figures = crowd();
  std::vector<Placement> frames;
  for (int i = 0; i < 100; ++i) {
    const std::vector<Placement> at = some_pose(random, figures, 1, 6);
    frames.insert(frames.end(), at.begin(), at.end());
  }
  const std::size_t links = figures.links().size();
  for (const int threads : {1, 2}) {
    const std::vector<Distances> closest = distance(figures, frames, Way::cab, threads),
                                 near = within(figures, frames, 0.5, Way::cab, threads);
    const std::span<const Placement> few = std::span(frames).first(5 * links);
    const std::vector<Depths> depths = penetration_each(figures, few, Way::cab, {.threads = threads});
    ASSERT_EQ(closest.size(), 100u);
    ASSERT_EQ(depths.size(), 5u);
    for (std::size_t i = 0; i < 100; ++i) {
      const std::span<const Placement> at = std::span(frames).subspan(i * links, links);
      expect_same(closest[i].pairs[0], distance(figures, at).pairs[0]);
      const Distances alone = within(figures, at, 0.5);
      ASSERT_EQ(near[i].pairs.size(), alone.pairs.size());
      for (std::size_t k = 0; k < alone.pairs.size(); ++k) expect_same(near[i].pairs[k], alone.pairs[k]);
      if (i < 5) {
        EXPECT_EQ(depths[i].pairs.size(), penetration(figures, at).pairs.size());
      }
    }
  }
}

TEST(FigureDistance, SaysWhatIsWrong) {
  const Figures figures({chain(2)}), none({});
  const std::vector<Placement> two(2), three(3);
  EXPECT_THROW(distance(figures, three), Error);
  EXPECT_THROW(within(figures, two, -1), Error);
  EXPECT_THROW(within(figures, two, NAN), Error);
  EXPECT_THROW(within(figures, two, INFINITY), Error);
  EXPECT_THROW(distance(figures, two, Way::cab, -1), Error);
  EXPECT_TRUE(distance(none, {}).pairs.empty());
  EXPECT_TRUE(distance(Figures({chain(2)}, neighbours(0, 2)), two).pairs.empty());
  const Figures open({{{abut::Model(shapes::plate(1, 1, 2, 2)), -1, {}}}, {{bone(), -1, {}}}});
  EXPECT_THROW(penetration(open, two), Error);
}

}  // namespace abut::classic::figure
