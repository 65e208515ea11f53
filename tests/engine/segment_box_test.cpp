#include "engine/segment_box.h"

#include "engine/stab.h"
#include "math/random.h"
#include "query/model_data.h"
#include "support/effort.h"
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// Random boxes near the origin, in float as trees store them.
ObbPacket random_packet(Random& random) {
  ObbPacket packet;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const Matrix3 axes = random.rotation().linear;
    const Vec3 centre = random.in_cube(1);
    for (int k = 0; k < 3; ++k) {
      packet.centre[k][lane] = static_cast<float>(centre[k]);
      packet.half[k][lane] = static_cast<float>(random.unit() * random.unit() * random.unit());
      for (int c = 0; c < 3; ++c) packet.axes[k][c][lane] = static_cast<float>(axes(k, c));
    }
  }
  return packet;
}

BoxView view_of(const ObbPacket& packet, int lane) {
  BoxView view;
  for (int k = 0; k < 3; ++k) {
    view.centre[k] = packet.centre[k][lane], view.half[k] = packet.half[k][lane];
    for (int c = 0; c < 3; ++c) view.axes(c, k) = packet.axes[k][c][lane];
  }
  return view;
}

TEST(SegmentBox, NeverMissesASegmentThroughAPointOfTheBox) {
  Random random(2);
  int tried = 0;
  for (int i = 0; i < 20'000; ++i) {
    const ObbPacket packet = random_packet(random);
    const int lane = static_cast<int>(random.below(ObbPacket::lanes));
    const BoxView box = view_of(packet, lane);
    // A corner, a point of a side or a face: where a test is closest to being wrong.
    Vec3 w;
    for (int k = 0; k < 3; ++k)
      w[k] = box.half[k] * (random.chance(0.6) ? (random.chance(0.5) ? 1 : -1) : random.between(-1, 1));
    const Vec3 on_box = box.centre + box.axes * w * (1 - 0x1p-22);
    // Axes in float are not quite orthonormal: the point may be outside a narrow box.
    const Vec3 along = abs(transposed_times(box.axes, on_box - box.centre));
    if (along.x > box.half.x || along.y > box.half.y || along.z > box.half.z) continue;
    ++tried;
    Vec3 half = random.direction() * 2;
    if (random.chance(0.3)) half = {0, 0, random.chance(0.5) ? 2.0 : -2.0};
    const Vec3 middle = on_box + half * random.between(-1, 1);
    const InnerSegment segment(middle, half, 0);
    EXPECT_TRUE(may_meet(segment, box));
    EXPECT_TRUE(may_meet_scalar(segment, packet) >> lane & 1);
    // A real segment that is off by no more than it says.
    const InnerSegment rough(middle + random.in_cube(1e-3), half + random.in_cube(1e-3), 1e-3);
    EXPECT_TRUE(may_meet(rough, box));
  }
  EXPECT_GT(tried, 10'000);
}

TEST(SegmentBox, LeavesOutWhatIsClearlyApart) {
  Random random(3);
  int apart = 0, total = 0;
  for (int i = 0; i < 2000; ++i) {
    const ObbPacket packet = random_packet(random);
    const InnerSegment segment(random.in_cube(1), random.direction() * 2, 1e-12);
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const BoxView box = view_of(packet, lane);
      // By walking along the segment: closer than a step to the box or not.
      double least = 1e9;
      for (int s = -500; s <= 500; ++s) {
        const Vec3 p = transposed_times(box.axes, segment.middle + segment.half * (s / 500.0) - box.centre);
        const Vec3 gap = max(abs(p) - box.half, Vec3{});
        least = std::min(least, length(gap));
      }
      if (least < 0.01) continue;
      ++total, apart += !may_meet(segment, box);
    }
  }
  EXPECT_EQ(apart, total);
}

TEST(SegmentBox, InFloatsMeetsEveryTriangleThatTheSegmentGoesThrough) {
  Random random(5);
  const Model model(shapes::bumpy_scan(2000, 1));
  const WideTree& tree = model.data().tree;
  struct Places final : StabSink {
    std::vector<std::uint32_t> all;
    bool take(std::uint32_t first, std::uint32_t count) override {
      for (std::uint32_t i = first; i < first + count; ++i) all.push_back(i);
      return true;
    }
  };
  std::size_t taken = 0, finely = 0;
  for (int i = 0; i < tries(4000); ++i) {
    const auto place = static_cast<std::uint32_t>(random.below(tree.order.size()));
    const LeafTriangles of = tree.leaf_triangles();
    const double u = random.chance(0.3) ? 0 : random.unit(), v = random.chance(0.3) ? 0 : random.unit() * (1 - u);
    const Vec3 on_it =
        of.corner_point(place, 0) * (1 - u - v) + of.corner_point(place, 1) * u + of.corner_point(place, 2) * v;
    const Vec3 half = random.direction() * (i % 3 == 0 ? 1e-3 : i % 3 == 1 ? 1 : 4);
    const double reach = random.chance(0.5) ? 0 : 0.01;
    const Vec3 middle = on_it + half * random.between(-1, 1) + random.direction() * (reach * 0.999);
    const InnerSegment segment(middle, half, 1e-15, reach);
    Places fine;
    visit_stabbed(tree, segment, Simd::best, {}, fine);
    finely += fine.all.size();
    for (const Simd simd : available_simd()) {
      // Beside segments that meet other triangles.
      const RoughSegment own(segment), elsewhere(InnerSegment(random.in_cube(1), random.in_cube(1), 1e-15));
      const WideTree none;
      const StabJob jobs[] = {{&tree, &elsewhere}, {&none, &own}, {&tree, &own}, {&tree, &elsewhere}};
      StabbedLeaves stabbed;
      stabbed.list(jobs, simd);
      std::vector<std::uint32_t> rough, others[2];
      for (std::size_t k = 0; k < stabbed.count(); ++k)
        for (std::uint32_t t = 0; t < stabbed.leaf(k).count(); ++t) {
          const std::size_t job = stabbed.job(k);
          ASSERT_NE(job, 1u);
          (job == 2 ? rough : others[job / 3]).push_back(stabbed.leaf(k).first() + t);
        }
      ASSERT_NE(std::find(rough.begin(), rough.end(), place), rough.end()) << name_of(simd) << " " << i;
      ASSERT_EQ(others[0], others[1]);
      if (simd == available_simd()[0]) taken += rough.size();
    }
  }
  // Hardly thicker than in doubles.
  EXPECT_LE(static_cast<double>(taken), 1.02 * static_cast<double>(finely));
}

TEST(SegmentBox, ReadsWhatIsNotANumberAsMaybe) {
  Random random(4);
  const ObbPacket packet = random_packet(random);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(may_meet_scalar(InnerSegment({nan, nan, nan}, {1, 0, 0}, 0), packet), 0xffu);
}

}  // namespace
}  // namespace abut
