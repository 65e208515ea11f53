// Gaps between what faces each other against the boxes and points themselves, with a hundred digits.

#include "engine/facing.h"

#include "engine/real_box.h"
#include "support/effort.h"
#include "support/kernels.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

enum class Kind { rigid, sheared, rounded, in_the_world };

struct Tally {
  int apart = 0, good = 0;
};

/// Two placed packets of boxes, facing each other across the way between two of their centres.
struct Facing {
  InnerFrame frames[2];
  Placement at[2];
  ObbPacket boxes[2];
  int lanes[2];
  double unit = 0;  ///< what the gaps' unit is in the world, at least

  Facing(Kind kind, Random& random) {
    PlacedFrames pair = some_frames(random, kind != Kind::sheared);
    frames[0] = pair.frame_a, frames[1] = pair.frame_b, at[0] = pair.at_a, at[1] = pair.at_b;
    for (int side : {0, 1}) {
      if (kind == Kind::rounded)
        for (double& entry : at[side].linear.entries) entry = std::round(entry * 1e3) / 1e3;
      boxes[side] = random_boxes(random);
      lanes[side] = static_cast<int>(random.below(ObbPacket::lanes));
      // So small that next to all of a gap's error is rounding.
      const bool small = random.chance(0.5);
      for (auto& half : boxes[side].half)
        for (float& h : half) h *= small ? 1e-6f : 1;
    }
  }

  FacingFrame frame(Kind kind) {
    const RelativePlacement b_in_a = relate(frames[0], at[0], frames[1], at[1], 0);
    const std::array<Stretch, 2> stretches{stretch_of(at[0].linear), stretch_of(at[1].linear)};
    const WorldFrame world = world_frame(frames[0], at[0], frames[1], at[1], b_in_a, stretches);
    const bool in_the_world = kind == Kind::in_the_world || kind == Kind::sheared;
    unit = in_the_world ? world.unit : stretches[0].least * frames[0].unit;
    FacingFrame::Model models[2];
    for (int side : {0, 1}) {
      models[side] = model_in(side, b_in_a, in_the_world ? &world : nullptr);
      models[side].reach = 2;
      for (int c = 0; c < 3; ++c) models[side].point[c] = boxes[side].centre[c][lanes[side]];
    }
    return FacingFrame(models[0], models[1]);
  }
  RealBox real_box(int side, int lane) const { return RealBox(boxes[side], lane, frames[side], at[side]); }
};

void expect_bounds(Facing& facing, Kind kind, Tally& tally) {
  const FacingFrame frame = facing.frame(kind);
  if (!frame.is_usable) return;
  const RealBox from = facing.real_box(0, facing.lanes[0]);
  Number distances[ObbPacket::lanes];
  for (int i = 0; i < ObbPacket::lanes; ++i) distances[i] = real_distance(from, facing.real_box(1, i));
  float squares[ObbPacket::lanes];
  for (Simd simd : available_simd()) {
    facing_squares(simd, frame, facing.boxes[0], facing.lanes[0], facing.boxes[1], squares);
    for (int i = 0; i < ObbPacket::lanes; ++i) {
      const Number gap = Number(std::sqrt(double{squares[i]}) * (1 - 0x1p-17)) * facing.unit;
      EXPECT_LE(gap, distances[i]) << name_of(simd);
      if (i != facing.lanes[1]) continue;
      tally.apart += distances[i] > 0;
      tally.good += gap > distances[i] * 0.5;
    }
  }
}

void expect_bounds_of(Kind kind, std::uint64_t seed) {
  Random random(seed);
  Tally tally;
  const int rounds = sanitized ? 4 : 60;
  for (int i = 0; i < rounds; ++i) {
    Facing facing(kind, random);
    expect_bounds(facing, kind, tally);
  }
  EXPECT_GT(tally.good, tally.apart / 2) << tally.apart;
  EXPECT_GT(tally.apart, rounds / 2);
}

TEST(Facing, GapsOfRigidBoxesAreNeverMoreThanTheirDistance) { expect_bounds_of(Kind::rigid, 1); }
TEST(Facing, GapsOfRoundedPlacementsAreNeverMoreThanTheDistance) { expect_bounds_of(Kind::rounded, 2); }
TEST(Facing, GapsInTheWorldAreNeverMoreThanTheDistance) { expect_bounds_of(Kind::in_the_world, 3); }
TEST(Facing, GapsOfShearedBoxesAreNeverMoreThanTheirDistance) { expect_bounds_of(Kind::sheared, 4); }

/// Triangles that are points: the centres of the boxes.
struct Points {
  float points[3 * ObbPacket::lanes + 1] = {};
  Triangle triangles[ObbPacket::lanes];

  explicit Points(const ObbPacket& boxes) {
    for (std::uint32_t i = 0; i < ObbPacket::lanes; ++i) {
      for (std::uint32_t c = 0; c < 3; ++c) points[3 * i + c] = boxes.centre[c][i];
      triangles[i] = {i, i, i};
    }
  }
  LeafTriangles leaves() const { return {points, triangles}; }
};

TEST(Facing, GapsOfTrianglesAreNeverMoreThanTheirDistance) {
  Random random(5);
  int apart = 0;
  for (Kind kind : {Kind::rigid, Kind::rounded, Kind::in_the_world, Kind::sheared})
    for (int round = 0; round < (sanitized ? 4 : 60); ++round) {
      Facing facing(kind, random);
      facing.lanes[0] = 0;
      for (ObbPacket& boxes : facing.boxes)
        for (auto& half : boxes.half) std::fill_n(half, ObbPacket::lanes, 0.0f);
      const FacingFrame frame = facing.frame(kind);
      if (!frame.is_usable) continue;
      const Points a(facing.boxes[0]), b(facing.boxes[1]);
      const RealBox from = facing.real_box(0, 0);
      for (Simd simd : available_simd()) {
        float squares[ObbPacket::lanes];
        facing_squares(simd, frame, a.leaves(), b.leaves(), squares);
        for (int i = 0; i < ObbPacket::lanes; ++i) {
          const Point way = oracle::minus(facing.real_box(1, i).corners[0], from.corners[0]);
          const Number gap = Number(std::sqrt(double{squares[i]}) * (1 - 0x1p-17)) * facing.unit;
          EXPECT_LE(gap * gap, oracle::product(way, way)) << name_of(simd);
          apart += gap > 0;
        }
      }
    }
  EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace abut
