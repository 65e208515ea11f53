#include "box_between.h"
#include "math/random.h"
#include "support/closed_shapes.h"
#include "support/depth_oracle.h"
#include "support/effort.h"
#include "support/here.h"
#include "support/lattice_solids.h"
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut {

namespace {

Mesh cube(double half) { return box_between({-half, -half, -half}, {half, half, half}); }

/// The angle of the triangle 3, 4, 5 about an axis, `scale` times as large.
Placement turned(int axis, double scale) {
  Placement at;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  at.linear(axis, axis) = scale;
  at.linear(i, i) = at.linear(j, j) = 0.6 * scale;
  at.linear(i, j) = -0.8 * scale, at.linear(j, i) = 0.8 * scale;
  return at;
}

struct NamedPlacement {
  const char* name;
  Placement at;
  double scale;
};
std::vector<NamedPlacement> shared_placements() {
  Placement mirrored = turned(1, 2), far = here;
  mirrored.linear = mirrored.linear * Matrix3{{-1, 0, 0, 0, 1, 0, 0, 0, 1}};
  mirrored.shift = {3, -2, 1};
  far.shift = {1e4, -2e4, 3e3};
  return {{"here", here, 1},
          {"turned", turned(2, 1), 1},
          {"turned and tiny", turned(0, 0x1p-40), 0x1p-40},
          {"mirrored", mirrored, 2},
          {"far away", far, 1},
          {"rotated", Placement::rotation(0.3, 0.5, -0.2, 0.7, {1, 2, 3}), 1}};
}

/// `moved` is what rounded placements and decimal numbers may move.
void expect_within(const Bracket& found, double truth, double error, double moved, const std::string& name) {
  EXPECT_LE(found.lower, truth + moved) << name;
  EXPECT_GE(found.upper, truth - moved) << name;
  EXPECT_LE(found.upper, found.lower * (1 + error) + moved) << name;
}

void expect_sound(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                  const Penetration& found, const std::string& name) {
  for (const Bracket& bracket : {found.depth, found.reach_a.length, found.reach_b.length, found.way_out_length}) {
    EXPECT_GE(bracket.lower, 0) << name;
    EXPECT_LE(bracket.lower, bracket.upper) << name;
    EXPECT_TRUE(std::isfinite(bracket.upper)) << name;
  }
  EXPECT_LE(found.depth.lower, found.way_out_length.upper) << name;
  const Placement moved{at_b.linear, at_b.shift + found.way_out};
  EXPECT_EQ(interiors_meet(a, at_a, b, moved).answer, Answer::no) << name;
  EXPECT_GE(found.way_out_length.upper, length(found.way_out)) << name;
  EXPECT_EQ(found.depth.upper > 0, interiors_meet(a, at_a, b, at_b).answer == Answer::yes) << name;
}

/// A case with a known depth, at every shared placement, both ways round, with B also inside out.
struct Known {
  const char* name;
  Mesh a, b;
  double depth, reach_a, reach_b;
  double way_out = -1;   ///< not asked when negative
  bool is_fine = false;  ///< far away it is not to be told from rounding, to a hundredth
};

void expect_known(const Known& known) {
  for (const NamedPlacement& placed : shared_placements()) {
    if (known.is_fine && length(placed.at.shift) > 100) continue;
    const std::string name = std::string(known.name) + ", " + placed.name;
    const Solid a{Model(known.a)}, b{Model(known.b)}, inverted{Model(inside_out(known.b))};
    const double s = placed.scale, moved = 1e-12 * s + 1e-11 * length(placed.at.shift);
    for (const Solid* other : {&b, &inverted}) {
      const Penetration found = penetration(a, placed.at, *other, placed.at);
      expect_sound(a, placed.at, *other, placed.at, found, name);
      EXPECT_TRUE(found.complete) << name;
      expect_within(found.depth, known.depth * s, 0.02, moved, name);
      expect_within(found.reach_a.length, known.reach_a * s, 0.02, moved, name + ", reach of A");
      expect_within(found.reach_b.length, known.reach_b * s, 0.02, moved, name + ", reach of B");
      if (known.way_out >= 0) expect_within(found.way_out_length, known.way_out * s, 0.05, moved, name + ", way out");
    }
    const Penetration swapped = penetration(b, placed.at, a, placed.at);
    expect_within(swapped.depth, known.depth * s, 0.02, moved, name + ", swapped");
    expect_within(swapped.reach_a.length, known.reach_b * s, 0.02, moved, name + ", swapped, reach of B");
  }
}

}  // namespace

TEST(Penetration, KnowsWhatIsSunkByAKnownLength) {
  expect_known({"a face in a face", cube(1), box_between({-0.5, -0.5, 0.9}, {0.5, 0.5, 3}), 0.1, 0.1, 0.1, 0.1});
  expect_known({"cubes askew", cube(1), box_between({-0.7, -0.8, 0.9}, {1.3, 1.2, 2.9}), 0.1, 0.1, 0.1, 0.1});
  expect_known({"cubes with common sides", cube(1), box_between({-1, -1, 0.9}, {1, 1, 2.9}), 0.1, 0.1, 0.1, 0.1});
  expect_known({"a box through a plate", box_between({-0.5, -0.5, -3}, {0.5, 0.5, 3}),
                box_between({-9, -9, -0.25}, {9, 9, 0.25}), 0.75, 0.25, 0.5});
  expect_known({"a micrometre over a metre", cube(0.5), box_between({-0.5, -0.25, 0.499999}, {0.5, 0.75, 1}), 1e-6,
                1e-6, 1e-6, 1e-6, true});
}

TEST(Penetration, KnowsWhatIsWithinAndWhatIsThereTwice) {
  expect_known({"a cube within", cube(4), cube(1), 5, 0, 3, 5});
  expect_known({"a cube twice", cube(1), cube(1), 2, 0, 0, 2});
  Mesh tetrahedron;
  tetrahedron.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  tetrahedron.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const double inradius = 1 / (3 + std::sqrt(3.0));
  expect_known({"a tetrahedron twice", tetrahedron, tetrahedron, 2 * inradius, 0, 0, 1 / std::sqrt(3.0)});
}

TEST(Penetration, IsZeroWhereInteriorsAreDisjoint) {
  const Mesh hollow = joined(std::array{cube(4), cube(2)});
  expect_known({"flush faces", cube(1), box_between({-1, -1, 1}, {1, 1, 2}), 0, 0, 0, 0});
  expect_known({"an edge on a face", cube(1), box_between({1, -1, -1}, {2, 1, 3}), 0, 0, 0, 0});
  expect_known({"a part in a cavity", hollow, cube(1), 0, 0, 0, 0});
  expect_known({"a part that fills a cavity", hollow, cube(2), 0, 0, 0, 0});
  expect_known({"far apart", cube(1), box_between({5, 5, 5}, {6, 6, 6}), 0, 0, 0, 0});
  const Solid empty{Model(Mesh{})}, block{Model(cube(1))};
  const Penetration nothing = penetration(empty, here, block, here);
  EXPECT_EQ(nothing.depth.upper, 0);
  EXPECT_TRUE(nothing.complete);
}

TEST(Penetration, KnowsAPartThatIsTooLargeForItsCavity) {
  const Mesh hollow = joined(std::array{cube(4), inside_out(cube(2))});
  // Deepest at a corner of the part: as far from the cavity's corner.
  const double reach = 0.1 * std::sqrt(3.0);
  expect_known({"a part too large for its cavity", hollow, cube(2.1), reach, 0.1, reach});
}

TEST(Penetration, AgreesWithDenseSamplesOfRandomPairs) {
  Random random(171);
  const std::vector<Mesh> meshes{cube(1),
                                 shapes::icosahedron(1),
                                 shapes::cylinder(0.6, 1.2, 7),
                                 shapes::torus(1, 0.4, 9, 6),
                                 joined(std::array{cube(1.2), inside_out(shapes::icosahedron(0.8))}),
                                 box_between({-0.1, -1, -1.5}, {0.1, 1, 1.5})};
  const int rounds = sanitized ? 12 : 60;
  for (int round = 0; round < rounds; ++round) {
    const Mesh &mesh_a = meshes[random.below(meshes.size())], &mesh_b = meshes[random.below(meshes.size())];
    Placement at_a = random.rotation(), at_b = random.rotation();
    at_b.shift = at_b.shift + random.in_cube(1);
    // Sheared, stretched, some of them mirrored.
    if (random.chance(0.3))
      for (double& entry : at_a.linear.entries) entry += random.between(-0.4, 0.4);
    const Solid a{Model(mesh_a)}, b{Model(mesh_b)};
    const std::string name = "round " + std::to_string(round);
    const Penetration found = penetration(a, at_a, b, at_b);
    expect_sound(a, at_a, b, at_b, found, name);
    if (found.depth.upper == 0) continue;
    const DepthOracle of_a(mesh_a, at_a), of_b(mesh_b, at_b);
    const Bracket depth = sampled_depth(of_a, of_b, 24);
    const Bracket reach_a = sampled_reach(of_a, of_b, 0.1), reach_b = sampled_reach(of_b, of_a, 0.1);
    const std::array<std::pair<Bracket, Bracket>, 3> pairs{
        {{found.depth, depth}, {found.reach_a.length, reach_a}, {found.reach_b.length, reach_b}}};
    for (const auto& [bracket, sampled] : pairs) {
      EXPECT_LE(bracket.lower, sampled.upper + 1e-9) << name;
      EXPECT_GE(bracket.upper, sampled.lower - 1e-9) << name;
    }
    EXPECT_TRUE(found.complete) << name << " " << found.depth.lower << " " << found.depth.upper;
    EXPECT_LE(found.depth.upper, found.depth.lower * 1.02 + 1e-9) << name;
    // The witnesses are what they are said to be.
    EXPECT_GE(of_a.depth(found.deepest) + of_b.depth(found.deepest), found.depth.lower - 1e-9) << name;
    EXPECT_GE(of_b.depth(found.reach_a.point), found.reach_a.length.lower - 1e-9) << name;
    EXPECT_LE(std::abs(of_a.depth(found.reach_a.point)), 1e-9) << name;
  }
}

namespace {

/// Corners of a regular polygon about the z axis.
std::vector<Vec3> polygon(double radius, int sides, double phase) {
  std::vector<Vec3> corners;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * 3.14159265358979323846 * (i + phase) / sides;
    corners.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  return corners;
}

/// A prism with this outline, from z = -half to half, and with a hole unless that is empty; as many corners each.
Mesh prism(const std::vector<Vec3>& outline, const std::vector<Vec3>& hole, double half) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(outline.size());
  const std::vector<Vec3>& inner = hole.empty() ? std::vector<Vec3>(n, Vec3{}) : hole;
  for (const double z : {-half, half})
    for (const auto* ring : {&outline, &inner})
      for (const Vec3& corner : *ring) mesh.points.push_back(corner + Vec3{0, 0, z});
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    if (d != c) mesh.triangles.push_back({a, c, d});
  };
  for (std::uint32_t i = 0, j = 1; i < n; ++i, j = (i + 1) % n) {
    add(i, j, 2 * n + j, 2 * n + i);
    if (hole.empty()) {
      mesh.triangles.push_back({2 * n + i, 2 * n + j, 3 * n});
      mesh.triangles.push_back({j, i, n});
      continue;
    }
    add(n + j, n + i, 3 * n + i, 3 * n + j);
    add(2 * n + i, 2 * n + j, 3 * n + j, 3 * n + i);
    add(j, i, n + i, n + j);
  }
  return mesh;
}

