#include <abut/mesh/coarse_engine.h>
#include <abut/query/distance.h>
#include <abut/query/self.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

// The bores' walls are across the axes and the pistons only shift along them, so the distance is known exactly.
TEST(CoarseEngineMotion, PistonsStayClearOfTheBlockByTheirClearance) {
  const shapes::CoarseEngine engine = shapes::coarse_engine(60);
  const Model block(engine.block), piston(engine.piston);
  EXPECT_FALSE(touches_itself(block) || touches_itself(piston));
  for (const std::vector<Placement>& at : engine.pistons)
    for (const Placement& here : at) {
      EXPECT_FALSE(touches(piston, here, block, {}));
      EXPECT_NEAR(distance(piston, here, block, {}).upper, shapes::coarse_engine_clearance, 1e-12);
    }
}

TEST(CoarseEngineMotion, CrownsComeAsCloseToTheRoofAsTheSquish) {
  const shapes::CoarseEngine engine = shapes::coarse_engine(4);
  const Model block(engine.block), piston(engine.piston);
  // Raised by less and by more than the squish.
  const Placement top = engine.pistons[0][0];
  const auto raised = [&](double by) { return Placement::translation(top.shift + Vec3{0, 0, by}); };
  EXPECT_NEAR(distance(piston, raised(0.75), block, {}).upper, shapes::coarse_engine_squish - 0.75, 1e-12);
  EXPECT_TRUE(touches(piston, raised(shapes::coarse_engine_squish), block, {}));
}

}  // namespace
}  // namespace abut
