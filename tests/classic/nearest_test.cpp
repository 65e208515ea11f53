// The search for the closest triangles on binary trees.

#include "classic/visit/nearest.h"

#include "classic/all_volumes.h"
#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "math/random.h"
#include "support/scenes.h"
#include <abut/shapes.h>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace abut::classic {

namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Collision of models that are dilated until they are `reach` closer, by the same bounds: notes the pairs that
/// overlap.
template <class V>
class DilatedTest {
 public:
  DilatedTest(const Tree<V>& a, const Tree<V>& b, const typename V::Test& test, double reach)
      : a_(a), b_(b), test_(test), reach_(reach) {}

  const RelativePlacement& relative() const { return test_.relative(); }
  bool may_overlap(const V& a, const V& b) const {
    if (test_.distance_below(a, b) > reach_) return false;
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
  double reach_;
};

/// Larsen et al. 1999, section 5.1.
template <class V>
void expect_the_tests_of_dilated_models(const Tree<V>& a, const Tree<V>& b, const RelativePlacement& b_in_a,
                                        double distance, const std::string& what) {
  const typename V::Test test(b_in_a, Sat::full, V::axes_defect);
  for (Descent descent : all_descents) {
    const DilatedTest<V> dilated(a, b, test, distance);
    ContactVisit visit{.descent = descent};
    visit_pairs(a, b, dilated, visit, [](const auto&, const auto&) { return true; });
    for (Search search : all_searches) {
      std::vector<NodePair> opened;
      NearestOptions options{search, descent};
      options.limit = distance;
      options.opened = &opened;
      visit_nearest_pairs(a, b, test, options, [&](const auto&, const auto&) { return distance; });
      Pairs seen;
      for (const NodePair& pair : opened) seen.emplace(pair.a, pair.b);
      EXPECT_EQ(seen.size(), opened.size()) << what;
      EXPECT_EQ(seen, dilated.overlapping) << what << ", " << name_of(search) << ", " << name_of(descent);
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
