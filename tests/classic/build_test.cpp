#include "classic/tree/build.h"

#include "classic/all_volumes.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <numeric>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

std::vector<BuildTriangle> run_of(const Mesh& mesh) {
  const InnerFrame frame = InnerFrame::around(mesh.points);
  std::vector<BuildTriangle> run;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto c = mesh.corners(i);
    run.push_back({{frame.inner(c[0]), frame.inner(c[1]), frame.inner(c[2])}, i});
  }
  return run;
}

Mesh copies(int count) {
  const std::vector<Mesh> all(count, shapes::icosahedron(1));
  return joined(all);
}

std::vector<std::pair<std::string, Mesh>> meshes() {
  return {{"torus", shapes::torus(1, 0.25, 20, 15)},
          {"soup", shapes::random_soup(700, 0.4, 3)},
          {"curve", shapes::space_curve(300)},
          {"forty copies of one body", copies(40)},
          {"one triangle", {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}}},
          {"nothing", {}}};
}

/// Does the box hold every corner, as the contract of BoxView says? The slack is a tenth of what the fit may add.
bool holds(const BoxView& box, std::span<const BuildTriangle> run) {
  for (const BuildTriangle& t : run)
    for (const Vec3& corner : t.corners)
      for (int i = 0; i < 3; ++i)
        if (std::abs(dot(box.axes.column(i), corner - box.centre)) > box.half[i] + 16 * unit_roundoff) return false;
  return true;
}

template <class V>
void check_tree(const std::string& what, const Mesh& mesh, const BuildOptions& options) {
  std::vector<BuildTriangle> run = run_of(mesh);
  const Tree<V> tree = build_tree<V>(run, options);
  std::vector<std::uint32_t> ids = tree.order, all(mesh.triangles.size());
  std::sort(ids.begin(), ids.end());
  std::iota(all.begin(), all.end(), 0u);
  ASSERT_EQ(ids, all) << what;
  if (tree.nodes.empty()) {
    EXPECT_TRUE(mesh.triangles.empty());
    return;
  }
  std::vector<int> level(tree.nodes.size(), 0), parents(tree.nodes.size(), 0);
  std::uint32_t in_leaves = 0;
  int deepest = 0;
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const Node<V>& node = tree.nodes[i];
    ASSERT_GT(node.count, 0u) << what;
    EXPECT_TRUE(holds(node.volume.box(), std::span(run).subspan(node.first, node.count))) << what << ", node " << i;
    deepest = std::max(deepest, level[i]);
    if (node.is_leaf()) {
      in_leaves += node.count;
      continue;
    }
    ASSERT_GT(node.child, i) << "children come after their parents";
    const Node<V>&left = tree.nodes[node.child], &right = tree.nodes[node.child + 1];
    EXPECT_EQ(left.first, node.first);
    EXPECT_EQ(right.first, node.first + left.count);
    EXPECT_EQ(left.count + right.count, node.count);
    for (std::uint32_t child : {node.child, node.child + 1}) level[child] = level[i] + 1, ++parents[child];
  }
  EXPECT_EQ(in_leaves, mesh.triangles.size()) << what;
  EXPECT_EQ(tree.depth, deepest) << what;
  for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) EXPECT_EQ(parents[i], 1) << what;
}

TEST(Tree, HoldsEveryTriangleOnceInVolumesThatBoundItWhateverTheRule) {
  for (const auto& [name, mesh] : meshes())
    for (Split split : all_splits) {
      const std::string what = name + ", " + std::string(name_of(split));
      for (Fit fit : all_fits) check_tree<Obb>(what, mesh, {fit, split, 1});
      check_tree<BasicObb<float>>(what, mesh, {Fit::vertex_covariance, split, 3});
      check_tree<Aabb>(what, mesh, {Fit::vertex_covariance, split, 1});
      check_tree<BasicAabb<float>>(what, mesh, {Fit::vertex_covariance, split, 1});
      check_tree<Sphere>(what, mesh, {Fit::vertex_covariance, split, 1});
      check_tree<BasicSphere<float>>(what, mesh, {Fit::vertex_covariance, split, 2});
    }
}

