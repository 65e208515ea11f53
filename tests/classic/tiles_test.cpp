// Trees over tiles of triangles (Quinlan 1994).

#include "classic/tree/tiles.h"

#include "core_oracle.h"
#include "math/random.h"
#include <abut/classic.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

// Each corner of a tile is a point of the lattice of weights i / n, rounded once: half a unit of 1, and little more.
void expect_on_lattice(const std::array<Vec3, 3>& corners, const InnerFrame& frame, double tile, std::size_t expected) {
  std::vector<BuildTriangle> tiles;
  add_tiles(corners, 7, frame, tile, tiles);
  ASSERT_EQ(tiles.size(), expected);
  const int n = static_cast<int>(std::sqrt(static_cast<double>(expected)));
  std::size_t next = 0;
  const auto expect_at = [&](const Vec3& found, int i, int j) {
    for (int axis = 0; axis < 3; ++axis) {
      const Fifty sum =
          Fifty(corners[0][axis]) * (n - i - j) + Fifty(corners[1][axis]) * i + Fifty(corners[2][axis]) * j;
      const Fifty truth = (sum / n - Fifty(frame.centre[axis])) / Fifty(frame.unit);
      ASSERT_LE(abs(Fifty(found[axis]) - truth), Fifty(0x1p-53) * (1 + Fifty(1e-10)));
    }
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n; ++j) {
      const BuildTriangle& up = tiles[next++];
      ASSERT_EQ(up.id, 7u);
      expect_at(up.corners[0], i, j), expect_at(up.corners[1], i + 1, j), expect_at(up.corners[2], i, j + 1);
      if (i + j + 1 == n) continue;
      const BuildTriangle& down = tiles[next++];
      expect_at(down.corners[0], i + 1, j), expect_at(down.corners[1], i + 1, j + 1),
          expect_at(down.corners[2], i, j + 1);
    }
  ASSERT_EQ(next, expected);
}

TEST(Tiles, CoverTheirTriangleWhereverItIs) {
  Random random(81);
  for (int i = 0; i < 200; ++i) {
    const double size = std::pow(10, random.between(-100, 60));
    const Vec3 far = random.in_cube(size * (i % 3 == 0 ? 1e9 : 1));
    const std::array<Vec3, 3> corners{far + random.in_cube(size), far + random.in_cube(size),
                                      far + random.in_cube(size)};
    const InnerFrame frame = InnerFrame::around(corners);
    double longest = 0;
    for (int k = 0; k < 3; ++k) longest = std::max(longest, length(corners[(k + 1) % 3] - corners[k]));
    expect_on_lattice(corners, frame, longest * 1.001, 1);
    expect_on_lattice(corners, frame, longest * 0.51, 4);
    expect_on_lattice(corners, frame, longest * 0.13, 64);
    expect_on_lattice(corners, frame, longest * 1e-9, 4096);
  }
}

Mesh long_triangles() {
  Random random(82);
  Mesh mesh = shapes::random_soup(60, 1.5, 83);
  for (std::uint32_t i = 0; i < 10; ++i) {  // segments and points, too
    const Vec3 p = random.in_cube(1), q = random.in_cube(1);
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), {p, q});
    mesh.triangles.push_back({first, first + (i % 2), first});
  }
  return mesh;
}

TEST(Tiles, ChangeNoAnswerOfAnyKind) {
  const Mesh mesh = long_triangles(), other = shapes::torus(0.7, 0.2, 16, 8);
  const Placement touching = Placement::rotation(0.7, 0.1, 0.5, 0.2, {0.3, 0.1, 0.4});
  const Placement apart = Placement::rotation(0.7, 0.1, 0.5, 0.2, {4, 0.1, 0.4});
  const Vec3 point{0.4, 2, 0.3};
  for (VolumeKind kind : all_volume_kinds)
    for (std::uint32_t leaf_size : {1u, 3u}) {
      const Model plain(mesh, {.volume = kind}), tiled(mesh, {.volume = kind, .leaf_size = leaf_size, .tile = 0.3});
      const Model second(other, {.volume = kind, .tile = 0.1});
      const std::string what(name_of(kind));
      EXPECT_GT(tiled.tree_summary().nodes, plain.tree_summary().nodes) << what;
      const Contacts contacts = collide(plain, {}, second, touching);
      EXPECT_FALSE(contacts.pairs.empty());
      EXPECT_EQ(collide(tiled, {}, second, touching).pairs, contacts.pairs) << what;
      EXPECT_EQ(collide(second, touching, tiled, {}).pairs.size(), contacts.pairs.size()) << what;
      EXPECT_EQ(collide(tiled, {}, second, touching, {.max_contacts = 3}).pairs.size(), 3u) << what;
      EXPECT_EQ(self_contacts(tiled).pairs, self_contacts(plain).pairs) << what;
      EXPECT_EQ(self_contacts(tiled, {.threads = 3}).pairs, self_contacts(plain).pairs) << what;
      EXPECT_EQ(distance(tiled, {}, second, apart).upper, distance(plain, {}, second, apart).upper) << what;
      EXPECT_EQ(closest_point(tiled, {}, point).upper, closest_point(plain, {}, point).upper) << what;
    }
}

TEST(Tiles, AreGivenUpByARefitAndMadeAgainByARebuild) {
  Mesh mesh = long_triangles();
  const Placement at = Placement::translation({0.2, 0.1, 0.3});
  for (VolumeKind kind : all_volume_kinds) {
    Model tiled(mesh, {.volume = kind, .tile = 0.3});
    const std::size_t nodes = tiled.tree_summary().nodes;
    std::vector<Vec3> moved = mesh.points;
    for (Vec3& p : moved) p = p * 1.5 + Vec3{0, 0, 0.1 * p.x};
    Mesh there = mesh;
    there.points = moved;
    const Model plain(there, {.volume = kind});
    tiled.refit(moved);
    EXPECT_EQ(collide(tiled, {}, tiled, at).pairs, collide(plain, {}, plain, at).pairs) << name_of(kind);
    tiled.rebuild();
    EXPECT_GT(tiled.tree_summary().nodes, nodes) << name_of(kind);
    EXPECT_EQ(collide(tiled, {}, tiled, at).pairs, collide(plain, {}, plain, at).pairs) << name_of(kind);
  }
}

// What they are for: a ball around a long triangle bounds little but air.
TEST(Tiles, MakeBallsProveGapsBesideLongTriangles) {
  const Mesh plank = shapes::box({2, 0.02, 0.02});
  const Placement beside = Placement::translation({0, 0.2, 0});
  const Counters plain = [&] {
    const Model model(plank, {.volume = VolumeKind::sphere});
    return collide(model, {}, model, beside).counters;
  }();
  const Model tiled(plank, {.volume = VolumeKind::sphere, .tile = 0.1});
  EXPECT_GT(plain.triangle_tests, 100u);
  EXPECT_EQ(collide(tiled, {}, tiled, beside).counters.triangle_tests, 0u);
}

TEST(Tiles, MustHaveALength) {
  for (double tile : {0.0, -1.0, std::nan("")}) EXPECT_THROW(Model(shapes::box({1, 1, 1}), {.tile = tile}), Error);
}

}  // namespace
}  // namespace abut::classic
