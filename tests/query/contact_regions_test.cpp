#include "box_between.h"
#include "support/effort.h"
#include "support/here.h"
#include "support/lattice_solids.h"
#include "support/scenes.h"
#include <abut/contact_regions.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace abut {

namespace {

double signed_area(const std::vector<Vec3>& outline, const Vec3& normal) {
  Vec3 sum;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i)
    sum = sum + cross(outline[i] - outline[0], outline[i + 1] - outline[0]) * 0.5;
  return dot(sum, normal);
}

void expect_near(const Vec3& found, const Vec3& expected, double error = 1e-12) {
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], expected[axis], error) << axis;
}

/// Every touching pair is in exactly one patch; numbers fit together.
ContactRegions checked(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b) {
  const ContactRegions regions = contact_regions(a, at_a, b, at_b);
  std::vector<Contact> pairs;
  for (const ContactPatch& patch : regions.patches) {
    EXPECT_FALSE(patch.pairs.empty());
    EXPECT_TRUE(std::ranges::is_sorted(patch.pairs));
    pairs.insert(pairs.end(), patch.pairs.begin(), patch.pairs.end());
    EXPECT_FALSE(patch.curves.empty() && patch.areas.empty() && patch.points.empty());
    double area = 0;
    const double slack = 1e-9 * (1 + largest(max(abs(patch.extent.low), abs(patch.extent.high))));
    for (const ContactArea& each : patch.areas) {
      double outlined = 0;
      for (const auto& outline : each.outlines) outlined += signed_area(outline, each.normal);
      EXPECT_NEAR(outlined, each.area, slack * (1 + each.area));
      area += each.area;
    }
    EXPECT_NEAR(area, patch.area, slack * (1 + area));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GE(patch.centre[axis], patch.extent.low[axis] - slack);
      EXPECT_LE(patch.centre[axis], patch.extent.high[axis] + slack);
    }
    const double size = length(patch.normal);
    EXPECT_TRUE(size == 0 || std::abs(size - 1) < 1e-12) << size;
  }
  std::ranges::sort(pairs);
  EXPECT_EQ(pairs, collide(a, at_a, b, at_b).pairs);
  EXPECT_TRUE(regions.complete);
  return regions;
}

/// What does not depend on the order of the models, patch by patch.
std::multiset<std::array<double, 6>> outline_of(const ContactRegions& regions) {
  std::multiset<std::array<double, 6>> result;
  for (const ContactPatch& p : regions.patches)
    result.insert({static_cast<double>(p.pairs.size()), static_cast<double>(p.curves.size()),
                   static_cast<double>(p.areas.size()), static_cast<double>(p.points.size()), std::round(p.area * 1e6),
                   std::round(p.length * 1e6)});
  return result;
}

}  // namespace

TEST(ContactRegions, FindsTheLoopOfABoxSunkIntoAPlate) {
  const Model box(box_between({-1, -1, -0.5}, {1, 1, 2})), plate(box_between({-5, -5, -1}, {5, 5, 0}));
  const ContactRegions regions = checked(box, here, plate, here);
  ASSERT_EQ(regions.patches.size(), 1u);
  const ContactPatch& patch = regions.patches[0];
  ASSERT_EQ(patch.curves.size(), 1u);
  EXPECT_TRUE(patch.curves[0].is_closed);
  for (const Vec3& p : patch.curves[0].points) EXPECT_EQ(p.z, 0);
  EXPECT_DOUBLE_EQ(patch.length, 8);
  EXPECT_TRUE(patch.areas.empty() && patch.points.empty());
  expect_near(patch.normal, {0, 0, -1});
  expect_near(patch.centre, {0, 0, 0});
  EXPECT_EQ(patch.extent.low, (Vec3{-1, -1, 0}));
  EXPECT_EQ(patch.extent.high, (Vec3{1, 1, 0}));
}

