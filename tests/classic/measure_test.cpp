#include "classic/tree/measure.h"

#include "classic/all_volumes.h"
#include "classic/tree/build.h"
#include "leaf/point_triangle.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

template <class V>
MeasuredTree tree_of(const Mesh& mesh, Fit fit = Fit::vertex_covariance) {
  std::vector<std::array<Vec3, 3>> corners;
  std::vector<BuildTriangle> triangles;
  for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id) {
    corners.push_back(mesh.corners(id));
    triangles.push_back({mesh.corners(id), id});
  }
  const Tree<V> tree = build_tree<V>(triangles, {fit, Split::surface_area, 1});
  return measured(tree, corners);
}

Mesh triangle_345() { return {{{0, 0, 0}, {0.4, 0, 0}, {0, 0.3, 0}}, {{0, 1, 2}}, {}}; }

constexpr double tolerance = 0.01;

void expect_bracket(const Bracket& bracket, double truth) {
  EXPECT_LE(bracket.lower, truth + 1e-12);
  EXPECT_GE(bracket.upper, truth - 1e-12);
  EXPECT_LE(bracket.upper - bracket.lower, tolerance * truth + 1e-9);
}

TEST(Tightness, OfALoneTriangleIsThatOfTheFarthestCornerOfItsBox) {
  // The oriented box stands on the side of length 0.5 and is 0.24 high; its corner above the vertex with the smaller
  // angle is 0.192 from the leg of length 0.4. The upright box has a corner at (0.4, 0.3).
  expect_bracket(farthest_from_surface(tree_of<Obb>(triangle_345()), 0, 0, tolerance), 0.192);
  expect_bracket(farthest_from_surface(tree_of<Aabb>(triangle_345()), 0, 0, tolerance), 0.24);
  expect_bracket(farthest_from_surface(tree_of<Sphere>(triangle_345()), 0, 0, tolerance), 0.25);
  expect_bracket(diameter(tree_of<Obb>(triangle_345()), 0, tolerance), 0.5);
}

void expect_nothing(const Bracket& bracket) {
  EXPECT_LE(bracket.lower, 1e-12);
  EXPECT_LE(bracket.upper, 1e-3);
}

TEST(Tightness, OfAFlatRectangleIsNothingWhenTheBoxIsAlignedWithIt) {
  // The covariance of the surface: that of the vertices leans towards the corners where more triangles meet.
  const Mesh flat = shapes::plate(1, 0.5, 4, 4);
  expect_nothing(farthest_from_surface(tree_of<Aabb>(flat), 0, 0, tolerance));
  expect_nothing(farthest_from_surface(tree_of<Obb>(flat, Fit::surface), 0, 0, tolerance));
  expect_bracket(diameter(tree_of<Aabb>(flat), 0, tolerance), std::sqrt(1.25));
  // Turned by 45 degrees about x, the upright box is a prism whose diagonal the rectangle is.
  const double half_turn = 3.14159265358979323846 / 8;
  const Mesh tilted = transformed(flat, Placement::rotation(std::cos(half_turn), std::sin(half_turn), 0, 0));
  expect_bracket(farthest_from_surface(tree_of<Aabb>(tilted), 0, 0, tolerance), 0.25);
  expect_nothing(farthest_from_surface(tree_of<Obb>(tilted, Fit::surface), 0, 0, tolerance));
}

TEST(Tightness, OfACubesSurfaceIsThatOfItsMiddle) {
  const Mesh cube = shapes::box({0.5, 0.5, 0.5});
  expect_bracket(farthest_from_surface(tree_of<Aabb>(cube), 0, 0, tolerance), 0.5);
  expect_bracket(diameter(tree_of<Aabb>(cube), 0, tolerance), std::sqrt(3));
  // The ball through the corners reaches farthest out of the faces: sqrt(3) / 2 - 1 / 2, less than to the middle.
  expect_bracket(farthest_from_surface(tree_of<Sphere>(cube), 0, 0, tolerance), 0.5);
}

