#include "engine/swept_pairs.h"
#include "math/random.h"
#include "mesh/feature_owners.h"
#include <abut/shapes.h>

#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace abut {
namespace {

SweptBox random_box(Random& random) {
  SweptBox box;
  for (int end = 0; end < 2; ++end)
    for (int axis = 0; axis < 3; ++axis) {
      const auto middle = static_cast<float>(random.between(-0.5, 0.5)), half = static_cast<float>(random.unit() * 0.2);
      box.side[SweptBox::low(end, axis)] = half - middle, box.side[SweptBox::high(end, axis)] = half + middle;
    }
  return box;
}

// Do boxes that move linearly share a point at this time? In doubles, with nothing to spare.
bool meet_at(const SweptBox& a, const SweptBox& b, double t) {
  const auto side = [&](const SweptBox& box, int k) {
    return box.side[k] * (1 - t) + static_cast<double>(box.side[k + 3]) * t;
  };
  for (int axis = 0; axis < 3; ++axis)
    if (side(a, SweptBox::high(0, axis)) + side(b, SweptBox::low(0, axis)) < 0 ||
        side(b, SweptBox::high(0, axis)) + side(a, SweptBox::low(0, axis)) < 0)
      return false;
  return true;
}

TEST(SweptBoxes, DoNotMeetBeforeTheyAreSaidTo) {
  Random random(1);
  int later = 0, never_met = 0;
  for (int round = 0; round < 3000; ++round) {
    const SweptBox a = random_box(random);
    SweptBox others[SweptPacket::lanes];
    SweptPacket packet;
    for (int i = 0; i < SweptPacket::lanes; ++i) {
      others[i] = random_box(random);
      for (int k = 0; k < SweptBox::sides; ++k) packet.side[k][i] = others[i].side[k];
    }
    float from[SweptPacket::lanes];
    meeting_times(a, packet, from);
    for (int i = 0; i < SweptPacket::lanes; ++i) {
      EXPECT_EQ(from[i], meeting_time(a, others[i]));
      double first = never;
      for (int step = 64; step >= 0; --step)
        if (meet_at(a, others[i], step / 64.0)) first = step / 64.0;
      ASSERT_LE(from[i], first);
      // Nor much later than that.
      ASSERT_TRUE(first > 1 || from[i] + 1.0 / 64 + 1e-6 >= first);
      later += from[i] > 0 && from[i] <= 1, never_met += from[i] > 1;
    }
  }
  EXPECT_GT(later, 100);
  EXPECT_GT(never_met, 100);
}

Vec3 at(const SweptLeaf& leaf, int point, double t) {
  Vec3 place;
  for (int axis = 0; axis < 3; ++axis)
    place[axis] = leaf.at[0][axis][point] * (1 - t) + static_cast<double>(leaf.at[1][axis][point]) * t;
  return place;
}

TEST(SweptLeaves, ThatSlabsKeepApartAreSoAtAllTimes) {
  Random random(2);
  int apart = 0;
  for (int round = 0; round < 20000; ++round) {
    SweptLeaf leaves[2]{};
    for (int which = 0; which < 2; ++which) {
      for (int i = 0; i < SweptLeaf::most_points; ++i)
        for (int end = 0; end < 2; ++end)
          for (int axis = 0; axis < 3; ++axis)
            leaves[which].at[end][axis][i] = static_cast<float>(random.between(-0.3, 0.3) * (axis == 2 ? 0.3 : 1) +
                                                                (axis == 2 ? 0.15 * which * (1 + end) : 0));
      set_slab(leaves[which], random.direction() * 0.3 + Vec3{0, 0, 1});
    }
    const auto until = static_cast<float>(random.unit());
    if (!slabs_apart(leaves[0], leaves[1], until)) continue;
    ++apart;
    // Along one of the two normals the points stay on their sides.
    bool separated = false;
    for (const SweptLeaf& leaf : leaves) {
      const Vec3 normal{leaf.normal[0], leaf.normal[1], leaf.normal[2]};
      bool below = true, above = true;
      for (double t : {0.0, 0.5 * until, 1.0 * until})
        for (int i = 0; i < SweptLeaf::most_points; ++i)
          for (int j = 0; j < SweptLeaf::most_points; ++j) {
            const double gap = dot(normal, at(leaves[1], j, t) - at(leaves[0], i, t));
            below = below && gap > 0, above = above && gap < 0;
          }
      separated = separated || below || above;
    }
    ASSERT_TRUE(separated);
  }
  EXPECT_GT(apart, 100);
}

TEST(FeatureOwners, SpeakForEveryFeatureOnce) {
  Mesh mesh = shapes::sphere(1, 4);
  mesh.triangles.push_back(mesh.triangles[3]);  // a copy
  mesh.triangles.push_back({0, 0, 1});          // a segment
  const std::vector<OwnedFeatures> owned = feature_owners(mesh.triangles, mesh.points.size());
  std::map<std::set<std::uint32_t>, int> speakers, expected;
  for (std::size_t id = 0; id < mesh.triangles.size(); ++id)
    for (int i = 0; i < 3; ++i) {
      const Triangle& t = mesh.triangles[id];
      const std::uint32_t from = t[i], to = t[(i + 1) % 3];
      expected[{from}] = 1, expected[{from, to}] = from == to ? expected[{from, to}] : 1;
      speakers[{from}] += owns_corner(owned[id], i);
      if (from != to) speakers[{from, to}] += owns_side(owned[id], i);
    }
  EXPECT_EQ(speakers, expected);
}

TEST(WeldedInMotion, JoinsWhatIsInOnePlaceBeforeAndAfter) {
  const std::vector<Vec3> from{{0, 0, 0}, {1, 0, 0}, {-0.0, 0, 0}, {1, 0, 0}},
      to{{2, 0, 0}, {1, 0, 0}, {2, -0.0, 0}, {1, 1, 0}};
  EXPECT_EQ(welded_in_motion(from, to), (std::vector<std::uint32_t>{0, 1, 0, 3}));
}

}  // namespace
}  // namespace abut
