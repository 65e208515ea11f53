#include "support/expect_overlap.h"
#include "support/overlap_shapes.h"
#include "support/placement_families.h"

#include <algorithm>

namespace abut {

namespace {

// Whole multiples of 1/8, so that their products are exact.
Vec3 eighths(Random& random, int most) {
  const auto one = [&] { return static_cast<double>(random.below(static_cast<std::uint64_t>(most))) / 8; };
  return {one(), one(), one()};
}

TEST(Overlap, OfBoxesIsTheProductOfWhatTheirSidesHaveInCommon) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Vec3 low_a = eighths(random, 24), size_a = eighths(random, 16) + Vec3{0.125, 0.125, 0.125};
    const Vec3 low_b = eighths(random, 24), size_b = eighths(random, 16) + Vec3{0.125, 0.125, 0.125};
    double exact = 1;
    for (int axis = 0; axis < 3; ++axis)
      exact *= std::max(
          0.0, std::min(low_a[axis] + size_a[axis], low_b[axis] + size_b[axis]) - std::max(low_a[axis], low_b[axis]));
    expect_volume(overlap(prepared(brick(low_a, low_a + size_a)), identity, prepared(brick({}, size_b)),
                          Placement::translation(low_b)),
                  exact, std::to_string(round));
  }
}

TEST(Overlap, OfAPartWithinAnotherIsThePart) {
  const Mesh inner = brick({1, 1, 1}, {2, 3, 4}), outer = brick({0, 0, 0}, {5, 5, 5});
  for (const auto& [a, b] : {std::pair{inner, outer}, {outer, inner}}) {
    const Overlap found = overlap(prepared(a), identity, prepared(b), identity);
    expect_volume(found, 6);
    EXPECT_NEAR(found.centre.x, 1.5, found.centre_error);
    EXPECT_NEAR(found.centre.y, 2, found.centre_error);
    EXPECT_NEAR(found.centre.z, 2.5, found.centre_error);
    EXPECT_LT(found.centre_error, 1e-12);
  }
}

TEST(Overlap, OfPartsThatAreApartOrEmptyIsNothing) {
  const OverlapSolid box = prepared(brick({}, {1, 1, 1})), none{Solid(Model())};
  for (const auto& found : {overlap(box, identity, box, Placement::translation({3, 0, 0})),
                            overlap(box, identity, none, identity), overlap(none, identity, none, identity)}) {
    EXPECT_EQ(found.volume.lower, 0);
    EXPECT_EQ(found.volume.upper, 0);
    EXPECT_TRUE(found.complete);
  }
}

TEST(Overlap, OfPartsThatTouchIsNothing) {
  const OverlapSolid box = prepared(brick({}, {1, 1, 1}));
  for (const Vec3& way :
       {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{1, 1, 0}, Vec3{1, -1, 1}, Vec3{0, 0.5, 1}, Vec3{1, 0.25, 0.5}}) {
    const Overlap found = overlap(box, identity, box, Placement::translation(way));
    expect_volume(found, 0);
    EXPECT_EQ(found.volume.upper, 0);
  }
}

TEST(Overlap, OfRandomPartsIsThatOfRationalNumbers) {
  Random random(2);
  for (const PlacementFamily& family : placement_families())
    for (int round = 0; round < 4; ++round) {
      const Mesh a = bumpy_ball(random, 0, 0.4), b = bumpy_ball(random, 0, 0.4);
      Placement at_a = family.next(random);
      // B beside A, wherever that is.
      const Placement between = random.rotation(random.in_cube(0.8));
      expect_exact(a, at_a, b, at_a * between, family.name + " " + std::to_string(round));
      if (round == 0) expect_exact(a, at_a, a, at_a, family.name + ", the same twice");
    }
}

TEST(Overlap, OfFinerRandomPartsIsThatOfRationalNumbers) {
  Random random(3);
  for (int round = 0; round < 2; ++round)
    expect_exact(bumpy_ball(random, 1, 0.25), random.rotation(), bumpy_ball(random, 1, 0.25),
                 random.rotation(random.in_cube(1)), std::to_string(round));
}

// Corners on the grid of whole numbers: planes, sides and corners of the two meet again and again.
TEST(Overlap, OfTetrahedraOnAGridIsThatOfRationalNumbers) {
  Random random(4);
  const auto tetrahedron = [&] {
    for (;;) {
      Mesh mesh{{}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {}};
      for (int i = 0; i < 4; ++i) mesh.points.push_back(eighths(random, 4) * 8);
      const Vec3 &a = mesh.points[0], &b = mesh.points[1], &c = mesh.points[2], &d = mesh.points[3];
      const double volume = dot(cross(b - a, c - a), d - a);
      if (volume != 0) return volume < 0 ? inside_out(mesh) : mesh;
    }
  };
  for (int round = 0; round < 400; ++round)
    expect_exact(tetrahedron(), identity, tetrahedron(), identity, std::to_string(round));
}

TEST(Overlap, OfPolycubesIsTheNumberOfCommonCubes) {
  Random random(5);
  const Placement turned{Matrix3::from_rows({3, -4, 0}, {4, 3, 0}, {0, 0, 5}), {7, -11, 3}};
  const Placement mirrored{Matrix3::from_rows({0, 2, 0}, {2, 0, 0}, {0, 0, 2}), {1, 2, 3}};
  int meeting = 0, pinched = 0;
  for (int round = 0; round < 20; ++round) {
    const Polycube a = Polycube::random(random, 3, 0.3 + 0.1 * (round % 5)), b = Polycube::random(random, 3, 0.6);
    const OverlapSolid solid_a = prepared(a.surface()), solid_b = prepared(b.surface(round % 2 == 0));
    ASSERT_TRUE(solid_a.is_clean() && solid_b.is_clean()) << round;
    pinched += solid_a.solid().closedness().crowded > 0;
    for (int shifts = 0; shifts < 4; ++shifts) {
      std::array<int, 3> by;
      for (int& x : by) x = static_cast<int>(random.below(5)) - 2;
      const int cubes = common_cubes(a, b, by);
      const Placement moved = Placement::translation(Vec3{by[0] * 1.0, by[1] * 1.0, by[2] * 1.0});
      meeting += cubes > 0;
      const std::string what = std::to_string(round) + "." + std::to_string(shifts);
      expect_volume(overlap(solid_a, identity, solid_b, moved), cubes, what);
      expect_volume(overlap(solid_a, turned, solid_b, turned * moved), cubes * 125, what + " turned");
      expect_volume(overlap(solid_a, mirrored, solid_b, mirrored * moved), cubes * 8, what + " mirrored");
    }
  }
  EXPECT_GT(meeting, 40);
  EXPECT_GT(pinched, 8);
}

}  // namespace

}  // namespace abut