TEST(ContactRegions, FindsTheSquareBetweenTwoCubes) {
  const Model cube(box_between({0, 0, 0}, {1, 1, 1}));
  const ContactRegions regions = checked(cube, here, cube, Placement::translation({1, 0.25, -0.5}));
  ASSERT_EQ(regions.patches.size(), 1u);
  const ContactPatch& patch = regions.patches[0];
  ASSERT_EQ(patch.areas.size(), 1u);
  ASSERT_EQ(patch.areas[0].outlines.size(), 1u);
  EXPECT_DOUBLE_EQ(patch.area, 0.75 * 0.5);
  EXPECT_TRUE(patch.curves.empty() && patch.points.empty());
  expect_near(patch.normal, {1, 0, 0});
  expect_near(patch.areas[0].normal, {1, 0, 0});
  expect_near(patch.centre, {1, 0.625, 0.25});
}

TEST(ContactRegions, KeepsHolesOfAreas) {
  Mesh ring;  // a frame that stands on the ground
  for (double z : {0.0, 1.0})
    for (double size : {1.0, 3.0})
      for (int i = 0; i < 4; ++i) ring.points.push_back({i == 0 || i == 3 ? size : -size, i < 2 ? size : -size, z});
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    ring.triangles.insert(ring.triangles.end(), {{a, b, c}, {a, c, d}});
  };
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    quad(j, i, 4 + i, 4 + j), quad(8 + i, 8 + j, 12 + j, 12 + i);
    quad(i, j, 8 + j, 8 + i), quad(4 + j, 4 + i, 12 + i, 12 + j);
  }
  const ContactRegions regions = checked(Model(ring), here, Model(box_between({-5, -5, -1}, {5, 4, 0})), here);
  ASSERT_EQ(regions.patches.size(), 1u);
  ASSERT_EQ(regions.patches[0].areas.size(), 1u);
  const ContactArea& area = regions.patches[0].areas[0];
  EXPECT_DOUBLE_EQ(area.area, 32);
  ASSERT_EQ(area.outlines.size(), 2u);
  std::array sizes{signed_area(area.outlines[0], area.normal), signed_area(area.outlines[1], area.normal)};
  std::ranges::sort(sizes);
  EXPECT_DOUBLE_EQ(sizes[0], -4);
  EXPECT_DOUBLE_EQ(sizes[1], 36);
  EXPECT_TRUE(regions.patches[0].curves.empty());
}

TEST(ContactRegions, FindsTwoLoopsOfAPegThroughAPlate) {
  const Model peg(shapes::cylinder(1, 3, 40)), plate(box_between({-4, -4, -1}, {4, 4, 1}));
  const Placement tilt = Placement::rotation(1, 0.1, 0.05, 0.3, {0.1, 0.2, 0});
  const ContactRegions regions = checked(peg, tilt, plate, here);
  ASSERT_EQ(regions.patches.size(), 2u);
  for (const ContactPatch& patch : regions.patches) {
    ASSERT_EQ(patch.curves.size(), 1u);
    EXPECT_TRUE(patch.curves[0].is_closed);
    EXPECT_TRUE(patch.areas.empty() && patch.points.empty());
    EXPECT_NEAR(std::abs(patch.centre.z), 1, 1e-12);
    EXPECT_NEAR(patch.normal.z, patch.centre.z > 0 ? -1 : 1, 0.1);
  }
}

TEST(ContactRegions, FindsTheCircleOfTwoSpheres) {
  const Model sphere(shapes::sphere(1, 24));
  const Placement at = Placement::rotation(0.9, 0.2, -0.3, 0.4, {1, 0.5, -0.25});
  const ContactRegions regions = checked(sphere, here, sphere, at);
  ASSERT_EQ(regions.patches.size(), 1u);
  const ContactPatch& patch = regions.patches[0];
  ASSERT_EQ(patch.curves.size(), 1u);
  EXPECT_TRUE(patch.curves[0].is_closed);
  const double apart = length(at.shift), radius = std::sqrt(1 - apart * apart / 4);
  EXPECT_NEAR(patch.length, 2 * 3.14159265 * radius, 0.02);
  expect_near(patch.centre, at.shift * 0.5, 0.01);
  expect_near(patch.normal, at.shift * (1 / apart), 0.02);
}

