#include "support/closed_shapes.h"
#include "support/effort.h"
#include "support/lattice_solids.h"
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

const Placement here = Placement::identity();

Answer ask(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b) {
  const InteriorsMeeting found = interiors_meet(a, at_a, b, at_b), swapped = interiors_meet(b, at_b, a, at_a);
  EXPECT_EQ(found.answer, swapped.answer);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.triangle_a || found.triangle_b, found.answer == Answer::yes);
  return found.answer;
}
Answer ask(const Mesh& a, const Mesh& b, const Placement& at_b = here) {
  return ask(Solid{Model(a)}, here, Solid{Model(b)}, at_b);
}

/// A rotation by the angle of the triangle 3, 4, 5 about an axis, five times as large: exact in whole numbers.
Placement turned_by_345(int axis) {
  Placement at;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  at.linear(axis, axis) = 5;
  at.linear(i, i) = at.linear(j, j) = 3;
  at.linear(i, j) = -4, at.linear(j, i) = 4;
  return at;
}

Mesh brick(const Vec3& low, const Vec3& high) {
  Mesh mesh = shapes::box({0.5, 0.5, 0.5});
  for (Vec3& p : mesh.points)
    for (int axis = 0; axis < 3; ++axis) p[axis] = p[axis] < 0 ? low[axis] : high[axis];
  return mesh;
}

Mesh both(const Mesh& a, const Mesh& b) { return joined(std::array{a, b}); }

}  // namespace

TEST(InteriorsMeet, SaysNoOfSolidsThatOnlyTouch) {
  const Mesh cube = brick({0, 0, 0}, {1, 1, 1});
  for (const Vec3& shift : {Vec3{1, 0, 0}, {1, 0.25, -0.5}, {1, 1, 0}, {1, 1, 0.5}, {1, 1, 1}, {-1, 0, 0}, {0, 0, -1}})
    EXPECT_EQ(ask(cube, cube, Placement::translation(shift)), Answer::no)
        << shift.x << " " << shift.y << " " << shift.z;
}

