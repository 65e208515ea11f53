// Depths of solids whose faces lie on each other, or almost, against closed forms and dense samples.

#include "math/random.h"
#include "support/closed_shapes.h"
#include "support/depth_oracle.h"
#include "support/effort.h"
#include "support/expect_depth.h"
#include "support/overlap_shapes.h"
#include <abut/shapes.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

const std::vector<std::array<double, 2>> angle{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};

// A bolt was in a plate by 0.01, and the bracket went up to 1.9: cells beside the shank, all outside of the bolt but
// for the head's face that they lay on, could not be seen to be outside. With P the bore's outline and P + s the
// shank's, a line through the point of P closest to x, across the way there, has all of P behind it; so the sum of both
// depths of x is at most the part of s along that way, and s itself beside the corner that the bolt is moved towards.
TEST(FlushPenetration, AShankBesideTheHeadsFace) {
  for (const int sides : {12, 24}) {
    const Mesh bolt = turned_on_a_lathe(sides, {{7, -5}, {7, 0}, {4, 0}, {4, 16}}, true);
    const Mesh plate = turned_on_a_lathe(sides, {{4, 0}, {10, 0}, {10, 6}, {4, 6}}, false);
    for (const double moved : {2.0, 0.5, 0.01, 1e-4}) {
      if (sanitized && moved < 0.5) continue;
      expect_depth(transformed(bolt, Placement::translation({moved, 0, 0})), plate, moved,
                   std::to_string(sides) + " sides, by " + std::to_string(moved));
    }
  }
}

