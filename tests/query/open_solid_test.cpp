// Meshes with holes whose inside is what it is with every lid.

#include "query/convex_hull.h"
#include "support/effort.h"
#include "support/lid_oracle.h"
#include "support/placement_families.h"
#include <abut/collide.h>
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/solid.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

Solid open_solid(const Mesh& mesh) { return Solid(Model(mesh), {.holes = Holes::by_any_lid}); }

Mesh without(Mesh mesh, const std::set<std::size_t>& triangles) {
  std::vector<Triangle> kept;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (!triangles.contains(i)) kept.push_back(mesh.triangles[i]);
  mesh.triangles = kept;
  mesh.parts = {};
  return mesh;
}

Mesh joined_meshes(std::initializer_list<Mesh> meshes) { return joined(std::vector<Mesh>(meshes)); }

/// Some of the triangles between points of a small lattice: crowded edges, rims of every shape.
Mesh lattice_soup(Random& random) {
  Mesh mesh;
  const int points = 5 + static_cast<int>(random.below(4));
  for (int i = 0; i < points; ++i)
    mesh.points.push_back({static_cast<double>(random.below(3)), static_cast<double>(random.below(3)),
                           static_cast<double>(random.below(3))});
  const int triangles = 3 + static_cast<int>(random.below(8));
  for (int i = 0; i < triangles; ++i) {
    Triangle t;
    for (std::uint32_t& corner : t) corner = static_cast<std::uint32_t>(random.below(points));
    mesh.triangles.push_back(t);
  }
  return mesh;
}

/// A closed mesh of lattice points with some triangles left out, and some cut at the middle of a side.
Mesh damaged_solid(Random& random) {
  Mesh mesh;
  switch (random.below(4)) {
    case 0:
      mesh = shapes::box({1, 1, 1});
      break;
    case 1:
      mesh = {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, {}};
      break;
    case 2:
      mesh = shapes::sphere(1, 1);
      break;
    default:
      mesh = shapes::torus(1, 0.4, 5, 4);
  }
  mesh.parts = {};
  for (std::uint64_t i = 1 + random.below(3); i-- > 0;)
    mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(random.below(mesh.triangles.size())));
  for (std::uint64_t i = random.below(4); i-- > 0;) {
    const auto place = static_cast<std::size_t>(random.below(mesh.triangles.size()));
    const Triangle t = mesh.triangles[place];
    const auto middle = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.push_back((mesh.points[t[0]] + mesh.points[t[1]]) * 0.5);
    mesh.triangles[place] = {t[0], middle, t[2]};
    mesh.triangles.push_back({middle, t[1], t[2]});
  }
  if (random.chance(0.2)) std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  return mesh;
}

/// Around the mesh, on its lattice, between its corners, on rims and a bit beside.
Vec3 probe(const Mesh& mesh, Random& random) {
  const auto corner = [&] { return mesh.points[random.below(mesh.points.size())]; };
  switch (random.below(5)) {
    case 0:
      return random.in_cube(2.2);
    case 1:
      return {0.5 * static_cast<double>(random.below(6)), 0.5 * static_cast<double>(random.below(6)),
              0.5 * static_cast<double>(random.below(6))};
    case 2:
      return (corner() + corner()) * 0.5;
    case 3:
      return (corner() + corner() + corner() + corner()) * 0.25;
    default: {
      Vec3 p = (corner() + corner() + corner()) * (1.0 / 3);
      p[static_cast<int>(random.below(3))] *= 1 + 0x1p-52 * (static_cast<double>(random.below(5)) - 2);
      return p;
    }
  }
}

/// A box from -1 to 1 without the face at z = 1.
Mesh box_without_lid() {
  const Mesh box = shapes::box({1, 1, 1});
  std::set<std::size_t> top;
  for (std::size_t i = 0; i < box.triangles.size(); ++i) {
    const auto [a, b, c] = box.corners(i);
    if (a.z == 1 && b.z == 1 && c.z == 1) top.insert(i);
  }
  return without(box, top);
}

struct Tally {
  int inside = 0, outside = 0, unknown = 0, on_surface = 0;
};

