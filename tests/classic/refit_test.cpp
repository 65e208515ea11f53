#include "classic/tree/refit.h"

#include "classic/all_volumes.h"
#include "classic/counted.h"
#include "classic/tree/build.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <cstring>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

/// Points in the inner frame of their own box.
std::vector<Vec3> inner(std::span<const Vec3> points) {
  const InnerFrame frame = InnerFrame::around(points);
  std::vector<Vec3> result;
  for (const Vec3& p : points) result.push_back(frame.inner(p));
  return result;
}

std::vector<BuildTriangle> run_of(std::span<const Vec3> points, std::span<const Triangle> triangles) {
  std::vector<BuildTriangle> run;
  for (std::uint32_t i = 0; i < triangles.size(); ++i)
    run.push_back({{points[triangles[i][0]], points[triangles[i][1]], points[triangles[i][2]]}, i});
  return run;
}

template <class V>
Tree<V> tree_of(const Mesh& mesh, const BuildOptions& options) {
  std::vector<BuildTriangle> run = run_of(inner(mesh.points), mesh.triangles);
  return build_tree<V>(run, options);
}

struct Deformed {
  std::string name;
  Mesh mesh;
  std::vector<Vec3> after;  // model's frame
};
std::vector<Deformed> deformations() {
  const Mesh torus = shapes::torus(1, 0.25, 24, 12), soup = shapes::random_soup(300, 0.3, 8);
  const Mesh loose = shapes::unwelded(torus), curve = shapes::space_curve(200),
             one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
  std::vector<Deformed> all;
  all.push_back({"unchanged torus", torus, torus.points});
  all.push_back({"twisted torus", torus, shapes::twisted(torus.points, 1)});
  all.push_back({"blown up torus", torus, shapes::blown_up(torus.points, 8)});
  all.push_back({"torn torus", loose, shapes::torn(loose, 0.5, 3)});
  all.push_back({"soup torn far apart", soup, shapes::torn(soup, 100, 4)});
  all.push_back({"twisted curve", curve, shapes::twisted(curve.points, 2)});
  all.push_back({"torus collapsed to a point", torus, std::vector<Vec3>(torus.points.size(), Vec3{1, 2, 3})});
  all.push_back({"one triangle, made a point", one, std::vector<Vec3>(3, Vec3{})});
  all.push_back({"nothing", {}, {}});
  return all;
}

/// Does the box hold every corner, as the contract of BoxView says: between its faces, and as a sum of its axes? The
/// slack is a tenth of what a fit adds.
bool holds(const BoxView& box, TriangleRun run) {
  const Matrix3 back = inverse(box.axes);
  for (const BuildTriangle& t : run)
    for (const Vec3& corner : t.corners) {
      const Vec3 away = corner - box.centre, along = abs(transposed_times(box.axes, away)), weights = abs(back * away);
      for (int i = 0; i < 3; ++i)
        if (std::max(along[i], weights[i]) > box.half[i] + 16 * unit_roundoff) return false;
    }
  return true;
}

template <class V>
void expect_bounding_everything(const std::string& what, const Deformed& deformed, const BuildOptions& options) {
  Tree<V> tree = tree_of<V>(deformed.mesh, options);
  const Tree<V> before = tree;
  const std::vector<Vec3> points = inner(deformed.after);
  refit(tree, MovedTriangles<>{points, deformed.mesh.triangles});
  EXPECT_EQ(tree.order, before.order);
  ASSERT_EQ(tree.nodes.size(), before.nodes.size());
  std::vector<BuildTriangle> run;
  for (std::uint32_t id : tree.order) {
    const Triangle& t = deformed.mesh.triangles[id];
    run.push_back({{points[t[0]], points[t[1]], points[t[2]]}, id});
  }
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const Node<V>& node = tree.nodes[i];
    ASSERT_EQ(node.child, before.nodes[i].child);
    EXPECT_TRUE(holds(node.volume.box(), std::span(run).subspan(node.first, node.count))) << what << ", node " << i;
    // The error bounds of the overlap tests count on it.
    for (double c : node.volume.centre) EXPECT_LE(std::abs(c), 4) << what;
  }
}

TEST(Refit, BoundsEveryTriangleBelowEveryNodeWhateverTheDeformation) {
  for (const Deformed& deformed : deformations())
    for (Split split : {Split::middle, Split::surface_area, Split::bottom_up})
      for (std::uint32_t leaf_size : {1u, 5u}) {
        const std::string what = deformed.name + ", " + std::string(name_of(split));
        const BuildOptions options{Fit::vertex_covariance, split, leaf_size};
        expect_bounding_everything<Aabb>(what, deformed, options);
        expect_bounding_everything<BasicAabb<float>>(what, deformed, options);
        expect_bounding_everything<Obb>(what, deformed, options);
        expect_bounding_everything<BasicObb<float>>(what, deformed, options);
        expect_bounding_everything<Sphere>(what, deformed, options);
        expect_bounding_everything<BasicSphere<float>>(what, deformed, options);
      }
}

TEST(Refit, GivesTheSmallestAxisAlignedBoxesAFreshFitWouldGive) {
  for (const Deformed& deformed : deformations()) {
    Tree<Aabb> tree = tree_of<Aabb>(deformed.mesh, {Fit::surface, Split::middle, 1});
    const std::vector<Vec3> points = inner(deformed.after);
    refit(tree, MovedTriangles<>{points, deformed.mesh.triangles});
    const std::vector<BuildTriangle> by_id = run_of(points, deformed.mesh.triangles);
    for (const auto& node : tree.nodes) {
      std::vector<BuildTriangle> run;
      for (std::uint32_t i = 0; i < node.count; ++i) run.push_back(by_id[tree.order[node.first + i]]);
      const Aabb fresh = Aabb::around(run, Fit::surface);
      EXPECT_EQ(node.volume.centre, fresh.centre) << deformed.name;
      EXPECT_EQ(node.volume.half, fresh.half) << deformed.name;
    }
  }
}