// Of a part that was almost where another one is, every triangle was looked at many times: 5 million tests for a ball
// of 5120 triangles, and no end.
TEST(FlushPenetration, NearlyFlushCopiesAreSoonMeasured) {
  const Solid box = solid_of(brick({-1, -1, -1}, {1, 1, 1}));
  const Solid bolt = solid_of(turned_on_a_lathe(64, {{7, -5}, {7, 0}, {4, 0}, {4, 16}}, true));
  const Solid ring = solid_of(turned_on_a_lathe(64, {{4, 0}, {10, 0}, {10, 6}, {4, 6}}, false));
  for (const double off : {1e-3, 1e-6, 1e-9})
    for (const Solid* solid : {&box, &bolt, &ring}) {
      const Placement shifted = Placement::translation({off, 0.75 * off, 0.25 * off});
      Placement slightly_turned;
      const double c = std::cos(0.1 * off), s = std::sin(0.1 * off);
      slightly_turned.linear = Matrix3::from_rows({c, -s, 0}, {s, c, 0}, {0, 0, 1});
      for (const Placement& at : {shifted, slightly_turned}) {
        const Penetration found = penetration(*solid, {}, *solid, at);
        EXPECT_TRUE(found.complete) << off;
        EXPECT_LT(found.counters.volume_tests, 300'000u) << off;
        // No point is farther from the other surface than from its copy.
        double farthest = 0;
        for (const Vec3& p : solid->model().mesh().points) farthest = std::max(farthest, length(at * p - p));
        for (const Reach* reach : {&found.reach_a, &found.reach_b}) {
          EXPECT_LE(reach->length.lower, farthest * (1 + 1e-9));
          EXPECT_GT(reach->length.lower, 0);
          EXPECT_LE(reach->length.upper, reach->length.lower * 1.01 + 1e-4 * found.depth.lower);
        }
      }
      if (solid == &box) {
        const Penetration found = penetration(box, {}, box, shifted);
        EXPECT_LE(found.depth.lower, 2 - off);
        EXPECT_GE(found.depth.upper, 2 - off);
        EXPECT_LE(found.reach_a.length.lower, off);
        EXPECT_GE(found.reach_a.length.upper, off);
      }
    }
}

// Reaches of copies are bounded by the ways to where the other one has its points.
TEST(FlushPenetration, CopiesAgreeWithDenseSamples) {
  Random random(1714);
  const std::vector<Mesh> meshes{shapes::icosahedron(1), shapes::torus(1, 0.4, 9, 6), extruded(angle, 0.4)};
  for (int round = 0; round < (sanitized ? 6 : 36); ++round) {
    const Mesh& mesh = meshes[static_cast<std::size_t>(round) % meshes.size()];
    const double off = std::pow(10, random.between(-3, 0));
    Placement at_a = random.rotation(), at_b = at_a;
    for (double& entry : at_b.linear.entries) entry += off * random.between(-0.2, 0.2);
    at_b.shift = at_b.shift + off * random.in_cube(1);
    // One of the same model, and one of another that is alike.
    const Solid a = solid_of(mesh), b = round % 2 == 0 ? a : solid_of(mesh);
    const Penetration found = penetration(a, at_a, b, at_b);
    const DepthOracle of_a(mesh, at_a), of_b(mesh, at_b);
    const std::array<std::pair<Bracket, Bracket>, 3> pairs{{{found.depth, sampled_depth(of_a, of_b, 20)},
                                                            {found.reach_a.length, sampled_reach(of_a, of_b, 0.1)},
                                                            {found.reach_b.length, sampled_reach(of_b, of_a, 0.1)}}};
    for (const auto& [bracket, sampled] : pairs) {
      EXPECT_LE(bracket.lower, sampled.upper + 1e-9) << round;
      EXPECT_GE(bracket.upper, sampled.lower - 1e-9) << round;
    }
    EXPECT_TRUE(found.complete) << round;
    EXPECT_GE(of_a.depth(found.deepest) + of_b.depth(found.deepest), found.depth.lower - 1e-9) << round;
    EXPECT_GE(of_b.depth(found.reach_a.point), found.reach_a.length.lower - 1e-9) << round;
    EXPECT_LE(std::abs(of_a.depth(found.reach_a.point)), 1e-9) << round;
  }
}

TEST(FlushPenetration, FlushFacesThatFaceTheSameWay) {
  const Mesh block = brick({0, 0, 0}, {4, 4, 2});
  // Within it, from bottom to top: nothing of its surface is deeper than its own walls are apart.
  const Mesh plug = brick({1, 1, 0}, {3, 3, 2});
  expect_depth(block, plug, 2, "a plug as high as the block");
  // Turned, what was cut off beside its rim was told from rounding by a hair, and cut as long as it went: 460 000
  // tests.
  Placement at;
  at.linear = Matrix3::from_rows({0.6, 0, -0.8}, {0, 1, 0}, {0.8, 0, 0.6});
  at.shift = {3, -1, 2};
  EXPECT_LT(penetration(solid_of(block), at, solid_of(plug), at).counters.volume_tests, 10'000u);
  expect_depth(block, brick({0, 0, 0}, {1, 1, 1}), 1, "in a corner, on three faces");
  expect_depth(block, brick({1, 1, 1.75}, {3, 3, 2}), 0.25, "sunk until it is flush");
  expect_depth(block, brick({1, 1, 1.75}, {3, 3, 7}), 0.25, "sunk as far, and higher");
}

TEST(FlushPenetration, PrismsThatShareSides) {
  const Mesh block = brick({0, 0, 0}, {4, 4, 2});
  for (const double overlap : {1.5, 0.25, 1e-3, 1e-6})
    expect_depth(block, brick({4 - overlap, 0, 0}, {8, 4, 2}), overlap, "one after the other in a channel");
  // Along the axis of an outline with a notch: d is the overlap, or twice the largest ball's radius.
  for (const double overlap : {0.5, 0.01}) {
    Mesh above = extruded(angle, 3);
    for (Vec3& p : above.points) p.z += 6 - overlap;
    expect_depth(extruded(angle, 3), above, overlap, "one on the other");
  }
  // The largest ball touches both outer sides and the inner edge: its centre (r, r) is r from (1, 1).
  expect_depth(extruded(angle, 3), extruded(angle, 5), 2 * (2 - std::sqrt(2.0)), "a long one around a short one", 1e-9);
}

TEST(FlushPenetration, DuplicatesThatAreCutIntoOtherTriangles) {
  // A bar, an angle, a U and a frame of cubes in one layer: the largest ball is as high as the layer.
  for (const std::uint32_t shape : {0b111u, 0b001001111u, 0b101101111u, 0b111101111u}) {
    Polycube cubes{{3, 3, 1}, std::vector<bool>(9)};
    for (std::size_t i = 0; i < 9; ++i) cubes.filled[i] = shape >> i & 1;
    const Solid one = solid_of(cubes.surface(false)), other = solid_of(cubes.surface(true));
    const Penetration same = penetration(one, {}, other, {});
    EXPECT_LE(same.depth.lower, 1) << shape;
    EXPECT_GE(same.depth.upper, 1) << shape;
    EXPECT_LE(same.depth.upper, same.depth.lower * 1.02) << shape;
    for (const Reach* reach : {&same.reach_a, &same.reach_b}) EXPECT_LE(reach->length.upper, 2e-4) << shape;
    for (const double off : {0x1p-10, 0x1p-20}) {
      const Penetration shifted = penetration(one, {}, other, Placement::translation({off, 0, 0}));
      EXPECT_TRUE(shifted.complete) << shape;
      for (const Reach* reach : {&shifted.reach_a, &shifted.reach_b}) {
        EXPECT_LE(reach->length.lower, off) << shape;
        EXPECT_GE(reach->length.upper, off) << shape;
      }
    }
  }
}

}  // namespace
}  // namespace abut
