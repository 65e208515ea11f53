#include "box_between.h"
#include "support/cgal_interiors.h"
#include "support/closed_shapes.h"
#include "support/effort.h"
#include "support/here.h"
#include "support/lattice_solids.h"
#include "support/rational_solids.h"
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/shapes.h>

#include <algorithm>
#include <atomic>

#include <gtest/gtest.h>

namespace abut {

namespace {

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

Mesh both(const Mesh& a, const Mesh& b) { return joined(std::array{a, b}); }

}  // namespace

TEST(InteriorsMeet, SaysNoOfSolidsThatOnlyTouch) {
  const Mesh cube = box_between({0, 0, 0}, {1, 1, 1});
  for (const Vec3& shift : {Vec3{1, 0, 0}, {1, 0.25, -0.5}, {1, 1, 0}, {1, 1, 0.5}, {1, 1, 1}, {-1, 0, 0}, {0, 0, -1}})
    EXPECT_EQ(ask(cube, cube, Placement::translation(shift)), Answer::no)
        << shift.x << " " << shift.y << " " << shift.z;
}

TEST(InteriorsMeet, LooksAtPointsAloneWhereAPlanePartsThem) {
  // Two cylinders of 400 sides, end on end: hundreds of triangles of each lie on those of the other.
  const Solid cylinder{Model(shapes::cylinder(1, 1, 400))};
  const Placement above{Matrix3{}, {0.25, 0.125, 2}};
  const InteriorsMeeting flush = interiors_meet(cylinder, here, cylinder, above);
  EXPECT_EQ(flush.answer, Answer::no);
  EXPECT_LE(flush.counters.exact_tests, 2 * cylinder.model().mesh().points.size());
  EXPECT_EQ(ask(cylinder, here, cylinder, Placement{Matrix3{}, {0.25, 0.125, 2 - 0x1p-40}}), Answer::yes);
  EXPECT_EQ(ask(cylinder, turned_by_345(0), cylinder, turned_by_345(0) * above), Answer::no);
}

TEST(InteriorsMeet, SeesTheSmallestSink) {
  const Mesh cube = box_between({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(ask(cube, cube, Placement::translation({1 - 0x1p-53, 0, 0})), Answer::yes);
  EXPECT_EQ(ask(cube, cube, Placement::translation({1 - 0x1p-53, 0.5, 0.25})), Answer::yes);
  EXPECT_EQ(ask(cube, cube, Placement::translation({1 - 1e-15, 1 - 1e-15, 1 - 1e-15})), Answer::yes);
  EXPECT_EQ(ask(cube, cube, Placement::translation({0x1p-1074, 0, 0})), Answer::yes);
  EXPECT_EQ(ask(cube, box_between({0.25, 0.25, 1 - 0x1p-53}, {0.75, 0.75, 2})), Answer::yes);
}

TEST(InteriorsMeet, SeesAPartPlacedTwice) {
  for (const Mesh& mesh : {box_between({0, 0, 0}, {1, 2, 3}), shapes::sphere(1, 5), shapes::torus(2, 0.5, 20, 12)}) {
    const Solid solid{Model(mesh)};
    EXPECT_EQ(ask(solid, here, solid, here), Answer::yes);
    const Placement at = Placement::rotation(0.3, 0.1, -0.7, 0.5, {4, 5, 6});
    EXPECT_EQ(ask(solid, at, solid, at), Answer::yes);
    EXPECT_EQ(ask(mesh, inside_out(mesh)), Answer::yes);
  }
}

TEST(InteriorsMeet, KnowsInsideFromCavity) {
  const Mesh small = box_between({-1, -1, -1}, {1, 1, 1}), large = box_between({-4, -4, -4}, {4, 4, 4});
  const Mesh hollow = both(large, box_between({-2, -2, -2}, {2, 2, 2}));
  EXPECT_EQ(ask(small, large), Answer::yes);
  EXPECT_EQ(ask(small, hollow), Answer::no);
  EXPECT_EQ(ask(box_between({-2, -2, -2}, {2, 2, 2}), hollow), Answer::no);  // it fills the cavity
  EXPECT_EQ(ask(box_between({-2, -2, -2}, {2, 2, 1}), hollow), Answer::no);
  EXPECT_EQ(ask(box_between({-3, -2, -2}, {2, 2, 2}), hollow), Answer::yes);
  EXPECT_EQ(ask(box_between({2.5, 2.5, 2.5}, {3, 3, 3}), hollow), Answer::yes);
  EXPECT_EQ(ask(hollow, both(hollow, small)), Answer::yes);
  EXPECT_EQ(ask(both(large, small), box_between({-1, -1, -1}, {1, 1, 1})), Answer::no);
}

TEST(InteriorsMeet, SeesABodyAllOfWhoseCornersTouchTheOtherFromWithin) {
  Mesh octahedron{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                  {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
                  {}};
  EXPECT_EQ(ask(octahedron, box_between({-1, -1, -1}, {1, 1, 1})), Answer::yes);
  const Mesh hollow = both(box_between({-4, -4, -4}, {4, 4, 4}), box_between({-1, -1, -1}, {1, 1, 1}));
  EXPECT_EQ(ask(octahedron, hollow), Answer::no);
  for (Vec3& p : octahedron.points) p = p * (1.0 / 3);  // coordinates whose middles are no doubles
  EXPECT_EQ(ask(octahedron, box_between(Vec3{-1, -1, -1} * (1.0 / 3), Vec3{1, 1, 1} * (1.0 / 3))), Answer::yes);
}

TEST(InteriorsMeet, SaysNoOfAPegThatFillsItsHole) {
  for (int sides : {3, 12, 40}) {
    const Mesh peg = shapes::cylinder(1, 2, sides), hole = shapes::cylinder(1, 1, sides);
    // A plate whose hole is the peg's own wall, by its points.
    const Mesh plate = both(box_between({-3, -3, -1}, {3, 3, 1}), hole);
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

namespace {

using oracle::Rational;
using Tetrahedron = std::array<Vec3, 4>;
using ExactTetrahedron = std::array<oracle::Point, 4>;

ExactTetrahedron placed(const Tetrahedron& t, const Placement& at) {
  ExactTetrahedron result;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 3; ++i) {
      result[k][i] = oracle::exactly(at.shift[i]);
      for (int j = 0; j < 3; ++j) result[k][i] += oracle::exactly(at.linear(i, j)) * oracle::exactly(t[k][j]);
    }
  return result;
}
oracle::Point minus(const oracle::Point& p, const oracle::Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
oracle::Point times(const oracle::Point& p, const oracle::Point& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
Rational along(const oracle::Point& p, const oracle::Point& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

/// Is one of them all on one side of the other, both closed, along this direction?
bool parts(const oracle::Point& direction, const ExactTetrahedron& a, const ExactTetrahedron& b) {
  if (along(direction, direction) == 0) return false;
  const auto range = [&](const ExactTetrahedron& t) {
    Rational low = along(direction, t[0]), high = low;
    for (const oracle::Point& p : t)
      low = std::min(low, along(direction, p)), high = std::max(high, along(direction, p));
    return std::pair{low, high};
  };
  const auto [low_a, high_a] = range(a);
  const auto [low_b, high_b] = range(b);
  return high_a <= low_b || high_b <= low_a;
}

/// By all directions that can part convex bodies: those across faces, and across a side of either.
bool do_insides_meet(const ExactTetrahedron& a, const ExactTetrahedron& b) {
  for (const auto* t : {&a, &b})
    for (int i = 0; i < 4; ++i) {
      const auto& p = (*t)[i];
      if (parts(times(minus((*t)[(i + 1) % 4], p), minus((*t)[(i + 2) % 4], p)), a, b)) return false;
    }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j)
      for (int k = 0; k < 4; ++k)
        for (int l = 0; l < k; ++l)
          if (parts(times(minus(a[i], a[j]), minus(b[k], b[l])), a, b)) return false;
  return true;
}

/// Is a point in the closed tetrahedron?
bool holds(const Tetrahedron& t, const Vec3& p) {
  for (int i = 0; i < 4; ++i) {
    const Vec3 &a = t[(i + 1) % 4], &b = t[(i + 2) % 4], &c = t[(i + 3) % 4];
    const Vec3 across = cross(b - a, c - a);  // whole numbers
    if (dot(across, t[i] - a) * dot(across, p - a) < 0) return false;
  }
  return true;
}
bool is_within(const Tetrahedron& inner, const Tetrahedron& outer) {
  return std::ranges::all_of(inner, [&](const Vec3& p) { return holds(outer, p); });
}

/// Tetrahedra with small whole numbers, none within another: their solid is their union.
std::vector<Tetrahedron> random_tetrahedra(Random& random, int count) {
  std::vector<Tetrahedron> result;
  while (static_cast<int>(result.size()) < count) {
    Tetrahedron t;
    for (Vec3& p : t)
      for (int axis = 0; axis < 3; ++axis) p[axis] = static_cast<double>(random.below(5));
    if (dot(cross(t[1] - t[0], t[2] - t[0]), t[3] - t[0]) == 0) continue;
    if (std::ranges::none_of(result, [&](const Tetrahedron& s) { return is_within(s, t) || is_within(t, s); }))
      result.push_back(t);
  }
  return result;
}

Mesh surface_of(const std::vector<Tetrahedron>& tetrahedra, Random& random) {
  Mesh mesh;
  for (const Tetrahedron& t : tetrahedra) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), t.begin(), t.end());
    const bool turned = random.chance(0.5);  // windings do not matter
    for (const Triangle& f : {Triangle{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
      mesh.triangles.push_back({first + f[0], first + f[turned ? 2 : 1], first + f[turned ? 1 : 2]});
  }
  return mesh;
}

}  // namespace

TEST(InteriorsMeet, AgreesWithTetrahedraInRationalNumbers) {
  Random random(3);
  int yes = 0, no = 0;
  for (int round = 0; round < tries(700); ++round) {
    const auto a = random_tetrahedra(random, 1 + static_cast<int>(random.below(3)));
    const auto b = random_tetrahedra(random, 1 + static_cast<int>(random.below(2)));
    lattice::Symmetry symmetry = lattice::Symmetry::random(random, 3);
    for (int axis = 0; axis < 3; ++axis) symmetry.shift[axis] += symmetry.signs[axis] < 0 ? 4 : 0;
    Placement at_a = here, at_b = symmetry.placement();
    switch (round % 4) {
      case 1:
        at_a = turned_by_345(0), at_b = at_a * at_b;
        break;
      case 2:
        at_a = random.rotation(random.in_cube(1)), at_b = at_a * at_b;
        break;
      case 3:
        at_b.linear(0, 0) += 0x1p-52, at_b.shift.y -= 0x1p-50;
    }
    bool expected = false;
    for (const Tetrahedron& s : a)
      for (const Tetrahedron& t : b) expected = expected || do_insides_meet(placed(s, at_a), placed(t, at_b));
    ++(expected ? yes : no);
    EXPECT_EQ(ask(Solid{Model(surface_of(a, random))}, at_a, Solid{Model(surface_of(b, random))}, at_b),
              expected ? Answer::yes : Answer::no)
        << "round " << round;
  }
  EXPECT_GT(yes, tries(700) / 8);
  EXPECT_GT(no, tries(700) / 8);
}

TEST(InteriorsMeet, AgreesWithBooleansOfCgal) {
  const std::vector<Mesh> meshes{shapes::torus(2, 0.75, 5, 4), shapes::cylinder(1, 1.5, 5), shapes::icosahedron(1.25),
                                 box_between({-1, -1, -1}, {1, 1, 1}), shapes::torus(1.5, 1, 4, 4)};
  Random random(5);
  int yes = 0, no = 0;
  for (int round = 0; round < tries(150); ++round) {
    const Mesh &a = meshes[random.below(meshes.size())], &b = meshes[random.below(meshes.size())];
    Placement at_a = here, at_b = random.rotation(random.in_cube(2.5));
    if (round % 3 == 1) {
      // Side by side along an axis: mostly flush, and sometimes sunk by a bit.
      const int axis = static_cast<int>(random.below(3));
      Vec3 shift = random.chance(0.5) ? Vec3{} : random.in_cube(1);
      shift[axis] = bounds_of(a.points).high[axis] - bounds_of(b.points).low[axis];
      if (random.chance(0.5)) shift[axis] *= 1 - 0x1p-52;
      at_b = Placement::translation(shift);
    } else if (round % 3 == 2) {
      at_a = at_b = random.rotation(random.in_cube(2));
      at_b.linear(1, 2) += 0x1p-40;
    }
    const bool expected = cgal_interiors_meet(a, at_a, b, at_b);
    ++(expected ? yes : no);
    EXPECT_EQ(ask(Solid{Model(a)}, at_a, Solid{Model(b)}, at_b), expected ? Answer::yes : Answer::no) << round;
  }
  EXPECT_GT(yes, tries(150) / 6);
  EXPECT_GT(no, tries(150) / 6);
}

TEST(InteriorsMeet, IsTheSameForAllInstructions) {
  const Solid ball{Model(shapes::sphere(1, 8))}, ring{Model(shapes::torus(2, 0.6, 24, 12))};
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const Placement at = random.rotation(random.in_cube(3));
    const InteriorsMeeting first = interiors_meet(ball, here, ring, at);
    for (const Simd simd : available_simd()) {
      const InteriorsMeeting found = interiors_meet(ball, here, ring, at, {.simd = simd});
      EXPECT_EQ(found.answer, first.answer);
      EXPECT_EQ(found.triangle_a, first.triangle_a);
      EXPECT_EQ(found.triangle_b, first.triangle_b);
    }
  }
}

TEST(InteriorsMeet, SaysUnknownWhenTheBudgetEndsIt) {
  const Solid ball{Model(shapes::sphere(1, 8))};
  const Mesh cube = box_between({0, 0, 0}, {1, 1, 1});
  const Solid stack{Model(both(cube, box_between({1, 0, 0}, {2, 1, 1})))},
      lid{Model(box_between({0, 0, 1}, {2, 1, 2}))};
  const auto ends_early = [](const Solid& a, const Solid& b, const Placement& at, const Answer truth) {
    const std::uint64_t all = [&] {
      const InteriorsMeeting found = interiors_meet(a, here, b, at);
      EXPECT_EQ(found.answer, truth);
      return found.counters.volume_tests + found.counters.triangle_tests;
    }();
    bool was_unknown = false;
    for (std::uint64_t tests = 0; tests <= 2 * all; tests += 1 + all / 16) {
      const InteriorsMeeting found = interiors_meet(a, here, b, at, {.budget = {.tests = tests}});
      EXPECT_EQ(found.complete, found.answer != Answer::unknown);
      if (found.complete) {
        EXPECT_EQ(found.answer, truth);
      } else {
        was_unknown = true;
        EXPECT_THROW(static_cast<void>(static_cast<bool>(found)), Error);
      }
    }
    EXPECT_TRUE(was_unknown);
  };
  ends_early(ball, ball, Placement::translation({0.5, 0.25, 0}), Answer::yes);
  ends_early(stack, lid, here, Answer::no);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(interiors_meet(stack, here, lid, here, {.budget = {.stop = &stop}}).answer, Answer::unknown);
}

TEST(InteriorsMeet, RefusesWhatHasNoInteriorOrNoPlace) {
  Mesh open = box_between({0, 0, 0}, {1, 1, 1});
  const Solid whole{Model(open)};
  open.triangles.pop_back();
  const Solid scan(Model(open), {.holes = Holes::by_winding_number});
  EXPECT_THROW(interiors_meet(whole, here, scan, here), Error);
  Placement flat;
  flat.linear(2, 2) = 0;
  EXPECT_THROW(interiors_meet(whole, here, whole, flat), Error);
  const Solid nothing{Model(Mesh{})};
  EXPECT_EQ(ask(nothing, here, whole, here), Answer::no);
  EXPECT_EQ(ask(nothing, here, nothing, here), Answer::no);
}

TEST(InteriorsMeet, IsExactForTinyHugeAndFarModels) {
  const Mesh cube = box_between({0, 0, 0}, {1, 1, 1});
  // One whose shells touch, too: it is looked at in another way.
  for (const Mesh& mesh : {cube, both(cube, box_between({0, 1, 0}, {1, 2, 1}))})
    for (const double scale : {0x1p-300, 0x1p-1000, 0x1p290}) {
      Mesh scaled = mesh;
      for (Vec3& p : scaled.points) p = p * scale;
      const Solid solid{Model(scaled)};
      EXPECT_EQ(ask(solid, here, solid, Placement::translation({scale, 0, 0})), Answer::no) << scale;
      EXPECT_EQ(ask(solid, here, solid, Placement::translation({scale - scale * 0x1p-53, 0, 0})), Answer::yes) << scale;
    }
  const Solid solid{Model(cube)};
  const Vec3 far{0x1p52, -0x1p52, 3};
  EXPECT_EQ(ask(solid, Placement::translation(far), solid, Placement::translation(far + Vec3{1, 0, 0})), Answer::no);
  EXPECT_EQ(ask(solid, Placement::translation(far), solid, Placement::translation(far + Vec3{1, -1, 0.5})), Answer::no);
  const Solid stack{Model(both(cube, box_between({0, 1, 0}, {1, 2, 1})))};
  EXPECT_EQ(ask(stack, Placement::translation(far), solid, Placement::translation(far + Vec3{1, 1, 0.5})), Answer::no);
  EXPECT_EQ(ask(stack, Placement::translation(far), solid, Placement::translation(far + Vec3{0, 1, 0.5})), Answer::yes);
}

}  // namespace abut