/// The distance of a point from a closed line.
double distance_from_line(const Vec3& point, const std::vector<Vec3>& corners) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 &from = corners[i], way = corners[(i + 1) % corners.size()] - from;
    const double t = std::clamp(dot(point - from, way) / dot(way, way), 0.0, 1.0);
    least = std::min(least, length(point - (from + way * t)));
  }
  return least;
}
bool is_within(const Vec3& point, const std::vector<Vec3>& corners) {
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (cross(corners[(i + 1) % corners.size()] - corners[i], point - corners[i]).z < 0) return false;
  return true;
}

/// How far a ray from the origin goes until it leaves the polygon.
double radius_at(double angle, const std::vector<Vec3>& corners) {
  const Vec3 direction{std::cos(angle), std::sin(angle), 0};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 way = corners[(i + 1) % corners.size()] - corners[i], outwards{way.y, -way.x, 0};
    if (const double along = dot(outwards, direction); along > 0)
      least = std::min(least, dot(outwards, corners[i]) / along);
  }
  return least;
}

/// The largest sum of the distances from both lines between them, where the bore is within the pin. Sampled over one
/// side, at points no farther than `step` from all others; lines are at most 0.3 steep.
Bracket sampled_depth_of_fit(const std::vector<Vec3>& pin, const std::vector<Vec3>& bore, double step) {
  constexpr int across = 20;
  const double turn = 2 * 3.14159265358979323846 / static_cast<double>(pin.size());
  Bracket depth;
  for (double angle = 0; angle < turn + step / 20; angle += step / 20) {
    const double inner = radius_at(angle, bore), outer = radius_at(angle, pin);
    for (int i = 0; i <= across && inner < outer; ++i) {
      const double r = inner + (outer - inner) * i / across;
      const Vec3 point{r * std::cos(angle), r * std::sin(angle), 0};
      depth.lower = std::max(depth.lower, distance_from_line(point, pin) + distance_from_line(point, bore));
    }
  }
  depth.upper = depth.lower + 2 * step;
  return depth;
}

}  // namespace