TEST(ContactRegions, FindsTwoCirclesOfATorusAndAPlane) {
  const Model torus(shapes::torus(2, 0.5, 60, 24)), plane(shapes::plate(8, 8, 3, 5));
  for (const double height : {0.0, 0.1, 0.125}) {
    const ContactRegions regions = checked(torus, Placement::translation({0.01, 0.02, height}), plane, here);
    ASSERT_EQ(regions.patches.size(), 2u) << height;
    const double half = std::sqrt(0.25 - height * height);
    double length = 0;
    for (const ContactPatch& patch : regions.patches) {
      ASSERT_EQ(patch.curves.size(), 1u);
      EXPECT_TRUE(patch.curves[0].is_closed);
      length += patch.length;
    }
    EXPECT_NEAR(length, 2 * 3.14159265 * (2 - half + 2 + half), 0.05) << height;
  }
}

TEST(ContactRegions, FindsSinglePointsAndFolds) {
  const Mesh tip{{{0, 0, 0}, {1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}, {}};
  const Model plate(box_between({-5, -5, -1}, {5, 5, 0}));
  const ContactRegions touch = checked(Model(tip), here, plate, here);
  ASSERT_EQ(touch.patches.size(), 1u);
  EXPECT_EQ(touch.patches[0].points, std::vector<Vec3>{(Vec3{0, 0, 0})});
  EXPECT_EQ(touch.patches[0].area, 0);
  EXPECT_EQ(touch.patches[0].length, 0);
  // In a corner of two walls: one patch, two areas with different normals.
  const Model corner(joined(std::array{box_between({0, -4, -1}, {4, 4, 0}), box_between({-1, -4, 0}, {0, 4, 4})}));
  const ContactRegions both = checked(Model(box_between({0, 0, 0}, {1, 2, 3})), here, corner, here);
  ASSERT_EQ(both.patches.size(), 1u);
  ASSERT_EQ(both.patches[0].areas.size(), 2u);
  EXPECT_DOUBLE_EQ(both.patches[0].area, 2 + 6);
}

namespace {

/// What two surfaces of cells have in common: unit faces, edges and corners, by whole numbers. Twice the middle names
/// each: odd coordinates are those along it.
struct CommonCells {
  std::set<lattice::Cell> faces, edges, corners;

  static std::set<lattice::Cell> surface(const lattice::Cells& cells) {
    std::set<lattice::Cell> result;
    for (const lattice::Cell& cell : cells)
      for (int axis = 0; axis < 3; ++axis)
        for (int side : {-1, 1}) {
          lattice::Cell beside = cell;
          beside[axis] += side;
          if (cells.contains(beside)) continue;
          lattice::Cell face{2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1};
          face[axis] += side;
          result.insert(face);
        }
    return result;
  }
  /// A part of the rim of an element: an end along each axis along which it is long.
  static std::set<lattice::Cell> rim(const std::set<lattice::Cell>& elements) {
    std::set<lattice::Cell> result;
    for (const lattice::Cell& element : elements)
      for (int axis = 0; axis < 3; ++axis)
        for (int side : {-1, 1})
          if (element[axis] % 2 != 0) {
            lattice::Cell end = element;
            end[axis] += side;
            result.insert(end);
          }
    return result;
  }
  static std::set<lattice::Cell> both(const std::set<lattice::Cell>& a, const std::set<lattice::Cell>& b) {
    std::set<lattice::Cell> result;
    std::ranges::set_intersection(a, b, std::inserter(result, result.end()));
    return result;
  }

  CommonCells(const lattice::Cells& a, const lattice::Cells& b) {
    const auto of_a = surface(a), of_b = surface(b);
    const auto edges_a = rim(of_a), edges_b = rim(of_b);
    faces = both(of_a, of_b), edges = both(edges_a, edges_b), corners = both(rim(edges_a), rim(edges_b));
  }

  std::size_t free_edges() const {
    const auto along_faces = rim(faces);
    return static_cast<std::size_t>(
        std::ranges::count_if(edges, [&](const auto& e) { return !along_faces.contains(e); }));
  }
  /// Connected parts: all have corners, and hang together by edges and faces.
  std::size_t parts() const {
    std::map<lattice::Cell, lattice::Cell> parent;
    for (const auto& corner : corners) parent[corner] = corner;
    const auto root = [&](lattice::Cell c) {
      while (parent.at(c) != c) c = parent.at(c);
      return c;
    };
    std::size_t count = corners.size();
    for (const auto& edge : edges) {
      const auto ends = rim({edge});
      const lattice::Cell i = root(*ends.begin()), j = root(*ends.rbegin());
      if (i != j) parent[i] = j, --count;
    }
    return count;
  }
};

}  // namespace

TEST(ContactRegions, AgreesWithFacesAndEdgesOfPolycubes) {
  Random random(1);
  for (int round = 0; round < tries(150); ++round) {
    const lattice::Cells a = lattice::random_polycube(random, 1 + static_cast<int>(random.below(12)));
    const lattice::Cells b = lattice::random_polycube(random, 1 + static_cast<int>(random.below(12)));
    const Model model_a(lattice::surface_of(a, random)), model_b(lattice::surface_of(b, random));
    for (int turn = 0; turn < 3; ++turn) {
      const auto at_b = lattice::Symmetry::random(random, 2);
      Placement outer;
      if (turn == 1) outer.linear = Matrix3::from_rows({3, -4, 0}, {4, 3, 0}, {0, 0, 5});
      if (turn == 2) outer.linear = Matrix3::from_rows({0, 4, -3}, {5, 0, 0}, {0, 3, 4}), outer.shift = {1e5, 3, -7};
      const double unit = turn == 0 ? 1 : 5;
      const CommonCells expected(a, lattice::moved(b, at_b));
      const ContactRegions found = checked(model_a, outer, model_b, outer * at_b.placement());
      double area = 0, length = 0;
      for (const ContactPatch& patch : found.patches) area += patch.area, length += patch.length;
      EXPECT_EQ(found.patches.size(), expected.parts()) << round << " " << turn;
      EXPECT_NEAR(area, unit * unit * static_cast<double>(expected.faces.size()), 1e-8) << round << " " << turn;
      EXPECT_NEAR(length, unit * static_cast<double>(expected.free_edges()), 1e-8) << round << " " << turn;
    }
  }
}

TEST(ContactRegions, PutsEveryPairOfEverySceneIntoOnePatchWhicheverModelComesFirst) {
  for (const PlacedMeshes& scene : special_scenes()) {
    SCOPED_TRACE(scene.name);
    const Model a(scene.a), b(scene.b);
    const ContactRegions found = checked(a, scene.at_a, b, scene.at_b), swapped = checked(b, scene.at_b, a, scene.at_a);
    EXPECT_EQ(outline_of(found), outline_of(swapped));
  }
}

TEST(ContactRegions, HonoursItsOptions) {
  const Model sphere(shapes::sphere(1, 12));
  const Placement at = Placement::translation({0.5, 0.1, 0.2});
  const ContactRegions all = contact_regions(sphere, here, sphere, at);
  const ContactRegions part = contact_regions(sphere, here, sphere, at, {.budget = {.tests = 500}});
  EXPECT_FALSE(part.complete);
  for (const Simd simd : available_simd())
    for (const int threads : {1, 3}) {
      const ContactRegions same = contact_regions(sphere, here, sphere, at, {.simd = simd, .threads = threads});
      ASSERT_EQ(same.patches.size(), all.patches.size());
      EXPECT_EQ(same.patches[0].pairs, all.patches[0].pairs);
      EXPECT_EQ(same.patches[0].curves[0].points, all.patches[0].curves[0].points);
      EXPECT_EQ(same.patches[0].normal, all.patches[0].normal);
    }
  Placement flat;
  flat.linear(2, 2) = 0;
  EXPECT_THROW(contact_regions(sphere, flat, sphere, at), Error);
}

}  // namespace abut