void expect_truth(const Mesh& mesh, const Placement& at, int points, Random& random, Tally& tally,
                  const std::string& name) {
  const LidOracle oracle(mesh, at);
  if (oracle.rims() == 0 || !oracle.is_one_shell()) return;
  for (const auto& rim : oracle.rim_points())
    if (rim.size() > 8) return;
  const Solid solid = open_solid(mesh);
  const auto simds = available_simd();
  for (int i = 0; i < points; ++i) {
    const Vec3 point = at * probe(mesh, random);
    const Containment found = contains(solid, at, point, {.simd = simds[i % simds.size()]});
    if (oracle.is_on_surface(point)) {
      EXPECT_EQ(found, Containment::on_surface) << name;
      ++tally.on_surface;
      continue;
    }
    if (oracle.is_in_hull(point)) {
      EXPECT_EQ(found, Containment::unknown) << name;
      ++tally.unknown;
      continue;
    }
    ++(found == Containment::inside ? tally.inside : tally.outside);
    for (int lids = 0; lids < 2; ++lids)
      EXPECT_EQ(found, oracle.is_inside_with_some_lids(point, random) ? Containment::inside : Containment::outside)
          << name << " at " << point.x << " " << point.y << " " << point.z;
  }
}

TEST(OpenSolid, IsWhatEveryLidMakesOfIt) {
  Random random(1701);
  Tally tally;
  for (int i = 0; i < (sanitized ? 4 : 150); ++i) {
    expect_truth(lattice_soup(random), {}, 30, random, tally, "soup " + std::to_string(i));
    expect_truth(damaged_solid(random), {}, 30, random, tally, "damaged " + std::to_string(i));
  }
  EXPECT_GT(tally.inside, sanitized ? 5 : 100);
  EXPECT_GT(tally.outside, sanitized ? 20 : 300);
  EXPECT_GT(tally.unknown, sanitized ? 5 : 100);
  EXPECT_GT(tally.on_surface, sanitized ? 5 : 100);
}

TEST(OpenSolid, IsTheSameOnExactImages) {
  Random random(1702);
  Tally tally;
  for (const PlacementFamily& family : placement_families())
    for (int i = 0; i < (sanitized ? 1 : 8); ++i) {
      expect_truth(damaged_solid(random), family.next(random), 12, random, tally, family.name);
      expect_truth(lattice_soup(random), family.next(random), 12, random, tally, family.name);
    }
  EXPECT_GT(tally.inside, sanitized ? 3 : 30);
  EXPECT_GT(tally.unknown, sanitized ? 3 : 30);
}

TEST(OpenSolid, HullsHoldAllPointsAndAreConvex) {
  Random random(1703);
  for (int round = 0; round < 300; ++round) {
    std::vector<Vec3> points;
    const auto count = 1 + random.below(60);
    const int kind = static_cast<int>(random.below(5));
    for (std::uint64_t i = 0; i < count; ++i) {
      Vec3 p = kind == 0 ? random.in_cube(1) : random.direction();
      if (kind >= 2)
        p = {static_cast<double>(random.below(4)), static_cast<double>(random.below(4)),
             static_cast<double>(random.below(4))};
      if (kind >= 3) p.z = p.x + 2 * p.y;  // a plane
      if (kind >= 4) p.y = 3 * p.x, p.z = 7 * p.x;
      points.push_back(p);
    }
    Mesh hull{points, convex_hull(points), {}};
    const Closedness closedness = closedness_of(hull);
    EXPECT_TRUE(closedness.is_closed());
    EXPECT_TRUE(closedness.is_oriented());
    ASSERT_FALSE(hull.triangles.empty());
    // All is behind each face, or on it: in numbers that are small and whole, or by a margin that rounding needs.
    for (std::size_t t = 0; t < hull.triangles.size(); ++t) {
      const auto [a, b, c] = hull.corners(t);
      for (const Vec3& p : points) {
        const double side = dot(cross(b - a, c - a), p - a);
        if (kind >= 2)
          EXPECT_LE(side, 0);
        else
          EXPECT_LE(side, 1e-14);
      }
    }
    const Model model(hull);
    for (const Vec3& p : points) {
      const bool is_on = closest_point(model, {}, p).upper == 0;
      EXPECT_TRUE(is_on || contains(Solid(model), {}, p) == Containment::inside);
    }
  }
}

