#include "query/overlap_surfaces.h"
#include "support/cgal_boolean.h"
#include "support/expect_overlap.h"
#include "support/overlap_shapes.h"
#include "support/placement_families.h"
#include <abut/error.h>

#include <atomic>

namespace abut {

namespace {

const Placement turned_by_fifths{Matrix3::from_rows({0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}), {0.25, -0.5, 3}};

TEST(Overlap, OfAPartAndItsCopyIsThePart) {
  Random random(11);
  for (int round = 0; round < 5; ++round) {
    const Mesh ball = bumpy_ball(random, 0, 0.3), finer = bumpy_ball(random, 1, 0.2);
    expect_exact(ball, turned_by_fifths, ball, turned_by_fifths, "twice");
    expect_exact(ball, turned_by_fifths, ball, turned_by_fifths * Placement::translation({1e-9, 0, 0}), "shifted");
    expect_exact(ball, identity, ball, Placement::rotation(1, 1e-12, 0, 1e-12), "turned a little");
    if (round == 0) expect_exact(finer, turned_by_fifths, finer, turned_by_fifths, "twice");
  }
}

/// The same box, with every face cut into squares.
Mesh tessellated_box(int squares) {
  Polycube whole{{squares, squares, squares},
                 std::vector<bool>(static_cast<std::size_t>(squares * squares * squares), true)};
  Mesh mesh = whole.surface();
  for (Vec3& p : mesh.points) p = p * (1.0 / squares);
  return mesh;
}

TEST(Overlap, DoesNotDependOnHowFacesAreCut) {
  const OverlapSolid plain = prepared(brick({}, {1, 1, 1})), fourths = prepared(tessellated_box(4)),
                     halves = prepared(tessellated_box(2));
  for (const OverlapSolid* a : {&plain, &fourths, &halves})
    for (const OverlapSolid* b : {&plain, &fourths, &halves}) {
      expect_volume(overlap(*a, identity, *b, identity), 1);
      expect_volume(overlap(*a, identity, *b, Placement::translation({0.5, 0, 0})), 0.5);
      expect_volume(overlap(*a, identity, *b, Placement::translation({0.75, -0.5, 0.25})), 0.25 * 0.5 * 0.75);
      expect_volume(overlap(*a, identity, *b, Placement::translation({1, 0, 0})), 0);
    }
}

TEST(Overlap, OfPrismsThatShareSidesIsThatOfRationalNumbers) {
  // Wedges over one square, and one over a face of the other.
  const Mesh wedge{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
                   {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {2, 0, 3}, {2, 3, 5}},
                   {}};
  const Placement quarter{Matrix3::from_rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1}), {1, 0, 0}};
  const Placement half{Matrix3::from_rows({-1, 0, 0}, {0, -1, 0}, {0, 0, 1}), {1, 1, 0}};
  for (const Placement& at : {identity, turned_by_fifths})
    for (const Placement& other :
         {identity, quarter, half, Placement::translation({0, 0, 0.5}), Placement::translation({0, 0, 1})}) {
      expect_exact(wedge, at, wedge, at * other);
      expect_exact(wedge, at, brick({}, {1, 1, 1}), at * other);
    }
}

TEST(Overlap, OfCoaxialPrismsIsThatOfRationalNumbersAtAllPhases) {
  for (const int sides : {3, 4, 6})
    for (const int others : {3, 6})
      for (const double phase : {0.0, 0.25, 0.5})
        expect_exact(prism(1, 1, sides, 0), turned_by_fifths, prism(1, 0.75, others, phase), turned_by_fifths,
                     std::to_string(sides) + " " + std::to_string(others) + " " + std::to_string(phase));
}

TEST(Overlap, OfAMicrometreOverAMetreIsAsNarrowAsAnyOther) {
  for (const Placement& at : {identity, turned_by_fifths, Placement::rotation(0.3, 0.1, -0.7, 0.2, {1000, 2000, -500})})
    for (const double depth : {1e-6, 1e-9, 1e-12}) {
      const Placement sunk{at.linear, at * Vec3{1 - depth, 0.125, 0.25}};
      expect_exact(brick({}, {1, 1, 1}), at, brick({}, {1, 1, 1}), sunk, std::to_string(depth));
    }
}

