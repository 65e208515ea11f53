#include "figure_chain.h"
#include "math/random.h"
#include "support/effort.h"
#include <abut/classic_figure.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::classic::figure {

namespace {

/// A palm and some fingers of three links.
std::vector<Link> hand(std::int32_t fingers) {
  std::vector<Link> links{{abut::Model(shapes::box({1, 1, 0.2})), -1, {}}};
  for (std::int32_t finger = 0; finger < fingers; ++finger)
    for (std::int32_t i = 0; i < 3; ++i) links.push_back({bone(), i == 0 ? 0 : 1 + 3 * finger + i - 1, {}});
  return links;
}

Figures two_chains_and_a_ball() {
  return Figures({chain(8), chain(5), {{abut::Model(shapes::sphere(0.8, 3)), -1, {}}}});
}

/// Chains of links that each begin where the last one ends, bent by up to `bend`; the rest anywhere near.
std::vector<Placement> some_pose(Random& random, const Figures& figures, double bend) {
  std::vector<Placement> at;
  for (const Link& link : figures.links()) {
    if (link.parent < 0) {
      at.push_back(random.rotation(random.in_cube(4)));
      continue;
    }
    const Vec3 axis = random.direction() * (bend * random.unit());
    const Placement before = at[static_cast<std::size_t>(link.parent)];
    at.push_back(before * Placement::translation({2, 0, 0}) * Placement::rotation(1, axis.x, axis.y, axis.z));
  }
  return at;
}

/// Every pair of links by itself.
std::vector<LinkPair> brute_force(const Figures& figures, std::span<const Placement> at,
                                  std::span<const LinkPair> ignored = {}) {
  std::vector<LinkPair> result;
  for (std::uint32_t a = 0; a < at.size(); ++a)
    for (std::uint32_t b = a + 1; b < at.size(); ++b) {
      const bool skipped = std::any_of(ignored.begin(), ignored.end(), [&](const LinkPair& pair) {
        return pair == LinkPair{a, b} || pair == LinkPair{b, a};
      });
      if (!skipped && !collide(figures.links()[a].model, at[a], figures.links()[b].model, at[b]).pairs.empty())
        result.push_back({a, b});
    }
  return result;
}

std::vector<std::uint32_t> links_below(const Figures& figures, std::uint32_t node) {
  const Node& found = figures.nodes()[node];
  const auto part = figures.order().subspan(found.first, found.count);
  std::vector<std::uint32_t> links(part.begin(), part.end());
  std::sort(links.begin(), links.end());
  return links;
}

int depth_of(const Figures& figures, std::uint32_t node) {
  const Node& found = figures.nodes()[node];
  return found.is_leaf() ? 0 : 1 + std::max(depth_of(figures, found.left), depth_of(figures, found.right));
}

}  // namespace

TEST(Figures, TouchAsBruteForceSaysWhateverTheWay) {
  Random random(7);
  const Figures figures = two_chains_and_a_ball();
  ASSERT_EQ(figures.pairs(), 91u);
  std::size_t touching = 0, apart = 0;
  for (int i = 0; i < tries(300); ++i) {
    const std::vector<Placement> at = some_pose(random, figures, random.chance(0.5) ? 0.3 : 1.5);
    const std::vector<LinkPair> expected = brute_force(figures, at);
    touching += expected.size();
    apart += expected.empty();
    std::uint64_t tested_by[all_ways.size()];
    for (Way way : all_ways) {
      const Contacts found = contacts(figures, at, way);
      ASSERT_EQ(found.touching, expected) << name_of(way);
      ASSERT_EQ(any_contact(figures, at, way), !expected.empty()) << name_of(way);
      tested_by[static_cast<int>(way)] = found.tested;
    }
    const auto tested = [&](Way way) { return tested_by[static_cast<int>(way)]; };
    EXPECT_EQ(tested(Way::brute), 91u);
    // The leaves are the same, and inner boxes hold those of their children.
    EXPECT_EQ(tested(Way::cab), tested(Way::covariance));
    EXPECT_EQ(tested(Way::cab), tested(Way::cab_footnote));
    EXPECT_EQ(tested(Way::aabb_partial), tested(Way::aabb_corners));
    EXPECT_LE(tested(Way::aabb_vertices), tested(Way::aabb_corners));
  }
  EXPECT_GT(touching, static_cast<std::size_t>(tries(300)));
  EXPECT_GT(apart, 0u);
}

