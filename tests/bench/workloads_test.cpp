#include "workloads.h"

#include "support/effort.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::bench {
namespace {

double longest_side(const Mesh& mesh) {
  const Bounds bounds = bounds_of(mesh.points);
  return largest(bounds.high - bounds.low);
}

void expect_small_steps(const Workload& path) {
  ASSERT_EQ(path.placements.size(), 2000u);
  const double most = 0.001 * longest_side(path.b);
  for (std::size_t i = 1; i < path.placements.size(); ++i) {
    EXPECT_EQ(path.placements[i].a, Placement::identity());
    double moved = 0;
    // A subset of the points is enough: a rigid motion moves its neighbours alike.
    for (std::size_t k = 0; k < path.b.points.size(); k += 97)
      moved = std::max(moved,
                       length(path.placements[i].b * path.b.points[k] - path.placements[i - 1].b * path.b.points[k]));
    ASSERT_LE(moved, most) << "step " << i;
    ASSERT_GT(moved, 0.2 * most) << "step " << i;
  }
}

std::size_t touching_steps(const Workload& path) {
  const Model a(path.a), b(path.b);
  std::size_t touching = 0;
  for (const PlacementPair& at : path.placements) touching += touches(a, at.a, b, at.b);
  return touching;
}

TEST(CoherentPath, TouchesAtEveryStepAndMovesATrifle) {
  const Workload path = coherent_path(PathKind::in_contact);
  expect_small_steps(path);
  EXPECT_EQ(touching_steps(path), path.placements.size());
}

TEST(CoherentPath, IsClearAtEveryStepAndMovesATrifle) {
  const Workload path = coherent_path(PathKind::clear);
  expect_small_steps(path);
  EXPECT_EQ(touching_steps(path), 0u);
}

TEST(SixtyPercentTouching, IsAboutThat) {
  const Model torus(shapes::torus(1, 0.25, 24, 16));
  int touching = 0;
  for (const PlacementPair& at : sixty_percent_touching(torus, 500, 5)) touching += touches(torus, at.a, torus, at.b);
  EXPECT_NEAR(touching, 300, 40);
}

TEST(Waved, MovesEveryPointButNotFar) {
  const Mesh scan = shapes::bumpy_scan(2000, 1);
  const std::vector<Vec3> moved = waved(scan);
  ASSERT_EQ(moved.size(), scan.points.size());
  const double size = longest_side(scan);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    EXPECT_GT(length(moved[i] - scan.points[i]), 0.0005 * size);
    EXPECT_LT(length(moved[i] - scan.points[i]), 0.1 * size);
  }
}

/// All contacts and the first one, however they are found.
void expect_the_binary_trees_contacts(const Workload& work, std::size_t every) {
  const Model a(work.a), b(work.b);
  const classic::ModelOptions binary{.volume = classic::VolumeKind::obb};
  const classic::Model binary_a(work.a, binary), binary_b(work.b, binary);
  for (std::size_t i = 0; i < work.placements.size(); i += every) {
    const PlacementPair& at = work.placements[i];
    const std::vector<Contact> truth = collide(binary_a, at.a, binary_b, at.b).pairs;
    for (Simd simd : available_simd())
      for (int threads : {1, 2}) {
        const CollideOptions options{.simd = simd, .threads = threads};
        ASSERT_EQ(collide(a, at.a, b, at.b, options).pairs, truth) << work.name << ", " << i << ", " << name_of(simd);
        ASSERT_EQ(touches(a, at.a, b, at.b, options), !truth.empty()) << work.name << ", " << i;
      }
  }
}

TEST(Workloads, HaveTheContactsOfBinaryTreesOnEveryInstructionSetAndThreadCount) {
  // Spheres a hair apart take millions of tests.
  for (const Workload& work : collide_workloads(tries(10)))
    if (!sanitized || !work.name.starts_with("spheres")) expect_the_binary_trees_contacts(work, 1);
  for (const Workload& work : hard_workloads()) expect_the_binary_trees_contacts(work, sanitized ? 1000 : 10);
  for (PathKind kind : {PathKind::in_contact, PathKind::clear})
    expect_the_binary_trees_contacts(coherent_path(kind), sanitized ? 2000 : 400);
}

}  // namespace
}  // namespace abut::bench