/// The largest distance to the triangles over a grid in the node's box, and how far any point of the box may be from
/// the grid.
struct GridSearch {
  double most = 0, spacing = 0;
};
bool holds(const SolidShape& shape, const Vec3& point) {
  Vec3 nearest = shape.core.centre;
  for (int i = 0; i < shape.dimensions; ++i) {
    const double along = dot(point - shape.core.centre, shape.core.axes[i]);
    nearest += shape.core.axes[i] * std::max(-shape.core.extent[i], std::min(shape.core.extent[i], along));
  }
  if (length(point - nearest) > shape.radius + 1e-7) return false;
  for (const SolidShape::Slab& slab : shape.slabs)
    if (dot(slab.direction, point) < slab.low || dot(slab.direction, point) > slab.high) return false;
  return true;
}
GridSearch search_grid(const MeasuredTree& tree, std::uint32_t node, std::uint32_t geometry, int steps) {
  const SolidShape& shape = tree.nodes[node].shape;
  GridSearch result;
  result.spacing = length(shape.box.half) / steps;
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < steps; ++j)
      for (int k = 0; k < steps; ++k) {
        const auto along = [&](int step, double half) { return half * ((2.0 * step + 1) / steps - 1); };
        const Vec3 at{along(i, shape.box.half.x), along(j, shape.box.half.y), along(k, shape.box.half.z)};
        if (!holds(shape, shape.box.centre + shape.box.axes * at)) continue;
        double least = std::numeric_limits<double>::infinity();
        const MeasuredTree::Node& g = tree.nodes[geometry];
        for (std::uint32_t t = g.first; t < g.first + g.count; ++t)
          least = std::min(least, distance_to_triangle(shape.box.centre + shape.box.axes * at, tree.triangles[t]));
        result.most = std::max(result.most, least);
      }
  return result;
}

double farthest_corners(const MeasuredTree& tree, std::uint32_t node) {
  const MeasuredTree::Node& n = tree.nodes[node];
  double most = 0;
  for (std::uint32_t s = n.first; s < n.first + n.count; ++s)
    for (std::uint32_t t = n.first; t < n.first + n.count; ++t)
      for (const Vec3& a : tree.triangles[s])
        for (const Vec3& b : tree.triangles[t]) most = std::max(most, length(a - b));
  return most;
}

template <class V>
void expect_agreement_with_a_grid(std::uint64_t seed) {
  const MeasuredTree tree = tree_of<V>(shapes::random_soup(40, 0.3, seed));
  for (std::uint32_t node = 0; node < tree.nodes.size(); node += 5) {
    for (std::uint32_t geometry : {node, 0u}) {
      const Bracket bracket = farthest_from_surface(tree, node, geometry, tolerance);
      const GridSearch grid = search_grid(tree, node, geometry, 16);
      EXPECT_LE(grid.most, bracket.upper + 1e-6) << name_of(V::kind) << " node " << node;
      // A rim may be missed by one more cell.
      EXPECT_GE(grid.most + 2 * grid.spacing, bracket.lower) << name_of(V::kind) << " node " << node;
      EXPECT_LE(bracket.upper, bracket.lower * (1 + tolerance) + 1e-5);
    }
    const Bracket d = diameter(tree, node, tolerance);
    EXPECT_LE(d.lower, farthest_corners(tree, node) + 1e-15);
    EXPECT_GE(d.upper, farthest_corners(tree, node));
    EXPECT_LE(d.upper, d.lower * (1 + 1.01 * tolerance) + 1e-12);
  }
}

TEST(Tightness, AndDiameterAgreeWithDenseSampling) {
  for (std::uint64_t seed : {1u, 2u}) {
    std::apply(
        [&](const auto&... volume) { (..., expect_agreement_with_a_grid<std::decay_t<decltype(volume)>>(seed)); },
        AllVolumes{});
    expect_agreement_with_a_grid<Obb::In<float>>(seed);
    expect_agreement_with_a_grid<Rss::In<float>>(seed);
    expect_agreement_with_a_grid<KDop<26>::In<float>>(seed);
  }
}

TEST(NearestTriangle, IsTheOneBruteForceFinds) {
  Random random(3);
  const MeasuredTree tree = tree_of<Obb>(shapes::random_soup(300, 0.2, 3));
  for (int i = 0; i < 500; ++i) {
    const Vec3 point = random.in_cube(1.5);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& triangle : tree.triangles) least = std::min(least, distance_to_triangle(point, triangle));
    const NearestTriangle nearest = nearest_triangle(tree, 0, point);
    EXPECT_EQ(nearest.distance, least);
    EXPECT_EQ(distance_to_triangle(point, tree.triangles[nearest.triangle]), least);
  }
}

TEST(MeasuredTree, ListsEveryNodeOnItsLevel) {
  const MeasuredTree tree = tree_of<Obb>(shapes::sphere(0.5, 3));
  std::size_t nodes = 0;
  for (std::size_t level = 0; level < tree.levels.size(); ++level)
    for (std::uint32_t node : tree.levels[level]) {
      EXPECT_EQ(tree.nodes[node].level, static_cast<int>(level));
      ++nodes;
    }
  EXPECT_EQ(nodes, tree.nodes.size());
  EXPECT_EQ(tree.levels[0].size(), 1u);
  EXPECT_EQ(tree.levels[1].size(), 2u);
}

}  // namespace
}  // namespace abut::classic
