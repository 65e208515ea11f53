#include "engine/refit.h"

#include "engine/build.h"
#include "trees.h"
#include <abut/shapes.h>

namespace abut {
namespace {

struct Deformed {
  std::string name;
  Mesh mesh;
  std::vector<Vec3> points;  // after
};

std::vector<Deformed> deformed_meshes() {
  std::vector<Deformed> result;
  for (auto& [name, mesh] : wide_tree_meshes()) {
    if (mesh.triangles.empty()) continue;
    Mesh loose = shapes::unwelded(mesh);
    result.push_back({name + ", as it was", mesh, mesh.points});
    result.push_back({name + ", twisted", mesh, shapes::twisted(mesh.points, 1)});
    result.push_back({name + ", blown up", mesh, shapes::blown_up(mesh.points, 10)});
    std::vector<Vec3> torn = shapes::torn(loose, 0.2, 2);
    result.push_back({name + ", torn", std::move(loose), std::move(torn)});
    result.push_back({name + ", crushed to a point", mesh, std::vector<Vec3>(mesh.points.size(), Vec3{1, 2, 3})});
  }
  return result;
}

std::vector<Vec3> inner(std::span<const Vec3> points) {
  return inner_points(Mesh{{points.begin(), points.end()}, {}, {}});
}

/// Refits with points that are in the inner frame already; returns the forms.
std::vector<TriangleForm> refit(WideTree& tree, std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                                int threads = 1) {
  std::vector<TriangleForm> forms(triangles.size(), TriangleForm::point);
  refit_wide_tree(tree, {inner_points, triangles, {}}, forms, threads);
  return forms;
}

TEST(WideRefit, BoundsTheTrianglesWhereverTheyWent) {
  for (const auto& [name, mesh, points] : deformed_meshes())
    for (std::uint32_t leaf_size : {1u, 2u, 4u}) {
      WideTree tree = build_wide_tree(inner(mesh.points), mesh.triangles, {.leaf_size = leaf_size});
      const std::vector<Vec3> moved = inner(points);
      EXPECT_EQ(refit(tree, moved, mesh.triangles), classify_triangles(moved, mesh.triangles)) << name;
      expect_sound(name + ", leaves of " + std::to_string(leaf_size), tree, moved, mesh.triangles);
    }
}

TEST(WideRefit, LeavesShapeAndAxesAsTheyWere) {
  const Mesh scan = shapes::bumpy_scan(5000, 1);
  const WideTree before = build_wide_tree(inner(scan.points), scan.triangles);
  WideTree after = before;
  refit(after, inner(shapes::twisted(scan.points, 1)), scan.triangles);
  EXPECT_EQ(after.order, before.order);
  ASSERT_EQ(after.nodes.size(), before.nodes.size());
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    const WideNode &a = after.nodes[i], &b = before.nodes[i];
    EXPECT_EQ(std::memcmp(a.boxes.axes, b.boxes.axes, sizeof a.boxes.axes), 0);
    EXPECT_EQ(std::memcmp(a.child, b.child, sizeof a.child), 0);
  }
}

TEST(WideRefit, IsTheSameForEveryNumberOfThreadsAndInstructionSet) {
  for (const Mesh& mesh : {shapes::bumpy_scan(100000, 2), shrinking_triangles(3000, 0.97)}) {
    const std::vector<Vec3> moved = inner(shapes::twisted(mesh.points, 0.5));
    const WideTree built = build_wide_tree(inner(mesh.points), mesh.triangles);
    const auto refitted = [&](int threads) {
      WideTree tree = built;
      refit(tree, moved, mesh.triangles, threads);
      return tree;
    };
    const WideTree one = refitted(1);
    for (int threads : {0, 2, 4}) EXPECT_TRUE(same_bytes(refitted(threads), one)) << threads;
    for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ForcedTarget forced(target);
      EXPECT_TRUE(same_bytes(refitted(1), one)) << hwy::TargetName(target);
    }
  }
}

TEST(WideRefit, OfUnmovedPointsCostsNextToNothing) {
  for (const Mesh& mesh : {shapes::bumpy_scan(50000, 1), shapes::sphere(1, 40), shapes::teapot()}) {
    const std::vector<Vec3> points = inner(mesh.points);
    WideTree tree = build_wide_tree(points, mesh.triangles);
    const double built = wide_cost(tree);
    refit(tree, points, mesh.triangles);
    EXPECT_LE(wide_cost(tree), 1.05 * built);
    // Nothing is lost by doing it again.
    const WideTree once = tree;
    refit(tree, points, mesh.triangles);
    EXPECT_TRUE(same_bytes(tree, once));
  }
}

TEST(WideCost, GrowsWithADeformationAndIsBroughtDownByARebuild) {
  const Mesh torus = shapes::unwelded(shapes::torus(1, 0.25, 50, 20));
  WideTree tree = build_wide_tree(inner(torus.points), torus.triangles);
  const double built = wide_cost(tree);
  EXPECT_EQ(wide_cost(WideTree{}), 0);
  const auto cost_after = [&](std::span<const Vec3> points) {
    refit(tree, inner(points), torus.triangles);
    return wide_cost(tree);
  };
  EXPECT_NEAR(cost_after(shapes::blown_up(torus.points, 1.0)) / built, 1, 0.2);
  const std::vector<Vec3> twisted = shapes::twisted(torus.points, 1), torn = shapes::torn(torus, 0.2, 2);
  const double after_twist = cost_after(twisted), after_tear = cost_after(torn);
  EXPECT_GT(after_twist, 1.2 * built);
  EXPECT_GT(after_tear, 4 * built);
  EXPECT_LT(wide_cost(build_wide_tree(inner(twisted), torus.triangles)), 0.8 * after_twist);
  EXPECT_LT(wide_cost(build_wide_tree(inner(torn), torus.triangles)), 0.6 * after_tear);
}

TEST(WideRefit, OfNothingDoesNothing) {
  WideTree tree;
  refit(tree, {}, {});
  EXPECT_TRUE(tree.nodes.empty());
}

}  // namespace
}  // namespace abut