// A pin in a bore that is too tight: all surfaces nearly parallel, and a way out as long as the bore.
TEST(Penetration, MeasuresPressFits) {
  for (const int sides : {12, 40, 150})
    for (const double tight : {0.1, 0.01})
      for (const double phase : {0.0, 0.3}) {
        const std::vector<Vec3> pin = polygon(15, sides, 0), bore = polygon(15 - tight, sides, phase);
        const Solid a{Model(prism(pin, {}, 20))}, b{Model(prism(polygon(30, sides, phase), bore, 10))};
        const std::string name =
            std::to_string(sides) + " sides, " + std::to_string(tight) + ", " + std::to_string(phase);
        // The pin is deepest at an edge.
        const double edge = is_within(pin[0], bore) ? 0 : distance_from_line(pin[0], bore);
        const Bracket depth = sampled_depth_of_fit(pin, bore, std::max(edge, tight) / 50);
        for (const Placement& at : {here, Placement::rotation(0.3, 0.5, -0.2, 0.7, {1, 2, 3})}) {
          const Penetration found = penetration(a, at, b, at);
          expect_sound(a, at, b, at, found, name);
          EXPECT_TRUE(found.complete) << name;
          expect_within(found.reach_a.length, edge, 0.02, 1e-9, name);
          EXPECT_LE(found.depth.lower, depth.upper + 1e-9) << name;
          EXPECT_GE(found.depth.upper, depth.lower - 1e-9) << name;
          EXPECT_LE(found.depth.upper, found.depth.lower * 1.02) << name;
          EXPECT_GT(found.way_out_length.upper, 29) << name;
        }
      }
}

