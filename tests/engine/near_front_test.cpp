// The planes of a front against the real distances of boxes and triangles, as the second model moves on.

#include "engine/packet_boxes.h"
#include "engine/parting_planes-inl.h"
#include "leaf/triangle_distance.h"
#include "math/random.h"
#include "support/filter_model.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

using N = HWY_NAMESPACE::One<float, true>;

/// Turns, moves, and scales a little, as rounded placements do.
Placement moved(const Placement& at, Random& random, double step) {
  const Vec3 axis = random.direction() * step;
  Placement next = Placement::rotation(1, axis.x, axis.y, axis.z) * at;
  next.shift += random.direction() * step;
  for (double& entry : next.linear.entries) entry = std::round(entry * 1e6) / 1e6;
  return next;
}

/// visit(front, how B stands in A) at the beginning of a way and after each of its steps.
template <class Visit>
void walk(Random& random, double scale, double away, double step, const InnerFrame& a, const InnerFrame& b,
          const Visit& visit) {
  NearFront front;
  Placement at = random.rotation(random.direction() * away);
  at.linear = at.linear * scale;
  NearFront::Planes kept{};
  for (int i = 0; i < 12; ++i) {
    const RelativePlacement b_in_a = relate(a, {}, b, at, 0);
    const auto way = front.begin(b_in_a, {1.7321, 1.7321});
    if (i == 0)
      ASSERT_EQ(way, NearFront::Way::record);
    else if (way != NearFront::Way::resume)
      return;
    visit(front, b_in_a, at, i == 0, kept);
    front.boxes.add(kept, {}, 1);
    at = moved(at, random, step);
  }
}

TEST(NearFront, NeverPutsBoxesFartherApartThanTheyAre) {
  Random random(81);
  int apart = 0, still_close = 0;
  for (int round = 0; round < 300; ++round) {
    const ObbPacket of_a = random_boxes(random), of_b = random_boxes(random);
    const InnerFrame a{{}, 1}, b{{}, round % 2 == 0 ? 1.0 : 0.25};
    const double scale = round % 5 == 0 ? 0.37 : 1, away = round % 3 == 0 ? 0.5 : round % 3 == 1 ? 2 : 100;
    const int one = round % ObbPacket::lanes, side = round % 2;
    walk(random, scale, away, round % 7 < 3 ? 1e-3 : 0.1, a, b,
         [&](const NearFront& front, const RelativePlacement& b_in_a, const Placement&, bool first,
             NearFront::Planes& planes) {
           if (first)
             HWY_NAMESPACE::part_boxes<N>(front.here(), side, side == 0 ? of_a : of_b, one, side == 0 ? of_b : of_a,
                                          planes);
           float gaps[NearFront::lanes];
           HWY_NAMESPACE::may_be_near<N>(planes, front.here(), 0, gaps);
           for (int lane = 0; lane < NearFront::lanes; ++lane) {
             const classic::CoreDistance real = classic::core_distance(
                 core_of(of_a, side == 0 ? one : lane), in_a(b_in_a, core_of(of_b, side == 0 ? lane : one)), 2);
             const double gap = double{gaps[lane]} - front.here().slack;
             EXPECT_LE(gap, real.above);
             apart += gap > 0;
             still_close += gap > 0.9 * real.below && real.below > 0;
           }
         });
  }
  EXPECT_GT(apart, 10000);
  EXPECT_GT(still_close, apart / 2);
}

TEST(NearFront, NeverPutsTrianglesFartherApartThanTheyAre) {
  Random random(82);
  constexpr int count = 64;
  int apart = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Vec3> corners[2];
    for (std::vector<Vec3>& points : corners) {
      points = random_corners(count, random);
      // Points and segments among them.
      for (int i = 0; i < 9; ++i) points[i] = points[i < 3 ? 0 : i < 6 ? 3 + i % 2 : i];
    }
    const FilterModel a(corners[0]), b(corners[1]);
    const double scale = round % 5 == 0 ? 0.37 : 1, away = round % 3 == 0 ? 1 : round % 3 == 1 ? 4 : 100;
    const std::vector<std::uint32_t> of_a = random_triangles(NearFront::lanes, count, random),
                                     of_b = random_triangles(NearFront::lanes, count, random);
    walk(random, scale, away, round % 7 < 3 ? 1e-3 : 0.1, a.frame, b.frame,
         [&](const NearFront& front, const RelativePlacement& b_in_a, const Placement& at, bool first,
             NearFront::Planes& planes) {
           const DistanceFilter filter(a.filter_corners(), b.filter_corners(), b_in_a);
           float below[NearFront::lanes], gaps[NearFront::lanes];
           NearFront::Planes now;
           HWY_NAMESPACE::part_triangles<N>(front.here(), filter, of_a.data(), of_b.data(), 0, below, now);
           if (first) planes = now;
           HWY_NAMESPACE::may_be_near<N>(planes, front.here(), 0, gaps);
           for (int lane = 0; lane < NearFront::lanes; ++lane) {
             const auto triangle = [&](int side, std::uint32_t i) {
               return std::array<Vec3, 3>{corners[side][3 * i], corners[side][3 * i + 1], corners[side][3 * i + 2]};
             };
             const OneTriangle p(triangle(0, of_a[lane]), {}), q(triangle(1, of_b[lane]), {});
             const double real = DistanceTest(p.geometry(), {}, q.geometry(), at).measure(0, 0).upper / a.frame.unit;
             const double gap = double{gaps[lane]} - front.here().slack;
             EXPECT_LE(gap, real * (1 + 1e-12));
             EXPECT_LE(double{below[lane]}, real * (1 + 1e-12));
             apart += gap > 0;
           }
         });
  }
  EXPECT_GT(apart, 5000);
}

}  // namespace
}  // namespace abut
