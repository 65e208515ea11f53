#include "mesh/point_check.h"

#include "math/random.h"

#include <cmath>

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace abut {
namespace {

std::vector<Vec3> some_points(std::size_t count) {
  Random random(count + 1);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(random.in_cube(3));
  return points;
}

template <class Check>
void on_every_instruction_set(Check check) {
  for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    SCOPED_TRACE(hwy::TargetName(target));
    check();
    hwy::SetSupportedTargetsForTest(0);
  }
}

TEST(PointCheck, FindsTheBoxAroundAnyNumberOfPoints) {
  on_every_instruction_set([] {
    for (std::size_t count = 0; count < 40; ++count) {
      const std::vector<Vec3> points = some_points(count);
      const PointCheck check = check_points(points);
      const Bounds bounds = bounds_of(points);
      EXPECT_TRUE(check.acceptable) << count;
      EXPECT_EQ(check.bounds.low, bounds.low) << count;
      EXPECT_EQ(check.bounds.high, bounds.high) << count;
    }
  });
}

TEST(PointCheck, MissesNoBadCoordinate) {
  on_every_instruction_set([] {
    for (std::size_t count : {1u, 2u, 7u, 8u, 9u, 27u})
      for (std::size_t bad = 0; bad < count; ++bad)
        for (int axis = 0; axis < 3; ++axis) {
          std::vector<Vec3> points = some_points(count);
          for (double value : {std::nan(""), HUGE_VAL, -HUGE_VAL, 0x1.0000000000001p300, -0x1.1p300}) {
            points[bad][axis] = value;
            EXPECT_FALSE(check_points(points).acceptable) << count << ' ' << bad << ' ' << value;
          }
          for (double value : {0x1p300, -0x1p300, 0.0, 0x1p-1074}) {
            points[bad][axis] = value;
            EXPECT_TRUE(check_points(points).acceptable) << count << ' ' << bad << ' ' << value;
          }
        }
  });
}

}  // namespace
}  // namespace abut
