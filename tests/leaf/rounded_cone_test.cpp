#include "support/effort.h"
#include "support/rational_solids.h"
#include "support/solid_families.h"
#include <abut/small_tests.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut::small {

namespace {

/// The point of a rounded cone that is closest to x, rounded.
Vec3 projected(const RoundedCone& cone, const Vec3& x) {
  const Vec3 axis = cone.axis * (1 / length(cone.axis)), y = x - cone.apex;
  const double z = dot(y, axis), sine = std::sqrt(1 - cone.cosine * cone.cosine);
  const Vec3 across = y - axis * z;
  const double rho = length(across);
  Vec3 nearest = y;
  if (z < 0 || rho * cone.cosine > z * sine) {
    const double along = std::max(0.0, z * cone.cosine + rho * sine);
    nearest = axis * (along * cone.cosine) + (rho > 0 ? across * (along * sine / rho) : Vec3{});
  }
  const double far = length(nearest);
  return cone.apex + (far > cone.range ? nearest * (cone.range / far) : nearest);
}

/// What alternating projections onto half spaces and cone end at, and how far it is from the half spaces. The point is
/// in the cone but for rounding.
struct Approach {
  Vec3 point;
  double gap = 0;
};
Approach approach(const std::vector<HalfSpace>& sides, const RoundedCone& cone, int rounds) {
  Approach result{cone.apex};
  for (int i = 0; i < rounds; ++i) {
    Vec3 x = result.point;
    for (const HalfSpace& side : sides) {
      const double outside = -(dot(side.normal, x) + side.offset);
      if (outside > 0) x += side.normal * (outside / dot(side.normal, side.normal));
    }
    result.point = projected(cone, x);
    result.gap = 0;
    for (const HalfSpace& side : sides)
      result.gap = std::max(result.gap, -(dot(side.normal, result.point) + side.offset) / length(side.normal));
    if (result.gap <= 0) break;
  }
  return result;
}

std::vector<HalfSpace> rounded(const std::vector<oracle::Inequality>& sides) {
  std::vector<HalfSpace> result;
  for (const oracle::Inequality& side : sides) {
    Vec3 n;
    for (int k = 0; k < 3; ++k) n[k] = side.coefficients[k].convert_to<double>();
    result.push_back({n, side.constant.convert_to<double>()});
  }
  return result;
}

struct Tally {
  int yes = 0, no = 0, witnesses = 0, doubtful = 0;
};

/// Never no where there is a point in both, in rational numbers; and yes only where projections come close.
template <class Solid>
void check(const Solid& solid, const RoundedCone& cone, Tally& tally) {
  const std::vector<oracle::Inequality> sides = oracle::sides_of(solid);
  const bool answer = may_touch(solid, cone);
  Approach near = approach(rounded(sides), cone, 3000);
  // Sets that meet at a small angle are approached slowly.
  if (answer && near.gap > 1e-3) near = approach(rounded(sides), cone, 300000);
  const bool witness = contains(cone, near.point) && oracle::holds(sides, oracle::exactly(near.point));
  if (witness) {
    ASSERT_TRUE(answer);
  }
  if (answer) {
    ASSERT_LT(near.gap, 1e-3);
  }
  ++(answer ? tally.yes : tally.no);
  tally.witnesses += witness;
  tally.doubtful += answer && near.gap > 1e-9;
}

}  // namespace

