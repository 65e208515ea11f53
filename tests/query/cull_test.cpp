#include "math/random.h"
#include "support/effort.h"
#include "support/rational_solids.h"
#include "support/solid_families.h"
#include <abut/cull.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

oracle::Point image(const Vec3& point, const Placement& at) {
  oracle::Point result = oracle::exactly(at.shift);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result[i] += oracle::exactly(at.linear(i, j)) * oracle::exactly(point[j]);
  return result;
}

/// All triangles but those whose corners are all outside of one side, in rational numbers.
std::vector<std::uint32_t> brute_force(const Mesh& mesh, const Placement& at, const small::Frustum& frustum) {
  std::vector<oracle::Point> points;
  for (const Vec3& p : mesh.points) points.push_back(image(p, at));
  const std::vector<oracle::Inequality> sides = oracle::sides_of(frustum);
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    bool seen = true;
    for (const oracle::Inequality& side : sides) {
      int outside = 0;
      for (int k = 0; k < 3; ++k) outside += !oracle::holds({side}, points[mesh.triangles[i][k]]);
      seen = seen && outside < 3;
    }
    if (seen) result.push_back(i);
  }
  return result;
}

}  // namespace

TEST(Cull, LeavesTheTrianglesThatBruteForceLeaves) {
  SolidFamily family(21);
  const Mesh meshes[] = {shapes::sphere(1, 4), shapes::torus(1, 0.4, 24, 12), shapes::unwelded(shapes::box({1, 1, 1}))};
  std::size_t seen = 0, culled = 0;
  for (int i = 0; i < tries(120); ++i) {
    family.next_of_ordinary_size();
    const small::Frustum frustum = family.frustum();
    for (const Mesh& mesh : meshes) {
      const Model model(mesh);
      Placement at =
          family.is_on_grid() ? Placement::translation(family.point()) : family.random().rotation(family.point());
      if (family.random().chance(0.2)) at.linear = at.linear * 0x1p-3;
      const std::vector<std::uint32_t> expected = brute_force(mesh, at, frustum);
      ASSERT_EQ(cull(model, at, frustum).triangles, expected) << i;
      ASSERT_EQ(may_be_seen(model, at, frustum), !expected.empty());
      seen += expected.size(), culled += mesh.triangles.size() - expected.size();
    }
  }
  EXPECT_GT(seen, 1000u);
  EXPECT_GT(culled, 1000u);
}

TEST(Cull, ByARoundedConeIsThatOfEveryTriangle) {
  SolidFamily family(22);
  const Mesh mesh = shapes::torus(1, 0.4, 24, 12);
  const Model model(mesh);
  std::size_t lit = 0, dark = 0;
  for (int i = 0; i < tries(400); ++i) {
    family.next_of_ordinary_size();
    const small::RoundedCone cone = family.cone();
    const std::vector<std::uint32_t> found = cull(model, Placement::identity(), cone).triangles;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      const Triangle& corners = mesh.triangles[t];
      if (small::may_touch({mesh.points[corners[0]], mesh.points[corners[1]], mesh.points[corners[2]]}, cone))
        expected.push_back(t);
    }
    ASSERT_EQ(found, expected) << i;
    ASSERT_EQ(may_be_seen(model, Placement::identity(), cone), !expected.empty());
    lit += found.size(), dark += mesh.triangles.size() - found.size();
  }
  EXPECT_GT(lit, 1000u);
  EXPECT_GT(dark, 1000u);
}

TEST(Cull, LooksAtFewBoxesOfAModelThatIsFarOutsideOrWhollyInside) {
  const Model model(shapes::sphere(1, 20));
  // Slopes 1, near 1, far 101, looking along -z.
  const small::Frustum frustum = small::Frustum::from_matrix({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.02, -2.02, 0, 0, -1, 0});
  const Culled outside = cull(model, Placement::translation({0, 0, 5}), frustum);
  EXPECT_TRUE(outside.triangles.empty());
  EXPECT_EQ(outside.counters.volume_tests, 1u);
  const Culled inside = cull(model, Placement::translation({0, 0, -20}), frustum);
  EXPECT_EQ(inside.triangles.size(), model.mesh().triangles.size());
  EXPECT_EQ(inside.counters.volume_tests, 1u);
  EXPECT_EQ(inside.counters.triangle_tests, 0u);
  EXPECT_THROW(cull(model, Placement{Matrix3{{}}, {}}, frustum), Error);
  EXPECT_TRUE(cull(Model(), {}, frustum).triangles.empty());
}

TEST(Cull, NamesTheBoxesThatTouch) {
  SolidFamily family(23);
  std::vector<small::Box> boxes;
  family.next_of_ordinary_size();
  for (int i = 0; i < 200; ++i) boxes.push_back(family.box());
  const small::Frustum frustum = family.frustum();
  const small::RoundedCone cone = family.cone();
  std::vector<std::uint32_t> seen, lit;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (small::touches(boxes[i], frustum)) seen.push_back(i);
    if (small::may_touch(boxes[i], cone)) lit.push_back(i);
  }
  EXPECT_EQ(cull(boxes, frustum), seen);
  EXPECT_EQ(cull(boxes, cone), lit);
  EXPECT_FALSE(seen.empty());
}

}  // namespace abut
