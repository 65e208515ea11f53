// Parts of closed surfaces that have no inside: a triangle and its back, alone or beside a body.

#include "support/closed_shapes.h"
#include "support/effort.h"
#include "support/lattice_solids.h"
#include "support/rational_solids.h"
#include <abut/interiors.h>
#include <abut/penetration.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

using lattice::Cells;
using oracle::Point;
using oracle::Rational;

Mesh sheet_of(const std::array<Vec3, 3>& corners) {
  return {{corners.begin(), corners.end()}, {{0, 1, 2}, {0, 2, 1}}, {}};
}

/// The part of a convex polygon on one side of a plane across an axis.
std::vector<Point> clipped(const std::vector<Point>& polygon, int axis, const Rational& at, int side) {
  std::vector<Point> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const Rational from = (p[axis] - at) * side, to = (q[axis] - at) * side;
    if (from >= 0) result.push_back(p);
    if (!((from < 0 && to > 0) || (from > 0 && to < 0))) continue;
    const Rational t = from / (from - to);
    Point x;
    for (int k = 0; k < 3; ++k) x[k] = p[k] + (q[k] - p[k]) * t;
    result.push_back(x);
  }
  return result;
}

/// The mean of the corners of what a triangle and a closed cell share: if any common point is off a plane, so is it.
std::optional<Point> middle_in(const std::array<Vec3, 3>& corners, const lattice::Cell& cell) {
  std::vector<Point> polygon;
  for (const Vec3& corner : corners) polygon.push_back(oracle::exactly(corner));
  for (int axis = 0; axis < 3; ++axis) {
    polygon = clipped(polygon, axis, cell[axis], 1);
    polygon = clipped(polygon, axis, cell[axis] + 1, -1);
  }
  if (polygon.empty()) return std::nullopt;
  Point sum{0, 0, 0};
  for (const Point& p : polygon)
    for (int k = 0; k < 3; ++k) sum[k] += p[k] / static_cast<int>(polygon.size());
  return sum;
}

/// Has the triangle a point inside the union of the cells? Where it lies in a plane of the lattice it is between cells.
bool runs_into(const std::array<Vec3, 3>& corners, const Cells& cells) {
  for (const lattice::Cell& cell : cells) {
    const auto middle = middle_in(corners, cell);
    if (!middle) continue;
    int on = -1, planes = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Rational& x = (*middle)[axis];
      if (x == cell[axis] || x == cell[axis] + 1) on = axis, ++planes;
    }
    if (planes == 0) return true;
    const bool is_in_plane = planes == 1 && corners[0][on] == corners[1][on] && corners[0][on] == corners[2][on];
    if (!is_in_plane) continue;
    lattice::Cell beyond = cell;
    beyond[on] += (*middle)[on] == cell[on] ? -1 : 1;
    if (cells.contains(beyond)) return true;
  }
  return false;
}

std::array<Vec3, 3> random_triangle(Random& random) {
  std::array<Vec3, 3> corners;
  const int flat = static_cast<int>(random.below(6));
  for (Vec3& corner : corners)
    for (int axis = 0; axis < 3; ++axis)
      corner[axis] = axis == flat ? 1 : 0.5 * (static_cast<double>(random.below(13)) - 6);
  return corners;
}

bool has_area(const std::array<Vec3, 3>& t) { return length(cross(t[1] - t[0], t[2] - t[0])) > 0; }

InteriorsMeeting ask(const Mesh& a, const Mesh& b, const Placement& at = {}) {
  const Solid solid_a{Model(a)}, solid_b{Model(b)};
  const InteriorsMeeting found = interiors_meet(solid_a, at, solid_b, at);
  const InteriorsMeeting swapped = interiors_meet(solid_b, at, solid_a, at);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.answer, swapped.answer);
  EXPECT_EQ(found.a_runs_into_b, swapped.b_runs_into_a);
  EXPECT_EQ(found.b_runs_into_a, swapped.a_runs_into_b);
  EXPECT_EQ(found.sheets_cross, swapped.sheets_cross);
  return found;
}

Placement turned(int i) {
  if (i % 3 == 0) return {};
  if (i % 3 == 1) return Placement{Matrix3::from_columns({3, 4, 0}, {-4, 3, 0}, {0, 0, -5}), {7, -1, 3}};
  return Placement::rotation(0.3, 0.1, -0.7, 0.5, {4, 5, 6});
}

}  // namespace

TEST(Sheets, RunIntoWhatRationalNumbersSayTheyDo) {
  Random random(1702);
  int into = 0, apart = 0, with_body = 0;
  for (int i = 0; i < long_tries(3000); ++i) {
    const Cells cells = lattice::random_polycube(random, static_cast<int>(1 + random.below(8)));
    const std::array<Vec3, 3> corners = random_triangle(random);
    if (!has_area(corners)) continue;
    Mesh a = sheet_of(corners);
    const Mesh b = lattice::surface_of(cells, random);
    const bool has_body = random.chance(0.3);
    if (has_body) {
      const Cells body = lattice::moved(lattice::random_polycube(random, 3), lattice::Symmetry::random(random, 3));
      if (lattice::share_a_cell(body, cells)) continue;
      a = joined(std::array{a, lattice::surface_of(body, random)});
      ++with_body;
    }
    const bool expected = runs_into(corners, cells);
    const InteriorsMeeting found = ask(a, b, turned(i));
    (expected ? into : apart) += 1;
    EXPECT_EQ(found.answer, Answer::no) << i;
    EXPECT_EQ(found.a_runs_into_b, expected) << i << (has_body ? " with a body" : "");
    EXPECT_FALSE(found.b_runs_into_a) << i;
    EXPECT_FALSE(found.sheets_cross) << i;
  }
  EXPECT_GT(into, 50);
  EXPECT_GT(apart, 50);
  EXPECT_GT(with_body, 30);
}