/// The size of a tree's volumes, leaves included, each by what a query sees of it.
template <class V>
double total_size(const Tree<V>& tree) {
  double sum = 0;
  for (const auto& node : tree.nodes) sum += std::sqrt(squared_diameter(node.volume));
  return sum;
}

TEST(Refit, OfAnUnchangedMeshLosesLittle) {
  const Mesh scan = shapes::bumpy_scan(3000, 2);
  const std::vector<Vec3> points = inner(scan.points);
  const auto growth = [&]<class V>(V) {
    Tree<V> tree = tree_of<V>(scan, {});
    const double before = total_size(tree);
    refit(tree, MovedTriangles<>{points, scan.triangles});
    return total_size(tree) / before;
  };
  EXPECT_EQ(growth(Aabb{}), 1);
  EXPECT_LT(growth(Obb{}), 1.05);
  EXPECT_LT(growth(BasicObb<float>{}), 1.05);
  EXPECT_LT(growth(Sphere{}), 1.1);
}

template <class V>
void expect_same_bytes_for_every_part_size(const Mesh& mesh, std::span<const Vec3> after) {
  const std::vector<Vec3> points = inner(after);
  const MovedTriangles<> moved{points, mesh.triangles};
  Tree<V> whole = tree_of<V>(mesh, {});
  refit(whole, moved);
  for (std::uint32_t most : {1u, 2u, 7u, 64u, 100000u}) {
    Tree<V> tree = tree_of<V>(mesh, {});
    TreeRefit<V> work(tree, moved);
    auto parts = work.parts(most);
    std::size_t nodes = 0;
    // Any order will do: the last part first.
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      work.refit_part(*part);
      nodes += part->last - part->first;
    }
    EXPECT_EQ(nodes > 0, most > 1);
    work.finish(parts);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
      ASSERT_EQ(std::memcmp(&tree.nodes[i].volume, &whole.nodes[i].volume, sizeof(V)), 0) << most << ", node " << i;
  }
}

TEST(Refit, InPartsGivesTheSameBytes) {
  const Mesh torus = shapes::torus(1, 0.25, 40, 12);
  const std::vector<Vec3> after = shapes::twisted(torus.points, 0.5);
  expect_same_bytes_for_every_part_size<Aabb>(torus, after);
  expect_same_bytes_for_every_part_size<Obb>(torus, after);
  expect_same_bytes_for_every_part_size<BasicObb<float>>(torus, after);
  expect_same_bytes_for_every_part_size<Sphere>(torus, after);
}

TEST(Refit, OfATreeWithoutBranchesNeedsNoRecursion) {
  // One long chain: each triangle lies beyond twice the reach of those before, so the middle cuts off one at a time.
  Mesh chain;
  for (int i = 0; i < 900; ++i) {
    const double x = std::ldexp(1.0, i / 3 - 150) * (1 + i % 3);
    const auto first = static_cast<std::uint32_t>(chain.points.size());
    for (const Vec3& p : {Vec3{x, 0, 0}, Vec3{x, 1e-30, 0}, Vec3{x, 0, 1e-30}}) chain.points.push_back(p);
    chain.triangles.push_back({first, first + 1, first + 2});
  }
  Tree<Aabb> tree = tree_of<Aabb>(chain, {Fit::surface, Split::middle, 1});
  EXPECT_GT(tree.depth, 50);
  const Tree<Aabb> before = tree;
  refit(tree, MovedTriangles<>{inner(chain.points), chain.triangles});
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) EXPECT_EQ(tree.nodes[i].volume.half, before.nodes[i].volume.half);
}

/// A point whose coordinates count what is done to them.
struct CountedPoint {
  std::array<Counted, 3> at;
  const Counted& operator[](int axis) const { return at[axis]; }
};

/// What a tree of a mesh takes to be refitted, and whether it is then as it was.
OperationCounts operations_of_a_refit(const Mesh& mesh) {
  const Tree<Aabb> shape = tree_of<Aabb>(mesh, {Fit::surface, Split::middle, 1});
  Tree<BasicAabb<Counted>> tree{{}, shape.order, shape.depth};
  for (const auto& node : shape.nodes) tree.nodes.push_back({{}, node.child, node.first, node.count});
  std::vector<CountedPoint> points;
  for (const Vec3& p : inner(mesh.points)) points.push_back({{Counted(p.x), Counted(p.y), Counted(p.z)}});
  Counted::counts() = {};
  refit(tree, MovedTriangles<CountedPoint>{points, mesh.triangles});
  const OperationCounts counts = Counted::counts();
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_EQ(tree.nodes[i].volume.half[axis].value, shape.nodes[i].volume.half[axis]);
  return counts;
}

// Van den Bergen 1998, section 4: "less than 48 arithmetic operations per triangle", and linear in the deforming
// models.
TEST(Refit, OfAxisAlignedBoxesTakesFewerThan48OperationsPerTriangleHoweverManyThereAre) {
  for (int around : {10, 50, 200}) {
    const Mesh torus = shapes::torus(1, 0.25, around, 50);
    const int triangles = static_cast<int>(torus.triangles.size()), operations = operations_of_a_refit(torus).total();
    // 12 comparisons a leaf and 6 an inner node; 6 additions, 3 products and 3 more additions for the box of each.
    EXPECT_EQ(operations, 24 * triangles + 18 * (triangles - 1));
    EXPECT_LT(operations, 48 * triangles);
  }
}

}  // namespace
}  // namespace abut::classic
