#include "shapes/coarse_engine.h"

#include "classic/any_model.h"
#include <abut/collide.h>
#include <abut/distance.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::any {
namespace {

// Bores and pistons are polygons with parallel sides, so the distance is known up to the rounding of their corners.
TEST(CoarseEngineMotion, PistonsStayClearOfTheBlockByTheirClearance) {
  const shapes::CoarseEngine engine = shapes::coarse_engine(60);
  const Model block(engine.block), piston(engine.piston);
  EXPECT_FALSE(touches_itself(block) || touches_itself(piston));
  const double top = engine.pistons[0][0].shift.z;
  for (const std::vector<Placement>& at : engine.pistons)
    for (const Placement& here : at) {
      const double below_roof = shapes::coarse_engine_squish + (top - here.shift.z);
      EXPECT_FALSE(touches(piston, here, block, {}));
      EXPECT_NEAR(distance(piston, here, block, {}).upper, std::min(shapes::coarse_engine_clearance, below_roof),
                  0x1p-14);
    }
}

// Table 2 of the paper counts, relative to oriented boxes, 12.6 times the tests for spheres, 1.56 for boxes along the
// axes, 4.8 for line and 0.95 for rectangle swept spheres.
TEST(CoarseEngineMotion, KindsOfVolumesNeedTestsInAboutThePapersProportions) {
  const shapes::CoarseEngine engine = shapes::coarse_engine(10);
  const auto tests = [&](VolumeKind kind) {
    const Model block(engine.block, {.volume = kind}), piston(engine.piston, {.volume = kind});
    Counters sum;
    for (const std::vector<Placement>& at : engine.pistons)
      for (const Placement& here : at) sum += collide(piston, here, block, {}).counters;
    return static_cast<double>(sum.volume_tests);
  };
  const double obb = tests(VolumeKind::obb);
  const std::pair<VolumeKind, double> papers[] = {
      {VolumeKind::sphere, 12.6}, {VolumeKind::aabb, 1.56}, {VolumeKind::lss, 4.8}, {VolumeKind::rss, 0.95}};
  for (const auto& [kind, ratio] : papers) {
    EXPECT_GT(tests(kind) / obb, ratio / 1.5) << name_of(kind);
    EXPECT_LT(tests(kind) / obb, ratio * 1.5) << name_of(kind);
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
}  // namespace abut::any
