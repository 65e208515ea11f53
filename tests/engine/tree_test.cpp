#include "engine/build.h"
#include "trees.h"

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

}  // namespace
}  // namespace abut
