#include "shapes/solid_building.h"

#include "shapes/section.h"
#include "support/mesh_checks.h"
#include <abut/error.h>

#include <gtest/gtest.h>

namespace abut::shapes {
namespace {

Loop square(double half) { return rectangle({-half, -half}, {half, half}); }

TEST(SolidBuilding, AStackEnclosesItsLayersAndIsClosed) {
  // A plate with a hole, a tower on it, and a blind hole in the tower.
  const Layer layers[] = {prism(0, 2, {square(10), square(1)}), prism(2, 5, {square(4), square(1)}, 3),
                          prism(5, 6, {square(4), square(3)})};
  const Mesh mesh = stacked(layers);
  EXPECT_EQ(unmatched_edges(mesh), 0u);
  EXPECT_NEAR(volume(mesh), 2 * (400 - 4) + 3 * (64 - 4) + (64 - 36), 1e-9);
}

TEST(SolidBuilding, LayersMayStandBesideEachOtherAndOverhang) {
  const Layer layers[] = {prism(0, 1, {rectangle({0, 0}, {1, 1}), rectangle({3, 0}, {4, 1})}),
                          prism(1, 2, {rectangle({-1, -1}, {5, 2})}), prism(2, 3, {rectangle({2, 0}, {3, 1})})};
  const Mesh mesh = stacked(layers);
  EXPECT_EQ(unmatched_edges(mesh), 0u);
  EXPECT_DOUBLE_EQ(volume(mesh), 2 + 18 + 1);
}

TEST(SolidBuilding, TapersJoinLoopsCornerByCorner) {
  const Layer layers[] = {taper(0, 3, {square(2), square(1)}, {square(4), square(0.5)}, 4)};
  const Mesh mesh = stacked(layers);
  EXPECT_EQ(unmatched_edges(mesh), 0u);
  // Frusta of pyramids: h / 3 (A + B + sqrt(A B)).
  EXPECT_NEAR(volume(mesh), (16 + 64 + 32) - (4 + 1 + 2), 1e-9);
}

TEST(SolidBuilding, TunnelsLeadThroughWalls) {
  const Loop mouth = on_grid(circle({0, 3}, 1, 24)), second = on_grid(circle({3, 3}, 1, 24));
  const double cross_section = turning(mouth) / 2;
  const Layer layers[] = {prism(0, 6, {square(8), square(5)}), prism(6, 7, {square(8)})};
  const Tunnel tunnels[] = {{-8, -5, mouth}, {-8, -5, second}, {5, 8, mouth}};
  const Mesh mesh = stacked(layers, tunnels);
  EXPECT_EQ(unmatched_edges(mesh), 0u);
  EXPECT_NEAR(volume(mesh), 6 * (256 - 100) + 256 - 9 * cross_section, 1e-9);
}

TEST(SolidBuilding, ATunnelWithoutWallsIsRefused) {
  const Layer layers[] = {prism(0, 6, {square(8)})};
  const Tunnel tunnels[] = {{-8, 5, on_grid(circle({0, 3}, 1, 24))}};
  EXPECT_THROW(stacked(layers, tunnels), Error);
}

TEST(SolidBuilding, LayingAStackAlongXKeepsItFacingOutward) {
  const Layer layers[] = {prism(0, 2, {rectangle({0, 0}, {1, 3})})};
  const Mesh laid = laid_along_x(stacked(layers));
  EXPECT_DOUBLE_EQ(volume(laid), 6);
  const Bounds bounds = bounds_of(laid.points);
  EXPECT_EQ(bounds.high, (Vec3{2, 1, 3}));
}

TEST(SolidBuilding, TurnedBodiesStandOnTheZAxis) {
  const ProfilePoint cup[] = {{8, 0}, {8, 3}, {0, 3}, {0, 4}, {10, 4}, {10, 0}};
  const Mesh mesh = turned(cup, 64);
  EXPECT_EQ(unmatched_edges(mesh), 0u);
  EXPECT_NEAR(volume(mesh), 3.14159 * (160 - 72), 0.5);
  EXPECT_EQ(bounds_of(mesh.points).high, (Vec3{4, 4, 10}));
}

TEST(SolidBuilding, WhatIsCutAwayLeavesAClosedRest) {
  const Layer layers[] = {prism(0, 2, {square(10), square(1)}), prism(2, 6, {square(4), square(3)})};
  const Mesh whole = stacked(layers);
  for (int axis = 0; axis < 2; ++axis) {
    const Mesh half = cut_away(whole, axis, 0.25);
    EXPECT_EQ(unmatched_edges(half), 0u);
    EXPECT_NEAR(volume(half), 2 * (9.75 * 20 - 0.75 * 2) + 4 * (3.75 * 8 - 2.75 * 6), 1e-9);
    ASSERT_EQ(half.parts.size(), 2u);
    EXPECT_EQ(half.parts[1].name, "section");
    for (std::uint32_t i = half.parts[1].first; i < half.triangles.size(); ++i)
      for (const Vec3& p : half.corners(i)) EXPECT_EQ(p[axis], 0.25);
  }
  EXPECT_THROW(cut_away(whole, 0, 1), Error);
}

}  // namespace
}  // namespace abut::shapes