TEST(OpenSolid, HullsOfManyPointsAndOfExtremeOnes) {
  Random random(1704);
  for (const double scale : {1.0, 0x1p-1060, 0x1p290}) {
    const int half = std::ilogb(scale) / 2;
    const auto whole = [&](const Vec3& p) {
      return p * std::ldexp(1, -half) * std::ldexp(1, half - std::ilogb(scale));
    };
    std::vector<Vec3> points;
    for (int i = 0; i < 5000; ++i) {
      // Lattice points in a ball: many in one plane, few corners.
      Vec3 p;
      do {
        for (int axis = 0; axis < 3; ++axis) p[axis] = static_cast<double>(random.below(65)) - 32;
      } while (dot(p, p) > 1024);
      points.push_back(p * scale);
    }
    const Mesh hull{points, convex_hull(points), {}};
    EXPECT_TRUE(closedness_of(hull).is_closed());
    for (std::size_t t = 0; t < hull.triangles.size(); t += 7) {
      const auto [a, b, c] = hull.corners(t);
      const Vec3 u = whole(b) - whole(a), v = whole(c) - whole(a);
      for (const Vec3& p : points) ASSERT_LE(dot(cross(u, v), whole(p) - whole(a)), 0);
    }
  }
}

TEST(OpenSolid, OfBoxesWithoutALidIsUnknownOnTheLidAlone) {
  const Mesh open = box_without_lid();
  EXPECT_THROW(Solid{Model(open)}, Error);
  const Solid solid = open_solid(open);
  EXPECT_EQ(contains(solid, {}, Vec3{0, 0, 0}), Containment::inside);
  EXPECT_EQ(contains(solid, {}, Vec3{0.9, 0.9, 0x1.fffffffffffffp-1}), Containment::inside);
  EXPECT_EQ(contains(solid, {}, Vec3{0.2, 0.3, 1}), Containment::unknown);
  EXPECT_EQ(contains(solid, {}, Vec3{0.2, 0.3, 1 + 0x1p-52}), Containment::outside);
  EXPECT_EQ(contains(solid, {}, Vec3{1, 0.3, 1}), Containment::on_surface);
  EXPECT_EQ(contains(solid, {}, Vec3{0, 0, -3}), Containment::outside);
  const SignedDistance depth = signed_distance(solid, {}, Vec3{0, 0, 0.5});
  EXPECT_EQ(depth.side, Containment::inside);
  EXPECT_LE(depth.lower, -1);
  EXPECT_NEAR(depth.upper, -1, 1e-13);
  const SignedDistance on_lid = signed_distance(solid, {}, Vec3{0.2, 0.3, 1});
  EXPECT_EQ(on_lid.side, Containment::unknown);
  EXPECT_EQ(on_lid.lower, -on_lid.upper);
  EXPECT_TRUE(on_lid.closest.complete);
  EXPECT_FALSE(signed_distance(solid, {}, Vec3{0.2, 0.3, 0}, {.budget = {.tests = 0}}).closest.complete);
}