// Everything flush: cubes of a lattice, at whole shifts, under a rotation that they share.
TEST(Penetration, AgreesWithSamplesOfPolycubes) {
  Random random(174);
  int met = 0, complete = 0;
  for (int round = 0; round < (sanitized ? 8 : 40); ++round) {
    const lattice::Cells cells_a = lattice::random_polycube(random, 6), cells_b = lattice::random_polycube(random, 5);
    const lattice::Symmetry symmetry = lattice::Symmetry::random(random, 1);
    const Mesh mesh_a = lattice::surface_of(cells_a, random), mesh_b = lattice::surface_of(cells_b, random);
    const Placement world = random.chance(0.5) ? here : turned(static_cast<int>(random.below(3)), 5);
    const Placement at_a = world, at_b = world * symmetry.placement();
    const std::string name = "round " + std::to_string(round);
    const Solid a{Model(mesh_a)}, b{Model(mesh_b)};
    const Penetration found = penetration(a, at_a, b, at_b);
    expect_sound(a, at_a, b, at_b, found, name);
    const bool meet = lattice::share_a_cell(cells_a, lattice::moved(cells_b, symmetry));
    // Under the rotation, 0.6 and 0.8 are rounded: what is flush may overlap by a bit.
    if (world == here) {
      EXPECT_EQ(found.depth.upper > 0, meet) << name;
    }
    if (!meet) continue;
    ++met;
    complete += found.complete;
    const DepthOracle of_a(mesh_a, at_a), of_b(mesh_b, at_b);
    const Bracket depth = sampled_depth(of_a, of_b, 20);
    EXPECT_LE(found.depth.lower, depth.upper + 1e-9) << name;
    EXPECT_GE(found.depth.upper, depth.lower - 1e-9) << name;
    const Bracket reach = sampled_reach(of_b, of_a, 0.2 * length(world.linear.column(0)));
    EXPECT_LE(found.reach_b.length.lower, reach.upper + 1e-9) << name;
    EXPECT_GE(found.reach_b.length.upper, reach.lower - 1e-9) << name;
  }
  EXPECT_GT(met, 4);
  // Some touch themselves along edges, which leaves the way out alone as an upper bound.
  EXPECT_GT(2 * complete, met);
}