TEST(Sheets, PassThroughEachOtherOrTouch) {
  const Mesh flat = sheet_of({{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}});
  const auto crosses = [&](const std::array<Vec3, 3>& corners) {
    const InteriorsMeeting found = ask(flat, sheet_of(corners));
    EXPECT_TRUE(found.is_apart());
    return found.sheets_cross;
  };
  EXPECT_TRUE(crosses({{{1, 1, -1}, {1, 1, 1}, {2, 2, 0}}}));
  EXPECT_TRUE(crosses({{{1, 1, -1}, {1, 1, 1}, {9, 9, 0}}}));
  EXPECT_TRUE(crosses({{{1, 1, -0x1p-52}, {2, 1, -0x1p-52}, {1, 1, 8}}}));
  EXPECT_FALSE(crosses({{{1, 1, 0}, {2, 1, 0}, {1, 1, 8}}}));     // stands on it
  EXPECT_FALSE(crosses({{{1, 1, 0}, {2, 2, 1}, {1, 1, 8}}}));     // with a corner
  EXPECT_FALSE(crosses({{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}}));     // lies on it
  EXPECT_FALSE(crosses({{{0, 0, -1}, {0, 0, 1}, {-2, -2, 0}}}));  // beyond a corner
  EXPECT_FALSE(crosses({{{1, 0, -1}, {1, 0, 1}, {1, -2, 0}}}));   // beside an edge
  EXPECT_FALSE(crosses({{{0, 0, 0}, {4, 0, 0}, {0, 0, 4}}}));     // an edge on an edge
  // Two leaves that a third one parts.
  const Mesh book = joined(std::array{flat, sheet_of({{{0, 0, 0}, {4, 0, 0}, {0, -4, 0}}})});
  EXPECT_TRUE(ask(book, sheet_of({{{1, 0, -2}, {3, 0, -2}, {2, 0, 2}}})).sheets_cross);
  EXPECT_FALSE(ask(book, sheet_of({{{1, 0, 0}, {3, 0, 0}, {2, 0, 2}}})).sheets_cross);
}

TEST(Sheets, OfSegmentsAndPointsRunIntoWhatTheyAreIn) {
  const Mesh box = shapes::box({1, 1, 1});
  const auto wire = [](const Vec3& from, const Vec3& to) {
    return joined(std::array{shapes::box({0.25, 0.25, 0.25}), Mesh{{from, to}, {{0, 1, 1}, {0, 0, 1}}, {}}});
  };
  const auto runs = [&](const Mesh& mesh, double x) {
    Mesh moved = mesh;
    for (Vec3& point : moved.points) point.x += x;
    const InteriorsMeeting found = ask(moved, box);
    EXPECT_EQ(found.answer, Answer::no);
    return found.a_runs_into_b;
  };
  const Mesh spike = wire({0, 0, 0}, {2, 0, 0}), needle = wire({0, 1, 0}, {2, 1, 0});
  EXPECT_TRUE(runs(spike, -1.5));
  EXPECT_FALSE(runs(spike, -3));
  EXPECT_FALSE(runs(needle, -1.5));  // along a face
  EXPECT_TRUE(runs(wire({0, 0, 0}, {0x1p-30, 0, 0}), -1.25) == false);
  const Mesh dust = joined(std::array{shapes::box({0.25, 0.25, 0.25}), Mesh{{{1, 0, 0}}, {{0, 0, 0}}, {}}});
  EXPECT_TRUE(runs(dust, -1.5));
  EXPECT_FALSE(runs(dust, -2));
}

TEST(Sheets, AreAsDeepAsTheirSurfaceGets) {
  const Solid sheet{Model(sheet_of({{{-3, -0.25, 0}, {-3, 0.25, 0}, {-0.5, 0, 0}}}))},
      box{Model(shapes::box({1, 1, 1}))};
  for (const double z : {0.0, 0.25, -0.75, 1.0, 2.0}) {
    const Placement at = Placement::translation({0, 0, z});
    const double truth = std::max(0.0, std::min(0.5, 1 - std::abs(z)));
    const Penetration found = penetration(sheet, at, box, {});
    EXPECT_LE(found.depth.lower, truth);
    EXPECT_GE(found.depth.lower, 0.98 * truth);
    EXPECT_GE(found.depth.upper, truth);
    EXPECT_LE(found.depth.upper, 1.05 * truth);
    EXPECT_LE(found.reach_a.length.lower, truth);
    EXPECT_GE(found.reach_a.length.upper, truth);
    EXPECT_EQ(found.reach_b.length.upper, 0);
    const Placement moved{Matrix3{}, found.way_out};
    EXPECT_TRUE(interiors_meet(sheet, at, box, moved).is_apart());
    EXPECT_LE(found.way_out_length.upper, 1.05 * truth);
    const SignedGap gap = signed_distance(sheet, at, box, {});
    EXPECT_EQ(gap.overlaps, truth > 0);
  }
}

}  // namespace abut
