#include "wide_trees.h"
#include <abut/tree/wide_build.h>

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

}  // namespace
}  // namespace abut
