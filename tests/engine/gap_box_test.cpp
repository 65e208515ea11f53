// Lower bounds of boxes' distances against the boxes themselves, with a hundred digits.

#include "engine/real_box.h"
#include "support/effort.h"
#include "support/gap_kernels.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

double root_less_slack(double square, double slack) { return std::sqrt(square) - slack; }

/// Packets with one side closed, and what must hold of every bound.
void expect_bounds(const PlacedFrames& pair, bool closes_a, Random& random, int& positive, int& apart) {
  const ObbPacket of_a = random_boxes(random), of_b = random_boxes(random);
  const RelativePlacement b_in_a = relate(pair.frame_a, pair.at_a, pair.frame_b, pair.at_b, 0);
  const GapFrame frame = closes_a ? GapFrame::of_a(b_in_a, 2, 2) : GapFrame::of_b(b_in_a, 2, 2);
  const InnerFrame& opened_frame = closes_a ? pair.frame_b : pair.frame_a;
  const Placement& opened_at = closes_a ? pair.at_b : pair.at_a;
  const double world = stretch_of(opened_at.linear).least * opened_frame.unit;
  const int lane = static_cast<int>(random.below(ObbPacket::lanes));
  const GapBox closed(frame, closes_a ? of_a : of_b, lane);
  const ObbPacket& opened = closes_a ? of_b : of_a;
  const RealBox real_closed(closes_a ? of_a : of_b, lane, closes_a ? pair.frame_a : pair.frame_b,
                            closes_a ? pair.at_a : pair.at_b);
  Number distances[ObbPacket::lanes];
  for (int i = 0; i < ObbPacket::lanes; ++i)
    distances[i] = real_distance(real_closed, RealBox(opened, i, opened_frame, opened_at));

  double scalar[ObbPacket::lanes], squares[ObbPacket::lanes];
  squared_gaps_scalar(closed, opened, scalar);
  for (Simd simd : available_simd())
    for (bool fused : {false, true}) {
      const double limit = scalar[random.below(ObbPacket::lanes)];
      const std::uint32_t near = PacketGapsOn{simd, fused}.near_lanes(closed, opened, limit, squares);
      for (int i = 0; i < ObbPacket::lanes; ++i) {
        const std::string what = std::string(name_of(simd)) + (fused ? ", fused" : "");
        EXPECT_LE(root_less_slack(squares[i], frame.slack) * world, distances[i]) << what;
        EXPECT_EQ(near >> i & 1, !(squares[i] > limit)) << what;
        if (!fused) {
          EXPECT_EQ(squares[i], scalar[i]) << what;
        }
      }
    }
  for (int i = 0; i < ObbPacket::lanes; ++i) {
    apart += distances[i] > 0;
    positive += root_less_slack(scalar[i], frame.slack) * world > 0.5 * distances[i] && distances[i] > 0;
  }
}

constexpr int rounds = sanitized ? 4 : 60;

TEST(GapBox, BoundsTheDistanceOfRigidlyPlacedBoxesFromBelowOnEveryInstructionSet) {
  Random random(61);
  int positive = 0, apart = 0;
  for (int i = 0; i < rounds; ++i) expect_bounds(some_frames(random, true), i % 2 == 0, random, positive, apart);
  // And most of the time not by little.
  EXPECT_GT(positive, 0.7 * apart);
  EXPECT_GT(apart, rounds * 4);
}

TEST(GapBox, BoundsTheDistanceOfAPointFromBoxesFromBelow) {
  Random random(63);
  for (int round = 0; round < rounds; ++round) {
    const ObbPacket boxes = random_boxes(random);
    const Vec3 point = random.in_cube(round % 3 == 0 ? 1e5 : 1);
    const Point p{point.x, point.y, point.z};
    double scalar[ObbPacket::lanes], squares[ObbPacket::lanes];
    squared_gaps_scalar(point, boxes, scalar);
    Number distances[ObbPacket::lanes];
    for (int i = 0; i < ObbPacket::lanes; ++i) {
      const RealBox box(boxes, i, {}, {});
      oracle::EveryNormal every;
      const Corners alone{p, p, p};
      Number least = std::numeric_limits<double>::infinity();
      for (int t = 0; t < 12; ++t) {
        const Corners side = box.triangle(t);
        least = std::min(least, oracle::Features<Number>(alone, side, every).squared_distance());
      }
      distances[i] = box.holds(p) ? Number(0) : Number(sqrt(least));
    }
    for (Simd simd : available_simd())
      for (bool fused : {false, true}) {
        PacketGapsOn{simd, fused}.near_lanes(point, boxes, 1, squares);
        for (int i = 0; i < ObbPacket::lanes; ++i) {
          EXPECT_LE(std::sqrt(squares[i]), distances[i]) << name_of(simd);
          EXPECT_GE(std::sqrt(squares[i]), distances[i] * 0.5 - 1e-5) << name_of(simd);
          if (!fused) {
            EXPECT_EQ(squares[i], scalar[i]) << name_of(simd);
          }
        }
      }
  }
}

