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

/// A packet whose boxes move, and where its coordinates are.
struct MovingPacket {
  ObbPacket at[2];
  SweptCoordinates coordinates[2];

  SweptPacket view() const { return {{&at[0], &at[1]}, {&coordinates[0], &coordinates[1]}}; }
};

MovingPacket random_packet(Random& random, double turn) {
  MovingPacket packet;
  for (int end = 0; end < 2; ++end) {
    packet.coordinates[end].scale = random.below(2) == 0 ? 0.5f : 0.25f;
    for (float& offset : packet.coordinates[end].offset) offset = static_cast<float>(random.between(-0.3, 0.3));
  }
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    Vec3 x = Vec3{1, 0, 0} + random.in_cube(turn), z = cross(x, Vec3{0, 1, 0} + random.in_cube(turn));
    x = x * (1 / length(x)), z = z * (1 / length(z));
    const Vec3 axes[3] = {x, cross(z, x), z};
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < 3; ++k) {
        packet.at[end].centre[k][lane] = static_cast<float>(random.between(-0.7, 0.7));
        packet.at[end].half[k][lane] = static_cast<float>(random.unit() * (k == 2 ? 0.1 : 0.5));
        for (int c = 0; c < 3; ++c) packet.at[end].axes[k][c][lane] = static_cast<float>(axes[k][c]);
      }
  }
  return packet;
}

/// A moving box at one time, in doubles.
struct BoxNow {
  Vec3 axes[3], centre, half;

  BoxNow(const MovingPacket& packet, int lane, double t) {
    for (int c = 0; c < 3; ++c) {
      double centres[2], halves[2];
      for (int end = 0; end < 2; ++end) {
        const SweptCoordinates& to = packet.coordinates[end];
        centres[end] = static_cast<double>(packet.at[end].centre[c][lane]) * to.scale + to.offset[c];
        halves[end] = static_cast<double>(packet.at[end].half[c][lane]) * to.scale;
      }
      centre[c] = centres[0] * (1 - t) + centres[1] * t;
      half[c] = halves[0] * (1 - t) + halves[1] * t;
      for (int k = 0; k < 3; ++k) axes[k][c] = packet.at[0].axes[k][c][lane];
    }
  }
  double reach(const Vec3& direction) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += half[k] * std::abs(dot(axes[k], direction));
    return sum;
  }
};

bool apart_along(const BoxNow& a, const BoxNow& b, const Vec3& direction) {
  return std::abs(dot(b.centre - a.centre, direction)) > a.reach(direction) + b.reach(direction);
}

// Do boxes share a point? By all fifteen axes, with nothing to spare.
bool share_a_point(const BoxNow& a, const BoxNow& b) {
  for (int i = 0; i < 3; ++i) {
    if (apart_along(a, b, a.axes[i]) || apart_along(a, b, b.axes[i])) return false;
    for (int j = 0; j < 3; ++j)
      if (apart_along(a, b, cross(a.axes[i], b.axes[j]))) return false;
  }
  return true;
}