TEST(Overlap, FarAwayAndOfFloatPlacementsIsThatOfRationalNumbers) {
  Random random(12);
  for (int round = 0; round < 6; ++round) {
    Placement at = random.rotation(random.in_cube(1e6));
    for (double& entry : at.linear.entries) entry = static_cast<float>(entry);
    for (int axis = 0; axis < 3; ++axis) at.shift[axis] = static_cast<float>(at.shift[axis]);
    Placement other = at;
    other.shift.x += 0.5;
    expect_exact(brick({}, {1, 1, 1}), at, bumpy_ball(random, 0, 0.2), other, std::to_string(round));
  }
}

TEST(Overlap, HoldsAtBothEndsOfTheRange) {
  Random random(13);
  int held = 0;
  for (const PlacementFamily& family : extreme_placement_families())
    for (int round = 0; round < 3; ++round) {
      const Placement at = family.next(random);
      const Mesh a = brick({}, {1, 1, 1}), b = bumpy_ball(random, 0, 0.2);
      const ExactOverlap exact = exactly(a, at, b, at);
      const Overlap found = overlap(prepared(a), at, prepared(b), at);
      EXPECT_LE(found.volume.lower, exact.upper) << family.name;
      EXPECT_GE(found.volume.upper, exact.lower) << family.name;
      held += found.volume.upper > 0 && found.volume.upper < infinity;
    }
  EXPECT_GT(held, 0);
}

TEST(Overlap, ScalesWithTheWorldBitForBit) {
  Random random(14);
  for (int round = 0; round < 10; ++round) {
    const OverlapSolid a = prepared(bumpy_ball(random, 1, 0.2)), b = prepared(bumpy_ball(random, 0, 0.2));
    const Placement at_a = random.rotation(), at_b = random.rotation(random.in_cube(0.5));
    const Overlap plain = overlap(a, at_a, b, at_b);
    for (const double factor : {0x1p-90, 0x1p-3, 0x1p60}) {
      const Overlap scaled = overlap(a, enlarged(at_a, factor), b, enlarged(at_b, factor));
      EXPECT_EQ(scaled.volume.lower, plain.volume.lower * factor * factor * factor);
      EXPECT_EQ(scaled.volume.upper, plain.volume.upper * factor * factor * factor);
      EXPECT_EQ(scaled.centre, plain.centre * factor);
    }
  }
}

TEST(Overlap, OfNestedShellsFollowsTheRuleOfSolidsHoweverTheyAreWound) {
  Random random(15);
  const auto cube = [](double half) { return brick(Vec3{-1, -1, -1} * half, Vec3{1, 1, 1} * half); };
  const std::array<Mesh, 3> rightly{cube(4), inside_out(cube(3)), cube(2)};
  const Mesh onion = joined(rightly), probe = bumpy_ball(random, 0, 0.3);
  for (int wound = 0; wound < 8; ++wound) {
    std::array<Mesh, 3> shells = rightly;
    for (int i = 0; i < 3; ++i)
      if (wound >> i & 1) shells[i] = inside_out(shells[i]);
    const OverlapSolid solid = prepared(joined(shells));
    ASSERT_TRUE(solid.is_clean());
    expect_volume(overlap(solid, identity, solid, identity), 512 - 216 + 64);
    expect_volume(overlap(solid, identity, prepared(cube(3)), identity), 64);
    expect_volume(overlap(solid, identity, prepared(cube(2.5)), Placement::translation({3.5, 0, 0})), 75 - 50 + 16);
    const Placement at = Placement::translation({2, 1.5, 1});
    const ExactOverlap exact = exactly(onion, identity, probe, at);
    expect_volume(overlap(solid, identity, prepared(wound & 1 ? inside_out(probe) : probe), at), exact.lower,
                  exact.upper);
  }
}

