#include "engine/ray_tree.h"

#include "math/inner_frame.h"
#include <abut/shapes.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

struct Case {
  Mesh mesh;
  std::vector<Vec3> inner;

  explicit Case(Mesh m) : mesh(std::move(m)) { follow(); }
  void follow() {
    inner.clear();
    const InnerFrame frame = InnerFrame::around(mesh.points);
    for (const Vec3& point : mesh.points) inner.push_back(frame.inner(point));
  }
  RayMeshPoints points() const { return {mesh.points, inner, mesh.triangles}; }
};

/// Every triangle below a lane must be in its box, and be found once in all, with the corners of the mesh.
class Walk {
 public:
  Walk(const RayTree& tree, const Case& of) : tree_(tree), case_(of), found_(of.mesh.triangles.size()) {
    visit(0);
    for (int times : found_) EXPECT_EQ(times, 1);
  }

 private:
  struct Box {
    Vec3 low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    void grow(const Vec3& point) { low = min(low, point), high = max(high, point); }
  };

  Box visit(std::uint32_t index) {
    const RayNode& node = tree_.nodes[index];
    Box all;
    for (int lane = 0; lane < RayNode::lanes; ++lane) {
      const WideChild child = node.child[lane];
      if (child.is_empty()) continue;
      const Box below = child.is_leaf() ? leaf(child) : visit(child.node());
      for (int k = 0; k < 3; ++k) {
        EXPECT_LE(node.bound[k][lane], below.low[k]);
        EXPECT_GE(node.bound[3 + k][lane], below.high[k]);
      }
      all.grow(below.low), all.grow(below.high);
    }
    return all;
  }

  Box leaf(WideChild child) {
    Box box;
    const RayLeaf leaf = tree_.leaf(child);
    for (int lane = 0; lane < RayLeaf::lanes; ++lane) {
      const std::uint32_t id = leaf.triangle(lane);
      if (lane < static_cast<int>(child.count())) ++found_[id];
      for (int i = 0; i < 3; ++i) {
        const std::uint32_t point = case_.mesh.triangles[id][i];
        const double* corner = leaf.corner(i, lane);
        EXPECT_EQ((Vec3{corner[0], corner[1], corner[2]}), case_.mesh.points[point]);
        box.grow(case_.inner[point]);
      }
    }
    return box;
  }

  const RayTree& tree_;
  const Case& case_;
  std::vector<int> found_;
};

/// Triangles that share no point, so that leaves are as long as they get.
Mesh torn(const Mesh& mesh) {
  Mesh result;
  for (const Triangle& triangle : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(result.points.size());
    for (const std::uint32_t point : triangle) result.points.push_back(mesh.points[point]);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

TEST(RayTree, HoldsEveryTriangleOnceWithinItsBoxes) {
  for (const Mesh& mesh : {shapes::box({1, 2, 3}), shapes::bumpy_scan(3000, 1), torn(shapes::torus(2, 0.5, 20, 10))}) {
    const Case of(mesh);
    Walk(build_ray_tree(of.points()), of);
  }
}

TEST(RayTree, FollowsPointsThatMove) {
  Case of(shapes::bumpy_scan(3000, 2));
  RayTree tree = build_ray_tree(of.points());
  for (Vec3& point : of.mesh.points) point = {point.x * 3, point.y + point.x * point.z, 1e3 - point.z};
  of.follow();
  refit_ray_tree(tree, of.points());
  Walk(tree, of);
}

TEST(RayTree, IsTheSameForEveryNumberOfThreads) {
  const Case of(shapes::bumpy_scan(40000, 3));
  const RayTree one = build_ray_tree(of.points(), 1), two = build_ray_tree(of.points(), 2);
  ASSERT_EQ(one.nodes.size(), two.nodes.size());
  ASSERT_EQ(one.lines.size(), two.lines.size());
  for (std::size_t i = 0; i < one.nodes.size(); ++i) {
    EXPECT_EQ(std::memcmp(one.nodes[i].bound, two.nodes[i].bound, sizeof one.nodes[i].bound), 0);
    EXPECT_EQ(std::memcmp(one.nodes[i].child, two.nodes[i].child, sizeof one.nodes[i].child), 0);
  }
  EXPECT_EQ(std::memcmp(one.lines.data(), two.lines.data(), one.lines.size() * sizeof(RayLine)), 0);
}

TEST(RayTree, OfAnEmptyMeshHasNoNodes) { EXPECT_TRUE(build_ray_tree({}).nodes.empty()); }

}  // namespace
}  // namespace abut
