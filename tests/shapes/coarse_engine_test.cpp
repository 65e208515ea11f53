#include "shapes/coarse_engine.h"

#include "support/mesh_checks.h"
#include <abut/error.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(CoarseEngine, IsClosedAndFacesOutward) {
  const shapes::CoarseEngine engine = shapes::coarse_engine(1);
  for (const Mesh* mesh : {&engine.block, &engine.piston}) {
    EXPECT_EQ(unmatched_edges(*mesh), 0u);
    EXPECT_GT(volume(*mesh), 0);
  }
  EXPECT_EQ(engine.block.triangles.size(), 3308u);
  EXPECT_EQ(engine.piston.triangles.size(), 620u);
}

TEST(CoarseEngine, HasLongThinTrianglesAlongTheAxes) {
  const Mesh block = shapes::coarse_engine(1).block;
  std::size_t upright = 0, slender = 0, across = 0;
  for (std::size_t i = 0; i < block.triangles.size(); ++i) {
    const auto [a, b, c] = block.corners(i);
    const Vec3 normal = cross(b - a, c - a);
    const double side = std::max({length(b - a), length(c - b), length(a - c)});
    upright += normal.z == 0;
    slender += side * side > 3.5 * length(normal);
    across += (normal.x != 0) + (normal.y != 0) + (normal.z != 0) == 1;
  }
  const double count = static_cast<double>(block.triangles.size());
  EXPECT_GT(static_cast<double>(upright), 0.7 * count);
  EXPECT_GT(static_cast<double>(slender), 0.8 * count);
  EXPECT_GT(static_cast<double>(across), 0.7 * count);
}

TEST(CoarseEngine, PistonsRunUpAndDownInPairs) {
  const shapes::CoarseEngine engine = shapes::coarse_engine(200);
  ASSERT_EQ(engine.pistons.size(), 200u);
  for (std::size_t step = 0; step < 200; ++step) {
    const std::vector<Placement>& at = engine.pistons[step];
    ASSERT_EQ(at.size(), 4u);
    EXPECT_EQ(at[0].shift.z, at[3].shift.z);
    EXPECT_EQ(at[1].shift.z, at[2].shift.z);
    EXPECT_NEAR(at[0].shift.z, engine.pistons[(step + 100) % 200][1].shift.z, 1e-12);
  }
  EXPECT_EQ(engine.pistons[0][0].shift.z - engine.pistons[100][0].shift.z, 86);
  EXPECT_THROW(shapes::coarse_engine(0), Error);
}

}  // namespace
}  // namespace abut