TEST(SweptBoxes, DoNotMeetBeforeTheyAreSaidTo) {
  Random random(1);
  int later = 0, never_met = 0;
  for (int round = 0; round < 3000; ++round) {
    // The axes of every other round are the world's, where face axes tell all at any moment.
    const bool is_aligned = round % 2 == 0;
    const MovingPacket a = random_packet(random, is_aligned ? 0 : 1), b = random_packet(random, is_aligned ? 0 : 1);
    const int lane_a = static_cast<int>(random.below(ObbPacket::lanes));
    float from[ObbPacket::lanes];
    const std::uint32_t meeting = meeting_times(SweptBox::lane_of(a.view(), lane_a), b.view(), 1, from);
    for (int i = 0; i < ObbPacket::lanes; ++i) {
      const bool may_meet = (meeting >> i & 1) != 0;
      double first = never;
      for (int step = 64; step >= 0; --step)
        if (share_a_point(BoxNow(a, lane_a, step / 64.0), BoxNow(b, i, step / 64.0))) first = step / 64.0;
      ASSERT_TRUE(first > 1 || (may_meet && from[i] <= first));
      // Nor much later than that.
      ASSERT_TRUE(!is_aligned || first > 1 || from[i] + 1.0 / 64 + 1e-3 >= first);
      later += may_meet && from[i] > 0, never_met += !may_meet;
    }
    // Until an earlier time: those that meet later are left out.
    float same[ObbPacket::lanes];
    const std::uint32_t early = meeting_times(SweptBox::lane_of(a.view(), lane_a), b.view(), 0.25f, same);
    for (int i = 0; i < ObbPacket::lanes; ++i)
      EXPECT_EQ(early >> i & 1, (meeting >> i & 1) != 0 && from[i] <= 0.25f ? 1u : 0u);
  }
  EXPECT_GT(later, 1000);
  EXPECT_GT(never_met, 1000);
}

// Boxes that share a single point, at the end, at the start, or at a time between; large ones and small.
TEST(SweptBoxes, ThatGrazeMeet) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    MovingPacket a = random_packet(random, 1), b = random_packet(random, 1);
    const double t = round % 3 * 0.5;
    const BoxNow at_a(a, 0, t), at_b(b, 0, t);
    // A corner of the one on a corner of the other.
    Vec3 corner_a = at_a.centre, corner_b = at_b.centre;
    for (int k = 0; k < 3; ++k) {
      corner_a += at_a.axes[k] * (at_a.half[k] * (random.below(2) == 0 ? 1 : -1));
      corner_b += at_b.axes[k] * (at_b.half[k] * (random.below(2) == 0 ? 1 : -1));
    }
    const Vec3 shift = corner_a - corner_b;
    for (int end = 0; end < 2; ++end)
      for (int c = 0; c < 3; ++c) b.at[end].centre[c][0] += static_cast<float>(shift[c]) / b.coordinates[end].scale;
    float from[ObbPacket::lanes];
    ASSERT_TRUE((meeting_times(SweptBox::lane_of(a.view(), 0), b.view(), 1, from) & 1) != 0) << round;
    ASSERT_LE(from[0], t);
  }
}

Vec3 at(const SweptLeaf& leaf, int point, double t) {
  Vec3 place;
  for (int axis = 0; axis < 3; ++axis)
    place[axis] =
        leaf.at[axis][point] * (1 - t) + static_cast<double>(leaf.at[axis][SweptLeaf::most_points + point]) * t;
  return place;
}

TEST(SweptLeaves, AreKeptApartBySlabsUntilTheyMeet) {
  Random random(2);
  int apart = 0;
  for (int round = 0; round < 20000; ++round) {
    SweptLeaf leaves[2]{};
    for (int which = 0; which < 2; ++which) {
      for (int i = 0; i < SweptLeaf::most_points; ++i)
        for (int end = 0; end < 2; ++end)
          for (int axis = 0; axis < 3; ++axis)
            leaves[which].at[axis][end * SweptLeaf::most_points + i] =
                static_cast<float>(random.between(-0.3, 0.3) * (axis == 2 ? 0.3 : 1) +
                                   (axis == 2 ? 0.15 * which * (1 + end) * (round % 2 == 0 ? 1 : 1 - 2 * end) : 0));
      leaves[which].has_points = true;
      set_slab(leaves[which], random.direction() * 0.3 + Vec3{0, 0, 1});
    }
    const float until = std::min(1.0f, meeting_time(leaves[0], leaves[1]));
    if (until == 0) continue;
    ++apart;
    // Nothing is known of leaves with too many points.
    SweptLeaf unknown = leaves[round % 2];
    unknown.has_points = false;
    ASSERT_EQ(meeting_time(unknown, leaves[1 - round % 2]), 0);
    ASSERT_EQ(meeting_time(leaves[1 - round % 2], unknown), 0);
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