TEST(Penetration, FindsTheShortestWayOutOfConvexPairs) {
  Random random(172);
  const std::vector<Mesh> meshes{cube(1), shapes::icosahedron(1), shapes::cylinder(0.6, 1.2, 7),
                                 box_between({-0.1, -1, -1.5}, {0.1, 1, 1.5})};
  int met = 0;
  for (int round = 0; round < (sanitized ? 30 : 200); ++round) {
    const Mesh &mesh_a = meshes[random.below(meshes.size())], &mesh_b = meshes[random.below(meshes.size())];
    const Placement at_a = random.rotation();
    Placement at_b = random.rotation();
    at_b.shift = at_b.shift + random.in_cube(1.5);
    const Solid a{Model(mesh_a)}, b{Model(mesh_b)};
    const Penetration found = penetration(a, at_a, b, at_b);
    const double truth = shortest_convex_way(mesh_a, at_a, mesh_b, at_b);
    met += found.depth.upper > 0;
    expect_within(found.way_out_length, truth, 0.05, 1e-12, "round " + std::to_string(round));
  }
  EXPECT_GT(met, 10);
}

TEST(Penetration, IsTheSameForAllInstructionsAndThreads) {
  Random random(173);
  const Solid a{Model(shapes::torus(1, 0.4, 20, 12))}, b{Model(shapes::sphere(0.7, 6))};
  std::vector<PlacementPair> placements;
  for (int i = 0; i < 6; ++i)
    placements.push_back({random.rotation(random.in_cube(0.3)), random.rotation(random.in_cube(0.3))});
  const auto same = [](const Penetration& x, const Penetration& y) {
    return x.depth.lower == y.depth.lower && x.depth.upper == y.depth.upper && x.deepest == y.deepest &&
           x.way_out == y.way_out && x.reach_a.length.upper == y.reach_a.length.upper &&
           x.reach_b.point == y.reach_b.point && x.reach_b.triangle == y.reach_b.triangle;
  };
  for (const std::uint64_t tests : {Budget::no_limit, std::uint64_t{20000}}) {
    PenetrationOptions options;
    options.budget.tests = tests;
    const std::vector<Penetration> expected = penetration(a, b, placements, options);
    for (const Simd simd : available_simd()) {
      options.simd = simd;
      options.threads = 2;
      const std::vector<Penetration> found = penetration(a, b, placements, options);
      for (std::size_t i = 0; i < placements.size(); ++i)
        EXPECT_TRUE(same(found[i], expected[i])) << name_of(simd) << " " << i << " " << tests;
    }
  }
}

TEST(Penetration, StaysTrueWithinABudget) {
  const Solid a{Model(shapes::sphere(1, 8))}, b{Model(shapes::torus(1, 0.4, 30, 20))};
  const Placement at_b = Placement::rotation(0.9, 0.1, 0.2, -0.3, {0.5, 0.2, 0.1});
  const Penetration whole = penetration(a, here, b, at_b);
  EXPECT_TRUE(whole.complete);
  for (const std::uint64_t tests : {0, 1, 100, 1000, 10000, 30000, 100000}) {
    PenetrationOptions options;
    options.budget.tests = tests;
    const Penetration found = penetration(a, here, b, at_b, options);
    expect_sound(a, here, b, at_b, found, std::to_string(tests));
    EXPECT_LE(found.depth.lower, whole.depth.upper);
    EXPECT_GE(found.depth.upper, whole.depth.lower);
    EXPECT_GE(found.reach_a.length.upper, whole.reach_a.length.lower);
    EXPECT_LE(found.reach_b.length.lower, whole.reach_b.length.upper);
    if (tests < 1000) {
      EXPECT_FALSE(found.complete) << tests;
    }
  }
  const std::atomic<bool> stop{true};
  PenetrationOptions options;
  options.budget.stop = &stop;
  EXPECT_FALSE(penetration(a, here, b, at_b, options).complete);
  options.budget = {};
  options.max_cells = 3;
  const Penetration rough = penetration(a, here, b, at_b, options);
  expect_sound(a, here, b, at_b, rough, "three cells");
  EXPECT_GE(rough.depth.upper, whole.depth.lower);
}

