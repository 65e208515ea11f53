#include "engine/build.h"
#include "trees.h"

#include <cmath>
#include <numbers>

namespace abut {
namespace {

TEST(WideTree, HoldsEveryTriangleOnceInBoxesThatBoundIt) {
  for (const auto& [name, mesh] : wide_tree_meshes())
    for (std::uint32_t leaf_size = 1; leaf_size <= WideChild::largest_leaf; ++leaf_size) {
      const std::vector<Vec3> points = inner_points(mesh);
      const WideTree tree = build_wide_tree(points, mesh.triangles, {.leaf_size = leaf_size});
      expect_sound(name + ", leaves of " + std::to_string(leaf_size), tree, points, mesh.triangles);
    }
}

TEST(WideTree, IsTheSameForEveryNumberOfThreads) {
  std::vector<std::pair<std::string, Mesh>> meshes = wide_tree_meshes();
  // Large enough for every stage of the build to be shared.
  meshes.push_back({"large scan", shapes::bumpy_scan(200000, 2)});
  for (const auto& [name, mesh] : meshes) {
    const std::vector<Vec3> points = inner_points(mesh);
    const WideTree one = build_wide_tree(points, mesh.triangles);
    for (int threads : {2, 3, 4})
      EXPECT_TRUE(same_bytes(build_wide_tree(points, mesh.triangles, {}, threads), one)) << name << ", " << threads;
  }
}

TEST(WideTree, IsTheSameOnEveryInstructionSet) {
  for (const auto& [name, mesh] : wide_tree_meshes()) {
    const std::vector<Vec3> points = inner_points(mesh);
    const WideTree best = build_wide_tree(points, mesh.triangles);
    for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ForcedTarget forced(target);
      EXPECT_TRUE(same_bytes(build_wide_tree(points, mesh.triangles), best)) << name << ", " << hwy::TargetName(target);
    }
  }
}

/// Ten-sided and rounded off, as a robot's link: 200 triangles.
Mesh capsule() {
  constexpr std::uint32_t around = 10, rings = 10, bottom = around * rings, top = bottom + 1;
  Mesh mesh;
  for (std::uint32_t ring = 0; ring < rings; ++ring)
    for (std::uint32_t i = 0; i < around; ++i) {
      const double tilt = (ring < 5 ? ring - 5.0 : ring - 4.0) * std::numbers::pi / 11,
                   angle = 2 * std::numbers::pi * i / around;
      mesh.points.push_back({0.25 * std::cos(tilt) * std::cos(angle), 0.25 * std::cos(tilt) * std::sin(angle),
                             (ring < 5 ? 0 : 1) + 0.25 * std::sin(tilt)});
    }
  mesh.points.insert(mesh.points.end(), {{0, 0, -0.25}, {0, 0, 1.25}});
  for (std::uint32_t i = 0; i < around; ++i) {
    const std::uint32_t next = (i + 1) % around, last = (rings - 1) * around;
    mesh.triangles.push_back({bottom, next, i});
    mesh.triangles.push_back({top, last + i, last + next});
    for (std::uint32_t low = 0; low < last; low += around) {
      mesh.triangles.push_back({low + i, low + next, low + around + next});
      mesh.triangles.push_back({low + i, low + around + next, low + around + i});
    }
  }
  return mesh;
}

// The axes of this capsule's box had coordinates of 5e-43, 9e-36 and 2e-18. Products of such numbers are subnormal, and
// a test of two boxes took 75 ns instead of 45.
TEST(WideTree, HasAxesWithoutCoordinatesThatAreNoise) {
  std::vector<std::pair<std::string, Mesh>> meshes = wide_tree_meshes();
  meshes.push_back({"capsule", capsule()});
  meshes.push_back({"torus", shapes::torus(1, 0.25, 50, 50)});
  for (const auto& [name, mesh] : meshes) {
    const std::vector<Vec3> points = inner_points(mesh);
    const WideTree tree = build_wide_tree(points, mesh.triangles);
    expect_sound(name, tree, points, mesh.triangles);
    for (const WideNode& node : tree.nodes)
      for (int lane = 0; lane < ObbPacket::lanes && !node.child[lane].is_empty(); ++lane)
        for (int i = 0; i < 9; ++i) {
          const float coordinate = std::abs(node.boxes.axes[i / 3][i % 3][lane]);
          EXPECT_TRUE(coordinate == 0 || coordinate >= 0x1p-40f) << name << " " << coordinate;
        }
  }
}

}  // namespace
}  // namespace abut