TEST(RoundedCone, MayTouchWhatItTouchesAndLittleElse) {
  SolidFamily family(11);
  Tally boxes, frusta;
  for (int i = 0; i < tries(4000); ++i) {
    family.next_of_ordinary_size();
    const RoundedCone cone = family.cone();
    check(family.box(), cone, boxes);
    check(family.frustum(), cone, frusta);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  for (const Tally& tally : {boxes, frusta}) {
    EXPECT_GT(tally.no, tries(500));
    EXPECT_GT(tally.witnesses, tries(250));
    // Those that touch in a point or a line, where projections take their time.
    EXPECT_LT(tally.doubtful, tries(400));
  }
}

TEST(RoundedCone, MayTouchTrianglesThatItTouches) {
  SolidFamily family(12);
  int yes = 0, no = 0, witnesses = 0;
  for (int i = 0; i < tries(20000); ++i) {
    family.next_of_ordinary_size();
    const RoundedCone cone = family.cone();
    const Corners corners = family.corners();
    const bool answer = may_touch(corners, cone);
    ++(answer ? yes : no);
    for (int k = 0; k < 3; ++k) {
      const bool corner_in = contains(cone, corners[k]);
      if (corner_in) {
        ASSERT_TRUE(answer);
      }
      witnesses += corner_in;
    }
    // Shares of sixteenths are exact on the grid.
    const Vec3 inside = corners[0] * 0.25 + corners[1] * 0.3125 + corners[2] * 0.4375;
    if (family.is_on_grid() && contains(cone, inside)) {
      ASSERT_TRUE(answer);
      ++witnesses;
    }
  }
  EXPECT_GT(yes, tries(500));
  EXPECT_GT(no, tries(500));
  EXPECT_GT(witnesses, tries(500));
}

TEST(RoundedCone, GoesThroughAFaceWithoutMeetingItsBorder) {
  const RoundedCone light{{0, 0, 0}, {0, 0, 5}, 0.99, 10};
  const auto square = [](double z, double half) { return Box{{0, 0, z}, {}, {half, half, 0}}; };
  EXPECT_TRUE(may_touch(square(9, 100), light));
  EXPECT_TRUE(may_touch(square(10, 100), light));  // touches the cap in one point
  EXPECT_FALSE(may_touch(square(10 + 1e-14, 100), light));
  EXPECT_FALSE(may_touch(square(-1e-300, 100), light));
  EXPECT_TRUE(may_touch(square(0, 100), light));  // the apex
  const Corners wide{{{-100, -100, 9}, {100, -100, 9}, {0, 200, 9}}},
      beyond{{{-100, -100, 11}, {100, -100, 11}, {0, 200, 11}}};
  EXPECT_TRUE(may_touch(wide, light));
  EXPECT_FALSE(may_touch(beyond, light));
  // Inclined, so that only the generator nearest to the plane's normal reaches it.
  const RoundedCone half_ball{{0, 0, 0}, {1, 0, 0}, 0, 5};
  EXPECT_TRUE(may_touch(Box{{0, 5, 0}, {}, {0, 0, 9}}, half_ball));
  EXPECT_FALSE(may_touch(Box{{-1e-9, 5, 0}, {}, {0, 0, 9}}, half_ball));
  EXPECT_TRUE(may_touch(Box{{3, 4, 0}, {}, {0, 0, 9}}, half_ball));
  EXPECT_FALSE(may_touch(Box{{3, 4.000000001, 0}, {}, {0, 0, 9}}, half_ball));
}

TEST(RoundedCone, OfNoWidthIsASegment) {
  const RoundedCone ray{{1, 2, 3}, {0, 3, 4}, 1, 5};
  EXPECT_TRUE(may_touch(Box{{1, 5, 7}, {}, {0, 0, 0}}, ray));
  EXPECT_FALSE(may_touch(Box{{1, 5, 7 + 1e-12}, {}, {0, 0, 0}}, ray));
  EXPECT_FALSE(may_touch(Box{{1, 5 + 3e-12, 7 + 4e-12}, {}, {0, 0, 0}}, ray));
  EXPECT_FALSE(may_touch(Box{{1, 2 - 3e-12, 3 - 4e-12}, {}, {0, 0, 0}}, ray));
  EXPECT_TRUE(may_touch(Box{{2, 3.5, 5}, {}, {1, 0, 0}}, ray));
  EXPECT_FALSE(may_touch(Box{{2 + 1e-12, 3.5, 5}, {}, {1, 0, 0}}, ray));
}

}  // namespace abut::small
