#include "engine/packet_boxes.h"
#include "math/random.h"
#include "support/kernels.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

namespace abut {

namespace {

ObbPacket random_packet(Random& random, double largest_half) {
  ObbPacket boxes{};
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const Matrix3 turn = random.rotation().linear;
    const Vec3 centre = random.in_cube(0.6);
    for (int c = 0; c < 3; ++c) {
      boxes.centre[c][lane] = static_cast<float>(centre[c]);
      // Flat ones and thin ones among them.
      boxes.half[c][lane] = static_cast<float>(largest_half * std::max(0.0, random.between(-0.2, 1)));
      for (int k = 0; k < 3; ++k) boxes.axes[k][c][lane] = static_cast<float>(turn(c, k));
    }
  }
  return boxes;
}

// Calls visit(square root of the quick square, real distance from above, slack), all in the opened frame's unit.
template <class Visit>
void compare(std::uint64_t seed, double apart, double largest_half, const Visit& visit) {
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const ObbPacket of_a = random_packet(random, largest_half), of_b = random_packet(random, largest_half);
    // Units that differ by a power of two, as those of inner frames do.
    const InnerFrame frame_a{{}, 1}, frame_b{{}, round % 2 == 0 ? 1.0 : 0.25};
    const Placement at_b = random.rotation(random.direction() * apart * random.between(0.5, 1.5));
    const RelativePlacement b_in_a = relate(frame_a, {}, frame_b, at_b, 0);
    const ClosedFrame frame = ClosedFrame::of_b(b_in_a, 1.5, 1.5);
    for (int closed = 0; closed < ObbPacket::lanes; ++closed)
      for (Simd simd : available_simd()) {
        double plain[ObbPacket::lanes], unfused[ObbPacket::lanes], squares[ObbPacket::lanes];
        quick_squares(Simd::scalar, false, frame, of_b, closed, of_a, plain);
        quick_squares(simd, false, frame, of_b, closed, of_a, unfused);
        // Approximate searches rest on them.
        EXPECT_EQ(std::memcmp(unfused, plain, sizeof plain), 0);
        quick_squares(simd, true, frame, of_b, closed, of_a, squares);
        for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
          const classic::CoreDistance real =
              classic::core_distance(core_of(of_a, lane), in_a(b_in_a, core_of(of_b, closed)));
          visit(std::sqrt(squares[lane]), real, frame.slack);
        }
      }
  }
}

TEST(QuickGap, IsNeverMoreThanTheDistance) {
  int apart = 0;
  for (double distance : {0.1, 1.0, 2.0, 10.0, 1e3, 1e6})
    for (double half : {0.3, 1e-3, 1e-7})
      compare(1, distance, half, [&](double gap, const classic::CoreDistance& real, double) {
        EXPECT_LE(gap, real.above);
        apart += gap > 0;
      });
  EXPECT_GT(apart, 100000);
}

TEST(QuickGap, IsCloseToTheDistanceOfSmallBoxes) {
  for (double distance : {2.0, 10.0})
    compare(2, distance, 1e-4, [&](double gap, const classic::CoreDistance& real, double slack) {
      // What the line between centres leaves out of the distance, with boxes so small, is below 1e-4^2.
      EXPECT_GE(gap, real.below * (1 - 0x1p-15) - 2 * slack - 1e-7);
    });
}

TEST(QuickGap, IsNothingWhereBoxesTouch) {
  compare(3, 0.1, 0.6, [](double gap, const classic::CoreDistance& real, double) {
    if (real.below > 0) return;
    EXPECT_EQ(gap, 0);
  });
}

}  // namespace

}  // namespace abut
