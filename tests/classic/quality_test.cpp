#include "math/random.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

void expect_same(const Bracket& a, const Bracket& b, double factor) {
  EXPECT_EQ(a.lower * factor, b.lower);
  EXPECT_EQ(a.upper * factor, b.upper);
}

TEST(TreeQuality, IsEmptyForAnEmptyModel) {
  EXPECT_TRUE(tree_quality(Model()).empty());
  EXPECT_TRUE(node_quality(Model()).empty());
}

TEST(TreeQuality, MeasuresACubeInItsOwnUnits) {
  const Model cube(transformed(shapes::box({3, 3, 3}), Placement::translation({100, 0, 0})),
                   {.volume = VolumeKind::aabb});
  const std::vector<LevelQuality> levels = tree_quality(cube);
  EXPECT_EQ(levels.front().nodes, 1u);
  EXPECT_EQ(levels.front().leaves, 0u);
  EXPECT_LE(levels.front().tightness.lower, 3);
  EXPECT_GE(levels.front().tightness.upper, 3);
  EXPECT_NEAR(levels.front().diameter.lower, 6 * std::sqrt(3), 0.11);
  EXPECT_NEAR(levels.front().aspect.upper, 3 / (6 * std::sqrt(3)), 0.01);
  std::size_t nodes = 0, leaves = 0;
  for (const LevelQuality& level : levels) nodes += level.nodes, leaves += level.leaves;
  EXPECT_EQ(nodes, cube.tree_summary().nodes);
  EXPECT_EQ(leaves, cube.tree_summary().leaves);
  EXPECT_EQ(static_cast<int>(levels.size()), cube.tree_summary().depth + 1);
}

TEST(TreeQuality, ScalesWithTheModel) {
  const Mesh mesh = shapes::torus(1, 0.4, 12, 8);
  Mesh large = mesh;
  for (Vec3& p : large.points) p = p * 1024;
  const QualityOptions few{.nodes_per_level = 6};
  for (VolumeKind kind : all_volume_kinds) {
    const std::vector<NodeQuality> small = node_quality(Model(mesh, {.volume = kind}), few);
    const std::vector<NodeQuality> grown = node_quality(Model(large, {.volume = kind}), few);
    ASSERT_EQ(small.size(), grown.size());
    for (std::size_t i = 0; i < small.size(); ++i) {
      expect_same(small[i].diameter, grown[i].diameter, 1024);
      expect_same(small[i].tightness, grown[i].tightness, 1024);
      expect_same(small[i].reach, grown[i].reach, 1024);
      expect_same(small[i].aspect(), grown[i].aspect(), 1);
    }
  }
}

TEST(TreeQuality, SamplesLargeLevelsTheSameWayEveryTime) {
  const Model model(shapes::sphere(1, 6));
  const QualityOptions few{.nodes_per_level = 5};
  const std::vector<NodeQuality> once = node_quality(model, few), again = node_quality(model, few);
  ASSERT_EQ(once.size(), again.size());
  std::vector<std::size_t> measured(static_cast<std::size_t>(model.tree_summary().depth) + 1);
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(once[i].node, again[i].node);
    expect_same(once[i].tightness, again[i].tightness, 1);
    ++measured[static_cast<std::size_t>(once[i].level)];
  }
  const std::vector<LevelQuality> levels = tree_quality(model, few);
  for (const LevelQuality& level : levels) {
    EXPECT_EQ(level.measured, std::min<std::size_t>(5, level.nodes));
    EXPECT_EQ(level.measured, measured[static_cast<std::size_t>(level.level)]);
  }
}

/// A circle of segments, out of the axes' planes.
Mesh circle(std::uint32_t segments) {
  const Placement turn = Random(7).rotation();
  Mesh mesh;
  for (std::uint32_t i = 0; i < segments; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / segments;
    mesh.points.push_back(turn * Vec3{std::cos(angle), std::sin(angle), 0});
    mesh.triangles.push_back({i, (i + 1) % segments, (i + 1) % segments});
  }
  return mesh;
}

TEST(TreeQuality, ShowsOrientedBoxesConvergeQuadraticallyAndOthersLinearly) {
  // Gottschalk et al. 1996, Fig. 3 and 4: halving the diameter quarters an oriented box's tightness on a curve, and
  // halves that of an upright box and of a ball.
  const auto gain = [](VolumeKind kind) {
    const std::vector<LevelQuality> levels =
        tree_quality(Model(circle(512), {.volume = kind, .split = Split::median}), {.nodes_per_level = 8});
    const double diameter = levels[4].diameter.upper / levels[7].diameter.upper;
    return std::log(levels[4].tightness.upper / levels[7].tightness.upper) / std::log(diameter);
  };
  EXPECT_NEAR(gain(VolumeKind::obb), 2, 0.1);
  EXPECT_NEAR(gain(VolumeKind::aabb), 1, 0.1);
  EXPECT_NEAR(gain(VolumeKind::sphere), 1, 0.3);
}

}  // namespace
}  // namespace abut::classic