TEST(Penetration, NeverLiesAboutCrossingShells) {
  // Two bars that cross: inside of the cross, the distance from a bar's side is not that from the boundary.
  const Mesh cross = joined(std::array{box_between({-4, -1, -1}, {4, 1, 1}), box_between({-1, -4, -1}, {1, 4, 1})});
  const Solid crossed{Model(cross)}, needle{Model(box_between({-0.1, -0.1, 0.5}, {0.1, 0.1, 3}))};
  const Penetration found = penetration(crossed, here, needle, here);
  expect_sound(crossed, here, needle, here, found, "a needle in a cross");
  EXPECT_LE(found.reach_b.length.lower, 0.5);
  EXPECT_GE(found.reach_b.length.upper, 0.5);
  EXPECT_GE(found.depth.upper, 0.5);
  EXPECT_LE(found.depth.lower, 0.5);
  // As deep as it goes: 1 from the boundary in the middle of the bars, where no side of theirs is within 1.
  const Solid twice{Model(cross)};
  const Penetration same = penetration(crossed, here, twice, here);
  expect_sound(crossed, here, twice, here, same, "a cross twice");
  EXPECT_LE(same.depth.lower, 2);
  EXPECT_GE(same.depth.upper, 2);
}

TEST(Penetration, TakesAFinOfNoThicknessForPartOfTheSolid) {
  Mesh finned = cube(1);
  const auto first = static_cast<std::uint32_t>(finned.points.size());
  finned.points.insert(finned.points.end(), {{0, 0, 1.5}, {0.5, 0, 2}, {-0.5, 0, 2}});
  finned.triangles.insert(finned.triangles.end(), {{first, first + 1, first + 2}, {first + 2, first + 1, first}});
  const Solid a{Model(finned)}, b{Model(box_between({-2, -2, 0.9}, {2, 2, 4}))};
  const Penetration found = penetration(a, here, b, here);
  expect_sound(a, here, b, here, found, "a fin");
  // The fin's top is 1.1 deep in B, the cube 0.1.
  EXPECT_LE(found.depth.lower, 1.1 + 1e-12);
  EXPECT_GE(found.depth.lower, 1.09);
  EXPECT_GE(found.depth.upper, 1.1 - 1e-12);
  EXPECT_LE(found.depth.upper, 1.2);
  EXPECT_GE(found.reach_a.length.upper, 1.1 - 1e-12);
}

TEST(Penetration, RefusesWhatHasNoDepth) {
  const Solid block{Model(cube(1))};
  Mesh open = cube(1);
  open.triangles.pop_back();
  const Solid lidless(Model(open), {Holes::by_winding_number});
  EXPECT_THROW(penetration(block, here, lidless, here), Error);
  EXPECT_THROW(penetration(lidless, here, block, here), Error);
  EXPECT_THROW(penetration(block, here, block, here, {.relative_error = -1}), Error);
  EXPECT_THROW(penetration(block, here, block, here, {.absolute_error = std::nan("")}), Error);
  Placement flat;
  flat.linear(0, 0) = 0;
  EXPECT_THROW(penetration(block, flat, block, here), Error);
}

TEST(SignedDistance, OfSolidsIsTheirDistanceOrMinusTheirDepth) {
  const Solid a{Model(cube(1))}, b{Model(cube(0.5))};
  const auto at = [](double z) { return Placement::translation({0.1, 0.2, z}); };
  const SignedGap apart = signed_distance(a, here, b, at(1.75));
  EXPECT_FALSE(apart.overlaps);
  EXPECT_LE(apart.lower, 0.25);
  EXPECT_GE(apart.upper, 0.25);
  EXPECT_GT(apart.lower, 0.24);
  const SignedGap touching = signed_distance(a, here, b, at(1.5));
  EXPECT_FALSE(touching.overlaps);
  EXPECT_EQ(touching.lower, 0);
  EXPECT_EQ(touching.upper, 0);
  const SignedGap sunk = signed_distance(a, here, b, at(1.25));
  EXPECT_TRUE(sunk.overlaps);
  EXPECT_LE(sunk.lower, -0.25);
  EXPECT_GE(sunk.upper, -0.25 - 1e-12);
  EXPECT_LT(sunk.upper, -0.24);
  const std::vector<PlacementPair> placements{{here, at(1.75)}, {here, at(1.25)}};
  const std::vector<SignedGap> batch = signed_distance(a, b, placements);
  EXPECT_EQ(batch[0].lower, apart.lower);
  EXPECT_EQ(batch[1].lower, sunk.lower);
}

}  // namespace abut