TEST(GapFrame, HasInfiniteSlackWhereNumbersEnd) {
  RelativePlacement b_in_a;
  b_in_a.shift_error = std::numeric_limits<double>::infinity();
  EXPECT_EQ(GapFrame::of_a(b_in_a, 1, 1).slack, std::numeric_limits<double>::infinity());
  EXPECT_EQ(GapFrame::of_b(b_in_a, 1, 1).slack, std::numeric_limits<double>::infinity());
  b_in_a.shift_error = std::nan("");
  EXPECT_EQ(GapFrame::of_b(b_in_a, 1, 1).slack, std::numeric_limits<double>::infinity());
  const RelativePlacement sheared = relate({}, {}, {}, {{{1, 1, 0, 0, 1, 0, 0, 0, 1}}, {}}, 0);
  EXPECT_EQ(GapFrame::of_a(sheared, 1, 1).slack, std::numeric_limits<double>::infinity());
}

/// Is no unit vector's image shorter than this? Decided by the principal minors of M'M - length^2 I.
bool stretches_at_least(const Matrix3& m, double length) {
  Number gram[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      gram[i][j] = i == j ? Number(-Number(length) * Number(length)) : Number(0);
      for (int k = 0; k < 3; ++k) gram[i][j] += Number(m(k, i)) * Number(m(k, j));
    }
  const auto minor = [&](int i, int j) { return gram[i][i] * gram[j][j] - gram[i][j] * gram[j][i]; };
  for (int i = 0; i < 3; ++i)
    if (gram[i][i] < 0 || minor(i, (i + 1) % 3) < 0) return false;
  const Number whole = gram[0][0] * (gram[1][1] * gram[2][2] - gram[1][2] * gram[2][1]) -
                       gram[0][1] * (gram[1][0] * gram[2][2] - gram[1][2] * gram[2][0]) +
                       gram[0][2] * (gram[1][0] * gram[2][1] - gram[1][1] * gram[2][0]);
  return whole >= 0;
}

TEST(Stretch, IsNearlyExactForRotationsAndUniformScales) {
  Random random(64);
  for (int i = 0; i < 2000; ++i) {
    const double scale = i % 2 == 0 ? 1 : std::exp2(random.between(-250, 250));
    const Matrix3 m = random.rotation().linear * scale;
    const double least = stretch_of(m).least;
    EXPECT_TRUE(stretches_at_least(m, least)) << scale;
    EXPECT_FALSE(stretches_at_least(m, least * (1 + 1e-14))) << scale;
    EXPECT_LE(stretch_of(m).most, least * (1 + 1e-13)) << scale;
  }
}

TEST(Stretch, IsALowerBoundForScalesAndShearsOfAnyKind) {
  Random random(65);
  int useful = 0;
  for (int i = 0; i < 2000; ++i) {
    Matrix3 m = random.rotation().linear;
    const double wildness = i % 4 == 0 ? 1e-7 : i % 4 == 1 ? 0.5 : i % 4 == 2 ? 10 : 60;
    for (double& entry : m.entries) entry *= std::exp2(random.between(-wildness, wildness));
    const double least = stretch_of(m).least;
    EXPECT_TRUE(stretches_at_least(m, least));
    for (int k = 0; k < 5; ++k) EXPECT_LE(length(m * random.direction()), stretch_of(m).most * (1 + 1e-12));
    useful += least > 0 && !stretches_at_least(m, 3 * least);
  }
  EXPECT_GT(useful, 1900);
}

TEST(Stretch, IsNothingForSingularMaps) {
  EXPECT_EQ(stretch_of(Matrix3{{1, 2, 3, 2, 4, 6, 0, 0, 1}}).least, 0);
  EXPECT_EQ(stretch_of(Matrix3{{1, 0, 0, 0, 1, 0, 0, 0, 0}}).least, 0);
}

}  // namespace
}  // namespace abut
