#include "assembly/near_pairs.h"
#include "assembly/oriented_box.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <functional>

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

/// Each around the next one.
std::vector<Bounds> nested_boxes(int count) {
  std::vector<Bounds> boxes;
  for (int i = 0; i < count; ++i) {
    const double half = 1.0 + i;
    boxes.push_back({{-half, -half, -half}, {half, half, half}});
  }
  return boxes;
}

/// Around parallel rods along the diagonal of space.
std::vector<Bounds> diagonal_boxes(int count) {
  std::vector<Bounds> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec3 shift{0.05 * i, -0.05 * i, 0.01 * (i % 7)};
    boxes.push_back({shift, shift + Vec3{10, 10, 10}});
  }
  return boxes;
}

/// Some reach as far as the range of numbers, some are points, some are empty.
std::vector<Bounds> strange_boxes() {
  std::vector<Bounds> boxes = random_boxes(40, 0.5, 77);
  for (double far : {0x1p300, 0x1p600, 0x1p1000}) {
    boxes.push_back({{-far, -far, -far}, {far, far, far}});
    boxes.push_back({{far, 0, 0}, {far, 0, 0}});
    boxes.push_back({{-far, 0, 0}, {0, 0, 0}});
  }
  boxes.insert(boxes.begin() + 20, Bounds{});
  boxes.push_back({});
  return boxes;
}

struct Family {
  std::string name;
  std::vector<Bounds> boxes;
};
std::vector<Family> families() {
  return {{"none", {}},
          {"one", random_boxes(1, 1, 1)},
          {"random", random_boxes(150, 0.3, 2)},
          {"large", random_boxes(150, 1.5, 3)},
          {"same", std::vector<Bounds>(100, {{0, 0, 0}, {1, 1, 1}})},
          {"nested", nested_boxes(90)},
          {"diagonal", diagonal_boxes(120)},
          {"strange", strange_boxes()}};
}

Assembly named_parts(std::size_t count) {
  Assembly assembly;
  const Model box(shapes::box({1, 1, 1}));
  for (std::size_t i = 0; i < count; ++i) assembly.add((i % 3 == 0 ? "bolt " : "plate ") + std::to_string(i), box);
  return assembly;
}

/// What the search gives, all of it, sorted.
std::vector<PartPair> near_pairs(const PairTable& table, std::span<const Bounds> boxes, double least_reach,
                                 int threads) {
  Workers workers(threads);
  NearPairs search(table, boxes, least_reach, {});
  std::vector<NearPair> found;
  while (!search.done())
    search.find_more(
        workers, [](const NearPair&) { return CloserLook::near; }, found);
  std::vector<PartPair> pairs;
  for (const NearPair& near : found) {
    EXPECT_EQ(near.limit, table.clearance(near.parts.a, near.parts.b));
    pairs.push_back(near.parts);
  }
  EXPECT_EQ(search.boxes_near(), pairs.size());
  EXPECT_EQ(search.progress(), 1);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<PartPair> close_pairs(std::span<const Bounds> boxes, double reach) {
  PairRules rules;
  rules.clearance = reach;
  const Assembly assembly = named_parts(boxes.size());
  return near_pairs(PairTable(rules, assembly), boxes, 0, 1);
}

/// By all pairs, with differences that are rounded once, to nearest.
std::vector<PartPair> all_pairs_within(std::span<const Bounds> boxes, const std::function<double(PartPair)>& reach_of) {
  std::vector<PartPair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a)
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      bool within = boxes[a].low.x <= boxes[a].high.x && boxes[b].low.x <= boxes[b].high.x;
      const double reach = reach_of({a, b});
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
      EXPECT_EQ(close_pairs(boxes, reach), all_pairs_within(boxes, [&](PartPair) { return reach; }))
          << seed << " " << reach;
    }
}

TEST(BroadPhase, GivesThePairsOfAllPairsWhateverTheBoxes) {
  for (const Family& family : families())
    for (double reach : {0.0, 0.25, 3.0, 0x1p299})
      EXPECT_EQ(close_pairs(family.boxes, reach), all_pairs_within(family.boxes, [&](PartPair) { return reach; }))
          << family.name << " " << reach;
}

TEST(BroadPhase, SearchesEachPairAsFarAsItsOwnClearanceReaches) {
  const std::vector<PairRules> all_rules{
      {.clearance = 0.1, .clearances = {{{"bolt 3", "*"}, 5}}, .only = {}, .ignore = {}},
      {.clearance = 0.1, .clearances = {{{"bolt*", "plate*"}, 1}, {{"*1", "*2"}, 0}}, .only = {}, .ignore = {}},
      {.clearance = 2, .clearances = {{{"*", "*"}, 0.5}, {{"*1*", "*2*"}, 1.5}}, .only = {}, .ignore = {}},
      {.clearance = 0,
       .clearances = {{{"*", "*"}, 9}, {{"*", "**"}, 0.25}},
       .only = {},
       .ignore = {{"bolt*", "bolt*"}}},
      {.clearance = 0,
       .clearances = {{{"bolt 3", "bolt 6"}, 9}, {{"nobody", "*"}, 7}},
       .only = {{"*3", "*"}},
       .ignore = {}},
      {.clearance = 0.2, .clearances = {{{"?o*", "*"}, 1}, {{"*", "?o*"}, 0.3}}, .only = {}, .ignore = {{"*5", "*"}}}};
  for (const Family& family : families())
    for (const PairRules& rules : all_rules)
      for (double least : {0.0, 0.4}) {
        const Assembly assembly = named_parts(family.boxes.size());
        const PairTable table(rules, assembly);
        std::vector<PartPair> expected = all_pairs_within(
            family.boxes, [&](PartPair pair) { return std::max(least, table.clearance(pair.a, pair.b)); });
        std::erase_if(expected, [&](PartPair pair) { return !table.is_checked(pair.a, pair.b); });
        for (int threads : {1, 2})
          EXPECT_EQ(near_pairs(table, family.boxes, least, threads), expected)
              << family.name << " " << &rules - all_rules.data() << " " << least;
      }
}

TEST(BroadPhase, EndsWhenItIsStopped) {
  const std::vector<Bounds> boxes(200, {{0, 0, 0}, {1, 1, 1}});
  const Assembly assembly = named_parts(boxes.size());
  const PairTable table({}, assembly);
  std::atomic<bool> stop{false};
  NearPairs search(table, boxes, 0, BudgetWatch({.stop = &stop}));
  std::size_t seen = 0;
  std::vector<NearPair> found;
  Workers alone(1);
  const auto look = [&](const NearPair&) {
    stop = ++seen == 100;
    return CloserLook::near;
  };
  search.find_more(alone, look, found);
  EXPECT_EQ(found.size(), 100u);
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
