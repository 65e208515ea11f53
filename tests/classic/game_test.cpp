#include "math/random.h"
#include "support/effort.h"
#include <abut/classic_game.h>
#include <abut/collide.h>
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/small_tests.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include <gtest/gtest.h>

namespace abut::classic::game {

namespace {

template <class Real>
class GameTree : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(GameTree, Reals);

Mesh far_away(Mesh mesh) {
  for (Vec3& p : mesh.points) p += Vec3{1000, -2000, 500};
  return mesh;
}
std::vector<Mesh> some_meshes() {
  Mesh flat = shapes::plate(2, 1, 6, 3), points;
  points.points = {{0, 0, 0}, {1, 2, 3}};
  points.triangles = {{0, 0, 0}, {1, 1, 1}, {0, 1, 0}};
  return {shapes::submarine(),
          shapes::torus(1, 0.4, 16, 8),
          far_away(shapes::box({1, 2, 3})),
          shapes::random_soup(100, 0.3, 5),
          flat,
          points};
}

std::string temporary(const char* name) { return testing::TempDir() + name; }

/// The checksum of the file's format, so that a damaged file can be made to look whole.
std::uint64_t sum_of(const std::string& bytes, std::size_t count) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) sum = (sum ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
  return sum;
}
std::string read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

TYPED_TEST(GameTree, HoldsItsTrianglesInBoxesAndSpheres) {
  for (const Mesh& mesh : some_meshes())
    for (TopSphere top : {TopSphere::minimum, TopSphere::maximum}) {
      const Tree<TypeParam> tree(abut::Model(mesh), top);
      const Head& head = tree.head();
      const small::Sphere whole{{head.centre[0], head.centre[1], head.centre[2]}, head.radius};
      for (const auto& node : tree.nodes()) {
        const small::Box box{node.centre(), node.axes(), node.half_extents()};
        for (const Bucket& bucket : tree.buckets().subspan(node.first, node.count))
          for (std::uint32_t vertex : bucket.vertex) {
            const Vec3 point = mesh.points[vertex];
            ASSERT_TRUE(small::contains(box, point));
            ASSERT_TRUE(small::touches(small::Sphere{node.centre(), node.radius}, small::Sphere{point, 0}));
            ASSERT_TRUE(small::touches(whole, small::Sphere{point, 0}));
          }
        if (!node.is_leaf()) {
          ASSERT_EQ(tree.nodes()[node.left].count + tree.nodes()[node.right()].count, node.count);
          ASSERT_EQ(&tree.nodes()[tree.nodes()[node.left].parent], &node);
        }
      }
    }
}

TEST(GameTreeOfASubmarine, NeedsNoMoreMemoryThanThePaperSays) {
  const abut::Model model(shapes::submarine());
  ASSERT_EQ(model.mesh().triangles.size(), 490u);
  const Tree<double> tree(model);
  EXPECT_LE(tree.head().nodes, 979u);
  EXPECT_LE(tree.bytes(), 152784u);
  EXPECT_LT(Tree<float>(model).bytes(), 100000u);
}

// The paper's equations as they stand: A^i, A^H, c^i, c^H and C_jk.
TEST(GameTreeOfASubmarine, LiesAlongTheAxesOfTheAreaWeightedCovariance) {
  const Mesh mesh = shapes::submarine();
  double area = 0, c[3][3] = {};
  Vec3 mean;
  std::vector<double> areas;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 p = mesh.points[t[0]], q = mesh.points[t[1]], r = mesh.points[t[2]];
    areas.push_back(0.5 * length(cross(p - q, p - r)));
    area += areas.back();
    mean += (p + q + r) * (1.0 / 3) * areas.back();
  }
  mean = mean * (1 / area);
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    const Vec3 p = mesh.points[t[0]], q = mesh.points[t[1]], r = mesh.points[t[2]], middle = (p + q + r) * (1.0 / 3);
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        c[j][k] += areas[i] / (12 * area) * (9 * middle[j] * middle[k] + p[j] * p[k] + q[j] * q[k] + r[j] * r[k]);
  }
  const Tree<double> tree{abut::Model(mesh)};
  const Matrix3 axes = tree.nodes()[0].axes();
  for (int k = 0; k < 3; ++k) {
    const Vec3 u = axes.column(k);
    Vec3 image;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) image[i] += (c[i][j] - mean[i] * mean[j]) * u[j];
    EXPECT_LT(length(cross(image, u)), 1e-10) << "an axis is no eigenvector";
  }
  // The children divide at the area's centroid along the longest axis.
  const auto& root = tree.nodes()[0];
  const Vec3 half = root.half_extents();
  const int longest = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
  for (int side : {0, 1}) {
    const auto& child = tree.nodes()[root.left + side];
    for (const Bucket& bucket : tree.buckets().subspan(child.first, child.count)) {
      const Vec3 middle =
          (mesh.points[bucket.vertex[0]] + mesh.points[bucket.vertex[1]] + mesh.points[bucket.vertex[2]]) * (1.0 / 3);
      const double along = dot(axes.column(longest), middle - mean);
      EXPECT_TRUE(side == 0 ? along < 1e-12 : along > -1e-12);
    }
  }
}