TEST(Tree, HasOneTrianglePerLeafUnlessTheGroupIsIndivisible) {
  std::vector<BuildTriangle> run = run_of(shapes::torus(1, 0.25, 20, 15));
  for (Split split : all_splits)
    for (const auto& node : build_tree<Obb>(run, {Fit::vertex_covariance, split, 1}).nodes)
      EXPECT_TRUE(!node.is_leaf() || node.count == 1) << name_of(split);
  // Copies on top of each other have one centre: the paper's rule cannot divide them, a rule by count can.
  Mesh stack{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<Triangle>(50, {0, 1, 2}), {}};
  std::vector<BuildTriangle> same = run_of(stack);
  EXPECT_EQ(build_tree<Obb>(same, {Fit::vertex_covariance, Split::mean, 1}).nodes.size(), 1u);
  EXPECT_EQ(build_tree<Obb>(same, {Fit::vertex_covariance, Split::median, 1}).nodes.size(), 99u);
  EXPECT_EQ(build_tree<Obb>(same, {Fit::vertex_covariance, Split::surface_area, 1}).nodes.size(), 99u);
}

// A ball's cube has no longest axis, and cuts across x alone left slices: 126 million tests between concentric spheres.
TEST(Tree, OfBallsIsDividedAlongWhatTheyHold) {
  std::vector<BuildTriangle> run = run_of(shapes::plate(0.2, 2, 4, 40));
  const Tree<Sphere> tree = build_tree<Sphere>(run, {Fit::vertex_covariance, Split::median, 1});
  // Halves of a plate that is long in y are half as long; slices across x would keep its length.
  EXPECT_LT(tree.nodes[1].volume.radius, 0.6 * tree.nodes[0].volume.radius);
}

TEST(Tree, OfManyCopiesIsBuiltBottomUpInBalancedRounds) {
  Mesh stack{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<Triangle>(4096, {0, 1, 2}), {}};
  std::vector<BuildTriangle> same = run_of(stack);
  EXPECT_EQ(build_tree<Aabb>(same, {Fit::vertex_covariance, Split::bottom_up, 1}).depth, 12);
}

TEST(Split, KeepsHalvesHalfBalanced) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    std::vector<BuildTriangle> run =
        run_of(shapes::random_soup(2 + static_cast<int>(random.below(60)), 0.5, random.bits()));
    const BoxView box = Aabb::around(run, Fit::surface).box();
    const std::size_t first = divide(run, box, Split::half_balanced);
    const std::size_t larger = std::max(first, run.size() - first);
    EXPECT_LE(larger, 2 * (run.size() - larger) + 1) << run.size();
  }
}

TEST(Split, BySurfaceAreaCutsBetweenTwoDistantGroups) {
  Mesh two = shapes::sphere(0.1, 3);
  const std::vector<Mesh> both{two, transformed(shapes::sphere(0.1, 2), Placement::translation({5, 0, 0}))};
  std::vector<BuildTriangle> run = run_of(joined(both));
  EXPECT_EQ(divide(run, Aabb::around(run, Fit::surface).box(), Split::surface_area), two.triangles.size());
}

TEST(Sphere, IsTheSmallestAroundKnownBodies) {
  const auto radius = [](const Mesh& mesh) { return Sphere::around(run_of(mesh), Fit::surface).radius; };
  const auto unit = [](const Mesh& mesh) { return InnerFrame::around(mesh.points).unit; };
  const Mesh cube = shapes::box({0.5, 0.5, 0.5}), ball = shapes::sphere(1, 6);
  EXPECT_NEAR(radius(cube) * unit(cube), std::sqrt(0.75), 1e-12);
  EXPECT_NEAR(radius(ball) * unit(ball), 1, 1e-6);
  // An obtuse triangle: the longest side is a diameter; an acute one: the circumcircle.
  const Mesh obtuse{{{0, 0, 0}, {4, 0, 0}, {2, 1, 0}}, {{0, 1, 2}}, {}};
  EXPECT_NEAR(radius(obtuse) * unit(obtuse), 2, 1e-12);
  const Mesh acute{{{0, 0, 0}, {2, 0, 0}, {1, 2, 0}}, {{0, 1, 2}}, {}};
  EXPECT_NEAR(radius(acute) * unit(acute), 1.25, 1e-12);
}

}  // namespace
}  // namespace abut::classic