/// A box with one corner more on each side of one triangle of each face.
Mesh cracked_box() {
  Mesh mesh = shapes::box({1, 1, 1});
  mesh.parts = {};
  const std::size_t count = mesh.triangles.size();
  for (std::size_t i = 0; i < count; i += 2) {
    const Triangle t = mesh.triangles[i];
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (int k = 0; k < 3; ++k) mesh.points.push_back((mesh.points[t[k]] + mesh.points[t[(k + 1) % 3]]) * 0.5);
    mesh.triangles[i] = {t[0], first, first + 2};
    mesh.triangles.push_back({first, t[1], first + 1});
    mesh.triangles.push_back({first + 1, t[2], first + 2});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

TEST(OpenSolid, JointsAtAllSidesLeaveNothingUnknown) {
  const Mesh joints = cracked_box();
  EXPECT_FALSE(closedness_of(joints).is_closed());
  const Solid solid = open_solid(joints), box{Model(shapes::box({1, 1, 1}))};
  Random random(1705);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = random.in_cube(1.2);
    EXPECT_EQ(contains(solid, {}, p), contains(box, {}, p));
  }
}

TEST(OpenSolid, CrossingBodiesAreUnitedAndNestedOnesAlternate) {
  const Mesh box = cracked_box();
  const auto moved = [](const Mesh& mesh, double scale, const Vec3& by) {
    Mesh result = mesh;
    result.parts = {};
    for (Vec3& p : result.points) p = p * scale + by;
    return result;
  };
  // Two that cross away from their rims' hulls; a third within the first.
  const Mesh crossing = joined_meshes({box, moved(shapes::box({1, 1, 1}), 0.7, {0.9, 0.13, 0.17})});
  const Solid united = open_solid(crossing);
  EXPECT_EQ(contains(united, {}, Vec3{0.9, 0.1, 0.2}), Containment::inside);
  EXPECT_EQ(contains(united, {}, Vec3{1.5, 0.1, 0.2}), Containment::inside);
  EXPECT_EQ(contains(united, {}, Vec3{-0.5, 0.1, 0.2}), Containment::inside);
  const Solid nested = open_solid(joined_meshes({box, moved(box, 0.5, {0.1, 0, 0})}));
  EXPECT_EQ(contains(nested, {}, Vec3{0.1, 0.1, 0.2}), Containment::outside);
  EXPECT_EQ(contains(nested, {}, Vec3{0.9, 0.1, 0.2}), Containment::inside);
  // A box without a lid, and a body that stands out of it through the hole: lids decide nothing there, since the hull
  // is flat, but it is not looked at so closely.
  const Solid out = open_solid(joined_meshes({box_without_lid(), moved(shapes::box({1, 1, 1}), 0.25, {0, 0, 1})}));
  EXPECT_EQ(contains(out, {}, Vec3{0, 0, 0.9}), Containment::unknown);
  EXPECT_EQ(contains(out, {}, Vec3{0, 0, 1.1}), Containment::inside);
  EXPECT_EQ(contains(out, {}, Vec3{0.5, 0.5, 0.9}), Containment::inside);
  EXPECT_EQ(contains(out, {}, Vec3{0, 0, 1.5}), Containment::outside);
}

TEST(OpenSolid, EnclosesWhatIsInsideWithEveryLid) {
  const Solid open = open_solid(box_without_lid());
  const Pieces ball{Model(shapes::sphere(0.25, 2))};
  const auto at = [](double x, double z) { return Placement::translation({x, 0, z}); };
  EXPECT_EQ(enclosed(ball, at(0, 0), open, {}).answer, Answer::yes);
  // Half out of the opening, but its lower half is inside whatever the lid.
  EXPECT_EQ(enclosed(ball, at(0, 1), open, {}).answer, Answer::yes);
  EXPECT_EQ(enclosed(ball, at(0, 1.5), open, {}).answer, Answer::no);
  EXPECT_EQ(enclosed(ball, at(3, 0), open, {}).answer, Answer::no);
  // A sheet that lies in the opening.
  const Pieces sheet{Model(Mesh{{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}}, {{0, 1, 2}}, {}})};
  const Enclosure found = enclosed(sheet, at(0, 1), open, {});
  EXPECT_EQ(found.answer, Answer::unknown);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(enclosed(sheet, at(0, 1), open, {}, {.budget = {.tests = 0}}).complete);
}

TEST(OpenSolid, OfManyTrianglesWithoutNeighboursIsOutside) {
  Random random(1706);
  Mesh soup;
  for (std::uint32_t i = 0; i < 6000; ++i) {
    const Vec3 at = random.in_cube(10);
    for (int k = 0; k < 3; ++k) soup.points.push_back(at + random.in_cube(0.3));
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Solid solid = open_solid(soup);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(contains(solid, {}, random.in_cube(10)), Containment::outside);
}

}  // namespace
}  // namespace abut
