#include "engine/packet_boxes.h"
#include "support/kernels.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// A random point of a box, on its surface as often as not.
Vec3 point_of(const ObbPacket& boxes, int lane, Random& random) {
  Vec3 point{boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]};
  for (int k = 0; k < 3; ++k) {
    const double along = std::max(-1.0, std::min(1.0, random.between(-2, 2))) * boxes.half[k][lane];
    point += Vec3{boxes.axes[k][0][lane], boxes.axes[k][1][lane], boxes.axes[k][2][lane]} * along;
  }
  return point;
}

TEST(PacketGap, IsNeverMoreThanTheDistanceOfTheBoxesBeyondTheMargin) {
  Random random(1);
  int apart = 0;
  for (int round = 0; round < 300; ++round) {
    const ObbPacket of_a = random_boxes(random), of_b = random_boxes(random);
    // Units that differ by a power of two, as those of inner frames do.
    const InnerFrame frame_a{{}, 1}, frame_b{{}, round % 2 == 0 ? 1.0 : 0.25};
    const Placement at_b = random.rotation(random.in_cube(1));
    const RelativePlacement b_in_a = relate(frame_a, {}, frame_b, at_b, round % 3 == 0 ? 0.05 : 0.0);
    const ClosedFrame frame = ClosedFrame::of_a(b_in_a, 1, 1);
    for (int closed = 0; closed < ObbPacket::lanes; ++closed)
      for (Simd simd : available_simd()) {
        float gaps[ObbPacket::lanes];
        const std::uint32_t touching = may_touch_or_by(simd, frame, of_a, closed, of_b, gaps);
        EXPECT_EQ(touching, may_touch(simd, frame, of_a, closed, of_b));
        for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
          if ((touching >> lane & 1) != 0) continue;
          ++apart;
          EXPECT_GT(gaps[lane], 0);
          // In A's unit, as the margin is.
          const double beyond = gaps[lane] * b_in_a.scale * (1 - gap_error);
          for (int i = 0; i < 5; ++i) {
            const Vec3 in_b = b_in_a.linear * (point_of(of_b, lane, random) * b_in_a.scale) + b_in_a.shift;
            EXPECT_GE(length(in_b - point_of(of_a, closed, random)), b_in_a.margin + beyond) << name_of(simd);
          }
        }
      }
  }
  EXPECT_GT(apart, 10000);
}

TEST(PacketGap, IsTheSameOnEveryInstructionSetUpToRounding) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const ObbPacket of_a = random_boxes(random), of_b = random_boxes(random);
    const RelativePlacement b_in_a = relate({}, {}, {}, random.rotation(random.in_cube(1)), 0);
    const ClosedFrame frame = ClosedFrame::of_b(b_in_a, 1, 1);
    float truth[ObbPacket::lanes], gaps[ObbPacket::lanes];
    may_touch_or_by(Simd::scalar, frame, of_b, 0, of_a, truth);
    for (Simd simd : available_simd()) {
      may_touch_or_by(simd, frame, of_b, 0, of_a, gaps);
      for (int lane = 0; lane < ObbPacket::lanes; ++lane) EXPECT_NEAR(gaps[lane], truth[lane], 0x1p-20);
    }
  }
}

}  // namespace

}  // namespace abut
