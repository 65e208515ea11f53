// Several pairs measured at once against the same pairs one by one: every bit.

#include "leaf/triangle_distance.h"
#include "support/filter_model.h"
#include "support/kernels.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include <gtest/gtest.h>

namespace abut {
namespace {

constexpr int lanes = MeasurePacket::lanes;

/// A model of as many triangles as a packet has lanes.
class FewTriangles {
 public:
  void add(const std::array<Vec3, 3>& corners) {
    const auto first = static_cast<std::uint32_t>(points_.size());
    points_.insert(points_.end(), corners.begin(), corners.end());
    triangles_.push_back({first, first + 1, first + 2});
    forms_.push_back(OneTriangle(corners, {}).geometry().forms[0]);
  }
  LeafGeometry geometry() const { return {points_, triangles_, forms_, {}}; }

 private:
  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  std::vector<TriangleForm> forms_;
};

void expect_the_same(const FewTriangles& a, const Placement& at_a, const FewTriangles& b, const Placement& at_b,
                     const std::string& what) {
  std::uint32_t numbers[lanes];
  std::iota(numbers, numbers + lanes, 0u);
  for (Simd simd : available_simd())
    for (int count : {lanes, 3}) {
      DistanceTest one(a.geometry(), at_a, b.geometry(), at_b), several(a.geometry(), at_a, b.geometry(), at_b);
      PairDistance found[lanes];
      several.measure(simd, numbers, numbers, count, found);
      for (int i = 0; i < count; ++i) {
        const PairDistance truth = one.measure(numbers[i], numbers[i]);
        EXPECT_EQ(found[i].lower, truth.lower) << what << ", " << name_of(simd);
        EXPECT_EQ(found[i].upper, truth.upper) << what << ", " << name_of(simd);
        EXPECT_EQ(found[i].weights_a, truth.weights_a) << what << ", " << name_of(simd);
        EXPECT_EQ(found[i].weights_b, truth.weights_b) << what << ", " << name_of(simd);
      }
      EXPECT_EQ(several.exact_tests(), one.exact_tests()) << what;
    }
}

TEST(MeasurePacket, GivesTheBitsOfOnePairAtATimeOnEveryFamily) {
  for (const PairFamily& family : pair_families()) {
    Random random(71);
    for (int i = 0; i < 100 && !HasFailure(); ++i) {
      const TrianglePair placed = family.next(random);
      FewTriangles a, b;
      a.add(placed.a), b.add(placed.b);
      for (int lane = 1; lane < lanes; ++lane) {
        const TrianglePair pair = family.next(random);
        a.add(pair.a), b.add(pair.b);
      }
      expect_the_same(a, placed.at_a, b, placed.at_b, family.name);
    }
  }
}

/// Pairs of one model's triangles around its corners: equally close, as those of a search mostly are.
TEST(MeasurePacket, GivesTheBitsOfOnePairAtATimeOnFansOfTriangles) {
  Random random(72);
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    FewTriangles fans[2];
    for (FewTriangles& fan : fans) {
      const Vec3 tip = random.in_cube(1);
      for (int lane = 0; lane < lanes; ++lane) {
        std::array<Vec3, 3> corners{tip, tip + random.in_cube(0.1), tip + random.in_cube(0.1)};
        std::rotate(corners.begin(), corners.begin() + lane % 3, corners.end());
        fan.add(corners);
      }
    }
    const double away = i % 3 == 0 ? 0.05 : i % 3 == 1 ? 3 : 1e5;
    Placement at = random.rotation(random.direction() * away);
    if (i % 2 == 0)
      for (double& entry : at.linear.entries) entry = static_cast<double>(static_cast<float>(entry));
    expect_the_same(fans[0], random.rotation(), fans[1], at, "away " + std::to_string(away));
  }
}

TEST(MeasurePacket, MeasuresOrdinaryPairs) {
  Random random(73);
  int measured = 0;
  constexpr int packets = 200;
  for (int i = 0; i < packets; ++i) {
    MeasurePacket packet;
    const Placement at_a = random.rotation(), at_b = random.rotation({6, 0, 0});
    for (auto& side : packet.corners)
      for (auto& row : side)
        for (double& number : row) number = random.between(-1, 1);
    const PacketPlacement first(at_a), second(at_b);
    const std::uint32_t bits = measure_packet(Simd::scalar, first, second, lanes, packet);
    for (Simd simd : available_simd()) EXPECT_EQ(measure_packet(simd, first, second, lanes, packet), bits);
    measured += std::popcount(bits);
  }
  EXPECT_GT(measured, 0.99 * packets * lanes);
}

}  // namespace
}  // namespace abut