// Links that touch in a side, a corner or nothing but a point, exactly: placements of halves and of 3-4-5.
TEST(Figures, ThatBarelyTouchAreFound) {
  const Figures figures({{{abut::Model(shapes::box({1, 1, 1})), -1, {}}, {abut::Model(shapes::box({1, 1, 1})), 0, {}}},
                         {{abut::Model(shapes::box({1, 1, 1})), -1, {}}}});
  const Placement turned{{{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}}, {}};
  for (const Placement& base : {Placement{}, turned})
    for (const Vec3& by : {Vec3{2, 0, 0}, Vec3{2, 2, 0}, Vec3{2, 2, 2}, Vec3{-2, 0.5, 1}}) {
      const std::vector<Placement> at{base, base * Placement::translation({5, 0, 0}),
                                      base * Placement::translation(by)};
      const std::vector<LinkPair> expected = brute_force(figures, at);
      if (base == Placement{}) {
        EXPECT_EQ(expected, (std::vector<LinkPair>{{0, 2}}));
      }
      for (Way way : all_ways) EXPECT_EQ(contacts(figures, at, way).touching, expected) << name_of(way);
    }
}

TEST(Figures, LeaveOutIgnoredPairs) {
  Random random(8);
  const std::vector<LinkPair> ignored{{0, 1}, {2, 1}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {13, 0}};
  const Figures figures({chain(8), chain(5), {{abut::Model(shapes::sphere(0.8, 3)), -1, {}}}}, ignored);
  EXPECT_EQ(figures.pairs(), 91u - ignored.size());
  EXPECT_FALSE(figures.asks(1, 2) || figures.asks(0, 13));
  EXPECT_TRUE(figures.asks(0, 2));
  for (int i = 0; i < tries(100); ++i) {
    const std::vector<Placement> at = some_pose(random, figures, 1.5);
    const std::vector<LinkPair> expected = brute_force(figures, at, ignored);
    for (Way way : all_ways) ASSERT_EQ(contacts(figures, at, way).touching, expected) << name_of(way);
  }
}

TEST(Figures, AnswerManyFramesAsOneByOne) {
  Random random(9);
  const Figures figures = two_chains_and_a_ball();
  std::vector<Placement> frames;
  std::vector<Contacts> expected;
  for (int i = 0; i < 150; ++i) {
    const std::vector<Placement> at = some_pose(random, figures, 1);
    frames.insert(frames.end(), at.begin(), at.end());
    expected.push_back(contacts(figures, at, Way::cab));
  }
  for (int threads : {1, 2, 0}) {
    const std::vector<Contacts> found = contacts(figures, frames, Way::cab, threads);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].touching, expected[i].touching);
      EXPECT_EQ(found[i].tested, expected[i].tested);
      EXPECT_EQ(found[i].effort.box_tests, expected[i].effort.box_tests);
      EXPECT_EQ(found[i].effort.boxes_fitted, expected[i].effort.boxes_fitted);
    }
  }
}

