// Lower bounds of boxes' distances in the world's frame against the boxes themselves, with a hundred digits.

#include "engine/real_box.h"
#include "engine/triangle_gap.h"
#include "support/effort.h"
#include "support/gap_kernels.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

/// Kinds of linear parts beside those of some_frames().
enum class Kind { rigid, sheared, rounded, flat, tiny };

void change(PlacedFrames& pair, Kind kind, Random& random) {
  for (Placement* at : {&pair.at_a, &pair.at_b}) {
    if (kind == Kind::rounded)
      for (double& entry : at->linear.entries) entry = std::round(entry * 1e3) / 1e3;
    // One row, or one axis, of almost nothing.
    if (kind == Kind::flat && random.chance(0.7)) {
      Matrix3 flatten;
      flatten(2, 2) = std::exp2(-random.between(5, 170));
      at->linear = random.chance(0.5) ? flatten * at->linear : at->linear * flatten;
    }
  }
  if (kind == Kind::tiny) pair.at_b.linear = pair.at_b.linear * std::exp2(-std::floor(random.between(20, 200)));
}

struct Tally {
  int apart = 0, good = 0;
};

void expect_bounds(const PlacedFrames& pair, int closed_side, Random& random, Tally& tally) {
  const ObbPacket boxes[2] = {random_boxes(random), random_boxes(random)};
  const InnerFrame frames[2] = {pair.frame_a, pair.frame_b};
  const Placement at[2] = {pair.at_a, pair.at_b};
  const RelativePlacement b_in_a = relate(frames[0], at[0], frames[1], at[1], 0);
  const WorldFrame world =
      world_frame(frames[0], at[0], frames[1], at[1], b_in_a, {stretch_of(at[0].linear), stretch_of(at[1].linear)});
  ASSERT_TRUE(world.is_usable());
  const double reach[2] = {2, 2};
  const WorldGapFrame frame(world, closed_side, reach);
  const int opened_side = 1 - closed_side, lane = static_cast<int>(random.below(ObbPacket::lanes));
  const WorldGapBox closed(frame, boxes[closed_side], lane);
  const RealBox real_closed(boxes[closed_side], lane, frames[closed_side], at[closed_side]);
  Number distances[ObbPacket::lanes];
  for (int i = 0; i < ObbPacket::lanes; ++i)
    distances[i] = real_distance(real_closed, RealBox(boxes[opened_side], i, frames[opened_side], at[opened_side]));

  double scalar[ObbPacket::lanes], squares[ObbPacket::lanes];
  PacketGapsOn{Simd::scalar, false}.near_lanes(frame, closed, boxes[opened_side], 0, scalar);
  for (Simd simd : available_simd())
    for (bool fused : {false, true}) {
      const double limit = scalar[random.below(ObbPacket::lanes)];
      const std::uint32_t near =
          PacketGapsOn{simd, fused}.near_lanes(frame, closed, boxes[opened_side], limit, squares);
      for (int i = 0; i < ObbPacket::lanes; ++i) {
        const std::string what = std::string(name_of(simd)) + (fused ? ", fused" : "");
        EXPECT_LE(Number(std::sqrt(squares[i]) - frame.slack) * world.unit, distances[i]) << what;
        EXPECT_EQ(near >> i & 1, !(squares[i] > limit)) << what;
        if (!fused) {
          EXPECT_EQ(squares[i], scalar[i]) << what;
        }
      }
    }
  for (int i = 0; i < ObbPacket::lanes; ++i) {
    tally.apart += distances[i] > 0;
    tally.good += distances[i] > 0 && (std::sqrt(scalar[i]) - frame.slack) * world.unit > 0.5 * distances[i];
  }
}

void expect_bounds_of(Kind kind, std::uint64_t seed, double good_part) {
  Random random(seed);
  Tally tally;
  const int rounds = sanitized ? 4 : 60;
  for (int i = 0; i < rounds; ++i) {
    PlacedFrames pair = some_frames(random, kind != Kind::sheared);
    change(pair, kind, random);
    expect_bounds(pair, i % 2, random, tally);
  }
  EXPECT_GT(tally.apart, rounds * 2);
  EXPECT_GT(tally.good, good_part * tally.apart);
}

TEST(WorldGap, BoundsTheDistanceOfRigidlyPlacedBoxesFromBelowOnEveryInstructionSet) {
  expect_bounds_of(Kind::rigid, 71, 0.7);
}
TEST(WorldGap, BoundsTheDistanceOfStretchedBoxesFromBelow) { expect_bounds_of(Kind::sheared, 72, 0.5); }
TEST(WorldGap, BoundsTheDistanceOfBoxesPlacedWithThreeDigitsFromBelow) { expect_bounds_of(Kind::rounded, 73, 0.7); }
TEST(WorldGap, BoundsTheDistanceOfFlattenedBoxesFromBelow) { expect_bounds_of(Kind::flat, 74, 0.4); }
TEST(WorldGap, BoundsTheDistanceOfBoxesOfUnlikeSizesFromBelow) { expect_bounds_of(Kind::tiny, 75, 0.5); }