TEST(InteriorsMeet, SeesTheSmallestSink) {
  const Mesh cube = brick({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(ask(cube, cube, Placement::translation({1 - 0x1p-53, 0, 0})), Answer::yes);
  EXPECT_EQ(ask(cube, cube, Placement::translation({1 - 0x1p-53, 0.5, 0.25})), Answer::yes);
  EXPECT_EQ(ask(cube, cube, Placement::translation({1 - 1e-15, 1 - 1e-15, 1 - 1e-15})), Answer::yes);
  EXPECT_EQ(ask(cube, cube, Placement::translation({0x1p-1074, 0, 0})), Answer::yes);
  EXPECT_EQ(ask(cube, brick({0.25, 0.25, 1 - 0x1p-53}, {0.75, 0.75, 2})), Answer::yes);
}

TEST(InteriorsMeet, SeesAPartPlacedTwice) {
  for (const Mesh& mesh : {brick({0, 0, 0}, {1, 2, 3}), shapes::sphere(1, 5), shapes::torus(2, 0.5, 20, 12)}) {
    const Solid solid{Model(mesh)};
    EXPECT_EQ(ask(solid, here, solid, here), Answer::yes);
    const Placement at = Placement::rotation(0.3, 0.1, -0.7, 0.5, {4, 5, 6});
    EXPECT_EQ(ask(solid, at, solid, at), Answer::yes);
    EXPECT_EQ(ask(mesh, inside_out(mesh)), Answer::yes);
  }
}

TEST(InteriorsMeet, KnowsInsideFromCavity) {
  const Mesh small = brick({-1, -1, -1}, {1, 1, 1}), large = brick({-4, -4, -4}, {4, 4, 4});
  const Mesh hollow = both(large, brick({-2, -2, -2}, {2, 2, 2}));
  EXPECT_EQ(ask(small, large), Answer::yes);
  EXPECT_EQ(ask(small, hollow), Answer::no);
  EXPECT_EQ(ask(brick({-2, -2, -2}, {2, 2, 2}), hollow), Answer::no);  // it fills the cavity
  EXPECT_EQ(ask(brick({-2, -2, -2}, {2, 2, 1}), hollow), Answer::no);
  EXPECT_EQ(ask(brick({-3, -2, -2}, {2, 2, 2}), hollow), Answer::yes);
  EXPECT_EQ(ask(brick({2.5, 2.5, 2.5}, {3, 3, 3}), hollow), Answer::yes);
  EXPECT_EQ(ask(hollow, both(hollow, small)), Answer::yes);
  EXPECT_EQ(ask(both(large, small), brick({-1, -1, -1}, {1, 1, 1})), Answer::no);
}

TEST(InteriorsMeet, SeesABodyAllOfWhoseCornersTouchTheOtherFromWithin) {
  Mesh octahedron{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                  {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
                  {}};
  EXPECT_EQ(ask(octahedron, brick({-1, -1, -1}, {1, 1, 1})), Answer::yes);
  const Mesh hollow = both(brick({-4, -4, -4}, {4, 4, 4}), brick({-1, -1, -1}, {1, 1, 1}));
  EXPECT_EQ(ask(octahedron, hollow), Answer::no);
  for (Vec3& p : octahedron.points) p = p * (1.0 / 3);  // coordinates whose middles are no doubles
  EXPECT_EQ(ask(octahedron, brick(Vec3{-1, -1, -1} * (1.0 / 3), Vec3{1, 1, 1} * (1.0 / 3))), Answer::yes);
}

TEST(InteriorsMeet, SaysNoOfAPegThatFillsItsHole) {
  for (int sides : {3, 12, 40}) {
    const Mesh peg = shapes::cylinder(1, 2, sides), hole = shapes::cylinder(1, 1, sides);
    // A plate whose hole is the peg's own wall, by its points.
    const Mesh plate = both(brick({-3, -3, -1}, {3, 3, 1}), hole);
    EXPECT_EQ(ask(plate, peg), Answer::no) << sides;
    EXPECT_EQ(ask(plate, peg, Placement::translation({0x1p-50, 0, 0})), Answer::yes) << sides;
  }
}

TEST(InteriorsMeet, AgreesWithCellsOfPolycubes) {
  Random random(1);
  int yes = 0, no = 0;
  for (int round = 0; round < tries(200); ++round) {
    const lattice::Cells a = lattice::random_polycube(random, 1 + static_cast<int>(random.below(14)));
    const lattice::Cells b = lattice::random_polycube(random, 1 + static_cast<int>(random.below(14)));
    const Solid solid_a{Model(lattice::surface_of(a, random))}, solid_b{Model(lattice::surface_of(b, random))};
    for (int turn = 0; turn < 4; ++turn) {
      const auto at_a = lattice::Symmetry::random(random, 0), at_b = lattice::Symmetry::random(random, 2);
      const bool expected = lattice::share_a_cell(lattice::moved(a, at_a), lattice::moved(b, at_b));
      ++(expected ? yes : no);
      Placement outer = turn == 0 ? here : turn == 1 ? turned_by_345(static_cast<int>(random.below(3))) : here;
      if (turn == 2) outer = turned_by_345(0) * turned_by_345(2) * Placement::translation({1e6, 7, -3e5});
      if (turn == 3) outer.linear(1, 1) = -0x1p-30, outer.linear(0, 2) = 3;
      EXPECT_EQ(ask(solid_a, outer * at_a.placement(), solid_b, outer * at_b.placement()),
                expected ? Answer::yes : Answer::no)
          << "round " << round << " turn " << turn;
    }
  }
  EXPECT_GT(yes, tries(200) / 2);
  EXPECT_GT(no, tries(200) / 2);
}

TEST(InteriorsMeet, AgreesWithCellsOfBoxesThatCrossNestAndTouch) {
  Random random(2);
  int yes = 0, no = 0;
  for (int round = 0; round < tries(150); ++round) {
    const auto boxes_a = lattice::random_boxes(random, 1 + static_cast<int>(random.below(5)), 4);
    const auto boxes_b = lattice::random_boxes(random, 1 + static_cast<int>(random.below(4)), 3);
    const lattice::Cells a = lattice::inside_of(boxes_a), b = lattice::inside_of(boxes_b);
    const Solid solid_a{Model(lattice::surface_of(boxes_a, random))};
    const Solid solid_b{Model(lattice::surface_of(boxes_b, random))};
    for (int turn = 0; turn < 3; ++turn) {
      lattice::Symmetry at_a, at_b = lattice::Symmetry::random(random, 2);
      for (int axis = 0; axis < 3; ++axis)
        at_b.shift[axis] += at_b.signs[axis] < 0 ? 4 : 1;  // around the other's place
      const bool expected = lattice::share_a_cell(lattice::moved(a, at_a), lattice::moved(b, at_b));
      ++(expected ? yes : no);
      const Placement outer = turn == 0 ? here : turned_by_345(turn);
      EXPECT_EQ(ask(solid_a, outer * at_a.placement(), solid_b, outer * at_b.placement()),
                expected ? Answer::yes : Answer::no)
          << "round " << round << " turn " << turn;
    }
  }
  EXPECT_GT(yes, tries(150) / 2);
  EXPECT_GT(no, tries(150) / 2);
}

}  // namespace abut