TEST(FigureGrouping, CutsAChainInTheMiddle) {
  const Figures figures({chain(8)});
  const Node& root = figures.nodes()[figures.roots()[0]];
  EXPECT_EQ(links_below(figures, root.left), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(links_below(figures, root.right), (std::vector<std::uint32_t>{4, 5, 6, 7}));
  EXPECT_EQ(root.link, 4u);
  EXPECT_EQ(depth_of(figures, figures.roots()[0]), 3);
  // Of an odd one, the first of the most even cuts.
  const Figures odd({chain(3)});
  EXPECT_EQ(odd.nodes()[odd.roots()[0]].link, 1u);
}

TEST(FigureGrouping, JoinsConnectedLinksByOneJoint) {
  for (const auto& figure : {chain(1), chain(2), chain(13), hand(2), hand(5)}) {
    const Figures figures({figure, chain(3)});
    EXPECT_EQ(figures.nodes().size(), 2 * figure.size() - 1 + 5);
    ASSERT_EQ(figures.roots().size(), 2u);
    EXPECT_EQ(links_below(figures, figures.roots()[0]).size(), figure.size());
    for (std::uint32_t i = 0; i < figures.nodes().size(); ++i) {
      const Node& node = figures.nodes()[i];
      const std::vector<std::uint32_t> links = links_below(figures, i);
      if (node.is_leaf()) {
        EXPECT_EQ(links, std::vector<std::uint32_t>{i});
        continue;
      }
      EXPECT_LT(std::max(node.left, node.right), i);
      // All but the first hang on another one of the group, and the joint connects its halves.
      for (std::uint32_t link : links)
        if (link != links[0]) {
          EXPECT_TRUE(
              std::binary_search(links.begin(), links.end(), static_cast<std::uint32_t>(figures.links()[link].parent)));
        }
      const std::vector<std::uint32_t> left = links_below(figures, node.left), right = links_below(figures, node.right);
      EXPECT_EQ(right[0], node.link);
      EXPECT_TRUE(
          std::binary_search(left.begin(), left.end(), static_cast<std::uint32_t>(figures.links()[node.link].parent)));
    }
  }
  // Fingers leave the palm one by one, whole.
  const Figures five({hand(5)});
  const Node& root = five.nodes()[five.roots()[0]];
  EXPECT_EQ(links_below(five, root.right), (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(PartialUpdate, FitsLowBoxesOnlyWhereAQueryGets) {
  // Chains far apart, asked about each other only: the roots' boxes end every query.
  std::vector<LinkPair> within;
  for (std::uint32_t a = 0; a < 16; ++a)
    for (std::uint32_t b = a + 1; b < 16; ++b)
      if (a / 8 == b / 8) within.push_back({a, b});
  const Figures apart_only({chain(8), chain(8)}, within), whole({chain(8), chain(8)});
  Random random(3);
  std::vector<Placement> at = some_pose(random, whole, 0.2);
  for (std::size_t i = 0; i < 8; ++i) at[i].shift += Vec3{1000, 0, 0};
  // Two levels of three are above the cut or on it.
  EXPECT_EQ(contacts(apart_only, at, Way::aabb_partial).effort.boxes_fitted, 2u * 3);
  // Whether a chain touches itself takes all its boxes.
  EXPECT_EQ(contacts(whole, at, Way::aabb_partial).effort.boxes_fitted, 30u);
  EXPECT_EQ(contacts(whole, at, Way::aabb_corners).effort.boxes_fitted, 30u);
}

TEST(Figures, RefuseWhatIsNotAFigure) {
  const abut::Model model = bone();
  EXPECT_THROW(Figures({{{model, 0, {}}}}), Error);
  EXPECT_THROW(Figures({{{model, -1, {}}, {model, 1, {}}}}), Error);
  EXPECT_THROW(Figures({{{model, -1, {}}, {model, -1, {}}}}), Error);
  EXPECT_THROW(Figures({{{abut::Model(), -1, {}}}}), Error);
  EXPECT_THROW(Figures({{{model, -1, {0, 1e300, 0}}}}), Error);
  EXPECT_THROW(Figures({chain(2)}, std::vector<LinkPair>{{0, 2}}), Error);
  EXPECT_THROW(Figures({chain(2)}, std::vector<LinkPair>{{1, 1}}), Error);
  const Figures figures({chain(2)});
  const std::vector<Placement> two(2), stretched{{}, {Matrix3{} * 2, {}}}, three(3);
  EXPECT_EQ(contacts(figures, two).touching, (std::vector<LinkPair>{{0, 1}}));
  EXPECT_THROW(contacts(figures, three), Error);
  EXPECT_THROW(contacts(figures, stretched), Error);
  EXPECT_THROW(contacts(figures, three, Way::cab, 1), Error);
  EXPECT_THROW(contacts(figures, two, Way::cab, -1), Error);
  EXPECT_THROW(contacts(figures, two, static_cast<Way>(99)), Error);
  const Figures none({});
  EXPECT_TRUE(contacts(none, {}).touching.empty());
  EXPECT_TRUE(contacts(none, {}, Way::cab, 1).empty());
}

}  // namespace abut::classic::figure
