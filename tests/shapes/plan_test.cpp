#include "shapes/plan.h"

#include "shapes/building.h"
#include <abut/error.h>

#include <cmath>
#include <map>

#include <gtest/gtest.h>

namespace abut::shapes {
namespace {

using Pieces = std::vector<std::array<PlanPoint, 3>>;

/// Twice the area; all pieces must be counterclockwise.
double covered(const Pieces& pieces) {
  double sum = 0;
  for (const auto& [a, b, c] : pieces) {
    EXPECT_GT(turning(a, b, c), 0);
    sum += turning(a, b, c);
  }
  return sum;
}

struct Plate {
  const char* name;
  Loop outline;
  std::vector<Loop> holes;
};

/// Rows of holes that hide each other from the outline, corners on common lines and circles, a ring, no hole at all.
std::vector<Plate> plates() {
  std::vector<Plate> all{
      {"square", rectangle({-1, -1}, {1, 1}), {}},
      {"ring", on_grid(circle({}, 8, 48)), {on_grid(circle({}, 7.5, 48))}},
      {"cross",
       {{1, -3}, {1, -1}, {3, -1}, {3, 1}, {1, 1}, {1, 3}, {-1, 3}, {-1, 1}, {-3, 1}, {-3, -1}, {-1, -1}, {-1, -3}},
       {rectangle({-0.5, -0.5}, {0.5, 0.5})}}};
  Plate grid{"grid of holes", rectangle({0, 0}, {20, 20}), {}}, bars{"bars", rectangle({0, 0}, {20, 20}), {}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) grid.holes.push_back(on_grid(circle({5.0 * i + 2.5, 5.0 * j + 2.5}, 2, 16)));
  for (int i = 0; i < 4; ++i) bars.holes.push_back(rectangle({5.0 * i + 1, 1}, {5.0 * i + 4, 19}));
  bars.holes.push_back(rectangle({4.25, 9}, {5.75, 11}, 0.25));
  all.push_back(grid);
  all.push_back(bars);
  return all;
}

TEST(Plan, TrianglesCoverThePlateAndNothingElse) {
  for (const Plate& plate : plates()) {
    double area = turning(plate.outline);
    std::size_t corners = plate.outline.size();
    for (const Loop& hole : plate.holes) area -= turning(hole), corners += hole.size();
    const Pieces pieces = triangulated(plate.outline, plate.holes);
    EXPECT_EQ(pieces.size(), corners + 2 * plate.holes.size() - 2) << plate.name;
    EXPECT_NEAR(covered(pieces), area, 1e-9) << plate.name;
  }
}

TEST(Plan, TrianglesMeetSideBySideAndEndAtTheGivenSides) {
  for (const Plate& plate : plates()) {
    std::map<std::array<double, 4>, int> sides;
    for (const auto& piece : triangulated(plate.outline, plate.holes))
      for (std::size_t k = 0; k < 3; ++k) {
        const PlanPoint &a = piece[k], &b = piece[(k + 1) % 3];
        ++sides[{a.u, a.v, b.u, b.v}];
      }
    std::size_t borders = 0, given = plate.outline.size();
    for (const Loop& hole : plate.holes) given += hole.size();
    for (const auto& [side, count] : sides) {
      EXPECT_EQ(count, 1) << plate.name;
      borders += sides.count({side[2], side[3], side[0], side[1]}) == 0;
    }
    EXPECT_EQ(borders, given) << plate.name;
  }
}

TEST(Plan, HolesThatLeaveThePlateAreRefused) {
  const Loop hole[] = {rectangle({-5, -0.5}, {5, 0.5})};
  EXPECT_THROW(triangulated(rectangle({-1, -1}, {1, 1}), hole), Error);
}

TEST(Plan, FillsWhatIsInsideOfAnOddNumberOfLoops) {
  const Loop loops[] = {rectangle({0, 0}, {10, 10}), rectangle({1, 1}, {9, 9}), rectangle({2, 2}, {4, 4}),
                        rectangle({5, 5}, {8, 8}), rectangle({20, 0}, {21, 1})};
  EXPECT_DOUBLE_EQ(covered(filled(loops)), 2 * (100 - 64 + 4 + 9 + 1));
}

TEST(Plan, CirclesStayOnTheirSideOfTheTrueCircle) {
  for (const int sides : {16, 24, 72, 128}) {
    const Loop inner = circle({3, -2}, 5, sides, 0.1), outer = circle_outside({3, -2}, 5, sides, 0.1);
    const double half = sagitta(5, sides);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const auto from_centre = [](const PlanPoint& p) { return std::hypot(p.u - 3, p.v + 2); };
      const auto middle = [&](const Loop& loop) {
        const PlanPoint &a = loop[i], &b = loop[(i + 1) % loop.size()];
        return PlanPoint{(a.u + b.u) / 2, (a.v + b.v) / 2};
      };
      EXPECT_NEAR(from_centre(inner[i]), 5, 1e-12);
      EXPECT_NEAR(from_centre(middle(inner)), 5 - half, 1e-12);
      EXPECT_NEAR(from_centre(middle(outer)), 5, 1e-12);
    }
  }
}

TEST(Plan, AHullIsConvexAndHoldsAllPoints) {
  std::vector<PlanPoint> points = on_grid(circle({0, 4}, 2, 40));
  for (const PlanPoint& p : on_grid(circle({0, -1}, 3, 60))) points.push_back(p);
  points.push_back({0, 0});
  const Loop around = hull(points);
  for (std::size_t i = 0; i < around.size(); ++i) {
    const PlanPoint &a = around[i], &b = around[(i + 1) % around.size()], &c = around[(i + 2) % around.size()];
    EXPECT_GT(turning(a, b, c), 0);
    for (const PlanPoint& p : points) EXPECT_GE(turning(a, b, p), 0);
  }
}

TEST(Plan, TheGridIsWhatAFloatHoldsBelow512) {
  for (const double value : {0.1, -0.1, 33.333, -411.9, 511.99}) {
    EXPECT_EQ(on_grid(value), static_cast<double>(static_cast<float>(on_grid(value))));
    EXPECT_NEAR(on_grid(value), value, 0x1p-16);
  }
}

}  // namespace
}  // namespace abut::shapes
