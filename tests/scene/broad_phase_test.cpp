#include <abut/math/random.h>
#include <abut/scene/broad_phase.h>
#include <abut/scene/placed_box.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

std::vector<Bounds> random_boxes(int count, double size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Bounds> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec3 low = random.in_cube(1), more{random.between(0, size), random.between(0, size), random.between(0, size)};
    boxes.push_back({low, low + more});
  }
  return boxes;
}

std::vector<PartPair> all_pairs_within(std::span<const Bounds> boxes, double reach) {
  std::vector<PartPair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a)
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      bool within = true;
      for (int axis = 0; axis < 3; ++axis)
        within &=
            boxes[a].low[axis] - boxes[b].high[axis] <= reach && boxes[b].low[axis] - boxes[a].high[axis] <= reach;
      if (within) pairs.push_back({a, b});
    }
  return pairs;
}

}  // namespace

TEST(BroadPhase, GivesThePairsOfAllPairsOfBoxes) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (double reach : {0.0, 0.01, 0.3}) {
      const std::vector<Bounds> boxes = random_boxes(60, seed % 2 ? 0.2 : 1.0, seed);
      EXPECT_EQ(close_pairs(boxes, reach), all_pairs_within(boxes, reach)) << seed << " " << reach;
    }
}

TEST(BroadPhase, PairsBoxesThatTouchInAPoint) {
  const std::vector<Bounds> boxes{{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}};
  EXPECT_EQ(close_pairs(boxes, 0), (std::vector<PartPair>{{0, 1}}));
}

TEST(BroadPhase, TakesBoxesAllInOnePlaceAndAllInARow) {
  const std::vector<Bounds> same(20, {{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(close_pairs(same, 0).size(), 190u);
  std::vector<Bounds> row;
  for (int i = 0; i < 20; ++i) row.push_back({{0, 2.0 * i, 0}, {1, 2.0 * i + 1, 1}});
  EXPECT_TRUE(close_pairs(row, 0.5).empty());
  EXPECT_EQ(close_pairs(row, 1).size(), 19u);
}

TEST(BroadPhase, LeavesOutPartsWithoutPoints) {
  const std::vector<Bounds> boxes{{{0, 0, 0}, {1, 1, 1}}, {}, {{0, 0, 0}, {1, 1, 1}}};
  EXPECT_EQ(close_pairs(boxes, 1), (std::vector<PartPair>{{0, 2}}));
  EXPECT_TRUE(close_pairs(std::vector<Bounds>{}, 1).empty());
}

TEST(PlacedBox, HoldsTheImagesOfItsCornersAndLittleMore) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Placement at = random.rotation(random.in_cube(100));
    const Vec3 low = random.in_cube(1), high = low + Vec3{random.unit(), random.unit(), random.unit()};
    const Bounds box = placed_box({low, high}, at);
    Bounds corners;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 image =
          at * Vec3{corner & 1 ? low.x : high.x, corner & 2 ? low.y : high.y, corner & 4 ? low.z : high.z};
      corners = joined(corners, {image, image});
    }
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LE(box.low[axis], corners.low[axis]);
      EXPECT_GE(box.high[axis], corners.high[axis]);
      EXPECT_NEAR(box.low[axis], corners.low[axis], 1e-13);
      EXPECT_NEAR(box.high[axis], corners.high[axis], 1e-13);
    }
  }
}

}  // namespace abut
