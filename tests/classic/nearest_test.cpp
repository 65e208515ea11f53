// The search for the closest triangles on binary trees.

#include "classic/visit/nearest.h"

#include "classic/all_volumes.h"
#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "math/random.h"
#include "support/scenes.h"
#include <abut/shapes.h>

#include <algorithm>
#include <optional>
#include <set>

#include <gtest/gtest.h>

namespace abut::classic {

namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Collision of models that are dilated until they are `reach` closer, by the same bounds; without a reach by the test
/// for overlap, which has the margin of its placement. Notes the pairs that overlap.
template <class V>
class DilatedTest {
 public:
  DilatedTest(const Tree<V>& a, const Tree<V>& b, const typename V::Test& test, std::optional<double> reach)
      : a_(a), b_(b), test_(test), reach_(reach) {}

  const RelativePlacement& relative() const { return test_.relative(); }
  bool may_overlap(const V& a, const V& b) const {
    if (reach_ ? test_.distance_below(a, b) > *reach_ : !test_.may_overlap(a, b)) return false;
    overlapping.emplace(index_of(a, a_), index_of(b, b_));
    return true;
  }
  struct ClosedA {
    const DilatedTest& test;
    const V& a;
    ClosedA(const DilatedTest& t, const V& v) : test(t), a(v) {}
    bool may_overlap(const V& b) const { return test.may_overlap(a, b); }
  };
  struct ClosedB {
    const DilatedTest& test;
    const V& b;
    ClosedB(const DilatedTest& t, const V& v) : test(t), b(v) {}
    bool may_overlap(const V& a) const { return test.may_overlap(a, b); }
  };

  mutable Pairs overlapping;

 private:
  static std::uint32_t index_of(const V& volume, const Tree<V>& tree) {
    const auto bytes = reinterpret_cast<const char*>(&volume) - reinterpret_cast<const char*>(tree.nodes.data());
    return static_cast<std::uint32_t>(bytes / static_cast<std::ptrdiff_t>(sizeof(tree.nodes[0])));
  }