TEST(WorldGap, BoundsTheDistanceOfAPointFromBelow) {
  Random random(76);
  for (int round = 0; round < (sanitized ? 4 : 60); ++round) {
    PlacedFrames pair = some_frames(random, round % 2 == 0);
    // The point is A's centre.
    const ObbPacket boxes = random_boxes(random);
    const RelativePlacement b_in_a = relate(pair.frame_a, pair.at_a, pair.frame_b, pair.at_b, 0);
    const WorldFrame world = world_frame(pair.frame_a, pair.at_a, pair.frame_b, pair.at_b, b_in_a,
                                         {stretch_of(pair.at_a.linear), stretch_of(pair.at_b.linear)});
    const WorldGapFrame frame(world.sides[1], 2, largest(abs(world.sides[1].shift)), 0);
    const WorldGapBox point{};
    double scalar[ObbPacket::lanes], squares[ObbPacket::lanes];
    PacketGapsOn{Simd::scalar, false}.near_lanes_of_point(frame, point, boxes, 0, scalar);
    Point p;
    for (int i = 0; i < 3; ++i) {
      p[i] = pair.at_a.shift[i];
      for (int j = 0; j < 3; ++j) p[i] += Number(pair.at_a.linear(i, j)) * Number(pair.frame_a.centre[j]);
    }
    for (int i = 0; i < ObbPacket::lanes; ++i) {
      const RealBox box(boxes, i, pair.frame_b, pair.at_b);
      oracle::EveryNormal every;
      const Corners alone{p, p, p};
      Number least = std::numeric_limits<double>::infinity();
      for (int t = 0; t < 12; ++t) {
        const Corners side = box.triangle(t);
        least = std::min(least, oracle::Features<Number>(alone, side, every).squared_distance());
      }
      const Number distance = box.holds(p) ? Number(0) : Number(sqrt(least));
      for (Simd simd : available_simd())
        for (bool fused : {false, true}) {
          PacketGapsOn{simd, fused}.near_lanes_of_point(frame, point, boxes, 0, squares);
          EXPECT_LE(Number(std::sqrt(squares[i]) - frame.slack) * world.unit, distance) << name_of(simd);
          if (!fused) {
            EXPECT_EQ(squares[i], scalar[i]) << name_of(simd);
          }
        }
    }
  }
}

TEST(TriangleGap, BoundsTheDistanceOfATriangleFromBoxesThatMayBeTinyBesideIt) {
  Random random(77);
  int apart = 0, good = 0;
  for (int round = 0; round < (sanitized ? 4 : 100); ++round) {
    PlacedFrames pair = some_frames(random, round % 2 == 0);
    const ObbPacket boxes = random_boxes(random);
    std::array<Vec3, 3> inner;
    for (Vec3& corner : inner) corner = random.in_cube(1);
    Corners corners;
    const auto carry = [&] {
      for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
          corners[k][i] = pair.at_a.shift[i];
          for (int j = 0; j < 3; ++j)
            corners[k][i] += Number(pair.at_a.linear(i, j)) *
                             (Number(pair.frame_a.centre[j]) + Number(pair.frame_a.unit) * Number(inner[k][j]));
        }
    };
    carry();
    if (round % 3 != 0) {
      // B is tiny, and stands some sizes of its own above a point of the triangle.
      const double scale = std::exp2(-std::floor(random.between(0, 45)));
      pair.at_b.linear = pair.at_b.linear * scale;
      const Vec3 first = pair.at_a * (pair.frame_a.centre + inner[0] * pair.frame_a.unit),
                 second = pair.at_a * (pair.frame_a.centre + inner[1] * pair.frame_a.unit);
      const Vec3 foot = first + (second - first) * random.between(-0.2, 1.2);
      pair.at_b.shift =
          foot - pair.at_b.linear * pair.frame_b.centre +
          random.direction() * (random.between(0, 8) * largest_magnitude(pair.at_b.linear) * pair.frame_b.unit);
    }
    const RelativePlacement b_in_a = relate(pair.frame_a, pair.at_a, pair.frame_b, pair.at_b, 0);
    const WorldFrame world = world_frame(pair.frame_a, pair.at_a, pair.frame_b, pair.at_b, b_in_a,
                                         {stretch_of(pair.at_a.linear), stretch_of(pair.at_b.linear)});
    ASSERT_TRUE(world.is_usable());
    const TriangleGap triangle(inner, world.sides[0], 2, world.sides[1], 2);
    oracle::EveryNormal every;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const RealBox box(boxes, lane, pair.frame_b, pair.at_b);
      Number least = box.holds(corners[0]) ? 0 : std::numeric_limits<double>::infinity();
      for (int t = 0; t < 12 && least > 0; ++t) {
        const Corners side = box.triangle(t);
        oracle::Features<Number> features(side, corners, every);
        least = features.cross() ? Number(0) : std::min(least, features.squared_distance());
      }
      const double bound = std::sqrt(triangle.squared_gap(world.sides[1], boxes, lane)) - triangle.slack;
      EXPECT_LE(Number(bound) * world.unit, sqrt(least));
      apart += least > 0;
      good += least > 0 && Number(bound) * world.unit > 0.5 * sqrt(least);
    }
  }
  EXPECT_GT(apart, sanitized ? 8 : 200);
  EXPECT_GT(good, 0.6 * apart);
}

TEST(WorldFrame, IsNotUsableWhereNumbersEnd) {
  const InnerFrame frame{{}, 1};
  const Placement here, far{Matrix3{}, {0x1p500, 0, 0}};
  const RelativePlacement b_in_a = relate(frame, here, frame, far, 0);
  EXPECT_FALSE(world_frame(frame, here, frame, far, b_in_a, {stretch_of({}), stretch_of({})}).is_usable());
}

}  // namespace
}  // namespace abut