TYPED_TEST(GameTree, TouchesAsTheEngineSaysAndErrsToContactBelowFullAccuracy) {
  Random random(3);
  const abut::Model sub(shapes::submarine()), torus(shapes::torus(2, 0.7, 16, 8)),
      soup(shapes::random_soup(80, 0.5, 9));
  int touching = 0;
  for (const auto& [a, b] : {std::pair(&sub, &torus), std::pair(&torus, &soup), std::pair(&sub, &sub)}) {
    const Tree<TypeParam> tree_a(*a), tree_b(*b, TopSphere::maximum);
    for (int i = 0; i < tries(150); ++i) {
      const Placement at_a = random.rotation(random.in_cube(3)), at_b = random.rotation(random.in_cube(3));
      const bool expected = touches(*a, at_a, *b, at_b);
      touching += expected;
      for (double accuracy : {0.0, 0.3, 0.7, 1.0})
        for (int level : {0, 3, 100}) {
          const Contact found = touch(tree_a, at_a, tree_b, at_b, {accuracy, level});
          if (expected) {
            ASSERT_TRUE(found.found);
          }
          if (found.exact) {
            ASSERT_EQ(found.found, expected);
          }
          if (accuracy == 1) {
            ASSERT_TRUE(found.exact);
          }
          ASSERT_LE(static_cast<int>(found.effort.deepest_stack), tree_a.depth() + tree_b.depth() + 1);
        }
    }
  }
  EXPECT_GT(touching, tries(100));
  const Tree<TypeParam> tree(sub);
  EXPECT_THROW(touch(tree, {}, tree, {}, {.accuracy = 1.5}), Error);
  EXPECT_THROW(touch(tree, {Matrix3{} * 2, {}}, tree, {}), Error);
}

TYPED_TEST(GameTree, IsTheSameFromItsFileAndRefusesDamagedOnes) {
  const std::string file = temporary("game.tree"), damaged = temporary("damaged.tree");
  const abut::Model model(shapes::torus(1, 0.4, 6, 4));
  const Tree<TypeParam> tree(model);
  tree.save(file);
  const Tree<TypeParam> again = Tree<TypeParam>::open(file, model);
  ASSERT_EQ(again.nodes().size(), tree.nodes().size());
  EXPECT_EQ(std::memcmp(again.nodes().data(), tree.nodes().data(), tree.nodes().size_bytes()), 0);
  EXPECT_EQ(std::memcmp(again.buckets().data(), tree.buckets().data(), tree.buckets().size_bytes()), 0);
  const std::string bytes = read(file);
  ASSERT_EQ(bytes.size(), 16 + tree.bytes() + 8);
  Random random(8);
  for (int i = 0; i < tries(300); ++i) {
    std::string other = bytes;
    const std::size_t place = random.below(bytes.size());
    other[place] = static_cast<char>(other[place] ^ (1 << random.below(8)));
    write(damaged, other);
    EXPECT_THROW(Tree<TypeParam>::open(damaged, model), Error) << place;
    // With a checksum that fits: refused, or still a tree whose volumes hold their triangles.
    const std::uint64_t sum = sum_of(other, other.size() - 8);
    std::memcpy(other.data() + other.size() - 8, &sum, 8);
    write(damaged, other);
    try {
      const Tree<TypeParam> odd = Tree<TypeParam>::open(damaged, model);
      EXPECT_EQ(odd.nodes().size(), tree.nodes().size());
      EXPECT_TRUE(touch(odd, {}, tree, {}).found);
    } catch (const Error&) {
    }
    write(damaged, bytes.substr(0, place));
    EXPECT_THROW(Tree<TypeParam>::open(damaged, model), Error);
  }
  write(damaged, bytes + "x");
  EXPECT_THROW(Tree<TypeParam>::open(damaged, model), Error);
  EXPECT_THROW(Tree<TypeParam>::open(file, abut::Model(shapes::torus(1, 0.4, 6, 5))), Error);
  EXPECT_THROW(Tree<TypeParam>::open(file, abut::Model(far_away(shapes::torus(1, 0.4, 6, 4)))), Error);
  using Other = std::conditional_t<std::is_same_v<TypeParam, float>, double, float>;
  EXPECT_THROW(Tree<Other>::open(file, model), Error);
  std::remove(file.c_str()), std::remove(damaged.c_str());
}

TEST(GameTreeOfASubmarine, OfNothingTouchesNothing) {
  const Tree<double> none{abut::Model()}, sub{abut::Model(shapes::submarine())};
  EXPECT_FALSE(touch(none, {}, sub, {}).found);
  EXPECT_FALSE(Target<double>(none, [](double) { return Placement{}; }).repaired({0, 0, 0}, {1, 0, 0}).found);
}

}  // namespace abut::classic::game