TEST(Overlap, OfShellsThatTouchFollowsTheRuleOfSolids) {
  // A cavity whose wall lies in the outer wall in part, and bodies side by side.
  const std::array<Mesh, 2> cup{brick({0, 0, 0}, {3, 3, 3}), brick({1, 1, 2}, {2, 2, 3})};
  const std::array<Mesh, 3> row{brick({0, 0, 0}, {1, 1, 1}), brick({1, 0, 0}, {2, 1, 1}), brick({2, 0, 0}, {3, 1, 1})};
  const OverlapSolid hollow = prepared(joined(cup)), three = prepared(joined(row)),
                     probe = prepared(brick({}, {2, 2, 2}));
  ASSERT_TRUE(hollow.is_clean() && three.is_clean());
  expect_volume(overlap(hollow, identity, hollow, identity), 26);
  expect_volume(overlap(hollow, identity, probe, Placement::translation({1, 1, 1})), 7);
  expect_volume(overlap(three, identity, three, identity), 3);
  expect_volume(overlap(three, identity, three, Placement::translation({1, 0, 0})), 2);
  expect_volume(overlap(three, identity, probe, Placement::translation({0.5, 0.5, 0.5})), 2 * 0.25);
}

TEST(Overlap, WithThePartsOfACutSolidAddsUp) {
  Random random(16);
  for (int round = 0; round < 40; ++round) {
    const Vec3 a{-1, -1, -1}, b{1, -1, -0.5}, c{0, 1.5, -1}, d{0, 0, 1.25};
    const Vec3 middle = (c + d) * 0.5;
    const auto tetrahedron = [](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
      return prepared(Mesh{{p, q, r, s}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {}});
    };
    const OverlapSolid probe = prepared(bumpy_ball(random, 1, 0.3));
    const Placement at = random.rotation(random.in_cube(0.5)), at_probe = random.rotation();
    const auto with = [&](const OverlapSolid& solid) { return overlap(solid, at, probe, at_probe).volume; };
    const Bracket whole = with(tetrahedron(a, b, c, d)), lower = with(tetrahedron(a, b, c, middle)),
                  upper = with(tetrahedron(a, b, middle, d));
    EXPECT_LE(whole.lower, lower.upper + upper.upper);
    EXPECT_GE(whole.upper, lower.lower + upper.lower);
  }
}

TEST(Overlap, IsThatOfCgalsExactBooleansAndLeavesTheRest) {
  Random random(20);
  int asked = 0;
  for (int round = 0; round < 30; ++round) {
    // Every third pair lies flush.
    const Mesh a = round % 3 == 0 ? brick({}, {1, 1, 1}) : bumpy_ball(random, 2, 0.1);
    const Mesh b = round % 3 == 0 ? tessellated_box(2) : bumpy_ball(random, 1, 0.2);
    const Placement at_a = random.rotation();
    const Placement at_b =
        round % 3 == 0 ? Placement{at_a.linear, at_a * Vec3{0.5, 0, 0.25}} : random.rotation(random.in_cube(1));
    const BooleanVolumes exact = cgal_boolean(a, at_a, b, at_b);
    const Bracket common = overlap(prepared(a), at_a, prepared(b), at_b).volume;
    // Rounded a few times.
    const double off = 1e-14 * exact.a;
    EXPECT_LE(common.lower, exact.common + off) << round;
    EXPECT_GE(common.upper, exact.common - off) << round;
    EXPECT_LE(common.lower + exact.only_a, exact.a + off) << round;
    EXPECT_GE(common.upper + exact.only_a, exact.a - off) << round;
    asked += exact.common > 0 && exact.only_a > 0;
  }
  EXPECT_GT(asked, 20);
}

TEST(Overlap, GrowsWithASolid) {
  Random random(17);
  const OverlapSolid probe = prepared(bumpy_ball(random, 1, 0.3));
  const Placement at = random.rotation({0.5, 0.25, 0});
  double last = 0;
  for (int size = 1; size <= 16; ++size) {
    const double half = size * 0.125;
    const Bracket volume =
        overlap(prepared(brick(Vec3{-1, -1, -1} * half, Vec3{1, 1, 1} * half)), at, probe, identity).volume;
    EXPECT_GE(volume.upper, last);
    last = volume.lower;
  }
}

