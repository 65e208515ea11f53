#include "assembly/pair_stray.h"

#include "chords.h"
#include <abut/clash.h>
#include <abut/shapes.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include <gtest/gtest.h>

namespace abut {

namespace {

using std::numbers::pi;

struct Part {
  Model model;
  Stray stray;
  Placement at;

  explicit Part(const Mesh& mesh, const Placement& where = {}) : model(mesh), stray(estimated_stray(mesh)), at(where) {}
  StrayingPart with_stray() const { return {model, stray, at}; }
};

TEST(PairStray, OfFlatPartsIsNothing) {
  const Part low(shapes::box({1, 1, 1})), high(shapes::box({1, 1, 1}), Placement::translation({0, 0, 2}));
  EXPECT_EQ(depth_within_strays(low.with_stray(), high.with_stray()).length, 0);
  EXPECT_LE(stray_around(low.with_stray(), high.with_stray(), {0, 0, 1}, 0.1).length, 4 * 0x1p-24);
}

TEST(PairStray, OfAPinInItsBoreIsWhatStraysExceedTheGapBy) {
  for (const double gap : {0.0, 0.01, 0.02, 0.2}) {
    const Part pin(ring(40, 5, 10 - gap, 20)), hub(ring(40, 10, 20, 20));
    const double both = sagitta(40, 10 - gap) + sagitta(40, 10);
    // Walls of the same phase are parallel chords, closer than the circles.
    const double expected = std::max(0.0, both - gap * std::cos(pi / 40));
    EXPECT_NEAR(depth_within_strays(pin.with_stray(), hub.with_stray()).length, expected, 1e-6) << gap;
  }
}

TEST(PairStray, CountsTheFlatFacesOfRoundPartsForNothing) {
  // Two rings, the one on top of the other, with bores of unlike size: only flat faces meet.
  const Part low(ring(40, 5, 10, 2)), high(ring(40, 7, 9, 2), Placement::translation({0, 0, 2}));
  const PairStray found = depth_within_strays(low.with_stray(), high.with_stray());
  EXPECT_TRUE(found.complete);
  EXPECT_LE(found.length, 1e-9) << "walls that stand on a face stray along it";
  EXPECT_LE(stray_around(low.with_stray(), high.with_stray(), {8, 0, 2}, 0.05).length, 1e-5);
}

TEST(PairStray, GrowsWithThePlacement) {
  const Part pin(ring(40, 5, 10, 20)), hub(ring(40, 10, 20, 20));
  const Placement large{Matrix3::from_columns({3, 0, 0}, {0, 3, 0}, {0, 0, 3}), {}};
  const StrayingPart big_pin{pin.model, pin.stray, large}, big_hub{hub.model, hub.stray, large};
  const double own = depth_within_strays(pin.with_stray(), hub.with_stray()).length;
  EXPECT_GE(depth_within_strays(big_pin, big_hub).length, 3 * own * (1 - 1e-9)) << "never too small";
  EXPECT_LE(depth_within_strays(big_pin, big_hub).length, 3 * std::sqrt(3.0) * own * (1 + 1e-9));
}

TEST(PairStray, BetweenPartsIsTheLargestOfWhatIsNear) {
  const Part pin(ring(40, 5, 10, 20)), hub(ring(40, 10, 30, 20));
  const double near = sagitta(40, 10) + sagitta(40, 10), all = sagitta(40, 10) + sagitta(40, 30);
  EXPECT_NEAR(stray_between(pin.with_stray(), hub.with_stray(), 0.1).length, near, 1e-5);
  EXPECT_NEAR(stray_between(pin.with_stray(), hub.with_stray(), 25).length, all, 1e-5);
  EXPECT_FALSE(stray_between(pin.with_stray(), hub.with_stray(), 0.1, {.tests = 5}).complete);
}

TEST(PairStray, CountsWhereTrianglesAreLessDeepThanElsewhere) {
  // Two blocks of one part in a plate: one is 0.05 deep and flat, the other 0.04 deep, and strays by 0.1.
  Mesh blocks;
  std::vector<float> strays;
  for (const auto& [x, depth, stray] : {std::tuple(-5.0, 0.05, 0.0f), std::tuple(5.0, 0.04, 0.1f)}) {
    const Mesh block = transformed(shapes::box({1, 1, 1}), Placement::translation({x, 0, 2 - depth}));
    strays.insert(strays.end(), block.triangles.size(), stray);
    blocks = joined(std::array{blocks, block});
  }
  blocks.parts.clear();
  Assembly assembly;
  assembly.add("plate", Model(shapes::box({10, 10, 1})));
  assembly.add("blocks", Model(blocks), {}, Stray(StrayKind::bounded, strays, 0));
  ClashOptions options;
  for (const auto& [tolerance, kind] : {std::pair(0.1, ClashKind::perhaps), std::pair(0.2, ClashKind::touch)}) {
    options.tolerance = tolerance;
    const ClashReport report = find_clashes(assembly, at_rest(assembly), {}, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].kind, kind) << tolerance;
  }
}

TEST(PairStray, SaysWhenTheBudgetEndedIt) {
  const Part pin(ring(400, 5, 10, 20)), hub(ring(400, 10, 20, 20));
  EXPECT_FALSE(depth_within_strays(pin.with_stray(), hub.with_stray(), {.tests = 10}).complete);
}

}  // namespace

}  // namespace abut
