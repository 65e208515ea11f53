#include "classic/volume/hybrid_dynamic.h"

#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <set>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

/// Notes which combinations a query's tests choose.
struct ChoosingTest {
  const HybridDynamicTest& test;
  const SphereTest& balls;
  std::set<std::pair<std::uint32_t, std::uint32_t>>& chosen;

  const RelativePlacement& relative() const { return test.relative(); }
  double distance_below(const HybridDynamic& a, const HybridDynamic& b) const {
    const ChosenCores cores = test.choose(a, b, balls.distance_below(a.ball, b.ball));
    chosen.emplace(cores.a, cores.b);
    return test.distance_below(a, b);
  }
};

const Tree<HybridDynamic>& tree_of(const Model& model) {
  return dynamic_cast<const KindTree<HybridDynamic>&>(*model.data().tree).tree;
}

// Larsen et al. 1999, section 4.2: "which two types of BVs (among all nine combinations) will be tested".
TEST(HybridDynamic, ChoosesAmongAllNineCombinations) {
  std::vector<Mesh> parts;
  for (int i = 0; i < 5; ++i)
    parts.push_back(transformed(shapes::box({1, 0.02, 0.02}), Placement::translation({0, 0.3 * i, 0})));
  parts.push_back(transformed(shapes::plate(2, 2, 12, 12), Placement::translation({0, 0, -0.3})));
  parts.push_back(transformed(shapes::sphere(0.4, 6), Placement::translation({0, 0, 0.6})));
  const Model model(joined(parts), {.volume = VolumeKind::hybrid_dynamic});
  std::set<std::pair<std::uint32_t, std::uint32_t>> chosen;
  Random random(51);
  for (double far : {0.2, 1.0, 3.0, 20.0})
    for (int i = 0; i < 5; ++i) {
      const Placement at = random.rotation(random.direction() * far);
      const RelativePlacement b_in_a = relate(model.data().frame, {}, model.data().frame, at, 0);
      const HybridDynamicTest test(b_in_a, Sat::full, HybridDynamic::axes_defect);
      const SphereTest balls(b_in_a, Sat::full, 0);
      int left = 400;
      visit_nearest_pairs(tree_of(model), tree_of(model), ChoosingTest{test, balls, chosen},
                          {.search = Search::breadth_first},
                          [&](const auto&, const auto&) { return --left > 0 ? 1e9 : -1; });
    }
  EXPECT_EQ(chosen.size(), 9u);
}

TEST(HybridDynamic, TakesABallForWhatIsSmallOrFarAndASegmentForWhatIsLong) {
  const auto around = [](const Mesh& mesh) {
    std::vector<BuildTriangle> run;
    for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id) run.push_back({mesh.corners(id), id});
    return HybridDynamic::around(run, Fit::surface);
  };
  const HybridDynamic rod = around(shapes::box({0.5, 0.005, 0.005})), plate = around(shapes::box({0.5, 0.4, 0.005}));
  const HybridDynamic cube = around(shapes::box({0.5, 0.5, 0.5})), crumb = around(shapes::box({0.01, 0.01, 0.001}));
  const HybridDynamicTest test(RelativePlacement{}, Sat::full, HybridDynamic::axes_defect);
  const auto chosen = [&](const HybridDynamic& a, const HybridDynamic& b, double gap) {
    const ChosenCores cores = test.choose(a, b, gap);
    return std::pair(cores.a, cores.b);
  };
  EXPECT_EQ(chosen(rod, plate, 0), std::pair(1u, 2u));
  EXPECT_EQ(chosen(crumb, plate, 0), std::pair(0u, 2u));
  EXPECT_EQ(chosen(crumb, rod, 0).first, 0u);
  EXPECT_EQ(chosen(plate, plate, 100), std::pair(0u, 0u));
  EXPECT_EQ(chosen(cube, crumb, 0).first, 2u);
}

}  // namespace
}  // namespace abut::classic