TEST(Overlap, IsTheSameForBothOrdersAndEveryInstructionSet) {
  Random random(18);
  for (int round = 0; round < 10; ++round) {
    const OverlapSolid a = prepared(bumpy_ball(random, 2, 0.2)), b = prepared(bumpy_ball(random, 2, 0.2));
    const Placement at_a = random.rotation(), at_b = random.rotation(random.in_cube(0.5));
    const Overlap found = overlap(a, at_a, b, at_b), swapped = overlap(b, at_b, a, at_a);
    EXPECT_LE(found.volume.lower, swapped.volume.upper);
    EXPECT_GE(found.volume.upper, swapped.volume.lower);
    for (const Simd simd : available_simd()) {
      const Overlap again = overlap(a, at_a, b, at_b, {.simd = simd});
      EXPECT_EQ(again.volume.lower, found.volume.lower);
      EXPECT_EQ(again.volume.upper, found.volume.upper);
      EXPECT_EQ(again.centre, found.centre);
    }
    const Overlap unprepared = overlap(a.solid(), at_a, b.solid(), at_b);
    EXPECT_EQ(unprepared.volume.lower, found.volume.lower);
    EXPECT_EQ(unprepared.volume.upper, found.volume.upper);
  }
}

// B moved the opposite way is as good; B's planes moved one way and its sides the other is no movement at all.
TEST(Overlap, DependsOnHowTiesAreDecided) {
  Random random(19);
  int wrong_planes = 0, wrong_lines = 0;
  for (int round = 0; round < 20; ++round) {
    const Polycube a = Polycube::random(random, 3, 0.5), b = Polycube::random(random, 3, 0.5);
    const OverlapSolid solid_a = prepared(a.surface()), solid_b = prepared(b.surface(true));
    const auto frame = overlap_frame(box_around(solid_a.solid(), identity), box_around(solid_b.solid(), identity));
    ASSERT_TRUE(frame);
    const int cubes = common_cubes(a, b, {0, 0, 0});
    const auto is_right = [&](const TieRule& rule) {
      const Bracket volume = overlap_of_surfaces(solid_a, identity, solid_b, identity, *frame, {}, rule).volume;
      return volume.lower <= cubes && volume.upper >= cubes && volume.upper - volume.lower < 1e-6;
    };
    EXPECT_TRUE(is_right({1, 1}) && is_right({-1, -1})) << round;
    wrong_planes += !is_right({-1, 1}), wrong_lines += !is_right({1, -1});
  }
  EXPECT_GT(wrong_planes, 10);
  EXPECT_GT(wrong_lines, 10);
}

TEST(Overlap, WithoutABudgetIsBetweenNothingAndTheCommonBox) {
  const OverlapSolid box = prepared(brick({}, {1, 1, 1}));
  const std::atomic<bool> stop{true};
  for (const Budget& budget : {Budget{.tests = 0}, Budget{.seconds = 0}, Budget{.stop = &stop}}) {
    const Overlap found = overlap(box, identity, box, Placement::translation({0.5, 0.5, 0.5}), {.budget = budget});
    EXPECT_FALSE(found.complete);
    EXPECT_LE(found.volume.lower, 0.125);
    EXPECT_GE(found.volume.upper, 0.125);
    EXPECT_LE(found.volume.upper, 0.126);
  }
}

TEST(Overlap, RefusesWhatItCannotAnswer) {
  const Solid box(Model(brick({}, {1, 1, 1})));
  Mesh open = brick({}, {1, 1, 1});
  open.triangles.pop_back();
  const Solid holed(Model(open), {.holes = Holes::by_winding_number});
  EXPECT_THROW(overlap(box, identity, holed, identity), Error);
  EXPECT_THROW(overlap(holed, identity, box, Placement::translation({5, 0, 0})), Error);
  EXPECT_THROW(OverlapSolid{holed}, Error);
  for (const double wrong : {-0.1, 1.5, std::nan("")})
    EXPECT_THROW(overlap(box, identity, box, identity, {.relative_error = wrong}), Error);
  EXPECT_THROW(overlap(box, identity, box, {Matrix3{{0, 0, 0, 0, 0, 0, 0, 0, 0}}, {}}), Error);
  EXPECT_THROW(overlap(box, identity, box, identity, {.budget = {.seconds = -1}}), Error);
}

}  // namespace

}  // namespace abut