  const Tree<V>&a_, &b_;
  const typename V::Test& test_;
  std::optional<double> reach_;
};

/// The pairs of nodes that overlap on the way to all contacts.
template <class V>
Pairs pairs_of_collide(const Tree<V>& a, const Tree<V>& b, const RelativePlacement& b_in_a, Descent descent,
                       std::optional<double> reach) {
  const typename V::Test test(b_in_a, Sat::full, V::axes_defect);
  const DilatedTest<V> dilated(a, b, test, reach);
  ContactVisit visit{.descent = descent};
  visit_pairs(a, b, dilated, visit, [](const auto&, const auto&) { return true; });
  return dilated.overlapping;
}

/// Larsen et al. 1999, section 5.1.
template <class V>
void expect_the_tests_of_dilated_models(const Tree<V>& a, const Tree<V>& b, const RelativePlacement& b_in_a,
                                        double distance, const std::string& what) {
  const typename V::Test test(b_in_a, Sat::full, V::axes_defect);
  for (Descent descent : all_descents) {
    const Pairs dilated = pairs_of_collide(a, b, b_in_a, descent, distance);
    for (Search search : all_searches) {
      std::vector<NodePair> opened;
      NearestOptions options{search, descent};
      options.limit = distance;
      options.opened = &opened;
      visit_nearest_pairs(a, b, test, options, [&](const auto&, const auto&) { return distance; });
      Pairs seen;
      for (const NodePair& pair : opened) seen.emplace(pair.a, pair.b);
      EXPECT_EQ(seen.size(), opened.size()) << what;
      EXPECT_EQ(seen, dilated) << what << ", " << name_of(search) << ", " << name_of(descent);
      EXPECT_FALSE(seen.empty()) << what;
    }
  }
}

TEST(IdealDistanceQuery, MakesTheTestsOfTheCollisionOfDilatedModelsNodeForNode) {
  const Mesh torus = shapes::torus(0.7, 0.2, 24, 14), scan = shapes::bumpy_scan(700, 4);
  Random random(71);
  for (int round = 0; round < 3; ++round) {
    const Placement at_a = random.rotation(), at_b = random.rotation(random.direction() * (2.2 + round));
    for (VolumeKind kind : all_volume_kinds) {
      const Model a(torus, {.volume = kind}), b(scan, {.volume = kind});
      const Distance gap = distance(a, at_a, b, at_b);
      ASSERT_GT(gap.lower, 0);
      const RelativePlacement b_in_a = relate(a.data().frame, at_a, b.data().frame, at_b, 0);
      const auto expect_of = [&]<class V>(const V*) {
        if (V::kind != kind) return;
        const auto tree = [](const Model& model) -> const Tree<V>& {
          return dynamic_cast<const KindTree<V>&>(*model.data().tree).tree;
        };
        expect_the_tests_of_dilated_models(tree(a), tree(b), b_in_a, gap.upper / a.data().frame.unit,
                                           std::string(name_of(kind)));
      };
      std::apply([&](const auto&... volume) { (..., expect_of(&volume)); }, AllVolumes{});
    }
  }
}

// The same with the overlap test that collide(margin) has. A margin is rounded up by 2^-10, so that what the ideal
// query opens lies between what two margins open. A box test with a margin lets pass what is within the margin along
// every axis but farther at a corner: more. (Upright boxes, k-DOPs and dynamic hybrids bound distances by other means
// than overlaps.)
TEST(IdealDistanceQuery, OpensTheNodesOfCollideWithTheDistanceAsMargin) {
  const Mesh torus = shapes::torus(0.7, 0.2, 24, 14), scan = shapes::bumpy_scan(700, 4);
  Random random(72);
  for (int round = 0; round < 3; ++round) {
    const Placement at_a = random.rotation(), at_b = random.rotation(random.direction() * (2.2 + round));
    const auto expect_of = [&]<class V>(const V*, bool is_round) {
      const Model a(torus, {.volume = V::kind}), b(scan, {.volume = V::kind});
      const double delta = distance(a, at_a, b, at_b).upper;
      ASSERT_GT(delta, 0);
      const auto tree = [](const Model& model) -> const Tree<V>& {
        return dynamic_cast<const KindTree<V>&>(*model.data().tree).tree;
      };
      const auto opened = [&](double margin, std::optional<double> reach) {
        const RelativePlacement b_in_a = relate(a.data().frame, at_a, b.data().frame, at_b, margin);
        return pairs_of_collide(tree(a), tree(b), b_in_a, Descent::larger_diameter, reach);
      };
      const auto holds = [](const Pairs& all, const Pairs& some) {
        return std::includes(all.begin(), all.end(), some.begin(), some.end());
      };
      const Pairs ideal = opened(0, delta / a.data().frame.unit), more = opened(delta, std::nullopt);
      EXPECT_FALSE(ideal.empty());
      EXPECT_TRUE(holds(more, ideal)) << name_of(V::kind) << ", round " << round;
      if (is_round) {
        EXPECT_TRUE(holds(ideal, opened(delta * (1 - 0x1p-9), std::nullopt))) << name_of(V::kind);
      }
    };
    expect_of(static_cast<const Sphere*>(nullptr), true);
    expect_of(static_cast<const Lss*>(nullptr), true);
    expect_of(static_cast<const Rss*>(nullptr), true);
    expect_of(static_cast<const Hybrid*>(nullptr), true);
    expect_of(static_cast<const Obb*>(nullptr), false);
    expect_of(static_cast<const ObbQuaternion*>(nullptr), false);
  }
}

TEST(NearestPairs, OpensFewerPairsNearestFirstThanLevelByLevelOrAsStored) {
  const Model ball(shapes::sphere(1, 16), {.volume = VolumeKind::rss});
  const Placement away = Placement::rotation(0.3, 0.4, 0.5, 0.6, {3, 0.2, 0.1});
  const auto tests = [&](Search search) {
    return distance(ball, {}, ball, away, {}, {.search = search}).counters.volume_tests;
  };
  EXPECT_LT(2 * tests(Search::priority), tests(Search::breadth_first));
  EXPECT_LT(2 * tests(Search::depth_first), tests(Search::breadth_first));
  EXPECT_LT(tests(Search::depth_first), tests(Search::left_first));
}

}  // namespace

}  // namespace abut::classic
